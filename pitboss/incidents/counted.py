"""Play and findings of some days, counted in every way that rates are taken: one pass of the database over each.

Grouping sets, so that what comes back is a few hundred rows whatever lies behind them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import connection

from pitboss.casino.models import Casino
from pitboss.incidents.models import Status
from pitboss.replay.models import Outcome
from pitboss.replay.plays import SEATS

Group = str | int
"""A badge (empty: nobody said), a table's name, a code, an hour of the casino's clock."""
Seat = tuple[str, str, str]
"""Dealer, table and seat."""
Counts = dict[str, Counter[Group]]
"""By the name of the way to part them, how many in each group."""

_PLAY: Final = f"""
    SELECT GROUPING(p.dealer, p.supervisor), p.dealer, t.name, p.supervisor, h.hour,
           sum(p.rounds), {", ".join(f"sum(p.seat_{seat})" for seat in SEATS)}
    FROM replay_play p
    JOIN casino_tablesession s ON s.id = p.session_id
    JOIN casino_table t ON t.id = s.table_id
    CROSS JOIN LATERAL (SELECT EXTRACT(HOUR FROM p.hour AT TIME ZONE %(zone)s)::int AS hour) h
    WHERE p.casino_id = %(casino)s AND p.hour >= %(since)s AND p.hour < %(until)s
    GROUP BY GROUPING SETS ((p.dealer, t.name), (p.supervisor), (h.hour))
"""  # noqa: S608 (our own column names)
_DEALER_AND_TABLE, _SUPERVISOR = 0b01, 0b10

_FOUND: Final = """
    SELECT GROUPING(f.dealer, t.name, f.supervisor, h.hour, f.code, f.outcome),
           f.dealer, t.name, f.supervisor, h.hour, f.code, f.outcome, count(*)
    FROM replay_finding f
    JOIN casino_tablesession s ON s.id = f.session_id
    JOIN casino_table t ON t.id = s.table_id
    CROSS JOIN LATERAL (SELECT EXTRACT(HOUR FROM f.at AT TIME ZONE %(zone)s)::int AS hour) h
    WHERE f.casino_id = %(casino)s AND f.at >= %(since)s AND f.at < %(until)s AND f.outcome <> %(gone)s
      AND (%(code)s::text IS NULL OR f.code = %(code)s)
    GROUP BY GROUPING SETS (
        (f.dealer), (t.name), (f.supervisor), (h.hour), (f.code), (f.code, f.outcome, f.supervisor)
    )
"""
_RULED: Final = """
    SELECT i.code, i.ruling, count(*)
    FROM incidents_incident i
    WHERE i.casino_id = %(casino)s AND i.opened_at >= %(since)s AND i.opened_at < %(until)s AND i.ruling <> ''
      AND i.status <> %(withdrawn)s AND (%(code)s::text IS NULL OR i.code = %(code)s)
    GROUP BY i.code, i.ruling
"""
# Bits of what a row is not parted by, in the order of GROUPING
_WAYS: Final = {
    0b011111: ("dealer", 0),
    0b101111: ("table", 1),
    0b110111: ("supervisor", 2),
    0b111011: ("hour", 3),
    0b111101: ("code", 4),
}
_ANSWERED: Final = 0b110100


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """Days of the casino's wall calendar, both included; ``code``: that irregularity alone."""

    casino: Casino
    since: date
    until: date
    code: str | None = None

    @property
    def span(self) -> tuple[datetime, datetime]:
        zone = ZoneInfo(self.casino.timezone)
        return (
            datetime.combine(self.since, time.min, tzinfo=zone),
            datetime.combine(self.until + timedelta(days=1), time.min, tzinfo=zone),
        )


@dataclass(slots=True)
class Played:
    """Rounds, and rounds in which each seat had a bet before each dealer."""

    rounds: int = 0
    by: Counts = field(default_factory=lambda: {name: Counter() for name in ("dealer", "table", "supervisor", "hour")})
    seats: Counter[Seat] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Answered:
    """So many findings of a code that one supervisor answered in one way."""

    code: str
    outcome: str
    supervisor: str
    n: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """So many cases whose last ruling, at the table or at the desk, has this word: why it was otherwise than
    prescribed, or ``as_prescribed``."""

    code: str
    word: str
    n: int


@dataclass(slots=True)
class Found:
    """Findings that still stand: what another replaced, or a correction took away, is counted no more."""

    findings: int = 0
    by: Counts = field(default_factory=lambda: {name: Counter() for name, _ in _WAYS.values()})
    answered: list[Answered] = field(default_factory=list)


def count_play(period: Period) -> Played:
    """How much was played: one query."""
    played = Played()
    for which, dealer, table, supervisor, hour, rounds, *seats in _rows(_PLAY, period):
        if which == _DEALER_AND_TABLE:
            played.rounds += int(rounds)
            played.by["dealer"][dealer] += int(rounds)
            played.by["table"][table] += int(rounds)
            for seat, hands in zip(SEATS, seats, strict=True):
                if hands:
                    played.seats[dealer, table, seat] += int(hands)
        elif which == _SUPERVISOR:
            played.by["supervisor"][supervisor] += int(rounds)
        else:
            played.by["hour"][hour] += int(rounds)
    return played


def count_findings(period: Period) -> Found:
    """What was found in it, and how it was answered: one query."""
    found = Found()
    for which, *row, n in _rows(_FOUND, period):
        if which == _ANSWERED:
            found.answered.append(Answered(row[4], row[5], row[2], n))
        else:
            name, place = _WAYS[which]
            found.by[name][row[place]] += n
            found.findings += n if name == "code" else 0
    return found


def count_rulings(period: Period) -> list[Ruled]:
    """How cases were decided in the end: one query. A case that a correction withdrew was decided by nobody."""
    return [Ruled(code, word, n) for code, word, n in _rows(_RULED, period)]


def _rows(statement: str, period: Period) -> list[tuple[Any, ...]]:
    since, until = period.span
    given: dict[str, str | int | datetime | None] = {
        "casino": period.casino.pk,
        "zone": period.casino.timezone,
        "since": since,
        "until": until,
        "code": period.code,
        "gone": Outcome.SUPERSEDED.value,
        "withdrawn": Status.WITHDRAWN.value,
    }
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
