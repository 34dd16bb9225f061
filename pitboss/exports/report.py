"""The printed report of a bundle. Who makes it stands in the settings: print lies above this app, and arrows point
down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from pitboss.evidence.models import Checkpoint
from pitboss.exports.request import Question


def report(question: Question, checkpoint: Checkpoint, incidents: Sequence[int]) -> bytes | None:
    """The PDF about these cases (primary keys), in the question's language; None where none is made here."""
    if not settings.EXPORTS_REPORT:
        return None
    made = cast("Callable[..., bytes]", import_string(settings.EXPORTS_REPORT))
    return made(incidents=incidents, request=question.as_json(), checkpoint=checkpoint.note, language=question.language)
