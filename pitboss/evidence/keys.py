"""The private keys of the log: files of PITBOSS_HOME, or one given from outside. Never in the database.

`PITBOSS_LOG_KEY` is a PEM file (PKCS #8, Ed25519) that somebody else looks after; without it each key is made here and
kept as ``log-keys/<id>.pem``, which only its owner may read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from django.conf import settings

from pitboss.evidence.note import VerifierKey
from pitboss.home import made


class NoSuchKey(LookupError):
    """The private half is not on this machine, or what is there is no Ed25519 key."""


def new_key() -> Ed25519PrivateKey:
    """The key given from outside, if there is one; else a new one, not kept yet."""
    given = settings.EVIDENCE_KEY_FILE
    return _read(Path(given)) if given else Ed25519PrivateKey.generate()


def keep(private: Ed25519PrivateKey, name: str) -> None:
    """Put it where `private_key` finds it. What was given from outside stays where it is."""
    if settings.EVIDENCE_KEY_FILE:
        return
    folder = made(settings.HOME) / "log-keys"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / _file_name(VerifierKey(name, private.public_key().public_bytes_raw()))
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    # Never there half written: the row that names it comes after
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())


def private_key(key: VerifierKey) -> Ed25519PrivateKey:
    """The private half of one of the log's keys. Raises NoSuchKey."""
    for path in _places(key):
        private = _read(path)
        if private.public_key().public_bytes_raw() == key.public:
            return private
    raise NoSuchKey(f"the private half of {key} is not on this machine")


def _places(key: VerifierKey) -> Iterator[Path]:
    given = settings.EVIDENCE_KEY_FILE
    if given:
        yield Path(given)
    path = settings.HOME / "log-keys" / _file_name(key)
    if path.exists():
        yield path


def _file_name(key: VerifierKey) -> str:
    return f"{key.id.hex()}.pem"


def _read(path: Path) -> Ed25519PrivateKey:
    try:
        private = load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as why:
        raise NoSuchKey(f"{path} cannot be read as a private key: {why}") from why
    if not isinstance(private, Ed25519PrivateKey):
        raise NoSuchKey(f"{path} is not an Ed25519 key")
    return private
