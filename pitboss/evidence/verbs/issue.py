from __future__ import annotations

import hashlib
from datetime import datetime

from pitboss.evidence.models import Checkpoint, Issued


def issue(
    *, content: bytes, kind: Issued.Kind, now: datetime, about: str = "", checkpoint: Checkpoint | None = None
) -> str:
    """Write down that these bytes are handed out, so that anybody can ask whether they came from here. Their SHA-256,
    hexadecimal. The same bytes again are not written again."""
    sha256 = hashlib.sha256(content).hexdigest()
    row = Issued(sha256=sha256, kind=kind, at=now, about=about, checkpoint=checkpoint)
    Issued.objects.bulk_create([row], ignore_conflicts=True)
    return sha256
