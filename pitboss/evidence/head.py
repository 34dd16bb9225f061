"""The text of a checkpoint (https://c2sp.org/tlog-checkpoint) and of a proof (https://c2sp.org/tlog-proof)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.evidence.merkle import includes, leaf_hash
from pitboss.evidence.note import NotANote, VerifierKey, opened

PROOF = "c2sp.org/tlog-proof@v1"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")


@dataclass(frozen=True, slots=True)
class TreeHead:
    """How large the tree of one log is, and what its root hash is then."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"

    @classmethod
    def read(cls, text: str) -> TreeHead:
        """Raises NotANote. We write no lines after the third, and so read none."""
        lines = text.split("\n")
        if len(lines) != 4 or not lines[0] or lines[3]:
            raise NotANote("a checkpoint has three lines: origin, size and root")
        return cls(lines[0], _number(lines[1]), _hash(lines[2]))


@dataclass(frozen=True, slots=True)
class Proof:
    """That a leaf is in the tree of a checkpoint; ``checkpoint`` is the whole signed note."""

    index: int
    path: tuple[bytes, ...]
    checkpoint: str

    def __str__(self) -> str:
        path = "".join(f"{base64.b64encode(hashed).decode()}\n" for hashed in self.path)
        return f"{PROOF}\nindex {self.index}\n{path}\n{self.checkpoint}"

    @classmethod
    def read(cls, text: str) -> Proof:
        """Raises NotANote for what is not a proof. A line of extra data may be there; it proves nothing."""
        before, gap, checkpoint = text.partition("\n\n")
        lines = before.split("\n")
        if not gap or lines.pop(0) != PROOF:
            raise NotANote(f"a proof begins with {PROOF}")
        if lines and lines[0].startswith("extra "):
            lines.pop(0)
        if not lines or not lines[0].startswith("index "):
            raise NotANote("a proof says the index of its entry")
        return cls(_number(lines[0].removeprefix("index ")), tuple(_hash(line) for line in lines[1:]), checkpoint)


def read_checkpoint(note: str, keys: Sequence[VerifierKey]) -> tuple[TreeHead, tuple[VerifierKey, ...]]:
    """The head that a checkpoint states, and which of the keys signed it. Raises NotANote."""
    parts, by = opened(note, keys)
    head = TreeHead.read(parts.text)
    if any(key.name != head.origin for key in by):
        raise NotANote(f"the checkpoint of {head.origin} is signed in another name")
    return head, by


def proven(proof: Proof, record: bytes, keys: Sequence[VerifierKey]) -> TreeHead:
    """The head in whose tree the record is. Raises NotANote where the proof does not show it."""
    head, _ = read_checkpoint(proof.checkpoint, keys)
    if not includes(index=proof.index, size=head.size, leaf=leaf_hash(record), proof=proof.path, root=head.root):
        raise NotANote(f"the entry is not shown to be at {proof.index} of the tree of {head.size}")
    return head


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotANote(f"not a number: {text!r}")
    return int(text)


def _hash(text: str) -> bytes:
    try:
        plain = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as why:
        raise NotANote(f"not base64: {text!r}") from why
    if len(plain) != 32 or base64.b64encode(plain).decode() != text:
        raise NotANote(f"not a hash in base64: {text!r}")
    return plain
