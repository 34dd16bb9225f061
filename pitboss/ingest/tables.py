"""Which table a line speaks of, and whether this person may record there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import F

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import VERBS
from pitboss.casino.models import Table


class UnknownTable(LookupError):
    """No table of that name at a casino of this person's. A table of somebody else's is not told apart."""


class NotAllowed(PermissionError):
    """The table is there, and this person's role does not let him or her record at it."""


@dataclass(slots=True)
class Tables:
    """Tables by name, as one person sees them. ``by`` None is the system itself: it sees all.

    ``casino`` is the code of one casino, needed only where two of the person's have a table of one name.
    """

    by: Person | None
    verb: str
    casino: str | None = None
    _seen: dict[str, list[tuple[Table, bool]]] = field(default_factory=dict)

    def learn(self, names: Iterable[str]) -> None:
        """Ask the database for all names not asked for yet, in one query."""
        new = sorted(set(names) - self._seen.keys())
        if not new:
            return
        for name in new:
            self._seen[name] = []
        tables = Table.objects.filter(name__in=new).select_related("casino", "pit").order_by("pk")
        if self.casino is not None:
            tables = tables.filter(casino__code=self.casino)
        if self.by is None:
            for table in tables:
                self._seen[table.name].append((table, True))
            return
        # One row a role: a person may be two things at one casino
        allowed: dict[int, tuple[Table, bool]] = {}
        rows = tables.filter(casino__memberships__person=self.by).annotate(role=F("casino__memberships__role"))
        for table in rows:
            may = table.role in VERBS[self.verb] or allowed.get(table.pk, (table, False))[1]
            allowed[table.pk] = (table, may)
        for table, may in allowed.values():
            self._seen[table.name].append((table, may))

    def named(self, name: str) -> Table:
        """The table of that name. UnknownTable, or NotAllowed."""
        self.learn([name])
        found = self._seen[name]
        if len(found) != 1:
            raise UnknownTable(name)
        table, may = found[0]
        if not may:
            raise NotAllowed(name)
        return table

    def ambiguous(self, name: str) -> bool:
        """Do two casinos of this person have a table of that name?"""
        return len(self._seen.get(name, [])) > 1
