"""Settings that are safe without anybody having thought of them, and models that match their migrations."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from tests.conftest import CHECKOUT


def manage(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=CHECKOUT,
        env={**os.environ, "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_passes_the_deployment_checks_without_a_warning(tmp_path: Path) -> None:
    told = manage(
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        PITBOSS_MODE="production",
        PITBOSS_HOSTS="pitboss.example",
        PITBOSS_HOME=str(tmp_path),
    )
    assert told.returncode == 0, told.stderr


def test_production_without_its_host_names_does_not_start(tmp_path: Path) -> None:
    told = manage("check", PITBOSS_MODE="production", PITBOSS_HOME=str(tmp_path), PITBOSS_HOSTS="")
    assert told.returncode != 0
    assert "PITBOSS_HOSTS must name the hosts" in told.stderr


def test_an_unknown_mode_is_quoted(tmp_path: Path) -> None:
    told = manage("check", PITBOSS_MODE="prodution", PITBOSS_HOME=str(tmp_path))
    assert "'prodution'" in told.stderr


def test_error_pages_are_never_shown_in_production(tmp_path: Path) -> None:
    told = manage(
        "shell",
        "-c",
        "from django.conf import settings; print('debug', settings.DEBUG)",
        PITBOSS_MODE="production",
        PITBOSS_DEBUG="1",
        PITBOSS_HOSTS="pitboss.example",
        PITBOSS_HOME=str(tmp_path),
    )
    assert "debug False" in told.stdout


def test_production_names_its_static_files_after_their_content(tmp_path: Path) -> None:
    told = manage(
        "collectstatic",
        "--noinput",
        PITBOSS_MODE="production",
        PITBOSS_HOSTS="pitboss.example",
        PITBOSS_HOME=str(tmp_path),
    )
    assert told.returncode == 0, told.stderr
    assert (tmp_path / "static" / "staticfiles.json").exists()


def test_models_and_migrations_are_equal(db: None) -> None:
    out = StringIO()
    call_command("makemigrations", check=True, dry_run=True, stdout=out)
    assert "No changes detected" in out.getvalue()


def test_a_page_may_load_our_own_files_and_nothing_else(client: Client, db: None) -> None:
    answer = client.get("/sign-in/")
    policy = answer.headers["Content-Security-Policy"]
    directives = dict(part.split(" ", 1) for part in policy.split("; "))
    assert directives["default-src"] == "'none'"
    assert set(directives.values()) == {"'none'", "'self'"}
    assert "unsafe" not in policy
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_passwords_are_hashed_with_argon2() -> None:
    assert "argon2" in settings.PASSWORD_HASHERS[0].lower()


@pytest.mark.parametrize("name", ["manage.py", "pitboss/settings.py", "pitboss/run.py"])
def test_no_secret_is_in_the_code(name: str) -> None:
    assert "SECRET_KEY = '" not in (CHECKOUT / name).read_text().replace('"', "'")
