"""What this installation has handed out, found by its hash and by nothing else.

The answer says what kind of thing it is, when it was made and which request or checkpoint it goes back to. It names
nobody, no table and no case: whoever has the hash has the document.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from pitboss.evidence.models import Issued
from pitboss.exports.models import Part


@dataclass(frozen=True, slots=True)
class Known:
    """``about``: the hash of the request, hexadecimal, where there was one. ``checkpoint``: the size it stands on."""

    kind: Issued.Kind
    at: datetime
    about: str = ""
    checkpoint: int | None = None


def known(sha256: str) -> list[Known]:
    """Everything of that SHA-256 (64 lower case hexadecimal letters), the oldest first: two queries."""
    parts = (
        Part.objects.filter(Q(sha256=sha256) | Q(manifest=sha256))
        .exclude(done_at=None)
        .select_related("export__checkpoint")
    )
    found = [
        Known(
            Issued.Kind.BUNDLE if part.sha256 == sha256 else Issued.Kind.MANIFEST,
            part.done_at,
            part.digest,
            part.export.checkpoint.size if part.export.checkpoint else None,
        )
        for part in parts
        if part.done_at is not None
    ]
    found += [
        Known(Issued.Kind(one.kind), one.at, one.about, one.checkpoint.size if one.checkpoint else None)
        for one in Issued.objects.filter(sha256=sha256).select_related("checkpoint")
    ]
    return sorted(found, key=lambda one: one.at)
