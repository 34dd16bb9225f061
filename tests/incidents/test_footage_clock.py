"""The clock of a case's footage: set when it is opened, never moved back, and what is refused once it has run out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from pitboss.casino.cast import Cast
from pitboss.casino.clocks import Clock
from pitboss.casino.set_clock import set_clock
from pitboss.incidents.models import Incident
from pitboss.incidents.refusal import Refused
from pitboss.incidents.verbs.hold_longer import hold_longer
from pitboss.incidents.verbs.preserve_footage import preserve_footage
from rules.examples import examples_of
from tests.api.desk import add_raw
from tests.played import say

NIGHT = datetime(2026, 11, 10, 23, 0, tzinfo=UTC)
PLAYED = next(one.text for one in examples_of("exposed-card") if one.name == "played-as-if-nothing")
CLIP: dict[str, Any] = {
    "reference": "VMS-1", "camera": "12", "start": NIGHT, "end": NIGHT, "copies": 1, "holder": "Vigilancia",
    "sha256": "ab" * 32,
}  # fmt: skip


def opened(at: datetime) -> Incident:
    return next(one for one in say(f"@{at.isoformat()} {PLAYED}") if one.code == "exposed-card")


@pytest.fixture
def case(cast: Cast) -> Incident:
    return opened(NIGHT)


def preserve(case: Incident, cast: Cast, *, at: datetime, **more: Any) -> Any:
    return preserve_footage(incident=case, by=cast.lucia, now=at, **CLIP | more)


def test_a_case_is_opened_with_both_dates(case: Incident) -> None:
    assert case.preserve_by is not None
    assert case.opened_at + timedelta(days=15) == case.preserve_by
    assert case.hold_until == datetime(2026, 11, 26, 2, 59, 59, tzinfo=UTC)  # to the end of the 25th in Santiago


def test_a_case_takes_the_clocks_that_are_in_force_when_it_is_opened(cast: Cast) -> None:
    told: dict[str, Any] = {"casino": cast.casino, "by": cast.ana, "why": "acta", "now": NIGHT, "valid_from": NIGHT}
    set_clock(clock=Clock.FOOTAGE_KEPT, value=30, **told)
    set_clock(clock=Clock.FOOTAGE_HOLD, value=40, **told)
    case = opened(NIGHT)
    assert (case.retention_days, case.preserve_by) == (30, case.opened_at + timedelta(days=30))
    assert case.hold_until == datetime(2026, 12, 21, 2, 59, 59, tzinfo=UTC)
    set_clock(clock=Clock.FOOTAGE_KEPT, value=60, **told)
    case.refresh_from_db()
    assert case.retention_days == 30


def test_where_the_house_never_said_there_is_no_date(cast: Cast) -> None:
    type(cast.casino).objects.filter(pk=cast.casino.pk).update(retention_days=None)
    case = opened(NIGHT)
    assert case.preserve_by is None
    assert case.hold_until is not None


def test_footage_is_held_longer_by_a_step_that_says_so_and_never_shorter(case: Incident) -> None:
    assert case.hold_until is not None
    before, kept_by = case.hold_until, case.preserve_by
    longer = before + timedelta(days=117)
    step = hold_longer(incident=case, until=longer, because="R-2026-000007", now=NIGHT)
    assert step is not None
    assert (step.verb, step.by) == ("amended", None)
    assert step.before == {"hold_until": before.astimezone(UTC).isoformat()}
    assert step.after == {"hold_until": longer.astimezone(UTC).isoformat(), "because": "R-2026-000007"}
    case.refresh_from_db()
    assert (case.hold_until, case.preserve_by) == (longer, kept_by)
    assert hold_longer(incident=case, until=before, because="R-2026-000008", now=NIGHT) is None
    assert case.steps.count() == step.number


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"preserve_by": NIGHT + timedelta(days=90)}, "keeps the date"),
        ({"preserve_by": None}, "keeps the date"),
        ({"retention_days": 90}, "keeps the date"),
        ({"hold_until": NIGHT}, "only held longer"),
        ({"hold_until": None}, "only held longer"),
        ({"hold_until": NIGHT + timedelta(days=900)}, "only held longer"),
    ],
)
def test_the_database_refuses_to_move_the_clock_unsaid(change: dict[str, Any], told: str, case: Incident) -> None:
    with pytest.raises(DatabaseError, match=told), transaction.atomic():
        Incident.objects.filter(pk=case.pk).update(**change)


def test_footage_is_kept_up_to_the_last_moment_without_a_word(case: Incident, cast: Cast) -> None:
    assert case.preserve_by is not None
    step = preserve(case, cast, at=case.preserve_by, late="nadie pregunta")
    assert "late" not in step.after


def test_footage_that_may_be_gone_is_not_kept_without_saying_how(case: Incident, cast: Cast) -> None:
    assert case.preserve_by is not None
    late = case.preserve_by + timedelta(seconds=1)
    with pytest.raises(Refused) as refused:
        preserve(case, cast, at=late, late="  ")
    assert [why.code for why in refused.value.reasons] == ["late"]
    step = preserve(case, cast, at=late, late="La grabadora no había dado la vuelta")
    assert step.after["late"] == "La grabadora no había dado la vuelta"


def test_the_database_refuses_it_too(cast: Cast) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=16)
    case = opened(long_ago)
    for after in ({}, {"late": " "}):
        with pytest.raises(DatabaseError, match="needs words"):
            add_raw(case, "footage_preserved", cast.lucia.pk, after=after)
    add_raw(case, "footage_preserved", cast.lucia.pk, after={"late": "en el respaldo"})
