"""A line of a CSV that is opened in a spreadsheet, by us or by somebody else."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

BOM: Final = "\ufeff"
"""In front, so that a Chilean spreadsheet opens the file by itself; ``;`` stands between for the same reason."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def defused(text: str) -> str:
    """What somebody typed must not become a formula in the spreadsheet of somebody else."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def csv_line(cells: Iterable[object], *, between: str = ";") -> str:
    """One line with its end; None is an empty cell, and only text is defused: a number below zero stays one."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=between, lineterminator="\r\n")
    writer.writerow([defused(cell) if isinstance(cell, str) else cell for cell in cells])
    return out.getvalue()
