"""A BagIt folder (RFC 8493) written straight into a zip: each file is hashed as it goes in, and none is held whole.

The same files under the same time give the same bytes: nothing in the zip is of now or of this machine.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import IO, Final

PAYLOAD: Final = "data/"
LEVEL: Final = 1
"""Of DEFLATE: a month of ledger is squeezed while it is read; higher levels take three times as long for a tenth."""
FIRST_OF_ZIP: Final = datetime(1980, 1, 1, tzinfo=UTC)


class Bag:
    """One bag on its way into ``file``, which can be sought in. Close it before its file."""

    def __init__(self, file: IO[bytes], folder: str, at: datetime) -> None:
        self.folder = folder
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL)
        self._time = max(at.astimezone(UTC), FIRST_OF_ZIP).timetuple()[:6]
        self._hashes: dict[str, str] = {}
        self._octets = 0

    def put(self, name: str, content: bytes | Iterable[bytes]) -> str:
        """A file of the bag; its SHA-256 in hexadecimal."""
        if name in self._hashes:
            raise ValueError(f"{name} is in the bag already")
        entry = zipfile.ZipInfo(f"{self.folder}/{name}", self._time)
        entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
        entry._compresslevel = LEVEL  # type: ignore[attr-defined]  # nothing public sets it of a file that is streamed
        digest = hashlib.sha256()
        with self._zip.open(entry, "w", force_zip64=not isinstance(content, bytes)) as into:
            for chunk in [content] if isinstance(content, bytes) else content:
                digest.update(chunk)
                into.write(chunk)
                if name.startswith(PAYLOAD):
                    self._octets += len(chunk)
        self._hashes[name] = digest.hexdigest()
        return self._hashes[name]

    @property
    def oxum(self) -> str:
        """Octets and files of the payload, as bag-info has them."""
        return f"{self._octets}.{sum(1 for name in self._hashes if name.startswith(PAYLOAD))}"

    def manifest(self, *, payload: bool) -> bytes:
        """Of the payload's files, or of the tag files, that are in so far."""
        lines = [
            f"{digest}  {name}\n"
            for name, digest in sorted(self._hashes.items())
            if name.startswith(PAYLOAD) == payload
        ]
        return "".join(lines).encode()

    def close(self) -> None:
        """The end of the zip, also of one that is left half made: its file must still be open then."""
        self._zip.close()
