"""The tag files of a bundle and the note over them."""

from __future__ import annotations

import hashlib
from datetime import UTC
from typing import Final

from pitboss import __name__ as agent
from pitboss.evidence.keys import private_key
from pitboss.evidence.models import Checkpoint
from pitboss.evidence.note import sign
from pitboss.exports.bag import Bag
from pitboss.exports.engine import Engine
from pitboss.home import CHECKOUT

FORMAT: Final = 1
BAGIT: Final = b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"

VERIFIER: Final = {"VERIFY.md": CHECKOUT / "docs" / "verify.md", "pitboss_verify.py": CHECKOUT / "pitboss_verify.py"}


def verifier() -> dict[str, bytes]:
    """The verifier and how to use it, to the letter as they lie here."""
    return {name: path.read_bytes() for name, path in VERIFIER.items() if path.exists()}


def bag_info(bag: Bag, *, organization: str, checkpoint: Checkpoint, digest: str, edition: str) -> bytes:
    """Labels of RFC 8493, 2.2.2; the date is the checkpoint's."""
    told = {
        "Source-Organization": organization,
        "Bagging-Date": f"{checkpoint.at.astimezone(UTC):%Y-%m-%d}",
        "Payload-Oxum": bag.oxum,
        "External-Identifier": digest,
        "Bag-Software-Agent": f"{agent} {edition}",
        "Pitboss-Bundle-Format": str(FORMAT),
    }
    return "".join(f"{label}: {value}\n" for label, value in told.items()).encode()


def note(
    bag: Bag, *, manifest: bytes, tags: bytes, checkpoint: Checkpoint, engine: Engine, edition: str, incidents: int,
    entries: int,
) -> bytes:  # fmt: skip
    """What the log's key says about the bag: which one it is, and the hashes of its two manifests."""
    text = (
        f"pitboss bundle {FORMAT}\n{bag.folder}\n"
        f"manifest {hashlib.sha256(manifest).hexdigest()}\n"
        f"tags {hashlib.sha256(tags).hexdigest()}\n"
        f"checkpoint {checkpoint.key.name} {checkpoint.size}\n"
        f"engine {edition} {engine.sha256}\n"
        f"incidents {incidents}\nentries {entries}\n"
    )
    return sign(text, [(checkpoint.key.name, private_key(checkpoint.key.verifier))]).encode()
