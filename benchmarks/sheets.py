"""How many sheets are read wrongly, how many boxes are asked for, and how long one takes.

    .venv/bin/python -m benchmarks.sheets [--count 200] [--seed 1] [--keep FOLDER]

Sheets that were ticked and photographed by ``tests/sheets/photographed.py``: perspective, shade and shadows, blur,
noise, JPEG, folds, strokes that went astray, ticks rubbed out, a third of them upside down, one in twenty
from a screen.
A box is wrong where the reader is sure of it (``seen.LINE``) and it is otherwise: none may be. The time is that of one
picture, bytes in, cells out: on the clock, and on the processor, which other work on the machine does not lengthen.
``--keep``: those with most to ask, as files to be looked at.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import django

from pitboss.sheets.layout import page
from pitboss.sheets.reading.pictures import pictures
from pitboss.sheets.reading.read import read_picture
from pitboss.sheets.reading.seen import ReadSheet, Unreadable
from tests.sheets.photographed import marked, of_a_screen, photographed, rendered, round_of_cards

SCREEN = 0.05


def printed_sheet(number: int) -> bytes:
    """The PDF of one sheet of two pages, that no database knows."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
    django.setup()
    from pitboss.casino.models import Casino, Table
    from pitboss.sheets.models import Sheet
    from pitboss.sheets.printing import printed

    casino = Casino(code="CDE", name="Casino de ejemplo")
    table = Table(casino=casino, name="BJ-01")
    at = datetime(2026, 11, 1, tzinfo=UTC)
    sheet = Sheet(id=UUID(int=number), casino=casino, table=table, layout=1, pages=2, issued_at=at)
    return printed([sheet], language="es")


def read(jpeg: bytes) -> ReadSheet:
    (image,) = pictures(jpeg)
    if isinstance(image, Unreadable):
        raise image
    return read_picture(image)


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--keep", type=Path)
    wanted = asked.parse_args()
    pdf = printed_sheet(wanted.seed)
    blanks = [rendered(pdf, 0), rendered(pdf, 1)]
    read(photographed(marked(blanks[0], page(1, 1), [], Random(0)), Random(0)).jpeg)  # libraries are loaded once
    counted: Counter[str] = Counter()
    clock, processor = [], []
    for nth in range(wanted.count):
        random = Random(f"{wanted.seed}/{nth}")
        number = 1 if random.random() < 0.8 else 2
        drawn = page(1, number)
        paper = marked(blanks[number - 1], drawn, round_of_cards(random, drawn), random)
        said: dict[str, Any] = {"screen": True}
        if random.random() < SCREEN:
            jpeg = of_a_screen(paper, random)
        else:
            taken = photographed(paper, random)
            jpeg, said = taken.jpeg, taken.said
        begun, busy = time.perf_counter(), time.process_time()
        try:
            seen = read(jpeg)
        except Unreadable as why:
            counted["unreadable"] += 1
            print(f"{nth}: {why} {said}")
            continue
        clock.append((time.perf_counter() - begun) * 1000)
        processor.append((time.process_time() - busy) * 1000)
        assert (seen.code.sheet, seen.code.page) == (UUID(int=wanted.seed), number)
        doubtful = 0
        for name, cell in seen.cells.items():
            counted["boxes"] += 1
            counted["ticked"] += name in paper.marked
            counted["muddled"] += name in paper.muddled
            if cell.doubtful:
                doubtful += 1
                kind = "muddled" if name in paper.muddled else "ticked" if name in paper.marked else "empty"
                counted[f"asked, {kind}"] += 1
            elif cell.marked != (name in paper.marked):
                counted["wrong"] += 1
                print(f"{nth}: {name} read as {cell.mark} at {cell.confidence}: {said}")
        counted["sheets to ask about"] += doubtful > 0
        if wanted.keep and doubtful > 8:
            wanted.keep.mkdir(parents=True, exist_ok=True)
            (wanted.keep / f"{nth}-{doubtful}.jpg").write_bytes(jpeg)
    print(f"{wanted.count} sheets: {counted['wrong']} wrong above the line, {counted['unreadable']} not read")
    for name, number in sorted(counted.items()):
        print(f"  {name}: {number:,}")
    for name, times in (("clock", clock), ("processor", processor)):
        ordered = sorted(times)
        late = ordered[len(ordered) * 95 // 100]
        print(f"  ms a sheet, {name}: median {statistics.median(ordered):.0f}, 95 % {late:.0f}")
    return 1 if counted["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
