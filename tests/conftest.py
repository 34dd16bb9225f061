"""Every test works on a real PostgreSQL: an embedded one of this run's own, or the one of DATABASE_URL.

`db` (a transaction that is rolled back) is enough for most tests. A test that needs real commits, threads or
other processes asks for `own_database`; so do, without asking, those marked `django_db(transaction=True)` and
those that use `live_server`. Such a test gets a copy of the migrated database: the ledger cannot be emptied.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings

from pitboss.celery import app
from pitboss.database.embedded import running
from pitboss.database.place import Place
from pitboss.database.roles import as_owner
from pitboss.home import made

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.plugin import DjangoDbBlocker

    from pitboss.casino.cast import Cast

pytest_plugins = ["tests.played", "tests.calling", "tests.workers"]
"""Fixtures that tests of several parts ask for by name."""

# How long an example takes says how busy the machine is; speed is measured in benchmarks/
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
if settings.get_current_profile_name() == "default":  # else whoever runs the tests has one of their own
    settings.load_profile("untimed")

CHECKOUT = Path(__file__).resolve().parent.parent
CHROMIUM = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync")  # fmt: skip


def need(name: str, there: object) -> None:
    """Skip the test if this machine lacks a part that it needs; under CI=true fail it instead."""
    if there:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{name} is missing, and under CI nothing may be skipped")
    pytest.skip(f"{name} is missing on this machine")


@pytest.fixture(scope="session")
def require_part() -> Callable[..., None]:
    """`require_part("chromium", path)`: skip without it, or fail where CI=true.

    The second argument is whatever was found of the part (a path, a connection, None); left out, a program
    of that name is looked for.
    """

    def require(name: str, *there: object) -> None:
        need(name, there[0] if there else shutil.which(name))

    return require


@pytest.fixture(scope="session")
def own_home() -> Iterator[Path]:
    """A PITBOSS_HOME of this run, which the embedded server's own user can reach (pytest's are closed)."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-test-"))
    try:
        yield made(folder / "home")
    finally:
        shutil.rmtree(Place.under(folder / "home").root, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server(own_home: Path) -> Iterator[dict[str, Any]]:
    """Where the PostgreSQL of this run is: what differs from the settings, as in DATABASES."""
    with ExitStack() as until_the_end:
        if not os.environ.get("DATABASE_URL"):
            own_home.parent.chmod(0o711)
            place = until_the_end.enter_context(running(own_home, durable=False))
            yield {"HOST": str(place.sockets)}
        else:
            yield {}


@pytest.fixture(scope="session")
def template(
    server: dict[str, Any], django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """The name of a database that is migrated and to which nobody connects: the others are copies of it."""
    ours = connection.settings_dict
    kept = {**ours, "OWNER": dict(ours["OWNER"])}
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    name = f"test_{ours['NAME']}_{os.getpid()}_{worker}"
    with django_db_blocker.unblock():
        connection.close()
        ours.update(server)
        ours["OWNER"].update(server)
        _as_admin(f'CREATE DATABASE "{name}_template"')
        ours["NAME"] = f"{name}_template"
        try:
            call_command("migrate", verbosity=0, interactive=False)
            connection.close()
            ours["NAME"] = name
            yield f"{name}_template"
        finally:
            connection.close()
            _drop(f"{name}_template")
            ours.update(kept)


@pytest.fixture(scope="session")
def django_db_setup(template: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The database of all tests that roll back; pytest-django's own would work as the application's role."""
    name = connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        _as_admin(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    yield
    with django_db_blocker.unblock():
        connection.close()
        _drop(name)


@pytest.fixture
def own_database(
    django_db_setup: None, template: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """A database of this test alone, with real commits. Gives its DATABASE_URL, as the application.

    The URL and that of the owner are in the environment as well, so programs started by the test use it.
    """
    ours = connection.settings_dict
    shared, name = ours["NAME"], f"{ours['NAME']}_own"
    with django_db_blocker.unblock():
        connection.close()
        _as_admin(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        ours["NAME"] = name
        monkeypatch.setenv("DATABASE_URL", _url(ours))
        monkeypatch.setenv("DATABASE_OWNER_URL", _url({**ours, **ours["OWNER"]}))
        try:
            yield os.environ["DATABASE_URL"]
        finally:
            connection.close()
            ours["NAME"] = shared
            _drop(name)


@pytest.fixture(scope="session", autouse=True)
def _messages_stay_here() -> None:
    """No test may put messages into the queue of an installation; tests of the brokers bring their own."""
    app.conf.update(broker_url="memory://", broker_transport_options={})


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_emptied() -> Iterator[None]:
    """For the whole run: a test's own patch would be gone by the time that Django empties the tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: None)
        yield


@pytest.fixture(autouse=True)
def _commits_happen_in_a_copy(request: pytest.FixtureRequest) -> None:
    """Django empties the tables after a test with real commits; ours refuse, so it gets a copy."""
    mark = request.node.get_closest_marker("django_db")
    if (mark and mark.kwargs.get("transaction")) or {"live_server", "transactional_db"} & set(request.fixturenames):
        request.getfixturevalue("own_database")


@pytest.fixture(autouse=True)
def _every_test_begins_in_spanish() -> None:
    """A request leaves its language behind for the next one to change; a command run in a test does not."""
    translation.deactivate()


@pytest.fixture
def cast(request: pytest.FixtureRequest) -> Cast:
    """The small cast of `fixtures/cast.json`, in the test's database: `cast.rosa`, `cast.casino`, …"""
    if "own_database" not in request.fixturenames:
        request.getfixturevalue("db")
    from pitboss.casino.cast import load_cast

    return load_cast()


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a chromium on this machine."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    need("chromium", found)
    return str(found)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A headless browser for one file of tests; take a `browser.new_context()` per test.

    Not longer: as long as it is there playwright keeps a loop running in this thread, and whoever calls
    `asyncio.run` later is refused.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM))
        yield opened
        opened.close()


def _as_admin(statement: str) -> None:
    """Run one statement outside any database of ours, as whoever may make databases."""
    with as_owner():
        ours = connection.settings_dict
        with psycopg.connect(_url({**ours, "NAME": "postgres"}), autocommit=True) as link:
            link.execute(statement.encode())


def _drop(name: str) -> None:
    _as_admin(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _url(settings: dict[str, Any]) -> str:
    who = quote(settings["USER"], safe="")
    if settings["PASSWORD"]:
        who += ":" + quote(settings["PASSWORD"], safe="")
    host, port = settings["HOST"], settings["PORT"]
    if host.startswith("/"):
        return f"postgresql://{who}@/{settings['NAME']}?host={quote(host, safe='')}&port={port or 5432}"
    return f"postgresql://{who}@{host}{f':{port}' if port else ''}/{settings['NAME']}"
