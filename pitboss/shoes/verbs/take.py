"""Take a batch of reads: each becomes an entry of the ledger once, in the order of the device, or is told why not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec
from django.db import transaction

from pitboss.casino.models import TableSession
from pitboss.ingest.own import own
from pitboss.ledger.append import hold, last_seq
from pitboss.ledger.models import Entry
from pitboss.pipeline import record
from pitboss.shoes.models import ShoeDevice, ShoeRefusal
from pitboss.shoes.reads import Read, Wrong, id_of
from pitboss.shoes.saying import Event, Teller
from pitboss.shoes.spans import Later, Never, Spans

Word = Literal["accepted", "duplicate", "later", "refused"]
SAME_READ = "another place: the ledger has another read at this one"


class Revoked(PermissionError):
    """The shoe's token opens nothing any more."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one read. ``later``: no session of the table is open for it; the gateway keeps it, and all that
    come behind it, and tries again."""

    n: int | None
    answer: Word
    field: str | None = None
    expected: str | None = None

    def as_dict(self) -> dict[str, Any]:
        why = {"field": self.field, "expected": self.expected} if self.field else {}
        return {"n": self.n, "answer": self.answer, **why}


@dataclass(slots=True)
class _Batch:
    device: ShoeDevice
    now: datetime
    spans: Spans
    stored: dict[UUID, str]
    refused: dict[tuple[str, int], ShoeRefusal]
    teller: Teller | None = None
    events: list[Event] = field(default_factory=list)
    waits: bool = False


def take(
    *, device: ShoeDevice, reads: Sequence[Read | Wrong], waiting: int, protocol: str, wire: str, now: datetime
) -> list[Answer]:
    """One answer a read, in their order. One transaction, under the table's lock: once it is answered it is on disk.

    ``waiting`` (reads behind these), ``protocol`` and ``wire`` are what the gateway says of itself. Raises Revoked.
    """
    with transaction.atomic():
        device = ShoeDevice.objects.select_for_update(of=("self",)).select_related("table__casino").get(pk=device.pk)
        if device.revoked_at is not None:
            raise Revoked(device.name)
        hold(device.table_id)
        batch = _Batch(device, now, Spans.of(device.table), _stored(device, reads), _refused(device, reads))
        answers = [_one(batch, read) for read in reads]
        _write(batch)
        device.seen_at, device.protocol, device.wire = now, protocol[:60], wire
        device.waiting = waiting + sum(one.answer == "later" for one in answers)
        device.save(
            update_fields=[
                "seen_at", "waiting", "protocol", "wire", "boot", "last_n", "nth", "burning", "offset_ms",
            ]
        )  # fmt: skip
    return answers


def _one(batch: _Batch, read: Read | Wrong) -> Answer:
    known = _known(batch, read)
    if known is not None:
        return known
    if batch.waits:
        return Answer(read.n, "later")
    if isinstance(read, Wrong):
        return _refuse(batch, read)
    try:
        session, at = batch.spans.of_read(read)
    except Later:
        batch.waits = True
        return Answer(read.n, "later")
    except Never as why:
        return _refuse(batch, Wrong("at", str(why), _said(read), read.boot, read.n))
    event = _teller(batch, session).tell(read, at)
    if event is not None:
        batch.events.append(event)
    batch.device.boot, batch.device.last_n = read.boot, read.n
    if read.offset_ms is not None:
        batch.device.offset_ms = read.offset_ms
    return Answer(read.n, "accepted")


def _known(batch: _Batch, read: Read | Wrong) -> Answer | None:
    """Was it answered for good before? Then the answer is the same, however often it is sent."""
    if read.boot is None or read.n is None:
        return None
    there = batch.refused.get((read.boot, read.n))
    if there is not None:
        return Answer(read.n, "refused", there.field, there.expected)
    if isinstance(read, Wrong):
        return None
    body = batch.stored.get(id_of(batch.device.pk, read))
    if body is not None:
        said = json.loads(body)
        if read.is_a_card and said.get("card") != read.card:
            return Answer(read.n, "refused", "n", SAME_READ)
        return Answer(read.n, "duplicate")
    # A button leaves no entry of its own
    if read.boot == batch.device.boot and read.n <= batch.device.last_n:
        return Answer(read.n, "duplicate")
    return None


def _teller(batch: _Batch, session: TableSession) -> Teller:
    if batch.teller is None or batch.teller.session.pk != session.pk:
        _write(batch)
        batch.teller = Teller(batch.device, session)
    return batch.teller


def _write(batch: _Batch) -> None:
    """What was said so far of one session, into its ledger."""
    if batch.teller is None or not batch.events:
        return
    session = batch.teller.session
    said = [own(event, seq) for seq, event in enumerate(batch.events, start=last_seq(session) + 1)]
    record(session=session, said=said, now=batch.now)
    batch.events = []


def _refuse(batch: _Batch, wrong: Wrong) -> Answer:
    if wrong.boot is not None and wrong.n is not None:
        ShoeRefusal.objects.create(
            device=batch.device,
            boot=wrong.boot,
            n=wrong.n,
            at=batch.now,
            field=wrong.field,
            expected=wrong.expected,
            said=wrong.said,
        )
    return Answer(wrong.n, "refused", wrong.field, wrong.expected)


def _said(read: Read) -> str:
    return msgspec.json.encode(read).decode()[:1000]


def _stored(device: ShoeDevice, reads: Sequence[Read | Wrong]) -> dict[UUID, str]:
    ids = [id_of(device.pk, read) for read in reads if isinstance(read, Read)]
    entries = Entry.objects.filter(session__table=device.table_id, event_id__in=ids)
    return dict(entries.values_list("event_id", "body"))


def _refused(device: ShoeDevice, reads: Sequence[Read | Wrong]) -> dict[tuple[str, int], ShoeRefusal]:
    places = [read.n for read in reads if read.n is not None]
    there = ShoeRefusal.objects.filter(device=device, n__in=places)
    return {(one.boot, one.n): one for one in there}
