"""What a bundle carries of the log: the checkpoint, that each session's last entry is in it, and that it extends
what was signed before."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pitboss.evidence.models import Checkpoint, Key
from pitboss.evidence.queries import consistency_text, proofs_of
from pitboss.exports.queries import Upto
from pitboss.exports.shapes import written

INCLUSION: Final = "pitboss inclusion 1"
NEWEST: Final = 24
"""Earlier checkpoints that each bundle is tied to, besides the first, those of exports and of rotations: a day's."""


class NotInTheTree(LookupError):
    """An entry that the checkpoint should have has no proof: the tree is not whole, and nothing is exported."""


def inclusion(upto: Mapping[int, Upto], checkpoint: Checkpoint) -> bytes:
    proofs = proofs_of([one.entry for one in upto.values()], checkpoint)
    told: dict[str, Any] = {}
    for session, one in sorted(upto.items()):
        if one.entry not in proofs:
            raise NotInTheTree(f"entry {one.number} of session {session} is not in the tree of {checkpoint}")
        proof = proofs[one.entry]
        path = [base64.b64encode(hashed).decode() for hashed in proof.path]
        told[str(session)] = {"number": one.number, "index": proof.index, "path": path}
    return written({"format": INCLUSION, "sessions": told})


def consistency(checkpoint: Checkpoint) -> bytes:
    return written([json.loads(consistency_text(old, checkpoint)) for old in earlier(checkpoint)])


def earlier(checkpoint: Checkpoint) -> Iterator[Checkpoint]:
    """Those that it is tied to, oldest first."""
    before = Checkpoint.objects.filter(pk__lt=checkpoint.pk).select_related("key").order_by("pk")
    newest = set(before.order_by("-pk").values_list("pk", flat=True)[:NEWEST])
    reasons = (Checkpoint.Reason.EXPORT, Checkpoint.Reason.ROTATION)
    for place, one in enumerate(before):
        if not place or one.pk in newest or one.reason in reasons:
            yield one


def keys(checkpoint: Checkpoint) -> bytes:
    """Every key up to the one that signed the checkpoint, as ``/evidence/keys`` tells them."""
    told = [key.told() for key in Key.objects.filter(pk__lte=checkpoint.key_id)]
    # The end of the last one is not known to who signs with it
    told[-1]["until"] = None
    return written({"origin": checkpoint.key.name, "keys": told})
