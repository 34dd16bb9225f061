"""The printed report of a bundle, made by a process of its own while the ledger is being read.

Who makes it stands in the settings: print lies above this app, and arrows point down.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import Any, Final, cast

from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string

from pitboss.evidence.models import Checkpoint
from pitboss.exports.request import Question
from pitboss.home import CHECKOUT

LONGEST: Final = 15 * 60
"""Seconds that a report may take."""


class NotPrinted(RuntimeError):
    """The report's process failed; what it said stands in the message."""


@contextmanager
def printing(
    question: Question, checkpoint: Checkpoint, incidents: Sequence[int]
) -> Iterator[Callable[[], bytes | None]]:
    """The PDF about these cases (primary keys), in the question's language, is begun; what is given waits for it, and
    gives None where no report is made here."""
    about = {
        "incidents": list(incidents),
        "request": question.as_json(),
        "checkpoint": checkpoint.note,
        "language": question.language,
    }
    if not settings.EXPORTS_REPORT:
        yield lambda: None
    elif connection.savepoint_ids:
        # In somebody else's transaction, whose rows no other process sees
        made = _made(settings.EXPORTS_REPORT, about)
        yield lambda: made
    else:
        with _beside({"report": settings.EXPORTS_REPORT, "about": about}) as ready:
            yield ready


@contextmanager
def _beside(told: Mapping[str, Any]) -> Iterator[Callable[[], bytes]]:
    with TemporaryFile() as asked, TemporaryFile() as made, TemporaryFile() as said:
        asked.write(json.dumps(told).encode())
        asked.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-m", "pitboss.exports.printer"],
            cwd=CHECKOUT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE", "pitboss.settings")},
            stdin=asked,
            stdout=made,
            stderr=said,
        )

        def ready() -> bytes:
            if process.wait(timeout=LONGEST):
                said.seek(0)
                raise NotPrinted(said.read()[-2_000:].decode(errors="replace"))
            made.seek(0)
            return made.read()

        try:
            yield ready
        finally:
            process.kill()
            process.wait()


def _made(report: str, about: Mapping[str, Any]) -> bytes:
    return cast("Callable[..., bytes]", import_string(report))(**about)
