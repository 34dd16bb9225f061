"""Sheets for people: one set of columns, written as CSV and as XLSX."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Final, cast

import xlsxwriter

from pitboss.spreadsheet import BOM, csv_line

LONGEST: Final = 32_767
"""Characters of a cell, as spreadsheets have it."""
HELD: Final = 16 << 20

Cell = str | int | bool | date | datetime | None
"""A ``datetime`` here has no zone: it is the clock of the casino."""
Row = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Column:
    """``kind``: ``text``, ``number``, ``money``, ``date`` or ``moment``; ``width`` in characters."""

    title: str
    kind: str = "text"
    width: int = 12


FORMATS: Final = {"number": "0", "money": "#,##0", "date": "yyyy-mm-dd", "moment": "yyyy-mm-dd hh:mm:ss"}


def sheet(columns: Sequence[Column], rows: Iterable[Row]) -> bytes:
    """A CSV that a Chilean spreadsheet opens by itself: ``;`` between, a mark in front, ISO dates, whole numbers."""
    lines = [
        csv_line([column.title for column in columns]),
        *(csv_line([_written(cell) for cell in row]) for row in rows),
    ]
    return (BOM + "".join(lines)).encode()


def workbook(sheets: Sequence[tuple[str, Sequence[Column], Iterable[Row]]], *, title: str, at: datetime) -> bytes:
    """An XLSX of these sheets (name, columns, rows) with a head that stays, a filter, real dates and numbers; a row is
    written out before the next is begun. ``at`` is what it is about: the same rows give the same bytes."""
    with SpooledTemporaryFile(max_size=HELD) as made:
        book = xlsxwriter.Workbook(
            cast(IO[bytes], made),
            # Text stays text: nothing is guessed to be a formula, a link or a number
            {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "remove_timezone": True},
        )
        book.set_properties({"title": title, "author": "pitboss", "created": at.astimezone(UTC).replace(tzinfo=None)})
        head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1, "bg_color": "#EEF1EE"})
        plain = book.add_format({"valign": "top"})
        formats = {kind: book.add_format({"num_format": said, "valign": "top"}) for kind, said in FORMATS.items()}
        for name, columns, rows in sheets:
            page = book.add_worksheet(name)
            page.freeze_panes(1, 0)
            for place, column in enumerate(columns):
                page.set_column(place, place, column.width)
                page.write_string(0, place, column.title, head)
            last = 0
            for last, row in enumerate(rows, 1):
                for place, (column, cell) in enumerate(zip(columns, row, strict=True)):
                    _put(page, last, place, cell, formats.get(column.kind, plain))
            page.autofilter(0, 0, last, len(columns) - 1)
            page.set_landscape()
            page.fit_to_pages(1, 0)
            page.repeat_rows(0)
        book.close()
        made.seek(0)
        return made.read()


def _put(page: xlsxwriter.worksheet.Worksheet, row: int, place: int, cell: Cell, style: object) -> None:
    match cell:
        case None:
            return
        case bool():
            page.write_string(row, place, "x" if cell else "", style)
        case int():
            page.write_number(row, place, cell, style)
        case datetime() | date():
            page.write_datetime(row, place, cell, style)
        case _:
            page.write_string(row, place, str(cell)[:LONGEST], style)


def _written(cell: Cell) -> object:
    match cell:
        case bool():
            return "x" if cell else ""
        case datetime():
            return cell.strftime("%Y-%m-%d %H:%M:%S")
        case date():
            return cell.isoformat()
    return cell
