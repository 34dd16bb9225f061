"""The rules as a bundle carries them: the very files of `rules/`, importable from the zip they are in."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache

from pitboss.replay.rules_files import zipped_rules


@dataclass(frozen=True, slots=True)
class Engine:
    """``sha256`` of ``content`` in hexadecimal; the same files give the same bytes."""

    content: bytes
    sha256: str


@cache
def rules_archive() -> Engine:
    """The whole package with its command line: ``PYTHONPATH=rules.zip python -m rules check FILE``."""
    content = zipped_rules()
    return Engine(content, hashlib.sha256(content).hexdigest())
