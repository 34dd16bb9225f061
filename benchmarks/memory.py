"""Peak memory of the command line on files of one session: a gigabyte takes no more than ten megabytes.

    python benchmarks/memory.py [--sizes 10,100,1000] [--rates 0.02,1] [--keep FOLDER]

A shift of some hundred rounds is generated once, opening and close apart. It is written again and again behind itself
with ids, sequence numbers, rounds and times moved on, so the file is one session in which every shoe ends and each
following one begins as it should: writing takes seconds where generating would take an hour. Then a fresh
`python -m rules check --json` reads it; its findings go to a pipe that counts them. `--rates`: the share of rounds in
which something goes wrong; with 1 the findings themselves are many. Memory is `VmHWM`, read from the process after
its last line.
"""

import argparse
import re
import resource
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.simulator.mishaps.catalogue import CATALOGUE
from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession

CHECKOUT = Path(__file__).resolve().parents[1]
START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")
ROUNDS = 500
MEGABYTE = 1_000_000
# What the shift says of its own end, and what a repetition can't have: a correction's place, a gap's numbers.
NOT_REPEATED = ("record-gap", "correction", "round-after-cut-card", "cut-card-missed")
MOVING = re.compile(rb'"at":"([^"]*)","seq":(\d+),"id":"([0-9a-f]{8})-([0-9a-f]{4})(-[^"]*")|"round":(\d+)')


class Line(NamedTuple):
    """A line of the shift cut where it changes from one repetition to the next."""

    at: datetime
    seq: int
    id: int
    before: bytes
    middle: bytes
    round: int | None
    after: bytes


class Shift(NamedTuple):
    """A session that can be played again behind itself."""

    opening: list[bytes]
    lines: list[Line]
    rounds: int
    lasts: timedelta


def shift(rate: float) -> Shift:
    """Rounds up to the last end of a shoe; what follows it is left out, so that the next repetition begins a shoe."""
    codes = [code for code in CATALOGUE if code not in NOT_REPEATED]
    fate = Rate(rate, Random(1), codes)
    session = TableSession(table="BJ-01", start=START, seed=1, rounds=ROUNDS, crowd=3.0, fate=fate)
    events = [event for _, event in session.play()]
    first = next(place for place, event in enumerate(events) if event["kind"] == "shoe_ended")
    last = max(place for place, event in enumerate(events) if event["kind"] == "shoe_ended")
    raw = [encode(event) for event in events]
    begun, ended = (datetime.fromisoformat(events[place]["at"]) for place in (first, last))
    rounds = [event["round"] for event in events[first:last] if event["kind"] == "round_opened"]
    return Shift(raw[:first], [cut(line) for line in raw[first:last]], len(rounds), ended - begun)


def cut(raw: bytes) -> Line:
    """A line as its parts that stay and its values that move."""
    moving = next(MOVING.finditer(raw))
    at, seq, high, low, rest, _ = moving.groups()
    tail = raw[moving.end() :]
    found = re.search(rb'"round":(\d+)', tail) if raw.startswith(b'{"kind":"round_opened"') else None
    number = int(found.group(1)) if found else None
    middle = rest + (tail[: found.start(1)] if found else tail)
    after = tail[found.end(1) :] if found else b""
    moment = datetime.fromisoformat(at.decode())
    return Line(moment, int(seq), int(high + low, 16), raw[: moving.start()], middle, number, after)


def write(path: Path, played: Shift, size: int) -> int:
    """The shift again and again until the file has so many bytes; how many events that are."""
    count = len(played.opening)
    with path.open("wb", buffering=1 << 20) as out:
        out.writelines(played.opening)
        turn = 0
        while out.tell() < size:
            out.writelines(repetition(played, turn))
            count += len(played.lines)
            turn += 1
    return count


def repetition(played: Shift, turn: int) -> list[bytes]:
    """The shift for the ``turn``-th time, each of its values moved on by what one repetition takes."""
    later = played.lasts * turn
    milliseconds = later // timedelta(milliseconds=1)
    places, rounds = len(played.lines) * turn, played.rounds * turn
    lines = []
    for at, seq, identity, before, middle, number, after in played.lines:
        high = f"{identity + milliseconds:012x}"
        moved = b"%d" % (number + rounds) if number is not None else b""
        said = f'"at":"{(at + later).isoformat()}","seq":{seq + places},"id":"{high[:8]}-{high[8:]}'
        lines.append(before + said.encode() + middle + moved + after)
    return lines


class Read(NamedTuple):
    """What a fresh process took for a file: seconds of its processor, MB at its peak."""

    findings: int
    seconds: float
    wall: float
    peak: float


def read(path: Path) -> Read:
    """`python -m rules check --json` on the file, in a process of its own that tells its peak at its end."""
    code = (
        "import sys; from rules.__main__ import main; code = main(sys.argv[1:]); sys.stdout.flush();"
        "status = open('/proc/self/status').read();"
        "sys.stderr.write(next(l for l in status.splitlines() if l.startswith('VmHWM')).split()[1]);"
        "sys.exit(code)"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", code, "check", "--json", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=CHECKOUT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        findings = sum(1 for _ in process.stdout)
        told = process.stderr.read().decode()
    wall = perf_counter() - begun
    if process.returncode not in (0, 1) or not told.isdigit():
        raise SystemExit(f"{path}: exit {process.returncode}: {told[:400]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Read(findings, seconds, wall, int(told) / 1024)


def main() -> None:
    """Print the figures, a row a file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sizes", default="10,100,1000", help="megabytes, by comma")
    parser.add_argument("--rates", default="0.02,1", help="shares of rounds in which something goes wrong, by comma")
    parser.add_argument("--keep", type=Path, help="write the files into this folder and leave them there")
    options = parser.parse_args()
    print(f"{'rate':>5} {'MB':>7} {'events':>11} {'findings':>10} {'CPU s':>7} {'events/s':>10} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as own:
        folder = options.keep or Path(own)
        for rate in (float(rate) for rate in options.rates.split(",")):
            played = shift(rate)
            for size in (int(size) for size in options.sizes.split(",")):
                path = folder / f"{size}-{rate:g}.ndjson"
                events = write(path, played, size * MEGABYTE)
                done = read(path)
                megabytes = path.stat().st_size / MEGABYTE
                if options.keep is None:
                    path.unlink()
                print(
                    f"{rate:>5g} {megabytes:>7,.0f} {events:>11,} {done.findings:>10,} {done.seconds:>7.1f}"
                    f" {events / done.seconds:>10,.0f} {done.peak:>8.1f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
