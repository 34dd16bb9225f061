"""The embedded server, really started, really killed."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import psycopg
import pytest

from pitboss.database import embedded
from pitboss.database.address import APP_ROLE, DATABASE, OWNER_ROLE, PORT
from pitboss.database.embedded import DidNotStart, at_hand, running
from pitboss.database.place import LONGEST_SOCKET, Place, shipped_binaries
from pitboss.home import made
from tests.conftest import CHECKOUT

OWNER = """
import sys, time
from pathlib import Path
from pitboss.database.embedded import running
with running(Path(sys.argv[1]), durable=False):
    print("running", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def fresh() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-test-"))
    folder.chmod(0o711)
    home = made(folder / "home")
    yield home
    shutil.rmtree(Place.under(home).root, ignore_errors=True)
    shutil.rmtree(folder)


def ask(place: Place, statement: str, user: str = APP_ROLE) -> str:
    with psycopg.connect(host=str(place.sockets), port=PORT, user=user, dbname=DATABASE) as link:
        found = link.execute(statement.encode()).fetchone()
        return str(found[0]) if found else ""


def keep_an_answer(place: Place) -> None:
    with psycopg.connect(host=str(place.sockets), port=PORT, user=OWNER_ROLE, dbname=DATABASE) as link:
        link.execute("CREATE TABLE kept AS SELECT 42 AS answer")


def started_elsewhere(home: Path) -> subprocess.Popen[str]:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(home)],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    assert owner.stdout.readline() == "running\n"
    return owner


def postmaster(place: Place) -> int:
    return int((place.data / "postmaster.pid").read_text().split()[0])


def gone(pid: int, patience: float = 20) -> bool:
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            if "(postgres) Z" in Path(f"/proc/{pid}/stat").read_text():
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


def test_it_starts_answers_and_stops(fresh: Path) -> None:
    with running(fresh, durable=False) as place:
        assert ask(place, "SELECT current_user") == APP_ROLE
        assert ask(place, "SHOW listen_addresses") == ""
        assert ask(place, "SHOW server_encoding") == "UTF8"
        pid = postmaster(place)
    assert gone(pid)
    assert not (place.data / "postmaster.pid").exists()


def test_what_was_written_is_there_at_the_next_start(fresh: Path) -> None:
    with running(fresh) as place:
        keep_an_answer(place)
    with running(fresh) as place:
        assert ask(place, "SELECT answer FROM kept", OWNER_ROLE) == "42"


def test_nobody_else_can_look_into_its_folders(fresh: Path) -> None:
    with running(fresh, durable=False) as place:
        for folder in (place.root, place.data, place.sockets):
            assert folder.stat().st_mode & 0o777 == 0o700, folder
            assert folder.stat().st_uid == place.uid


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to step down")
def test_started_by_root_it_runs_as_somebody_without_rights(fresh: Path) -> None:
    with running(fresh, durable=False) as place:
        status = Path(f"/proc/{postmaster(place)}/status").read_text()
    nobody = pwd.getpwnam("nobody")
    assert f"Uid:\t{nobody.pw_uid}\t{nobody.pw_uid}\t{nobody.pw_uid}" in status
    assert "Groups:\t \n" in status
    assert "CapEff:\t0000000000000000" in status


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has closed folders of its own")
def test_a_home_that_only_root_can_reach_is_left_closed(fresh: Path) -> None:
    fresh.parent.chmod(0o700)
    with running(fresh, durable=False) as place:
        assert not place.root.is_relative_to(fresh)
        assert ask(place, "SELECT 1") == "1"
    assert fresh.parent.stat().st_mode & 0o777 == 0o700
    shutil.rmtree(place.root)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has closed folders of its own")
def test_programs_that_only_root_can_reach_are_copied_with_their_libraries(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "reachable", lambda path: False)
    with running(fresh, durable=False) as place:
        program = Path(os.readlink(f"/proc/{postmaster(place)}/exe"))
        maps = Path(f"/proc/{postmaster(place)}/maps").read_text()
        assert ask(place, "SELECT 1") == "1"
    assert program.is_relative_to(place.root)
    assert ".venv" not in maps, "libraries that the server's own user could not read"


def test_the_second_comer_is_a_guest_and_does_not_stop_it(fresh: Path) -> None:
    owner = started_elsewhere(fresh)
    with running(fresh) as place:
        pid = postmaster(place)
        assert ask(place, "SELECT 1") == "1"
    assert ask(place, "SELECT 1") == "1"
    owner.communicate("enough\n", timeout=30)
    assert owner.returncode == 0
    assert gone(pid)


