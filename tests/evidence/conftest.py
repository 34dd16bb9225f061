from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings


@pytest.fixture(autouse=True)
def log_home(tmp_path: Path, settings: LazySettings) -> Path:
    """Keys of this test alone, and nothing of whoever runs it."""
    home = tmp_path / "home"
    settings.HOME = home
    settings.EVIDENCE_ORIGIN = "casino.example/evidence/log/main"
    for name in ("KEY_FILE", "FOLDER", "TSA", "TSA_ROOTS"):
        setattr(settings, f"EVIDENCE_{name}", "")
    settings.EVIDENCE_MAIL = []
    return home
