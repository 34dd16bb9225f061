"""The stills and clips of a bundle, where it was asked for them: those that are kept here, under their hash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pitboss.incidents.evidence import BLOCK, kept
from pitboss.incidents.models import Incident, Verb

ENDINGS: Final = {
    "image/jpeg": "jpg", "image/png": "png", "video/mp4": "mp4", "video/webm": "webm", "video/x-msvideo": "avi",
}  # fmt: skip


def footage(incidents: Iterable[Incident]) -> dict[str, Path]:
    """Name to file. What the video system holds is not here: the custody log names it."""
    found = {}
    for incident in incidents:
        for step in incident.steps.all():
            ending = ENDINGS.get(str(step.after.get("type")))
            if step.verb == Verb.FOOTAGE_PRESERVED and ending:
                path = kept(str(step.after["sha256"]))
                if path.is_file():
                    found[f"footage/{path.name}.{ending}"] = path
    return dict(sorted(found.items()))


def blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            yield block
