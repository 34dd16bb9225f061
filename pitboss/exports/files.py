"""Where bundles lie once they are made: files of PITBOSS_HOME that only their owner may read."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from django.conf import settings

from pitboss.home import made


def place(export: int, part: int) -> Path:
    return folder() / f"{export}-{part}.zip"


def folder() -> Path:
    there = made(Path(settings.HOME)) / "exports"
    there.mkdir(mode=0o700, exist_ok=True)
    return there


def settle(draft: Path, into: Path) -> tuple[str, int]:
    """The draft becomes the bundle, whole or not at all; its SHA-256 in hexadecimal, and its bytes."""
    with draft.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        size = file.seek(0, os.SEEK_END)
        os.fsync(file.fileno())
    draft.chmod(0o400)
    draft.replace(into)
    return digest, size
