"""A session judged again by another reading of the rules, from nothing but its ledger.

The bare way: no rows of the database are made into objects, no engine is kept, nothing is written. The bodies of a
session come as lines of one text, are decoded together and fed to the engine, and what comes out is what it found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.replay.house import Options
from pitboss.replay.readings import overlay_of
from rules.events import Corrected, Event, RoundOpened
from rules.irregularity import Finding as Seen
from rules.options import filled
from rules.replay import Replay, corrections, feed_corrected
from rules.wire import Rejected, decode_line, events_in


@dataclass(frozen=True, slots=True)
class Told:
    """What the ledger has of a session. ``lines``: the bodies in order, a line each; ``seqs``: the place in the stream
    of each. ``unread``: of a line that was never read, its place and the number of the entry it came behind. ``house``:
    what the house had set when the session opened."""

    lines: bytes
    seqs: Sequence[int]
    unread: Sequence[tuple[int, int]]
    house: Options


@dataclass(frozen=True, slots=True)
class Again:
    """What came of it. ``unreadable``: entries that this edition cannot read. ``findings`` by their name inside the
    session, each with the number of its first entry and as plain JSON what can differ between two editions."""

    events: int
    rounds: int
    unreadable: int
    findings: list[tuple[str, int, dict[str, Any]]]


def judge(told: Told, overlay: Mapping[str, Any]) -> Again:
    """Replay a session from its opening. The same ledger and reading give the same, in every process."""
    engine = Replay(options=told.house, overlay=overlay_of(overlay))
    feed = engine.feed
    rounds = unreadable = 0
    if told.unread or told.house or b'"corrected"' in told.lines:
        rounds, unreadable = _carefully(engine, told)
    else:
        try:
            place = 0
            for events in events_in(told.lines):
                for event, seq in zip(events, told.seqs[place : place + len(events)], strict=True):
                    feed(seq, event)
                    rounds += type(event) is RoundOpened
                place += len(events)
        except (msgspec.DecodeError, UnicodeDecodeError):
            # What another edition wrote: from the start again, line by line
            engine = Replay(options=told.house, overlay=overlay_of(overlay))
            rounds, unreadable = _carefully(engine, told)
    return Again(
        events=len(told.seqs),
        rounds=rounds,
        unreadable=unreadable,
        findings=_plain(engine.findings, told.seqs),
    )


def _carefully(engine: Replay, told: Told) -> tuple[int, int]:
    """Line by line: corrections in place, openings under the options of the house, places of unread lines filled."""
    events: list[Event | Rejected] = list(_one_by_one(told))
    read = [(seq, event) for seq, event in zip(told.seqs, events, strict=True) if not isinstance(event, Rejected)]
    instead = corrections(read) if any(isinstance(event, Corrected) for _, event in read) else {}
    waiting = sorted(told.unread, key=lambda one: (one[1], one[0]))
    place = rounds = 0
    for number, (seq, event) in enumerate(zip(told.seqs, events, strict=True), 1):
        while place < len(waiting) and waiting[place][1] < number:
            engine.rejected(waiting[place][0])
            place += 1
        if isinstance(event, Rejected):
            engine.rejected(seq)
            continue
        feed_corrected(engine, seq, event, instead)
        rounds += type(instead.get(seq, event)) is RoundOpened
    for seq, _ in waiting[place:]:
        engine.rejected(seq)
    return rounds, len(events) - len(read)


def _one_by_one(told: Told) -> Iterator[Event | Rejected]:
    for line, seq in zip(told.lines.split(b"\n") if told.seqs else (), told.seqs, strict=True):
        try:
            yield decode_line(filled(line, told.house), seq)[1]
        except Rejected as why:
            yield why


def _plain(findings: Sequence[Seen], seqs: Sequence[int]) -> list[tuple[str, int, dict[str, Any]]]:
    numbers: dict[int, int] = {}
    if findings:
        for number, seq in enumerate(seqs, 1):
            numbers.setdefault(seq, number)
    return [(seen.key, numbers.get(seen.events[0], 0), _json(seen)) for seen in findings]


def _json(seen: Seen) -> dict[str, Any]:
    """Of a finding what can differ, as the database keeps it."""
    found = {
        "code": seen.code,
        "round": seen.round,
        "spot": seen.spot,
        "severity": seen.severity,
        "standing": seen.standing,
        "decides": seen.decides,
        "outcome": seen.outcome,
        "cctv": seen.cctv,
        "prescribed": seen.prescribed,
        "money": seen.money,
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return plain
