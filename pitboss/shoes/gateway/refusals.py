"""What could not be taken, one JSON object a line, for whoever looks after the shoes: nothing is thrown away unseen."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any


class Refusals:
    """The file ``refused.ndjson``. A line is on disk before the read leaves the buffer, so after a kill a read can be
    here twice, and never not at all."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()

    def keep(self, shoe: str, said: dict[str, Any], field: str, expected: str) -> None:
        """``said``: the read or the line as it came."""
        line = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "shoe": shoe,
            "field": field,
            "expected": expected,
            "said": said,
        }
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
