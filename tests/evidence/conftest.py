from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import LazySettings

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker

    from tests.evidence.bundles import Handed


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


@pytest.fixture(scope="session")
def handed(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Handed:
    """One bundle for whoever only reads it, or changes copies of its bytes; nothing of it stays in the database."""
    from tests.evidence.bundles import handed_out

    with django_db_blocker.unblock():
        return handed_out(tmp_path_factory.mktemp("bundles"))
