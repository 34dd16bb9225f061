"""A table of text as it lies in a file: which letters, what stands between columns, and row after row.

Nothing is held but one row, and never more than ``LONGEST`` bytes of that. What a file is written in is found by
reading it strictly, told to the person, and can be chosen otherwise.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

UTF_8: Final = "utf-8"
ENCODINGS: Final = (UTF_8, "cp1252", "iso8859-15", "cp850")
"""What can be chosen: UTF-8, Windows, its older sister, and DOS."""
DELIMITERS: Final = (";", ",", "\t")
LONGEST: Final = 64 * 1024
"""Bytes of the longest row."""
MOST_COLUMNS: Final = 200
MOST_LINES_A_ROW: Final = 20
"""A quote that is not closed by then was never opened: one row is lost, not the rest of the file."""
BLOCK: Final = 1024 * 1024
TRIED: Final = 100
"""Rows by which the separator is told."""
BOM: Final = codecs.BOM_UTF8
_SEPARATOR: Final = re.compile(rb"sep=.")
"""What a spreadsheet writes first to tell itself the separator."""


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a file is read. ``header``: its first row names the columns."""

    encoding: str = UTF_8
    delimiter: str = ";"
    header: bool = True


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found out. ``encodings`` and ``delimiters``: all that fit, the likeliest first; more than one of
    either is for a person to choose. ``plain``: every byte is ASCII, so that any of them reads the same."""

    encodings: tuple[str, ...]
    delimiters: tuple[str, ...]
    plain: bool
    bom: bool

    @property
    def reading(self) -> Reading:
        return Reading(self.encodings[0], self.delimiters[0])


@dataclass(frozen=True, slots=True)
class Row:
    """``line``: where it begins in the file, from 1. ``done``: bytes of the file up to its end."""

    line: int
    cells: list[str]
    done: int


@dataclass(frozen=True, slots=True)
class Unread:
    """A row that is none: ``why`` is a word of ``imports.words``."""

    line: int
    why: str
    done: int


def look(path: Path) -> Looked:
    """Read the file through once, strictly. Raises OSError."""
    plain = True
    with path.open("rb") as file:
        bom = file.read(len(BOM)) == BOM
        file.seek(0)
        while plain and (block := file.read(BLOCK)):
            plain = block.isascii()
    # What reads as UTF-8 is UTF-8: a text of another kind hardly ever does
    if plain or _reads(path, UTF_8):
        encodings: tuple[str, ...] = (UTF_8,)
    else:
        encodings = tuple(name for name in ENCODINGS[1:] if name != "cp1252" or _reads(path, name))
    return Looked(encodings, _delimiters(path, encodings[0]), plain, bom)


def _reads(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _delimiters(path: Path, encoding: str) -> tuple[str, ...]:
    """Those that give every one of the first rows the same columns, more than one: most columns first."""
    found = []
    for delimiter in DELIMITERS:
        widths = []
        for row in rows(path, Reading(encoding, delimiter, header=False)):
            if isinstance(row, Row):
                widths.append(len(row.cells))
            if len(widths) == TRIED:
                break
        if widths and min(widths) > 1 and min(widths) == max(widths):
            found.append((-widths[0], delimiter))
    return tuple(delimiter for _, delimiter in sorted(found)) or (DELIMITERS[0],)


def columns(path: Path, reading: Reading) -> list[str]:
    """The names of the columns, each once: those of the first row, or numbers."""
    for row in rows(path, msgspec.structs.replace(reading, header=False)):
        if isinstance(row, Row):
            return named(row.cells if reading.header else [""] * len(row.cells))
    return []


def named(cells: list[str]) -> list[str]:
    """Column names out of a first row: what is empty gets its number, what is there twice a number behind it."""
    names: list[str] = []
    for number, cell in enumerate(cells[:MOST_COLUMNS], 1):
        name = stem = " ".join(cell.split())[:80] or f"#{number}"
        nth = 2
        while name in names:
            name, nth = f"{stem} ({nth})", nth + 1
        names.append(name)
    return names


def rows(path: Path, reading: Reading) -> Iterator[Row | Unread]:
    """Every row that is not blank; the first one is left out where it is the header."""
    with path.open("rb") as file:
        first = reading.header
        for row in _records(file, reading):
            if first and isinstance(row, Row):
                first = False
                continue
            yield row


def _records(file: BinaryIO, reading: Reading) -> Iterator[Row | Unread]:
    ahead: deque[tuple[int, bytes, int]] = deque()
    physical = _physical(file)
    while True:
        one = ahead.popleft() if ahead else next(physical, None)
        if one is None:
            return
        line, raw, done = one
        if len(raw) > LONGEST:
            yield Unread(line, "long", done)
            continue
        if not raw.strip() or (line == 1 and _SEPARATOR.fullmatch(raw.strip())):
            continue
        if b"\0" in raw:
            # The database's text cannot hold it, and no table of ours has it: a file of another kind
            yield Unread(line, "encoding", done)
            continue
        if raw.count(b'"') % 2:
            whole = _closed(raw, ahead, physical)
            if whole is None:
                yield Unread(line, "quote", done)
                continue
            raw, done = whole
        try:
            (cells,) = csv.reader([raw.decode(reading.encoding)], delimiter=reading.delimiter, strict=True)
        except UnicodeDecodeError:
            yield Unread(line, "encoding", done)
        except (csv.Error, ValueError):
            yield Unread(line, "quote", done)
        else:
            if any(cells):
                yield Row(line, cells, done)


def _physical(file: BinaryIO) -> Iterator[tuple[int, bytes, int]]:
    """Lines with their number and the bytes up to their end; of one too long only its start."""
    number = done = 0
    while raw := file.readline(LONGEST + 2):
        number += 1
        done += len(raw)
        ends = raw.endswith(b"\n")
        while not ends and len(raw) > LONGEST and (rest := file.readline(LONGEST)):
            done += len(rest)
            ends = rest.endswith(b"\n")
        yield number, raw.removeprefix(BOM) if number == 1 else raw, done


def _closed(
    raw: bytes, ahead: deque[tuple[int, bytes, int]], physical: Iterator[tuple[int, bytes, int]]
) -> tuple[bytes, int] | None:
    """The row with the lines that its open quote goes on over, and its end; None where it is never closed."""
    for number in range(MOST_LINES_A_ROW):
        if number == len(ahead):
            following = next(physical, None)
            if following is None:
                return None
            ahead.append(following)
        raw += ahead[number][1]
        if len(raw) > LONGEST:
            return None
        if raw.count(b'"') % 2 == 0:
            done = ahead[number][2]
            for _ in range(number + 1):
                ahead.popleft()
            return raw, done
    return None
