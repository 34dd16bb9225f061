"""Reads of re-audits: what a question would cover, and what came of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, QuerySet, Sum

from pitboss.casino.models import Table, TableSession
from pitboss.reaudit.models import Line, Reaudit, Verdict
from pitboss.replay.models import Now, Round


@dataclass(frozen=True, slots=True)
class Scope:
    """What a question covers. ``open``: sessions that have not closed, judged as far as they have come."""

    sessions: int
    open: int
    rounds: int
    events: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How many findings of one code or one table are the same, changed, new and gone."""

    name: str
    same: int = 0
    changed: int = 0
    new: int = 0
    gone: int = 0

    @property
    def before(self) -> int:
        return self.same + self.changed + self.gone

    @property
    def now(self) -> int:
        return self.same + self.changed + self.new

    @property
    def different(self) -> int:
        return self.changed + self.new + self.gone


def sessions_between(tables: Iterable[Table], since: date, until: date) -> QuerySet[TableSession]:
    """Sessions of these tables and gaming days that have an event at all."""
    return TableSession.objects.filter(table__in=list(tables), gaming_day__range=(since, until), head__number__gt=0)


def scope(sessions: QuerySet[TableSession]) -> Scope:
    """Three queries, none of which reads an event."""
    found = sessions.aggregate(sessions=Count("pk"), closed=Count("closed_at"), events=Sum("head__number"))
    return Scope(
        sessions=found["sessions"],
        open=found["sessions"] - found["closed"],
        rounds=Round.objects.filter(session__in=sessions.order_by().values("pk")).count(),
        events=found["events"] or 0,
    )


def editions_there() -> list[str]:
    """Editions under which sessions were replayed as they came in, the newest name first."""
    return sorted(Now.objects.order_by().values_list("edition", flat=True).distinct(), reverse=True)


def by_code(reaudit: Reaudit) -> list[Tally]:
    """A tally a code, those with the most differences first."""
    return _tallies(reaudit, "code")


def by_table(reaudit: Reaudit) -> list[Tally]:
    """A tally a table (casino and table), in order."""
    rows = reaudit.lines.order_by().values_list("session__table", "verdict").annotate(n=Count("pk"))
    named = {
        table.pk: f"{table.casino.code} · {table.name}"
        for table in Table.objects.filter(pk__in=reaudit.tables.values("pk")).select_related("casino")
    }
    counts: dict[str, dict[str, int]] = {}
    for table, verdict, count in rows:
        counts.setdefault(named[table], {})[verdict] = count
    return [Tally(name, **counts[name]) for name in sorted(counts)]


def together(tallies: Iterable[Tally]) -> Tally:
    """All of them in one."""
    every = list(tallies)
    return Tally("", **{verdict: sum(getattr(one, verdict) for one in every) for verdict in Verdict.values})


def lines(
    reaudit: Reaudit, *, verdicts: Iterable[str] = (), code: str | None = None, table: int | None = None
) -> QuerySet[Line]:
    """Finding by finding, in the order of the ledger."""
    found = Line.objects.filter(reaudit=reaudit)
    if chosen := list(verdicts):
        found = found.filter(verdict__in=chosen)
    if code:
        found = found.filter(code=code)
    if table:
        found = found.filter(session__table=table)
    return found.select_related("session__table__casino").order_by("session", "entry", "pk")


def _tallies(reaudit: Reaudit, name: str) -> list[Tally]:
    counts: dict[str, dict[str, int]] = {}
    for group, verdict, count in reaudit.lines.order_by().values_list(name, "verdict").annotate(n=Count("pk")):
        counts.setdefault(str(group), {})[verdict] = count
    tallies = [Tally(group, **found) for group, found in counts.items()]
    return sorted(tallies, key=lambda tally: (-tally.different, -tally.before, tally.name))
