"""A period judged again: the same by the same rules, otherwise by others, and nothing of what was found is touched."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from pitboss.casino.models import Table, TableSession
from pitboss.casino.set_option import set_option
from pitboss.incidents.models import Incident, Step
from pitboss.incidents.refusal import Refused
from pitboss.jobs.models import Job
from pitboss.jobs.perform import perform
from pitboss.ledger.models import Entry
from pitboss.reaudit import performers, plan
from pitboss.reaudit.access import reaudits_of
from pitboss.reaudit.judge import judge_pieces
from pitboss.reaudit.models import Line, Piece, Reading, Reaudit, Verdict
from pitboss.reaudit.progress import progress_of
from pitboss.reaudit.queries import by_code, by_table, lines, scope, sessions_between, together
from pitboss.reaudit.verbs.cancel import cancel
from pitboss.reaudit.verbs.retry import retry
from pitboss.replay.models import Finding, Round
from pitboss.replay.readings import NotAReading
from tests.ingest.plays import START, ndjson, opening, plain_round, timed, underpaid_round
from tests.reaudit.conftest import DAYS, asked, done, evening, planned, short, take

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

pytestmark = pytest.mark.services


def everything_found() -> list[Any]:
    """All that a re-audit must leave as it is."""
    return [list(model.objects.order_by("pk").values()) for model in (Finding, Round, Incident, Step, Entry)]


def beside(line: Line) -> Finding:
    """The finding that it was set beside."""
    assert line.finding is not None
    return Finding.objects.get(pk=line.finding)


def verdicts(reaudit: Reaudit) -> dict[str, int]:
    tally = together(by_code(reaudit))
    return {name: getattr(tally, name) for name in Verdict.values if getattr(tally, name)}


def test_the_same_rules_find_the_same_in_an_evening_with_every_kind_of_mishap(marta: Person) -> None:
    take(evening("BJ-04"))
    before = everything_found()
    reaudit = done(asked(marta))
    standing = Finding.objects.exclude(data__has_key="withdrawn_by").count()
    assert standing > 8
    assert verdicts(reaudit) == {"same": standing}
    at = progress_of(reaudit, timezone.now())
    assert (at.state, at.share, at.sessions_done, at.unreadable) == ("done", 100, 1, 0)
    assert at.events == at.judged == at.entries == Entry.objects.count()
    assert at.rounds == Round.objects.count()
    assert at.findings == standing
    assert everything_found() == before
    assert set(lines(reaudit).values_list("finding", flat=True)) == set(
        Finding.objects.exclude(data__has_key="withdrawn_by").values_list("pk", flat=True)
    )


def test_the_same_rules_find_the_same_where_the_record_was_corrected_or_could_not_be_read(
    marta: Person, cast: Cast
) -> None:
    struck = {"kind": "corrected", "ref": 26, "by_role": "pit_boss"}
    take(short("BJ-01", more=[struck]))
    set_option(casino=cast.casino, option="double_after_split", value=False, by=cast.ana, why="acta 12",
               now=START, valid_from=START)  # fmt: skip
    take(short("BJ-02"))
    broken = timed([*opening(), *plain_round(1), *underpaid_round(2)], table="BJ-03")
    numbered = [{**event, "seq": seq} for seq, event in enumerate(broken, 1)]
    numbered[8] = {**numbered[8], "amount": "ten"}
    take(ndjson(numbered))
    gap = [
        {**event, "seq": seq + (seq > 9)}
        for seq, event in enumerate(timed(opening() + plain_round(1), table="BJ-04"), 1)
    ]
    take(ndjson(gap))
    assert Finding.objects.filter(code="record-gap").exists()
    reaudit = done(asked(marta))
    assert verdicts(reaudit) == {"same": Finding.objects.exclude(data__has_key="withdrawn_by").count()}
    assert progress_of(reaudit, timezone.now()).rounds == Round.objects.count()
    for line in lines(reaudit):
        assert line.entry == beside(line).entry.number


def test_what_another_reading_finds_stands_beside_what_was_found(marta: Person) -> None:
    take(short())
    before = everything_found()
    reaudit = done(asked(marta, name="Mínima 20.000", overlay={"values": {"min": 20000}, "without": ["wrong-payout"]}))
    assert verdicts(reaudit) == {"new": 2, "gone": 1}
    found = {(line.code, line.verdict) for line in lines(reaudit)}
    assert found == {("bet-limit", "new"), ("wrong-payout", "gone")}
    gone = lines(reaudit, verdicts=[Verdict.GONE]).get()
    assert gone.now is None
    assert gone.before["outcome"] == beside(gone).outcome
    assert everything_found() == before
    assert [tally.name for tally in by_table(reaudit)] == ["CDE · BJ-01"]
    assert Reading.objects.get().overlay == {"values": {"min": 20000}, "without": ["wrong-payout"]}


def test_what_differs_in_a_finding_is_named(marta: Person) -> None:
    take(short())
    first = done(asked(marta))
    second = done(asked(marta, name="Ficha 500", overlay={"values": {"chip": 7000}}, against=first))
    changed = lines(second, verdicts=[Verdict.CHANGED]).get()
    assert changed.differs == ["prescribed", "money"] or changed.differs == ["money"]
    assert changed.before["money"] != changed.now["money"]


def test_two_re_audits_are_compared_over_the_sessions_of_both(marta: Person) -> None:
    take(short("BJ-01"))
    one = Table.objects.filter(casino__code="CDE", name="BJ-01").select_related("casino")
    first = done(asked(marta, tables=list(one)))
    take(short("BJ-02"))
    second = done(asked(marta, against=first))
    assert (second.sessions, verdicts(second)) == (1, {"same": first.lines.count()})
    other = Table.objects.filter(casino__code="CDE", name="BJ-02").select_related("casino")
    with pytest.raises(Refused) as why:
        asked(marta, tables=list(other), against=first)
    assert [reason.code for reason in why.value.reasons] == ["others"]


def test_findings_of_another_edition_stay_and_the_new_edition_is_set_beside_them(
    marta: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(short())
    before = everything_found()
    monkeypatch.setattr("pitboss.reaudit.verbs.ask.EDITION", "2027.1")
    reaudit = done(asked(marta, name="2027.1", against_edition="2026.1"))
    assert (reaudit.reading.edition, reaudit.against_edition) == ("2027.1", "2026.1")
    assert verdicts(reaudit) == {"same": Finding.objects.filter(edition="2026.1").count()}
    assert everything_found() == before


def test_a_reading_told_twice_is_one_reading(marta: Person) -> None:
    take(short())
    asked(marta, overlay={"without": ["card-face", "bet-limit"]}, name="Sin dos")
    asked(marta, overlay={"without": ["bet-limit", "card-face"]}, name="Otra vez")
    assert [reading.name for reading in Reading.objects.all()] == ["Sin dos"]


def test_scope_counts_before_anything_is_asked(marta: Person) -> None:
    session = take(short())
    tables = list(Table.objects.filter(casino__code="CDE"))
    found = scope(sessions_between(tables, *DAYS))
    assert (found.sessions, found.open, found.rounds, found.events) == (
        1, 1, 2, Entry.objects.filter(session=session).count(),
    )  # fmt: skip
    assert scope(sessions_between(tables, date(2020, 1, 1), date(2020, 1, 2))).events == 0


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"tables": []}, "no_tables"),
        ({"since": date(2026, 11, 30), "until": date(2026, 11, 1)}, "days"),
        ({"why": "  "}, "no_why"),
        ({"name": ""}, "no_name"),
        ({"since": date(2020, 1, 1), "until": date(2020, 2, 1)}, "nothing_there"),
    ],
)
def test_a_question_that_asks_nothing_is_refused_with_its_reason(
    told: dict[str, Any], reason: str, marta: Person
) -> None:
    take(short())
    with pytest.raises(Refused) as why:
        asked(marta, **told)
    assert [one.code for one in why.value.reasons] == [reason]
    assert not Reaudit.objects.exists()


def test_only_those_who_audit_every_casino_of_it_may_ask_and_see(marta: Person, cast: Cast) -> None:
    take(short())
    both = list(Table.objects.select_related("casino"))
    for who in (cast.rosa, cast.tomas, cast.ana):
        with pytest.raises(PermissionDenied):
            asked(who, tables=both)
    with pytest.raises(PermissionDenied):
        asked(marta, tables=both)
    reaudit = asked(marta)
    assert list(reaudits_of(marta)) == [reaudit]
    for who in (cast.rosa, cast.tomas, cast.ana):
        assert not reaudits_of(who).exists()
        with pytest.raises(PermissionDenied):
            cancel(reaudit=reaudit, by=who, now=timezone.now())
    with pytest.raises(NotAReading):
        asked(marta, overlay={"without": ["record-gap"]})


def test_a_re_audit_that_was_cancelled_goes_no_further_and_says_so(
    marta: Person, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(performers, "STEP", 1)
    take(short("BJ-01"))
    take(short("BJ-02"))
    reaudit = asked(marta)
    assert planned(reaudit)
    judge = judge_pieces

    def judge_and_cancel(*told: Any, **more: Any) -> None:
        judge(*told, **more)
        cancel(reaudit=reaudit, by=marta, now=timezone.now())

    monkeypatch.setattr(performers, "judge_pieces", judge_and_cancel)
    for part in reaudit.parts.all():
        assert perform(part.job_id)
    reaudit.refresh_from_db()
    at = progress_of(reaudit, timezone.now())
    assert (at.state, at.sessions_done, at.sessions) == ("cancelled", 1, 2)
    result = Job.objects.get(key=f"reaudit:{reaudit.pk}:1").result
    assert result is not None
    assert result["cancelled"] is True
    with pytest.raises(Refused):
        cancel(reaudit=reaudit, by=marta, now=timezone.now())
    with pytest.raises(Refused):
        retry(reaudit=reaudit, by=marta, now=timezone.now())


def test_what_is_done_cannot_be_cancelled(marta: Person) -> None:
    take(short())
    reaudit = done(asked(marta))
    with pytest.raises(Refused):
        cancel(reaudit=reaudit, by=marta, now=timezone.now())


def test_a_worker_with_other_rules_judges_nothing_and_what_failed_can_be_tried_again(
    marta: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(short())
    reaudit = asked(marta)
    assert planned(reaudit)
    part = reaudit.parts.get()
    with monkeypatch.context() as updated:
        updated.setattr(performers, "fingerprint", lambda: "0" * 64)
        for _ in range(5):
            Job.objects.filter(pk=part.job_id).update(lease=None)
            assert not perform(part.job_id)
    reaudit.refresh_from_db()
    at = progress_of(reaudit, timezone.now())
    assert (at.state, at.parts_failed, at.sessions_done) == ("failed", 1, 0)
    assert "other rules" in at.error
    retry(reaudit=reaudit, by=marta, now=timezone.now())
    assert perform(part.job_id)
    assert progress_of(reaudit, timezone.now()).state == "done"


def test_a_part_done_twice_counts_once(marta: Person) -> None:
    take(short())
    reaudit = done(asked(marta))
    part = reaudit.parts.get()
    rows = list(Line.objects.order_by("pk").values())
    Job.objects.filter(pk=part.job_id).update(state="queued", attempts=0)
    assert perform(part.job_id)
    assert list(Line.objects.order_by("pk").values()) == rows
    assert progress_of(reaudit, timezone.now()).rounds == 2


def test_the_database_lets_no_session_be_judged_twice_nor_a_line_or_a_question_change(marta: Person) -> None:
    take(short())
    reaudit = done(asked(marta))
    statements = [
        "UPDATE reaudit_line SET verdict = 'same'",
        "DELETE FROM reaudit_line",
        "UPDATE reaudit_piece SET rounds = 9, done_at = now()",
        "UPDATE reaudit_piece SET done_at = NULL, rounds = NULL, events = NULL, findings = NULL, unreadable = NULL",
        "DELETE FROM reaudit_piece",
        "UPDATE reaudit_reading SET overlay = '{}'",
        "UPDATE reaudit_reaudit SET why = 'otra cosa'",
        "UPDATE reaudit_reaudit SET sessions = 9",
        "DELETE FROM reaudit_reaudit",
        f"INSERT INTO reaudit_reaudit_tables (reaudit_id, table_id) SELECT {reaudit.pk}, max(id) FROM casino_table",
        (
            "INSERT INTO reaudit_line (reaudit_id, session_id, key, nth, code, entry, verdict, differs, now) "
            f"SELECT {reaudit.pk}, session_id, 'x', 1, 'x', 1, 'new', '{{}}', '{{}}' FROM reaudit_piece"
        ),
        (
            "INSERT INTO reaudit_piece (reaudit_id, part_id, session_id, entries) "
            "SELECT reaudit_id, part_id, session_id, entries FROM reaudit_piece"
        ),
    ]
    for statement in statements:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Piece.objects.get().rounds == 2


def test_parts_are_of_comparable_size_and_hold_every_session_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sized = [(number, 500 + 37 * (number % 91)) for number in range(1, 2001)]
    some = list(plan.bundles(sized))
    assert sorted(one for bundle in some for one in bundle) == sized
    sizes = [sum(size for _, size in bundle) for bundle in some]
    assert max(sizes) - min(sizes) <= max(size for _, size in sized)
    assert min(sizes) >= plan.SMALLEST
    assert max(sizes) <= plan.LARGEST
    assert [len(bundle) for bundle in plan.bundles([(1, 10), (2, 10)])] == [2]
    assert list(plan.bundles([])) == []


def test_a_session_that_was_open_is_judged_as_far_as_it_had_come(marta: Person) -> None:
    session = take(short())
    reaudit = asked(marta)
    assert planned(reaudit)
    more = timed(plain_round(3), table="BJ-01", start=START.replace(hour=21))
    take(ndjson(more))
    assert TableSession.objects.get() == session
    for part in reaudit.parts.all():
        assert perform(part.job_id)
    at = progress_of(reaudit, timezone.now())
    assert (at.rounds, at.events, at.judged) == (3, Entry.objects.count(), Entry.objects.count() - len(more))
    assert verdicts(reaudit) == {"same": Finding.objects.count()}
