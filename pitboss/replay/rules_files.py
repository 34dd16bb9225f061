"""The files of the rules that this installation runs by, for whoever has to hash them or take them along."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

import rules

NEVER_CHANGED: Final = (1980, 1, 1, 0, 0, 0)


def rules_files() -> Iterator[tuple[str, bytes]]:
    """Name inside of the package and content of each, in the order of their paths."""
    folder = Path(str(rules.__file__)).parent
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(folder).as_posix(), path.read_bytes()


def zipped_rules(*, without: Collection[str] = ()) -> bytes:
    """A zip that Python imports ``rules`` from: the same files give the same bytes, on any day and machine."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in rules_files():
            if name in without:
                continue
            entry = zipfile.ZipInfo(f"rules/{name}", NEVER_CHANGED)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, content, compresslevel=9)
    return made.getvalue()
