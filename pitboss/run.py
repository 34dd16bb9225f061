"""`make run`: the whole system on this machine, with a shift already played, until Ctrl-C.

Starts the embedded database and queue unless others are given, brings the tables up to date, lets the cast
in, replays the demo shift, shows what was found and keeps a worker, the beat and the web server going. Everything that
it starts ends with it, also when it is killed.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from pitboss.database.embedded import DidNotStart, running
from pitboss.home import CHECKOUT, home, kept_secret

PORTS = range(8021, 8041)
PR_SET_PDEATHSIG = 1
WHO = "marta"
ON_THE_FLOOR = ("rosa", "sergio", "ivan")
# In a container there is often nobody but root, and our messages are JSON, never pickles
AS_ROOT = "ignore:You're running the worker with superuser privileges"


class Stopped(BaseException):
    """Somebody asked us to end."""


def main() -> int:
    for asked in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(asked, _stop)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
    try:
        with ExitStack() as until_the_end:
            if not os.environ.get("DATABASE_URL"):
                until_the_end.enter_context(running(home()))
            password = os.environ.get("PITBOSS_DEMO_PASSWORD") or easy_to_type(kept_secret("demo-password"))
            pin_secret = kept_secret("demo-pins")
            prepare(password, pin_secret)
            serve(until_the_end, password, pin_secret)
    except Stopped:
        print("\npitboss has stopped.")
        return 0
    except (DidNotStart, ChildEnded) as why:
        print(f"pitboss: {why}", file=sys.stderr)
        return 1
    return 0


def prepare(password: str, pin_secret: str) -> None:
    """Tables, people and a shift; all of it can be there already."""
    import django
    from django.core.management import call_command, get_commands

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("load_cast", password=password, pin_secret=pin_secret)
    for shift in shifts(CHECKOUT / "fixtures" / "shifts"):
        print(f"Replaying {shift.relative_to(CHECKOUT)}", flush=True)
        call_command("ingest", str(shift), casino="CDE")
    if "demo" in get_commands():
        call_command("demo")


def shifts(folder: Path) -> list[Path]:
    """The files of events of the demo; `demo-truth` only says what went wrong in them on purpose."""
    return sorted(file for file in folder.glob("demo*.ndjson") if not file.stem.endswith("truth"))


def easy_to_type(secret: str) -> str:
    """Twelve letters and digits of it: sixty bits and more, and nothing to hunt for on the keyboard."""
    return "".join(letter for letter in secret if letter.isalnum())[:12]


def serve(until_the_end: ExitStack, password: str, pin_secret: str) -> None:
    """Keep the worker, the beat and the web server going. Raises ChildEnded if one of them ends by itself."""
    port = free_port()
    worker = "celery --quiet -A pitboss.celery worker --concurrency 1 --loglevel WARNING"
    # One for the whole installation; what it asks for is found once however many there are
    beat = "celery --quiet -A pitboss.celery beat --pidfile= --loglevel WARNING"
    web = f"uvicorn pitboss.asgi:application --host 127.0.0.1 --port {port} --log-level warning --lifespan off"
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    children = {
        "the worker": child([*worker.split(), *quiet], until_the_end, PYTHONWARNINGS=AS_ROOT),
        "the beat": child(beat.split(), until_the_end, PYTHONWARNINGS=AS_ROOT),
        "the web server": child(
            [*web.split(), "--timeout-graceful-shutdown", "5"], until_the_end, PITBOSS_DATABASE_POOL="8"
        ),
    }
    address = f"http://127.0.0.1:{port}/"
    wait_for(f"{address}sign-in/", lambda: ended(children))
    print(f"\npitboss runs at {address}\nSign in as {WHO} with the password {password}")
    print("(the other people of fixtures/cast.json have the same). Ctrl-C stops everything.")
    print(tablet_words(address, pin_secret), flush=True)
    while True:
        ended(children)
        time.sleep(0.5)


def tablet_words(address: str, pin_secret: str) -> str:
    """How to make a tablet of a browser, and who can sign in on it: a link that is good once."""
    from django.conf import settings

    from pitboss.accounts.models import Person
    from pitboss.accounts.pins import pin_from
    from pitboss.casino.models import Pit
    from pitboss.floor.devices import make_code

    pit = Pit.objects.select_related("casino").filter(casino__code="CDE").first()
    if pit is None:
        return ""
    _, code = make_code(casino=pit.casino, by=None, name="Demo", pit=pit)
    people = Person.objects.filter(username__in=ON_THE_FLOOR).order_by("badge")
    pins = ", ".join(f"{one.name} {one.badge} PIN {pin_from(pin_secret, one.badge)}" for one in people)
    minutes = settings.ENROLMENT_SECONDS // 60
    return (
        f"The floor: enrol this browser as a tablet at {address}floor/enrol/{code}/\n"
        f"(once, within {minutes} minutes; ana makes more at {address}floor/devices/), then sign in on it as\n{pins}"
    )


class ChildEnded(RuntimeError):
    """Something that has to keep going has ended."""


def ended(children: dict[str, subprocess.Popen[bytes]]) -> None:
    for name, process in children.items():
        if process.poll() is not None:
            raise ChildEnded(f"{name} has ended by itself, with {process.returncode}")


def child(words: Sequence[str], until_the_end: ExitStack, **environment: str) -> subprocess.Popen[bytes]:
    """A program of our virtual environment, in a group of its own so that Ctrl-C reaches only us."""
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=CHECKOUT,
        env={**os.environ, **environment},
        start_new_session=True,
        preexec_fn=_end_with_parent(),
    )
    until_the_end.callback(end, process)
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end, which ends its own children in order; after 15 seconds, insist on the whole group."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_for(address: str, check: Callable[[], None], patience: float = 60) -> None:
    until = time.monotonic() + patience
    while time.monotonic() < until:
        check()
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310 - our own address
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
    raise ChildEnded(f"the web server did not answer at {address}")


def free_port() -> int:
    """PITBOSS_PORT, else the first port of ours that nobody has."""
    if given := os.environ.get("PITBOSS_PORT"):
        return int(given)
    for port in PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise ChildEnded(f"the ports {PORTS.start} to {PORTS.stop - 1} are all taken; give one in PITBOSS_PORT")


def _end_with_parent() -> Callable[[], None]:
    libc = ctypes.CDLL(None, use_errno=True)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def _stop(number: int, _frame: FrameType | None) -> None:
    # Asked twice, we are stopping already
    for asked in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(asked, signal.SIG_IGN)
    raise Stopped


if __name__ == "__main__":
    sys.exit(main())
