"""What is personal goes when its time is over; what is needed stays, and chain and signatures hold."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from pitboss.accounts.models import Person, PinLog
from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.database.roles import as_owner
from pitboss.incidents.life import signature_holds
from pitboss.incidents.models import Incident, Step, Witness
from pitboss.incidents.verbs.comment import comment
from pitboss.ledger.models import Entry, PrivateText, Salt
from pitboss.ledger.verify import verify
from pitboss.privacy.due import REMOVED, due
from pitboss.privacy.kinds import TERMS, Kind
from pitboss.privacy.models import Removal
from pitboss.privacy.tasks import retain_personal_data
from pitboss.privacy.verbs.hold import hold, lift
from pitboss.privacy.verbs.retain import retain
from pitboss.privacy.verbs.set_retention import TooShort, set_retention
from tests.api.desk import Desk, add_raw
from tests.calling import Calling

SAID = "El jugador Pedro Díaz reclama"


@pytest.fixture
def closed(calling: Calling, cast: Cast) -> Incident:
    """A case from the table to its closing, with a named witness, words, and a note at the table."""
    incident = Desk(calling, cast).closed()
    comment(incident=incident, by=cast.marta, now=timezone.now(), words=SAID)
    session = incident.session
    TableSession.objects.filter(pk=session.pk).update(closed_at=timezone.now())
    return incident


def years(count: float) -> datetime:
    return timezone.now() + timedelta(days=365.5 * count)


def taken(now: datetime, **options: bool) -> dict[Kind, int]:
    return {one.kind: one.count for one in retain(now=now, **options) if one.count}


def test_nothing_goes_before_its_time(closed: Incident) -> None:
    assert set(taken(timezone.now())) == set()
    assert Witness.objects.filter(name="Pedro Díaz").exists()


def test_a_witness_goes_two_years_after_the_closing_and_the_history_still_says_that_there_was_one(
    closed: Incident,
) -> None:
    there = list(Witness.objects.order_by("pk"))
    assert taken(years(2.1)) == {Kind.WITNESSES: len(there)}
    assert {(one.name, one.contact, one.role) for one in Witness.objects.all()} == {("", "", "player")}
    row = Removal.objects.get()
    assert (row.kind, row.rows, row.by) == ("witnesses", [one.pk for one in there], None)
    assert taken(years(2.1)) == {}


def test_after_five_years_words_are_gone_and_every_chain_and_signature_holds(closed: Incident) -> None:
    before = verify(closed.session)
    found = taken(years(5.2))
    assert found[Kind.WITNESSES] == Witness.objects.count()
    assert found[Kind.STEP_WORDS] > 1
    assert found[Kind.TEXTS] >= 2
    assert not Step.objects.filter(words=SAID).exists()
    assert not PrivateText.objects.exists()
    assert not Salt.objects.exists()
    steps = [step for step in closed.steps.all() if step.signature]
    assert len(steps) > 5
    assert all(signature_holds(step) for step in steps)
    assert {step.words for step in steps} == {"", REMOVED}
    after = verify(closed.session)
    assert after.holds
    assert after.last_hash == before.last_hash
    old = Removal.objects.get(kind=Kind.STEP_WORDS).signatures
    assert len(old) >= 1
    assert set(old.values()).isdisjoint(step.signature for step in steps)


def test_a_row_whose_signature_did_not_hold_is_still_pointed_out_without_its_words(
    closed: Incident, cast: Cast
) -> None:
    add_raw(closed, "commented", cast.marta.pk, words="nadie lo firmó")
    step = closed.steps.get(words="nadie lo firmó")
    taken(years(5.2))
    step.refresh_from_db()
    assert step.words == REMOVED
    assert not signature_holds(step)


def test_a_held_case_keeps_everything_until_the_hold_is_lifted(closed: Incident, cast: Cast) -> None:
    kept = hold(incident=closed, by=cast.marta, why="Juicio 2031", now=timezone.now())
    assert {Kind.WITNESSES, Kind.STEP_WORDS, Kind.TEXTS}.isdisjoint(taken(years(9)))
    with pytest.raises(DatabaseError, match="still needed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT privacy_remove('witnesses', ARRAY[%s]::bigint[], %s, gen_random_uuid(), NULL, 'x', '{}')",
            [Witness.objects.earliest("pk").pk, closed.casino_id],
        )
    assert not Witness.objects.filter(name="").exists()
    lift(hold=kept, by=cast.marta, why="Sentencia firme", now=timezone.now())
    assert Kind.WITNESSES in taken(years(9))


def test_an_open_case_keeps_its_witness_however_old(calling: Calling, cast: Cast) -> None:
    Desk(calling, cast).ready()
    assert taken(years(9)).keys() == set()
    assert not Witness.objects.filter(name="").exists()


def test_a_dry_run_says_the_same_and_takes_nothing(closed: Incident) -> None:
    planned = taken(years(5.2), dry_run=True)
    assert not Witness.objects.filter(name="").exists()
    assert not Removal.objects.exists()
    assert taken(years(5.2)) == planned


def test_a_casino_sets_its_own_term_by_who_administers_it_and_not_below_the_least(closed: Incident, cast: Cast) -> None:
    now = timezone.now()
    casino = closed.casino
    set_retention(casino=casino, kind=Kind.WITNESSES, days=300, by=cast.ana, why="Acuerdo 7", now=now)
    assert due(casino, now + timedelta(days=301))[Kind.WITNESSES]
    set_retention(casino=casino, kind=Kind.WITNESSES, days=None, by=cast.ana, why="Vuelve", now=now)
    assert not due(casino, now + timedelta(days=301))[Kind.WITNESSES]
    for kind, term in TERMS.items():
        if term.least > 1:
            with pytest.raises(TooShort):
                set_retention(casino=casino, kind=kind, days=term.least - 1, by=cast.ana, why="x", now=now)
            with pytest.raises(IntegrityError), transaction.atomic():
                casino.retention.create(kind=kind, days=term.least - 1, by=cast.ana, why="x", set_at=now)


def test_who_left_loses_the_name_and_keeps_the_badge_that_the_ledger_knows(closed: Incident, cast: Cast) -> None:
    ivan = cast.ivan
    ivan.memberships.all().delete()
    assert Kind.PEOPLE not in taken(years(6))
    Person.objects.filter(pk=ivan.pk).update(is_active=False)
    assert taken(years(6))[Kind.PEOPLE] == 1
    ivan.refresh_from_db()
    assert (ivan.name, ivan.username, ivan.badge) == (f"Persona {ivan.pk}", f"retirado-{ivan.pk}", "R-2117")
    assert not ivan.has_usable_password()


def test_badges_that_nobody_wears_leave_the_pin_log_and_those_of_people_stay(cast: Cast) -> None:
    PinLog.objects.create(badge="12.345.678-5", what=PinLog.What.WRONG)
    PinLog.objects.create(badge="R-1042", person=cast.rosa, what=PinLog.What.WRONG)
    assert taken(years(1)) == {Kind.PIN_LOG: 1}
    assert set(PinLog.objects.values_list("badge", flat=True)) == {"", "R-1042"}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE incidents_witness SET name = ''",
        "UPDATE incidents_step SET words = ''",
        "UPDATE accounts_pinlog SET badge = ''",
        "INSERT INTO privacy_removal VALUES (DEFAULT)",
        "DELETE FROM privacy_removal",
        "UPDATE privacy_hold SET why = 'x'",
        "DELETE FROM privacy_access",
    ],
)
def test_nothing_is_removed_past_the_function(closed: Incident, cast: Cast, statement: str) -> None:
    hold(incident=closed, by=cast.marta, why="Juicio", now=timezone.now())
    for forged in ("", "SELECT set_config('pitboss.removing', 'yes', true);"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(forged + statement)


def test_the_owner_changes_no_other_column_either(own_database: str, closed: Incident) -> None:
    with as_owner():
        for statement in ("UPDATE incidents_step SET by_id = NULL", "DELETE FROM incidents_witness"):
            with (
                pytest.raises(DatabaseError, match="only added to"),
                transaction.atomic(),
                connection.cursor() as cursor,
            ):
                cursor.execute("SELECT set_config('pitboss.removing', 'yes', true);" + statement)


def test_the_task_and_the_command_do_it(closed: Incident, capsys: pytest.CaptureFixture[str]) -> None:
    retain_personal_data()
    call_command("retain", "--dry-run", "--json")
    lines = capsys.readouterr().out.splitlines()
    assert '{"casino": "CDE", "kind": "witnesses", "count": 0}' in lines
    assert Entry.objects.exists()
