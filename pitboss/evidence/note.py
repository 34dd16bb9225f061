"""Signed notes, as https://c2sp.org/signed-note has them: a text, an empty line, and a line a signature.

Only Ed25519 (signature type 0x01). A signature of a key that is not asked for is passed over; one of a key that is, and
does not hold, spoils the whole note.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = b"\x01"
MOST_SIGNATURES = 100
_NAME = re.compile(r"[^\s+]+")
_LINE = re.compile(r"— (\S+) ([A-Za-z0-9+/]+={0,2})")


class NotANote(ValueError):
    """The bytes are not a note, or not one that the keys asked for have signed. The message says why."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key under its name; in writing, a *vkey*: ``name+id+base64``."""

    name: str
    public: bytes  # 32 bytes, as in RFC 8032

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise NotANote(f"a key cannot be called {self.name!r}")
        if len(self.public) != 32:
            raise NotANote(f"an Ed25519 key has 32 bytes, not {len(self.public)}")

    @property
    def id(self) -> bytes:
        """The first four bytes of SHA-256 over name, line break, type and key."""
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(ED25519 + self.public).decode()}"

    @classmethod
    def read(cls, text: str) -> VerifierKey:
        """Raises NotANote for what is not a vkey of Ed25519."""
        name, _, rest = text.partition("+")
        key_id, _, encoded = rest.partition("+")
        typed = _decoded(encoded)
        if typed[:1] != ED25519:
            raise NotANote(f"not an Ed25519 key: {text!r}")
        key = cls(name, typed[1:])
        if key.id.hex() != key_id:
            raise NotANote(f"the key of {name} has another id than {key_id}")
        return key


@dataclass(frozen=True, slots=True)
class Signature:
    name: str
    key_id: bytes
    signed: bytes


@dataclass(frozen=True, slots=True)
class Note:
    text: str  # with its last line break
    signatures: tuple[Signature, ...]


def sign(text: str, keys: Iterable[tuple[str, Ed25519PrivateKey]]) -> str:
    """The text, which ends with a line break, signed by each (name, key) in turn."""
    if not text.endswith("\n") or _unfit(text):
        raise NotANote("a note's text ends with a line break and has no other control characters")
    lines = []
    for name, private in keys:
        key = VerifierKey(name, private.public_key().public_bytes_raw())
        signed = base64.b64encode(key.id + private.sign(text.encode())).decode()
        lines.append(f"— {key.name} {signed}\n")
    return f"{text}\n{''.join(lines)}"


def parse(note: str) -> Note:
    """Its parts, with nothing verified."""
    # A surrogate cannot be in UTF-8, which is what is signed
    if _unfit(note) or any("\ud800" <= letter <= "\udfff" for letter in note):
        raise NotANote("a note has no control characters but line breaks")
    text, gap, lines = note.rpartition("\n\n")
    if not gap or not lines.endswith("\n"):
        raise NotANote("no signatures after an empty line")
    written = lines[:-1].split("\n")
    if len(written) > MOST_SIGNATURES:
        raise NotANote(f"{len(written)} signatures; {MOST_SIGNATURES} are the most that are read")
    return Note(text + "\n", tuple(_signature(line) for line in written))


def opened(note: str, keys: Sequence[VerifierKey]) -> tuple[Note, tuple[VerifierKey, ...]]:
    """The note, and which of the keys have signed it. Raises NotANote where none has, or one of them badly."""
    parts = parse(note)
    known = {(key.name, key.id): key for key in keys}
    held: dict[VerifierKey, None] = {}
    for one in parts.signatures:
        key = known.get((one.name, one.key_id))
        if key is None:
            continue
        try:
            Ed25519PublicKey.from_public_bytes(key.public).verify(one.signed, parts.text.encode())
        except InvalidSignature:
            raise NotANote(f"the signature of {key.name} ({key.id.hex()}) does not hold") from None
        held[key] = None
    if not held:
        raise NotANote("signed by none of the keys asked for")
    return parts, tuple(held)


def _signature(line: str) -> Signature:
    found = _LINE.fullmatch(line)
    if found is None or not _NAME.fullmatch(found[1]):
        raise NotANote(f"not a signature line: {line!r}")
    signed = _decoded(found[2])
    if len(signed) < 5:
        raise NotANote(f"a signature of {len(signed)} bytes")
    return Signature(found[1], signed[:4], signed[4:])


def _decoded(encoded: str) -> bytes:
    try:
        plain = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError) as why:
        raise NotANote(f"not base64: {encoded!r}") from why
    # Python lets stray bits at the end pass; two texts of one signature would be two notes
    if base64.b64encode(plain).decode() != encoded:
        raise NotANote(f"not base64: {encoded!r}")
    return plain


def _unfit(text: str) -> bool:
    return any(letter < " " and letter != "\n" for letter in text)
