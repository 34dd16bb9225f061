"""Run the rules over what was just said: one verb, in the transaction that wrote the entries.

The work is bounded by the session: a process that knows the session feeds only what is new, one that
missed some entries feeds those first, one that knows nothing replays the session from its opening (a
gaming day of a table is some ten thousand events, a fraction of a second). A shoe boundary would be a
shorter way back, but deck and shuffle checks look across it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from pitboss.casino.models import TableSession
from pitboss.ledger.append import hold
from pitboss.ledger.models import Entry, Head
from pitboss.replay import runs
from pitboss.replay.house import options_of
from pitboss.replay.models import Finding, Round, Unread
from pitboss.replay.now import write_now
from pitboss.replay.plays import count_all_plays, count_plays
from pitboss.replay.rows import differs, row, withdraw, write_findings, write_rounds
from pitboss.replay.run import Instead, Run, corrections_of, corrects
from rules import EDITION


@dataclass(frozen=True, slots=True)
class Filled:
    """The place of a line that could not be read, and why (contract 5.19)."""

    seq: int
    field: str
    expected: str


def advance(
    *, session: TableSession, entries: Sequence[Entry], filled: Sequence[Filled] = (), now: datetime
) -> list[Finding]:
    """Findings that these new entries raised or changed, saved, in the order they were raised.

    ``entries`` are the session's newest, just appended; the caller holds the table's lock and a
    transaction. With a correction among them the whole session is replayed with it in place.
    """
    first = entries[0].number if entries else None
    fresh = _remember(session, filled, entries, now)
    if not entries and not fresh:
        return []
    if corrects(entries):
        return replay_session(session=session)
    prev_hash = bytes(entries[0].prev_hash) if entries else None
    run = _caught_up(session, before=first, prev_hash=prev_hash, but=fresh)
    _feed(run, entries, fresh, {})
    changed, spans = run.settle()
    findings = [row(session, sighting) for sighting in changed]
    write_findings(findings)
    write_rounds(session, spans)
    count_plays(session, spans)
    write_now(session, run)
    transaction.on_commit(lambda: runs.keep(run))
    return findings


def replay_session(*, session: TableSession) -> list[Finding]:
    """Replay the whole session, corrections in place, and bring findings and rounds up to date.

    Returns what differs from what was stored. A finding that is no longer seen is kept as
    ``superseded``, and ``withdrawn_by`` names the last correction. Doing it twice changes nothing.
    """
    runs.take(session.pk)
    entries = list(ledger_entries(session))
    run = Run(session=session.pk, house=options_of(session))
    _feed(run, entries, ledger_unread(session), corrections_of(entries, run.house))
    changed, spans = run.settle()
    stored = {finding.pk: finding for finding in Finding.objects.filter(session=session, edition=EDITION)}
    findings = [
        finding
        for finding in (row(session, sighting) for sighting in changed)
        if finding.pk not in stored or differs(finding, stored[finding.pk])
    ]
    seen = {sighting.id for sighting in changed}
    last = next((entry.seq for entry in reversed(entries) if corrects([entry])), None)
    for finding in stored.values():
        gone = finding.pk not in seen and "withdrawn_by" not in finding.data
        if gone:
            findings.append(withdraw(finding, last))
    write_findings(findings)
    Round.objects.filter(session=session).exclude(first_entry__in=[span.first.pk for span in spans]).delete()
    write_rounds(session, spans)
    count_all_plays(session)
    write_now(session, run)
    transaction.on_commit(lambda: runs.keep(run))
    return findings


@contextmanager
def held(session: TableSession) -> Iterator[Run]:
    """The run of everything that the ledger has of this session, to be read and not to be fed.

    Under the table's lock, so that nobody who is writing misses it. ``session`` comes with its table.
    """
    with transaction.atomic():
        hold(session.table_id)
        run = _caught_up(session, before=None, prev_hash=None, but=())
        yield run
        transaction.on_commit(lambda: runs.keep(run))


def _remember(session: TableSession, filled: Sequence[Filled], entries: Sequence[Entry], now: datetime) -> list[Unread]:
    """Keep the places of unread lines, each behind the entry that its ``seq`` follows; the new ones."""
    if not filled:
        return []
    known = set(
        Unread.objects.filter(session=session, seq__in=[one.seq for one in filled]).values_list("seq", flat=True)
    )
    fresh = {one.seq: one for one in filled if one.seq not in known}
    if not fresh:
        return []
    last = entries[0].number - 1 if entries else _head(session)
    rows = []
    for one in fresh.values():
        before = [entry.number for entry in entries if entry.seq < one.seq]
        rows.append(
            Unread(
                session=session,
                seq=one.seq,
                after=max(before, default=last),
                field=one.field[:120],
                expected=one.expected,
                received_at=now,
            )
        )
    return Unread.objects.bulk_create(rows)


def _caught_up(session: TableSession, *, before: int | None, prev_hash: bytes | None, but: Sequence[Unread]) -> Run:
    """The run of everything ahead of entry ``before`` (None: of all there is), leaving out ``but``."""
    run = runs.take(session.pk)
    if run is not None and before is not None and run.number == before - 1 and run.hash == prev_hash:
        return run
    unread = [one for one in ledger_unread(session, before) if one.pk not in {new.pk for new in but}]
    if run is not None:
        missed = list(ledger_entries(session, after=run.number, before=before))
        fits = bytes(missed[0].prev_hash) == run.hash if missed else before is None and _fits(session, run)
        if fits and not corrects(missed):
            # Places that this run has filled already stay filled
            _feed(run, missed, [one for one in unread if one.after >= run.number], {})
            run.settle()
            return run
    entries = list(ledger_entries(session, before=before))
    run = Run(session=session.pk, house=options_of(session))
    _feed(run, entries, unread, corrections_of(entries, run.house))
    run.settle()
    return run


def _feed(run: Run, entries: Iterable[Entry], unread: Sequence[Unread], instead: Instead) -> None:
    """Feed entries and, each behind its entry, the places of lines that could not be read."""
    waiting = sorted(unread, key=lambda one: (one.after, one.seq))
    place = 0
    for entry in entries:
        while place < len(waiting) and waiting[place].after < entry.number:
            run.engine.rejected(waiting[place].seq)
            place += 1
        run.feed(entry, instead)
    for one in waiting[place:]:
        run.engine.rejected(one.seq)


def ledger_entries(session: TableSession, *, after: int = 0, before: int | None = None) -> Iterator[Entry]:
    entries = Entry.objects.filter(session=session, number__gt=after).order_by("number")
    if before is not None:
        entries = entries.filter(number__lt=before)
    return entries.iterator(chunk_size=5_000)


def ledger_unread(session: TableSession, before: int | None = None) -> list[Unread]:
    """The places of lines that could not be read, which came ahead of entry ``before``."""
    unread = Unread.objects.filter(session=session)
    return list(unread if before is None else unread.filter(after__lt=before))


def _head(session: TableSession) -> int:
    head = Head.objects.filter(session=session).first()
    return 0 if head is None else head.number


def _fits(session: TableSession, run: Run) -> bool:
    head = Head.objects.filter(session=session).first()
    return head is not None and (head.number, bytes(head.hash)) == (run.number, run.hash)
