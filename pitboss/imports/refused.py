"""Rows that did not become events: where, which column, what stood there, what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TextIO

from pitboss.ingest.lines import Rejection
from pitboss.spreadsheet import csv_line

MOST_TOLD: Final = 500
MOST_WRITTEN: Final = 100_000
"""Lines of the sheet: a file that cannot be read at all needs no larger one to show it."""
LONGEST_VALUE: Final = 60
SHEET: Final = ("line", "column", "value", "field", "why", "expected")


@dataclass(frozen=True, slots=True)
class Refused(Rejection):
    """``why``: a word of ``imports.words`` where we know better than the contract's ``expected``."""

    column: str = ""
    value: str = ""
    why: str = ""

    def as_dict(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "field": self.field,
            "expected": self.expected,
            "column": self.column,
            "value": self.value[:LONGEST_VALUE],
            "why": self.why,
        }


@dataclass(slots=True)
class Refusals:
    """All of them counted, by reason too; the first ones told; a sheet of them written where one is given."""

    columns: Mapping[str, str] = field(default_factory=dict)
    """Field to the column that it is taken from: for what the contract refuses."""
    sheet: TextIO | None = None
    count: int = 0
    told: list[dict[str, Any]] = field(default_factory=list)
    by_why: dict[str, int] = field(default_factory=dict)

    def add(self, why: Rejection) -> None:
        one = why.as_dict()
        if not isinstance(why, Refused):
            one |= {"column": self.columns.get(why.field, ""), "value": "", "why": ""}
        self.count += 1
        named = str(one["why"] or one["field"])
        self.by_why[named] = self.by_why.get(named, 0) + 1
        if len(self.told) < MOST_TOLD:
            self.told.append(one)
        if self.sheet is not None and self.count <= MOST_WRITTEN:
            self.sheet.write(csv_line([one[name] for name in SHEET]))
