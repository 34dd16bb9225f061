"""The one way into the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction

from pitboss.casino.models import Table, TableSession
from pitboss.ledger.models import Entry, PrivateText
from pitboss.ledger.sealed import may_name, salt_of, same, sealed

INSERT = """
    INSERT INTO ledger_entry (session_id, event_id, seq, kind, at, received_at, body)
    SELECT %s, event_id, seq, kind, at, %s, body
    FROM unnest(%s::uuid[], %s::bigint[], %s::text[], %s::timestamptz[], %s::text[])
         WITH ORDINALITY AS said (event_id, seq, kind, at, body, place)
    ORDER BY place
    RETURNING id, number, event_id, prev_hash, hash
"""
AT_ONCE = 5_000  # events a statement: more gains nothing and holds the memory


@dataclass(frozen=True, slots=True)
class Said:
    """An event on its way in. `body` is the text that `canonical` makes of the whole event; what may name somebody is
    taken out of it on the way (see `sealed`)."""

    event_id: UUID
    seq: int
    kind: str
    at: datetime
    body: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """An id that the ledger has already, with another content. Neither is wrong by itself: people decide."""

    event_id: UUID
    said: Said
    stored: str  # the body that is there under this id


@dataclass(frozen=True, slots=True)
class Appended:
    entries: list[Entry] = field(default_factory=list)  # the new ones, in order
    repeated: list[Said] = field(default_factory=list)  # known already: nothing was done
    conflicts: list[Conflict] = field(default_factory=list)  # refused, each with what it met


def append(*, session: TableSession, events: Iterable[Said], received_at: datetime) -> Appended:
    """Add events to a session's ledger in the order given, each once; the others of a batch are not lost.

    Holds the table's lock to the end of the transaction, so two tablets at one table take turns and whoever
    replays next sees the ledger stand still.
    """
    done = Appended()
    with transaction.atomic():
        hold(session.table_id)
        wanted = list(events)
        for start in range(0, len(wanted), AT_ONCE):
            _append_some(session, wanted[start : start + AT_ONCE], received_at, done)
    return done


def hold(table_id: int) -> None:
    """Wait for the table's turn; kept until the transaction ends."""
    # NO KEY: sessions that refer to the table can still be added meanwhile
    Table.objects.select_for_update(no_key=True).only("pk").get(pk=table_id)


def last_seq(session: TableSession) -> int:
    """The place that the newest entry of the session said of itself; 0 before the first. Ask under the table's hold."""
    return Entry.objects.filter(session=session).order_by("-number").values_list("seq", flat=True).first() or 0


def _append_some(session: TableSession, said: list[Said], received_at: datetime, done: Appended) -> None:
    there = Entry.objects.filter(session=session, event_id__in=[one.event_id for one in said])
    stored = {entry.event_id: entry for entry in there}
    fresh: dict[UUID, Said] = {}
    for one in said:
        if one.event_id in stored:
            met = stored[one.event_id]
            known = same(met, one.body)
            body = met.body
        elif one.event_id in fresh:
            body = fresh[one.event_id].body
            known = body == one.body
        else:
            fresh[one.event_id] = one
            continue
        if known:
            done.repeated.append(one)
        else:
            done.conflicts.append(Conflict(event_id=one.event_id, said=one, stored=body))
    done.entries.extend(_insert(session, fresh, received_at))


def _apart(session: TableSession, fresh: dict[UUID, Said]) -> dict[UUID, Mapping[str, str]]:
    """Seal what is on its way in; the texts taken out, by event."""
    naming = [one for one in fresh.values() if may_name(one.body)]
    if not naming:
        return {}
    salt = salt_of(session.pk)
    texts: dict[UUID, Mapping[str, str]] = {}
    for one in naming:
        split = sealed(one.body, one.event_id, salt)
        fresh[one.event_id] = replace(one, body=split.body)
        texts[one.event_id] = split.texts
    return texts


def _insert(session: TableSession, fresh: dict[UUID, Said], received_at: datetime) -> Iterable[Entry]:
    if not fresh:
        return
    texts = _apart(session, fresh)
    rows = list(fresh.values())
    with connection.cursor() as cursor:
        cursor.execute(
            INSERT,
            [
                session.pk,
                received_at,
                [one.event_id for one in rows],
                [one.seq for one in rows],
                [one.kind for one in rows],
                [one.at for one in rows],
                [one.body for one in rows],
            ],
        )
        returned = cursor.fetchall()
    if texts:
        PrivateText.objects.bulk_create(
            PrivateText(entry_id=row[0], place=place, text=text)
            for row in returned
            for place, text in texts.get(row[2], {}).items()
        )
    # The numbers say the order, whatever order the rows came back in
    for pk, number, event_id, prev_hash, digest in sorted(returned, key=lambda row: int(row[1])):
        one = fresh[event_id]
        yield Entry(
            id=pk,
            session=session,
            number=number,
            event_id=event_id,
            seq=one.seq,
            kind=one.kind,
            at=one.at,
            received_at=received_at,
            body=one.body,
            prev_hash=bytes(prev_hash),
            hash=bytes(digest),
        )
