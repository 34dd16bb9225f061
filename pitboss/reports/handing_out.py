"""A finished document on its way out: its hash written down, then signed, then the hash of what left."""

from __future__ import annotations

from datetime import datetime

from pitboss.evidence.models import Checkpoint, Issued
from pitboss.evidence.verbs.issue import issue


def hand_out(
    pdf: bytes,
    *,
    kind: Issued.Kind,
    now: datetime,
    at: datetime,
    about: str = "",
    checkpoint: Checkpoint | None = None,
) -> bytes:
    """The signed PDF. ``at``: the time of what it is about. Both hashes are known from ``now`` on: of the document as
    it was set, whose bytes the signed one begins with, and of the signed one."""
    from pitboss.reports.signing import signed  # pyHanko takes a third of a second, and few processes ever sign

    issue(content=pdf, kind=kind, now=now, about=about, checkpoint=checkpoint)
    out = signed(pdf, at=at)
    issue(content=out, kind=kind, now=now, about=about, checkpoint=checkpoint)
    return out
