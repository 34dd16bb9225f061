"""Jobs of this app."""

from __future__ import annotations

from io import BytesIO
from time import perf_counter
from typing import Any

from django.utils import timezone

from pitboss.ingest.files import keep, kept
from pitboss.jobs.kinds import Progress, Run, Steps, performs
from pitboss.sheets.models import Picture, Sending, Sheet
from pitboss.sheets.verbs.send import KIND


@performs(KIND)
def read_sending(run: Run) -> Steps:
    """Read every picture of a sending, a transaction each; what an earlier attempt has read is not read again."""
    from pitboss.sheets.reading.pictures import pictures

    sending = Sending.objects.get(pk=run.payload["sending"])
    done = 0
    for digest in run.payload["files"]:
        begun = perf_counter()
        for nth, image in enumerate(pictures(kept(digest).read_bytes()), 1):
            done += 1
            if not Picture.objects.filter(sending=sending, image=digest, nth=nth).exists():
                read = _read(image, sending)
                took = round((perf_counter() - begun) * 1000)
                Picture.objects.create(
                    sending=sending, image=digest, nth=nth, milliseconds=took, read_at=timezone.now(), **read
                )
            yield Progress(max(done, run.progress))
            begun = perf_counter()
    return {"pictures": done}


def _read(image: Any, sending: Sending) -> dict[str, Any]:
    """What a picture's row says: the page of a sheet of this casino, or why it is none."""
    from pitboss.sheets.reading.read import read_picture
    from pitboss.sheets.reading.seen import Unreadable

    try:
        if isinstance(image, Unreadable):
            raise image
        seen = read_picture(image)
    except Unreadable as why:
        return {"refused": why.reason, "missing": list(why.missing)}
    sheet = Sheet.objects.filter(pk=seen.code.sheet).first()
    if sheet is None or seen.code.page > sheet.pages or seen.code.layout != sheet.layout:
        return {"refused": "unknown"}
    if sheet.casino_id != sending.casino_id:
        return {"refused": "foreign"}
    upright, _ = keep(BytesIO(seen.upright))
    return {
        "sheet": sheet,
        "page": seen.code.page,
        "cells": {name: [cell.mark, cell.confidence] for name, cell in seen.cells.items()},
        "warnings": list(seen.warnings),
        "upright": upright,
    }
