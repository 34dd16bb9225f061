"""The embedded PostgreSQL: the binaries of a wheel, run by this supervisor.

One process owns the server and holds a lock for as long as it lives; the kernel drops the lock however
that process ends, and tells the server to stop as well. Everybody else is a guest: they wait until the
server answers and never stop it. What a pid file says is believed of nobody.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO

import psycopg

from pitboss.database.address import APP_ROLE, DATABASE, OWNER_ROLE, PORT
from pitboss.database.place import Place, reachable, shipped_binaries
from pitboss.home import home, made

PR_SET_PDEATHSIG = 1
WITHOUT_DATABASE = {"help", "version", "--version", "--help", "check", "collectstatic", "makemessages",
                    "compilemessages", "spectacular", "shoe_gateway", "shoe_simulator"}  # fmt: skip
LARGEST_LOG = 16 * 1024 * 1024


class DidNotStart(RuntimeError):
    """The server could not be started; the message ends with what it last wrote to its log."""


def at_hand(argv: Sequence[str]) -> AbstractContextManager[object]:
    """For the length of one command of manage.py: the embedded server, where the command needs it."""
    command = argv[1] if len(argv) > 1 else "help"
    if os.environ.get("DATABASE_URL") or command in WITHOUT_DATABASE or "--help" in argv:
        return nullcontext()
    return running(home())


@contextmanager
def running(under: Path, *, durable: bool = True, patience: float = 60) -> Iterator[Place]:
    """The server of this PITBOSS_HOME: started and later stopped if nobody has it yet, else as a guest.

    `durable=False` is for tests: what was committed can then be lost with the machine's power.
    Raises DidNotStart after `patience` seconds.
    """
    place = Place.under(under)
    made(place.home)
    until = time.monotonic() + patience
    while True:
        lock = _take(place.lock)
        if lock is not None:
            break
        if _answers(place):
            yield place
            return
        if time.monotonic() > until:
            raise DidNotStart(f"{_owner(place.lock)} holds {place.lock} but its server does not answer")
        time.sleep(0.05)
    with lock:
        server = start(place, durable=durable)
        try:
            yield place
        finally:
            stop(server)


def _take(path: Path) -> IO[str] | None:
    """The lock, held until the file is closed or the process is gone; None if somebody else has it."""
    file = path.open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    # A forked child must not go on holding what its dead parent held
    os.register_at_fork(after_in_child=file.close)
    file.truncate(0)
    json.dump({"pid": os.getpid(), "command": sys.argv[:3]}, file)
    file.flush()
    return file


def _owner(path: Path) -> str:
    try:
        return f"process {json.loads(path.read_text())['pid']}"
    except (OSError, ValueError, KeyError):
        return "another process"


def start(place: Place, *, durable: bool = True) -> subprocess.Popen[bytes]:
    """Make the data folder if there is none, start the server on it and wait until it answers.

    Whoever calls holds the lock. It must be the main thread: the server is told to stop when the thread
    that started it ends, and a pool's thread ends long before its process does.
    """
    if threading.current_thread() is not threading.main_thread():
        raise DidNotStart("The embedded PostgreSQL has to be started from the main thread")
    _folder(place.root, place)
    _folder(place.sockets, place)
    binaries = _binaries(place)
    _outlive(place)
    if not (place.data / "PG_VERSION").exists():
        _initialise(place, binaries, durable=durable)
    if place.log.exists() and place.log.stat().st_size > LARGEST_LOG:
        place.log.replace(place.log.with_suffix(".log.1"))
    settings = {
        "listen_addresses": "",
        "port": PORT,
        "unix_socket_directories": place.sockets,
        "unix_socket_permissions": "0700",
        "max_connections": 80,
        "shared_buffers": "128MB",
        "password_encryption": "scram-sha-256",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "jit": "off",
        # Where /dev/shm is small (containers give 64 MB) parallel queries would fail for lack of room
        "dynamic_shared_memory_type": "posix" if _room_in_shm() else "mmap",
    } | ({} if durable else {"fsync": "off", "full_page_writes": "off"})
    words = [str(binaries / "postgres"), "-D", str(place.data)]
    words += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with place.log.open("ab") as log:
        server = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=_become(place),
            start_new_session=True, cwd=place.root, env=_environment(),
        )  # fmt: skip
    until = time.monotonic() + 30
    while not _answers(place):
        if server.poll() is not None or time.monotonic() > until:
            stop(server)
            raise DidNotStart(f"PostgreSQL did not start on {place.data}:\n{_last_words(place.log)}")
        time.sleep(0.02)
    try:
        _furnish(place)
    except BaseException:
        stop(server)
        raise
    return server


def stop(server: subprocess.Popen[bytes]) -> None:
    """Stop it as PostgreSQL calls fast: open work is rolled back, what was committed is on disk."""
    if server.poll() is not None:
        return
    for how, patience in ((signal.SIGINT, 30), (signal.SIGQUIT, 10), (signal.SIGKILL, 10)):
        server.send_signal(how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(patience)
            return


def _become(place: Place) -> Callable[[], None]:
    """What the child does between fork and exec: give up root, and ask to be stopped with its parent."""
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def become() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(place.gid, place.gid, place.gid)
            os.setresuid(place.uid, place.uid, place.uid)
        os.umask(0o077)
        # After the change of user, which forgets it; SIGINT is the server's orderly stop
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGINT, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return become


def _folder(path: Path, place: Place) -> None:
    """Make the folder, 0700 and the server's own; refuse one that somebody else has put there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.mkdir(mode=0o700)
        os.chown(path, place.uid, place.gid)
    except FileExistsError:
        found = path.lstat()
        if path.is_symlink() or found.st_uid != place.uid:
            raise DidNotStart(f"{path} belongs to user {found.st_uid}, not to {place.uid}") from None
        path.chmod(0o700)


