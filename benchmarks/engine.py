"""The engine against a bare typed decode of the same file, in one run.

    python benchmarks/engine.py [--events 300000] [--rate 0.02] [--file FILE] [--repeats 5]

"Engine" is what `python -m rules check --json` does without printing: NDJSON bytes to findings as JSON, every rule
of the profile on, one core. "Decode" is `msgspec` reading each line into its typed event and nothing else. The two
take turns, each keeps its best time (processor seconds), and the ratio of the two is the figure to watch: it depends
little on the machine. Memory is the peak of a fresh process for the whole file and for half of it.
"""

import argparse
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from random import Random
from time import process_time

import msgspec

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession
from rules.events import AnyEvent
from rules.replay import Replay
from rules.wire import Rejected, read

START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")
DRAIN_EVERY = 4096


def generate(path: Path, events: int, rate: float) -> None:
    """One table's stream of about that many events, full ids and all, as the tablets send them."""
    session = TableSession(
        table="BJ-01", start=START, seed=1, rounds=events // 31, crowd=3.0, fate=Rate(rate, Random(1))
    )
    with path.open("wb") as out:
        for _, event in session.play():
            out.write(encode(event))


def bare_decode(path: Path) -> int:
    """Every line into its typed event."""
    decode = msgspec.json.Decoder(AnyEvent).decode
    count = 0
    with path.open("rb") as source:
        for line in source:
            decode(line)
            count += 1
    return count


def engine(path: Path) -> tuple[int, int]:
    """Every line through every rule; events and findings."""
    to_json = msgspec.json.Encoder().encode
    run = Replay()
    count = findings = 0
    with path.open("rb") as source:
        for pair in read(source):
            if isinstance(pair, Rejected):
                run.rejected(pair.seq)
                continue
            run.feed(*pair)
            count += 1
            if count % DRAIN_EVERY == 0:
                findings += sum(1 for finding in run.drain() if to_json(finding.as_dict()))
    findings += sum(1 for finding in run.findings if to_json(finding.as_dict()))
    return count, findings


def own_peak() -> int:
    """This process's peak in KB. Linux starts `VmHWM` anew at exec; `ru_maxrss` would count the parent's too."""
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])


def peak(path: Path) -> float:
    """Peak memory in MB of a fresh process that replays the file."""
    done = subprocess.run(
        [sys.executable, __file__, "--replay-only", str(path)], capture_output=True, check=True, text=True
    )
    return int(done.stdout) / 1024


def half(path: Path, out: Path) -> None:
    """The first half of the file's lines."""
    lines = path.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(lines[: len(lines) // 2]))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--events", type=int, default=300_000)
    parser.add_argument("--rate", type=float, default=0.02, help="share of rounds in which something goes wrong")
    parser.add_argument("--file", type=Path, help="an NDJSON stream of one table, instead of a generated one")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--replay-only", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.replay_only:
        engine(options.replay_only)
        print(own_peak())
        return
    with tempfile.TemporaryDirectory() as folder:
        path = options.file or Path(folder) / "stream.ndjson"
        if not options.file:
            generate(path, options.events, options.rate)
        decode_best = engine_best = float("inf")
        events, findings = 0, 0
        for _ in range(options.repeats):
            begun = process_time()
            bare_decode(path)
            decode_best = min(decode_best, process_time() - begun)
            begun = process_time()
            events, findings = engine(path)
            engine_best = min(engine_best, process_time() - begun)
        short = Path(folder) / "half.ndjson"
        half(path, short)
        print(f"file      {events:>10,} events, {path.stat().st_size / 1e6:.1f} MB, {findings} findings")
        print(f"decode    {events / decode_best:>10,.0f} events/s")
        print(f"engine    {events / engine_best:>10,.0f} events/s")
        print(f"ratio     {decode_best / engine_best:>10.3f}")
        print(f"memory    {peak(path):>10.1f} MB at its peak; {peak(short):.1f} MB for half of the file")


if __name__ == "__main__":
    main()
