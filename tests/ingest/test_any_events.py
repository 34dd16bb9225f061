"""Whatever well-formed events come, in whatever order: each has its answer and nothing breaks."""

from __future__ import annotations

import io
import random
import re
from datetime import timedelta

import msgspec
import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.incidents.models import IncidentFinding
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import verify
from pitboss.pipeline import replay_again
from pitboss.replay.models import Finding
from pitboss.replay.scenes import scenes, words_of
from rules.events import KINDS, Event
from tests.ingest.plays import START
from tests.rules.strategies import events

pytestmark = pytest.mark.services

OPENING = b'{"kind":"table_opened","at":"2026-11-29T20:59:59Z","profile":"cl-scj"}\n'
RUBBISH = st.sampled_from([b"{}\n", b"\xff\n", b"\n", b'{"kind":"dealt","seq":7}\n', b"null\n"])


def line(event: Event) -> bytes:
    """At a table that there is; what it says of itself otherwise is left to chance."""
    return msgspec.json.encode(msgspec.structs.replace(event, table=None)) + b"\n"


def on_the_clock(sendings: list[list[bytes]], jitter: random.Random) -> list[list[bytes]]:
    """The same lines with times that go on, as two devices' clocks do: a second or two apart."""
    at = START
    told = []
    for lines in sendings:
        at += timedelta(hours=1)
        timed = []
        for one in lines:
            at += timedelta(seconds=jitter.choice([-1, 0, 0, 1, 2, 30]))
            timed.append(re.sub(rb'"at":"[^"]*"', b'"at":"%s"' % at.isoformat().encode(), one, count=1))
        told.append(timed)
    return told


KINDS_BUT_OPENING = sorted(KINDS.keys() - {"table_opened"})
SENDINGS = st.lists(st.lists(events(*KINDS_BUT_OPENING).map(line) | RUBBISH, max_size=12), min_size=1, max_size=4)


@given(SENDINGS, st.sets(st.integers(0, 3)), st.randoms())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_sequence_of_events_is_answered_line_by_line(
    cast: Cast, sendings: list[list[bytes]], opened: set[int], jitter: random.Random
) -> None:
    """``opened``: which sendings begin with an opening of the table; the others go on as they find it."""
    sendings = on_the_clock(
        [[OPENING, *lines] if place in opened else lines for place, lines in enumerate(sendings)], jitter
    )
    for lines in sendings:
        note(b"".join(lines).decode("utf-8", "replace"))
    with transaction.atomic():
        for lines in sendings:
            body = b"".join(lines)
            receipt = Intake(by=None, casino="CDE", table="BJ-01").take(read_ndjson(io.BytesIO(body)))
            sent = sum(1 for one in body.split(b"\n") if one.strip())
            assert receipt.accepted + receipt.duplicates + len(receipt.rejected) == sent
            # What was taken is known from now on. What was not, for want of an open table, may be
            # taken when it is sent again behind the opening: nothing is decided for good by a refusal
            again = Intake(by=None, casino="CDE", table="BJ-01").take(read_ndjson(io.BytesIO(body)))
            assert again.duplicates >= receipt.accepted + receipt.duplicates
            assert again.accepted <= len([why for why in receipt.rejected if why.field == "table"])
            stored = Entry.objects.count()
            third = Intake(by=None, casino="CDE", table="BJ-01").take(read_ndjson(io.BytesIO(body)))
            assert (third.accepted, Entry.objects.count()) == (0, stored)
        assert IncidentFinding.objects.count() == Finding.objects.count()
        for session in TableSession.objects.select_related("table__casino"):
            assert verify(session).holds
            assert replay_again(session=session, now=START) == []
            for round in {None, *Finding.objects.values_list("round", flat=True)}:
                scenes(session, round)
        for entry in Entry.objects.all():
            assert all(words_of(entry).values())
        transaction.set_rollback(True)
