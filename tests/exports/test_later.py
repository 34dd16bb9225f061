"""What comes in at a table between the checkpoint of an export and the reading of its cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from pitboss.evidence.models import Checkpoint
from pitboss.evidence.queries import verifiers
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss_verify import PROVED, verify
from tests.exports.conftest import asked, made, path_of
from tests.ingest.plays import exposed_round, ndjson, opening, plain_round, timed, underpaid_round
from tests.reaudit.conftest import take

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

BEFORE = [*opening(), *plain_round(1), *underpaid_round(2)]
PAID = next(place for place, event in enumerate(BEFORE, 1) if event.get("amount") == 6000)
RIGHT = {"kind": "paid", "spot": "1", "amount": 10000, "at": "2026-11-29T20:00:30+00:00", "table": "BJ-01"}
CORRECTION = {"kind": "corrected", "ref": PAID, "by_role": "pit_boss", "instead": RIGHT, "reason": "mal anotado"}
ROUND = exposed_round(3, burned=False)
LATER: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]], int]] = {
    "the correction of a payment": ([*BEFORE, *plain_round(3)], [CORRECTION], 0),
    "the end of a round": ([*BEFORE, *ROUND[:-3]], ROUND[-3:], 1),
    "a dispute about the round before": (BEFORE, [{"kind": "disputed", "spot": "1"}], 0),
    "another round": (BEFORE, plain_round(3), 1),
}


@pytest.mark.parametrize("later", LATER)
def test_what_came_after_the_checkpoint_makes_no_bundle_that_does_not_verify(cast: Cast, later: str) -> None:
    before, after, cases = LATER[later]
    events = [{**event, "seq": seq} for seq, event in enumerate(timed([*before, *after]), 1)]
    lines = ndjson(events).splitlines(keepends=True)
    take(b"".join(lines[: len(before)]))
    export = asked(cast.marta)
    export.checkpoint = checkpoint(reason=Checkpoint.Reason.EXPORT, now=timezone.now())
    export.save(update_fields=["checkpoint"])
    take(b"".join(lines[len(before) :]))
    report = verify(path_of(made(export)), keys=[str(verifiers()[-1])])
    assert (report.exit, report.faults, report.open) == (PROVED, [], [])
    assert ("folios", {"count": cases}) in report.held
