"""The life of a complaint by its verbs: what each does, what it needs, and that nothing is dated back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from pitboss.casino.business_days import calendar_of
from pitboss.casino.cast import Cast
from pitboss.casino.clocks import Clock, ClockSetting
from pitboss.complaints.life import signature_holds
from pitboss.complaints.models import Complaint, Status
from pitboss.complaints.picks import Answer, Decision, SentBy
from pitboss.complaints.queries import Filters, Term, complaint_list, due, of_incident, visible_to
from pitboss.complaints.verbs.answer import answer
from pitboss.complaints.verbs.appeal import appeal
from pitboss.complaints.verbs.close import close
from pitboss.complaints.verbs.comment import comment
from pitboss.complaints.verbs.decide import decide
from pitboss.complaints.verbs.extend import extend
from pitboss.complaints.verbs.link import link
from pitboss.complaints.verbs.receive import Who
from pitboss.complaints.verbs.withdraw import withdraw
from pitboss.incidents.models import Incident
from pitboss.incidents.picks import Ruling
from pitboss.incidents.refusal import Refused
from pitboss.incidents.verbs.rule import rule
from tests.complaints.front import answered, appeal_ends, give_receipt, take

SANTIAGO = ZoneInfo("America/Santiago")
Play = Callable[..., list[Incident]]


def reasons(refused: pytest.ExceptionInfo[Refused]) -> set[str]:
    return {reason.code for reason in refused.value.reasons}


def local(at: datetime | None) -> str:
    assert at is not None
    return f"{at.astimezone(SANTIAGO):%Y-%m-%d %H:%M:%S}"


def test_folios_are_a_series_of_their_own_without_gaps(cast: Cast) -> None:
    folios = [take(cast).folio for _ in range(2)]
    with pytest.raises(Refused):
        take(cast, claim=" ")
    folios.append(take(cast).folio)
    year = timezone.localtime().year
    assert folios == [f"R-{year}-0001", f"R-{year}-0002", f"R-{year}-0003"]


def test_the_terms_are_counted_in_the_days_of_chile(cast: Cast) -> None:
    """Received on Wednesday 16 September 2026: the 18th and 19th are holidays, the 12th of October too."""
    sent = datetime(2026, 9, 16, 12, tzinfo=SANTIAGO)
    complaint = take(cast, received_at=sent, event_at=datetime(2026, 9, 1, 23, tzinfo=SANTIAGO))
    assert not complaint.late
    assert local(complaint.window_until) == "2026-09-16 23:59:59"
    assert local(complaint.answer_due) == "2026-10-01 23:59:59"


def test_a_complaint_after_its_term_is_taken_and_marked(cast: Cast) -> None:
    now = timezone.now()
    complaint = take(cast, event_at=now - timedelta(days=17))
    assert complaint.late
    assert complaint.steps.get().after["late"] is True


def test_the_terms_stay_as_they_stood_when_it_came(cast: Cast) -> None:
    def set_answer(days: int, since: datetime) -> None:
        ClockSetting.objects.create(
            casino=cast.casino, clock=Clock.COMPLAINT_ANSWER, value=days, valid_from=since, by=cast.ana, why="Prueba",
            set_at=timezone.now(),
        )  # fmt: skip

    now = timezone.now()
    before = take(cast)
    set_answer(5, now)
    after = take(cast, received_at=timezone.now())
    assert before.clocks["complaint_answer"]["value"] == 10
    assert after.clocks["complaint_answer"]["value"] == 5
    assert after.answer_due < before.answer_due


def test_what_cannot_be_is_not_taken(cast: Cast) -> None:
    now = timezone.now()
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"received_at": now + timedelta(days=1)}, "future"),
        ({"event_at": now}, "event_later"),
        ({"claim": "  "}, "no_claim"),
        ({"who": Who("")}, "no_name"),
        ({"table": cast.casinos["CDS"].tables.get()}, "elsewhere"),
    ]
    for wrong, code in wrongs:
        with pytest.raises(Refused) as refused:
            take(cast, **wrong)
        assert reasons(refused) == {code}


def test_who_complains_is_apart_from_what_stays(cast: Cast) -> None:
    complaint = take(cast)
    kept = f"{complaint.__dict__}{[(step.before, step.after, step.words) for step in complaint.steps.all()]}"
    assert complaint.complainant.name == "Pedro Díaz"
    assert "Pedro" not in kept
    assert "12.345" not in kept


def test_a_complaint_goes_to_the_regulator_and_back(cast: Cast, play: Play) -> None:
    """Rosa takes it, Sergio answers, Marta follows it; the clock of the casino goes on with them."""
    now = timezone.now()
    (incident,) = play("exposed-card", "played-as-if-nothing")
    calendar = calendar_of(cast.casino)
    complaint = take(cast, incidents=[incident])
    incident.refresh_from_db()
    assert incident.hold_until == calendar.end_of(calendar.day_of(incident.opened_at) + timedelta(days=132))
    give_receipt(cast, complaint)
    answer(
        complaint=complaint, by=cast.sergio, now=now, answer=Answer.PARTLY, paid=5_000, sent_by=SentBy.LETTER,
        words="Se le devuelve la mitad",
    )  # fmt: skip
    complaint.refresh_from_db()
    assert complaint.appeal_until == calendar.end_of(calendar.add(calendar.day_of(now), 20))

    later = now + timedelta(days=10)
    filed = calendar.day_of(now) + timedelta(days=8)
    appeal(complaint=complaint, by=cast.marta, now=later, filed_on=filed, reference="SCJ-771")
    complaint.refresh_from_db()
    assert complaint.decision_due == calendar.end_of(filed + timedelta(days=75))
    extend(complaint=complaint, by=cast.marta, now=later, on=calendar.day_of(later), reference="SCJ-771/2")
    complaint.refresh_from_db()
    incident.refresh_from_db()
    assert complaint.decision_due is not None
    assert calendar.day_of(complaint.decision_due).day == min(filed.day, 31)
    assert complaint.decision_due - calendar.end_of(filed) > timedelta(days=180)
    assert incident.hold_until == calendar.end_of(calendar.day_of(incident.opened_at) + timedelta(days=240))

    done = later + timedelta(days=100)
    decide(
        complaint=complaint, by=cast.marta, now=done, on=calendar.day_of(done), decision=Decision.FOR_PLAYER,
        amount=10_000, reference="Res. 88",
    )  # fmt: skip
    close(complaint=complaint, by=cast.marta, now=done)
    complaint.refresh_from_db()
    assert complaint.status == Status.CLOSED
    steps = list(complaint.steps.all())
    assert [step.verb for step in steps] == [
        "received", "linked", "receipt_issued", "answered", "appealed", "extended", "decided", "closed",
    ]  # fmt: skip
    assert all(signature_holds(step) for step in steps)
    steps[3].after["paid"] = 0
    assert not signature_holds(steps[3])


def test_an_answer_past_its_term_is_written_as_late(cast: Cast) -> None:
    on_time, late = answered(cast), answered(cast, ago=timedelta(days=40))
    assert [one.steps.get(verb="answered").after["late"] for one in (on_time, late)] == [False, True]


def test_an_answer_needs_a_receipt_words_and_other_eyes(cast: Cast, play: Play) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    rule(incident=incident, by=cast.sergio, now=timezone.now(), ruling=Ruling.AS_PRESCRIBED)
    complaint = take(cast, incidents=[incident])
    told: dict[str, Any] = {
        "complaint": complaint,
        "now": timezone.now(),
        "answer": Answer.REFUSED,
        "sent_by": SentBy.MAIL,
    }
    with pytest.raises(Refused) as refused:
        answer(**told, by=cast.sergio, words=" ", paid=5)
    assert reasons(refused) == {"no_receipt", "no_words", "own_ruling", "amount_refused"}
    give_receipt(cast, complaint)
    with pytest.raises(Refused) as refused:
        answer(**told, by=cast.sergio, words="No")
    assert reasons(refused) == {"own_ruling"}
    with pytest.raises(PermissionDenied):
        answer(**told, by=cast.rosa, words="No")
    answer(**told, by=cast.marta, words="No")


def test_an_appeal_comes_after_an_answer_and_in_its_term(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        appeal(complaint=take(cast), by=cast.marta, now=timezone.now(), filed_on=timezone.localdate(), reference="S")
    assert reasons(refused) == {"no_answer"}
    complaint = answered(cast)
    over = appeal_ends(complaint) + timedelta(days=3)
    on = calendar_of(cast.casino).day_of(over)
    with pytest.raises(Refused) as refused:
        appeal(complaint=complaint, by=cast.marta, now=over, filed_on=on, reference=" ")
    assert reasons(refused) == {"out_of_term", "no_reference"}
    close(complaint=complaint, by=cast.marta, now=over)
    step = appeal(
        complaint=complaint, by=cast.marta, now=over, filed_on=on, reference="SCJ-9", admitted="Res. 12, por enfermedad"
    )
    assert step.after["admitted"] == "Res. 12, por enfermedad"
    with pytest.raises(Refused) as refused:
        appeal(complaint=complaint, by=cast.marta, now=over, filed_on=on + timedelta(days=9), reference="SCJ-9")
    assert reasons(refused) == {"appealed_already", "future", "out_of_term"}


def test_it_is_closed_when_nothing_more_can_come(cast: Cast) -> None:
    complaint = answered(cast)
    now = timezone.now()
    with pytest.raises(Refused) as refused:
        close(complaint=complaint, by=cast.marta, now=now)
    assert reasons(refused) == {"still_running"}
    close(complaint=complaint, by=cast.marta, now=now + timedelta(days=60))
    with pytest.raises(Refused) as refused:
        withdraw(complaint=complaint, by=cast.rosa, now=now + timedelta(days=60), words="Llamó")
    assert reasons(refused) == {"ended"}
    comment(complaint=complaint, by=cast.rosa, now=now + timedelta(days=61), words="Archivado en papel")


def test_a_withdrawn_complaint_goes_no_further(cast: Cast, play: Play) -> None:
    complaint = take(cast)
    withdraw(complaint=complaint, by=cast.rosa, now=timezone.now(), words="Firmó el desistimiento")
    complaint.refresh_from_db()
    assert complaint.status == Status.WITHDRAWN
    with pytest.raises(Refused) as refused:
        link(
            complaint=complaint,
            by=cast.rosa,
            now=timezone.now(),
            incident=play("exposed-card", "burned-during-the-deal")[0],
        )
    assert reasons(refused) == {"ended"}


def test_a_complaint_is_linked_to_incidents_of_its_casino_once(cast: Cast, play: Play) -> None:
    complaint, now = take(cast), timezone.now()
    here = play("exposed-card", "played-as-if-nothing")[0]
    there = play("exposed-card", "played-as-if-nothing", at="CDS/BJ-01")[0]
    link(complaint=complaint, by=cast.rosa, now=now, incident=here)
    for incident, code in ((here, "linked"), (there, "elsewhere")):
        with pytest.raises(Refused) as refused:
            link(complaint=complaint, by=cast.rosa, now=now, incident=incident)
        assert reasons(refused) == {code}
    assert list(of_incident(cast.marta, here)) == [complaint]
    assert list(of_incident(cast.ivan, here)) == []
    assert list(complaint_list(cast.marta, Filters(incident=here.pk), now)) == [complaint]


def test_only_those_with_a_role_for_it_see_complaints(cast: Cast) -> None:
    take(cast)
    seen = {name for name, person in cast.people.items() if visible_to(person).exists()}
    assert seen == {"rosa", "sergio", "marta", "felipe"}


def test_everything_that_runs_falls_due_soonest_first(cast: Cast) -> None:
    now = timezone.now()
    lapsed, fresh = take(cast, ago=timedelta(days=40)), take(cast)
    told = answered(cast)
    appealed = answered(cast)
    appeal(complaint=appealed, by=cast.marta, now=now, filed_on=timezone.localdate(), reference="SCJ-1")
    withdraw(complaint=take(cast), by=cast.rosa, now=now, words="Llamó")
    assert [(one.term, one.complaint) for one in due([cast.casino], now)] == [
        (Term.ANSWER, lapsed), (Term.ANSWER, fresh), (Term.APPEAL, told), (Term.DECISION, appealed),
    ]  # fmt: skip
    assert due([cast.casinos["CDS"]], now) == []
    after = appeal_ends(told) + timedelta(seconds=1)
    assert Term.APPEAL not in {one.term for one in due([cast.casino], after)}


def test_the_list_is_narrowed(cast: Cast) -> None:
    now = timezone.now()
    old = take(cast, ago=timedelta(days=40), claim="Carta dada vuelta", who=Who("Ana Díaz Ñuñoa"))
    new = take(cast, event_at=now - timedelta(days=20))

    def found(**filters: Any) -> set[Complaint]:
        return set(complaint_list(cast.marta, Filters(**filters), now))

    assert found() == {old, new}
    assert found(overdue=True) == {old}
    assert found(late=True) == {new}
    assert found(text="NUÑOA carta diaz") == {old}
    assert found(text="BJ-01") == {old, new}
    assert found(status="closed") == set()
    assert found(since=date.today() - timedelta(days=5)) == {new}  # noqa: DTZ011  (either side of midnight will do)
    assert found(until=datetime.now(UTC).date() - timedelta(days=5)) == {old}
