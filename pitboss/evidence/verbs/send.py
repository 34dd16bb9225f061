"""Have each checkpoint leave the machine: to a folder that somebody else carries off, and by e-mail.

A checkpoint and a target have one job between them, by its key, and one row once it has left.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from pitboss.evidence.models import Checkpoint
from pitboss.jobs.ask import ask
from pitboss.jobs.models import Job

SENDS: Final = "evidence.send"
STAMPS: Final = "evidence.stamp"
LOOK_BACK: Final = timedelta(days=1)
"""What is older is vouched for by what came after it: a later checkpoint that is consistent says as much."""


def send_checkpoints(*, now: datetime) -> list[Job]:
    """Ask for what has not left yet, of the last day and the newest at all; a job that gave up is tried again.

    A target that was added today gets today's checkpoints, not those of the years before.
    """
    asked = []
    newest = Checkpoint.objects.first()
    if newest is None:
        return []
    recent = Checkpoint.objects.filter(at__gt=now - LOOK_BACK).order_by("pk")
    wanted = {one.pk: one for one in [newest, *recent.prefetch_related("dispatches")]}
    for one in wanted.values():
        gone = set(one.dispatches.values_list("target", flat=True))
        for target in targets():
            if target not in gone:
                asked.append(_ask(one, SENDS, target, now))
        if settings.EVIDENCE_TSA and not hasattr(one, "stamp"):
            asked.append(_ask(one, STAMPS, settings.EVIDENCE_TSA, now))
    return asked


def targets() -> Iterable[str]:
    """Where the settings send checkpoints: ``folder:<path>`` and ``mail:<address>``."""
    if settings.EVIDENCE_FOLDER:
        yield f"folder:{settings.EVIDENCE_FOLDER}"
    for address in settings.EVIDENCE_MAIL:
        yield f"mail:{address}"


def _ask(checkpoint: Checkpoint, kind: str, target: str, now: datetime) -> Job:
    with transaction.atomic():
        return ask(
            key=f"{kind}:{checkpoint.pk}:{target}"[:200],
            kind=kind,
            now=now,
            payload={"checkpoint": checkpoint.pk, "target": target},
        )
