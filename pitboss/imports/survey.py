"""What stands in the columns of a file: each value with its count where they are few, else how they are built.

One pass, in flat memory: of a column with many values only their shapes are kept, digits told as ``9``, with the
largest number that stood in each place (by which a day is told from a month, where it can be told at all).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from pitboss.imports.reading import MOST_COLUMNS, Reading, Row, Unread, columns, rows

MOST_VALUES: Final = 300
MOST_SHAPES: Final = 60
LONGEST_VALUE: Final = 120
FIRST: Final = 12
"""Rows that the page shows."""
BATCH: Final = 5_000
_DIGITS: Final = str.maketrans("0123456789", "9999999999")
_NUMBER: Final = re.compile(r"[0-9]+")


class Shape(msgspec.Struct):
    """``most``: the largest number in each run of digits, none where runs differ in how many they are."""

    count: int
    example: str
    most: list[int]


class Column(msgspec.Struct):
    """``values`` most frequent first, None where they are too many; ``shapes`` None where these are, too."""

    name: str
    filled: int = 0
    values: list[tuple[str, int]] | None = None
    shapes: dict[str, Shape] | None = None


class Survey(msgspec.Struct):
    """``rows`` that could be read, ``unread`` that could not; ``first``: line and cells of some."""

    columns: list[Column]
    rows: int
    unread: int
    first: list[tuple[int, list[str]]]


def survey(path: Path, reading: Reading) -> Iterator[int | Survey]:
    """Bytes done, from time to time, and at last what was found."""
    names = columns(path, reading)
    tallies = [_Tally() for _ in names]
    first: list[tuple[int, list[str]]] = []
    batch: list[list[str]] = []
    total = unread = 0
    for row in rows(path, reading):
        if isinstance(row, Unread):
            unread += 1
            continue
        total += 1
        if len(first) < FIRST:
            first.append((row.line, [cell[:LONGEST_VALUE] for cell in row.cells[:MOST_COLUMNS]]))
        batch.append(row.cells)
        if len(batch) == BATCH:
            _count(tallies, batch)
            batch = []
            yield row.done
    _count(tallies, batch)
    told = [tally.told(name) for tally, name in zip(tallies, names, strict=True)]
    yield Survey(told, total, unread, first)


def _count(tallies: list[_Tally], batch: list[list[str]]) -> None:
    for place, tally in enumerate(tallies):
        tally.add(cells[place].strip() for cells in batch if place < len(cells))


class _Tally:
    """One column being counted."""

    def __init__(self) -> None:
        self.filled = 0
        self.values: Counter[str] | None = Counter()
        self.shapes: dict[str, Shape] | None = {}

    def add(self, cells: Iterable[str]) -> None:
        counted = Counter(cells)
        counted.pop("", None)
        self.filled += sum(counted.values())
        if self.values is not None:
            self.values.update(counted)
            if len(self.values) <= MOST_VALUES and all(len(value) <= LONGEST_VALUE for value in counted):
                return
            counted, self.values = self.values, None
        self._shape(counted)

    def _shape(self, counted: Counter[str]) -> None:
        for value, count in counted.items():
            if self.shapes is None:
                return
            shape = value[:LONGEST_VALUE].translate(_DIGITS)
            numbers = [min(int(run), 2**53) for run in _NUMBER.findall(value[:LONGEST_VALUE])]
            known = self.shapes.get(shape)
            if known is None:
                self.shapes[shape] = Shape(count, value[:LONGEST_VALUE], numbers)
                if len(self.shapes) > MOST_SHAPES:
                    self.shapes = None
                continue
            known.count += count
            known.most = [max(pair) for pair in zip(known.most, numbers, strict=True)]

    def told(self, name: str) -> Column:
        if self.values is not None:
            self._shape(self.values)
            return Column(name, self.filled, self.values.most_common(), self.shapes)
        return Column(name, self.filled, None, self.shapes)


def shapes_of(path: Path, reading: Reading) -> Survey:
    """The whole survey at once: for files that somebody waits for."""
    (*_, last) = survey(path, reading)
    assert isinstance(last, Survey)  # noqa: S101 (the last one is)
    return last


__all__ = ["Column", "Row", "Shape", "Survey", "shapes_of", "survey"]