def _binaries(place: Place) -> Path:
    """The folder of programs of the version that made the data, or of the newest one for new data."""
    trees = shipped_binaries()
    version = max(trees)
    if (place.data / "PG_VERSION").exists():
        version = int((place.data / "PG_VERSION").read_text())
        if version not in trees:
            raise DidNotStart(f"{place.data} was made by PostgreSQL {version}; the wheel has {sorted(trees)}")
    tree = trees[version]
    if os.geteuid() != 0 or reachable(tree / "bin"):
        return tree / "bin"
    # A virtual environment under /root cannot be read by the server's own user: it gets a copy, which keeps
    # the distance to the folder of shared libraries that the wheel has beside the package
    copy = place.root / f"postgresql-{version}-{tree.stat().st_mtime_ns}"
    programs = copy / tree.parent.name / tree.name / "bin"
    if not (programs / "postgres").exists():
        draft = copy.with_suffix(".draft")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.rmtree(draft, ignore_errors=True)
        package = tree.parent
        for source in (tree, *package.parent.glob(f"{package.name}.libs")):
            shutil.copytree(source, draft / source.relative_to(package.parent), symlinks=True)
        for path in (draft, *draft.rglob("*")):
            os.lchown(path, place.uid, place.gid)
        draft.rename(copy)
    return programs


def _initialise(place: Place, binaries: Path, *, durable: bool) -> None:
    """Make the data folder under another name first: a half-made one must never look finished."""
    draft = place.root / "data.draft"
    shutil.rmtree(draft, ignore_errors=True)
    words = [str(binaries / "initdb"), "-D", str(draft), "-U", OWNER_ROLE, "--auth=trust", "--encoding=UTF8",
             "--locale=C", "--data-checksums"]  # fmt: skip
    done = subprocess.run(
        words if durable else [*words, "--no-sync"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        preexec_fn=_become(place), cwd=place.root, env=_environment(), check=False,
    )  # fmt: skip
    if done.returncode:
        raise DidNotStart(f"initdb could not make {draft}:\n{done.stdout}{done.stderr}")
    shutil.rmtree(place.data, ignore_errors=True)  # without a PG_VERSION it never held anything
    draft.rename(place.data)


def _outlive(place: Place) -> None:
    """See the previous owner's server out, then clear away what it could not.

    Its processes are told by where they work, never by a pid file: after a kill -9 the number in such a file
    may be anybody's, and the children of a killed server go on for a moment without any file to name them.
    """
    until = time.monotonic() + 60
    while left := _working_in(place.data):
        if time.monotonic() > until:
            raise DidNotStart(f"PostgreSQL still runs on {place.data} and does not stop: processes {left}")
        time.sleep(0.05)
    for stale in (place.data / "postmaster.pid", *place.sockets.glob(f".s.PGSQL.{PORT}*")):
        stale.unlink(missing_ok=True)


def _working_in(folder: Path) -> list[int]:
    """PostgreSQL changes into its data folder, so a process that is not there is not of our server."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        # Other people's processes do not say where they are; ours do
        with contextlib.suppress(OSError):
            if Path(os.readlink(link)) == folder.resolve():
                found.append(int(link.parent.name))
    return found


def _answers(place: Place) -> bool:
    try:
        with psycopg.connect(host=str(place.sockets), port=PORT, user=OWNER_ROLE, dbname="postgres", connect_timeout=2):
            return True
    except psycopg.OperationalError:
        return False


def _furnish(place: Place) -> None:
    """The database and the role that the application signs in as."""
    with psycopg.connect(
        host=str(place.sockets), port=PORT, user=OWNER_ROLE, dbname="postgres", autocommit=True
    ) as link:
        if not link.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [APP_ROLE]).fetchone():
            link.execute(f"CREATE ROLE {APP_ROLE} LOGIN")
        if not link.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            link.execute(f"CREATE DATABASE {DATABASE}")


def _environment() -> dict[str, str]:
    """No PG* variable of whoever starts us may steer the server."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C", "TZ": "UTC"}


def _room_in_shm() -> bool:
    try:
        free = os.statvfs("/dev/shm")  # noqa: S108 - only asked how large it is
    except OSError:
        return False
    return free.f_bavail * free.f_frsize > 32 * 1024 * 1024


def _last_words(log: Path) -> str:
    try:
        return "\n".join(log.read_text(errors="replace").splitlines()[-12:])
    except OSError:
        return f"(nothing in {log})"