def test_many_starting_at_once_share_one_server(fresh: Path) -> None:
    owners = [
        subprocess.Popen(
            [sys.executable, "-c", OWNER, str(fresh)],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for owner in owners:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "running\n"
    for owner in owners:
        owner.communicate("enough\n", timeout=30)
        assert owner.returncode == 0


def test_when_its_owner_is_killed_it_stops_and_the_next_one_starts_it_again(fresh: Path) -> None:
    owner = started_elsewhere(fresh)
    place = Place.under(fresh)
    keep_an_answer(place)
    pid = postmaster(place)
    owner.kill()
    owner.communicate()
    # At once, while the old server may still be going down
    with running(fresh, durable=False) as place:
        assert postmaster(place) != pid
        assert ask(place, "SELECT answer FROM kept", OWNER_ROLE) == "42"
    assert gone(pid)


def test_when_owner_and_server_are_killed_together_it_recovers(fresh: Path) -> None:
    owner = started_elsewhere(fresh)
    place = Place.under(fresh)
    keep_an_answer(place)
    pid = postmaster(place)
    os.kill(pid, signal.SIGKILL)
    owner.kill()
    owner.communicate()
    assert (place.data / "postmaster.pid").exists()
    with running(fresh, durable=False) as place:
        assert ask(place, "SELECT answer FROM kept", OWNER_ROLE) == "42"


def test_a_stale_pid_that_is_now_somebody_elses_is_not_believed_nor_harmed(fresh: Path) -> None:
    with running(fresh, durable=False) as place:
        kept = (place.data / "postmaster.pid").read_text()
    bystander = subprocess.Popen(["sleep", "60"])
    try:
        forged = kept.replace(kept.split("\n", 1)[0], str(bystander.pid), 1)
        (place.data / "postmaster.pid").write_text(forged)
        with running(fresh, durable=False) as place:
            assert ask(place, "SELECT 1") == "1"
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_a_half_made_data_folder_is_made_again(fresh: Path) -> None:
    place = Place.under(fresh)
    for folder in (place.root, place.root / "data.draft", place.root / "data.draft" / "base"):
        folder.mkdir(mode=0o700)
        os.chown(folder, place.uid, place.gid)
    with running(fresh, durable=False):
        assert ask(place, "SELECT 1") == "1"


def test_a_thread_may_not_start_it(fresh: Path) -> None:
    said: list[str] = []

    def other() -> None:
        try:
            with running(fresh, durable=False):
                said.append("started")
        except DidNotStart as why:
            said.append(str(why))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert said == ["The embedded PostgreSQL has to be started from the main thread"]


def test_a_server_that_cannot_start_says_what_it_wrote_to_its_log(fresh: Path) -> None:
    with running(fresh, durable=False) as place:
        pass
    (place.data / "postgresql.auto.conf").write_text("nonsense = here\n")
    with pytest.raises(DidNotStart, match="nonsense"), running(fresh, durable=False):
        pass


def test_a_lock_held_by_somebody_without_a_server_is_told(fresh: Path) -> None:
    with (
        embedded._take(Place.under(fresh).lock) or pytest.fail("the lock of a fresh home is free"),
        pytest.raises(DidNotStart, match=f"process {os.getpid()} holds"),
        running(fresh, patience=0.3),
    ):
        pass


def test_a_home_with_a_long_name_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 90)
    place = Place.under(deep)
    assert len(os.fsencode(place.sockets / f".s.PGSQL.{PORT}")) <= LONGEST_SOCKET
    assert Place.under(deep).sockets == place.sockets
    assert Place.under(tmp_path / ("x" * 91)).sockets != place.sockets


def test_a_socket_folder_of_somebody_else_is_refused(fresh: Path) -> None:
    place = Place.under(fresh)
    place.root.mkdir()
    if place.root.stat().st_uid == place.uid:
        pytest.skip("only root can make a folder for somebody else")
    with pytest.raises(DidNotStart, match="belongs to user 0"), running(fresh, durable=False):
        pass


def test_the_wheel_carries_the_programs_by_version() -> None:
    trees = shipped_binaries()
    assert max(trees) >= 16
    for version, tree in trees.items():
        told = subprocess.run([tree / "bin" / "postgres", "--version"], capture_output=True, text=True)
        assert f" {version}." in told.stdout


@pytest.mark.parametrize(
    ("argv", "environment", "starts"),
    [
        (["manage.py", "check"], {}, False),
        (["manage.py"], {}, False),
        (["manage.py", "migrate", "--help"], {}, False),
        (["manage.py", "migrate"], {"DATABASE_URL": "postgresql://h/d"}, False),
        (["manage.py", "migrate"], {}, True),
    ],
)
def test_a_command_starts_it_only_where_it_is_needed(
    argv: list[str], environment: dict[str, str], starts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Path] = []

    def pretend(home: Path) -> AbstractContextManager[None]:
        begun.append(home)
        return nullcontext()

    monkeypatch.delenv("DATABASE_URL", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(embedded, "running", pretend)
    with at_hand(argv):
        assert bool(begun) is starts
