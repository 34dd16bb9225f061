"""What holds the bundles of a long period together: one signed note that names each with the hash of its zip."""

from __future__ import annotations

from typing import Final

from pitboss.evidence.keys import private_key
from pitboss.evidence.note import sign
from pitboss.exports.models import Export

FORMAT: Final = "pitboss export index 1"


def index(export: Export) -> str | None:
    """The note; None until every bundle is made. Its lines after the fourth are those that ``sha256sum -c`` reads."""
    parts = list(export.parts.order_by("number"))
    checkpoint = export.checkpoint
    if checkpoint is None or any(part.done_at is None for part in parts):
        return None
    whole = export.asked().digest(checkpoint.size, bytes(checkpoint.root))
    lines = [FORMAT, whole, f"checkpoint {checkpoint.key.name} {checkpoint.size}", f"parts {len(parts)}"]
    lines += [f"{part.sha256}  {part.folder}.zip" for part in parts]
    return sign("\n".join(lines) + "\n", [(checkpoint.key.name, private_key(checkpoint.key.verifier))])
