"""Stills and clips, kept under the SHA-256 of their content: the same file twice is one file, another one another.

A kept file is never written again. Whether it is still what was kept can be told by computing its name anew.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.utils.translation import gettext

from pitboss.home import home, made

BLOCK = 1024 * 1024
LARGEST = 512 * 1024 * 1024
"""Bytes; a clip of a few minutes. Whole evenings stay with the video system, under their reference."""


class NotEvidence(ValueError):
    """Not a still or clip that is kept; ``str()`` says what was expected."""


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Kept:
    sha256: str
    size: int
    type: str


def type_of(start: bytes) -> str | None:
    """The media type by the first bytes, whatever the file is called."""
    if start.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if start[4:8] == b"ftyp":
        return "video/mp4"
    if start.startswith(b"\x1a\x45\xdf\xa3"):
        return "video/webm"
    if start.startswith(b"RIFF") and start[8:12] == b"AVI ":
        return "video/x-msvideo"
    return None


def keep(file: Readable) -> Kept:
    """Keep a copy. Raises NotEvidence for what is empty, too large or of another type."""
    folder = made(home()) / "evidence"
    folder.mkdir(mode=0o700, exist_ok=True)
    digest, size, media = hashlib.sha256(), 0, None
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as draft:
        try:
            while block := file.read(BLOCK):
                media = media or type_of(block)
                size += len(block)
                if media is None or size > LARGEST:
                    raise NotEvidence(_expected())
                digest.update(block)
                draft.write(block)
            if media is None:
                raise NotEvidence(_expected())
            draft.flush()
            os.fsync(draft.fileno())
            Path(draft.name).chmod(0o400)
            Path(draft.name).replace(folder / digest.hexdigest())
        except BaseException:
            Path(draft.name).unlink(missing_ok=True)
            raise
    return Kept(digest.hexdigest(), size, media)


def kept(sha256: str) -> Path:
    """Where the file of that hash is, if it is kept here at all."""
    return home() / "evidence" / sha256


def _expected() -> str:
    return gettext("Se espera una imagen JPEG o PNG, o un video MP4, WebM o AVI, de hasta %(most)s MB.") % {
        "most": LARGEST // 1024 // 1024
    }
