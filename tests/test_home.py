"""What an installation makes for itself, once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.home import kept_secret, made
from tests.conftest import CHECKOUT


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_secret_is_made_once_and_kept_for_its_owner_alone(home: Path) -> None:
    first = kept_secret("secret-key")
    assert len(first) > 50
    assert kept_secret("secret-key") == first
    assert kept_secret("another") != first
    assert (home / "secret-key").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in home.iterdir()) == ["another", "secret-key"]


def test_processes_that_start_at_once_agree_on_the_secret(home: Path) -> None:
    words = [sys.executable, "-c", "from pitboss.home import kept_secret; print(kept_secret('shared'))"]
    started = [subprocess.Popen(words, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    assert len({process.communicate()[0] for process in started}) == 1


def test_a_home_can_be_passed_through_but_not_looked_into(home: Path) -> None:
    assert made(home).stat().st_mode & 0o777 == 0o711
    home.chmod(0o755)
    assert made(home).stat().st_mode & 0o777 == 0o755, "a folder that was there is not ours to change"
