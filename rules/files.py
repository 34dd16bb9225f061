"""Files of events as the command line reads them: NDJSON or plays, with what the house has set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

import msgspec

from rules.events import Corrected, Event
from rules.notation import loads
from rules.options import Options, filled
from rules.replay import corrections
from rules.wire import LONGEST, Rejected, read

PLAY_SUFFIXES = (".play", ".txt")


def read_file(file: str, house: Options) -> Iterator[tuple[int, Event] | Rejected]:
    """Every line of a file, a play or NDJSON by its name, as ``rules.wire.read`` gives them."""
    if file.endswith(PLAY_SUFFIXES):
        try:
            yield from read(_play_lines(file, house))
        except Rejected as rejected:
            yield rejected
    else:
        with open(file, "rb") as source:
            yield from read(_filled(source, house) if house else source)


def _filled(source: IO[bytes], house: Options) -> Iterator[bytes]:
    """The lines with the options of the house in those that open a table; one too long to be read goes on in pieces."""
    whole = True
    while line := source.readline(LONGEST):
        ends = line.endswith(b"\n")
        yield filled(line.rstrip(b"\n"), house) + b"\n" if whole and ends else line
        whole = ends


def _play_lines(file: str, house: Options) -> Iterator[bytes]:
    """A play as the NDJSON lines it stands for; comments become blank lines, so that line numbers agree."""
    with open(file, encoding="utf-8") as source:
        text = source.read()
    at = 0
    for line in loads(text):
        yield b"\n" * (line.number - at - 1) + filled(msgspec.json.encode(line.event), house) + b"\n"
        at = line.number


def corrections_in(file: str, house: Options) -> dict[str | None, dict[int, Event | None]]:
    """Corrections stand in the place of what they correct, so they are looked up before the replay."""
    with open(file, "rb") as source:
        if not any(b"corrected" in block for block in _overlapping(source)):
            return {}
    found: dict[str | None, list[tuple[int, Event]]] = {}
    for pair in read_file(file, house):
        if not isinstance(pair, Rejected) and isinstance(pair[1], Corrected):
            found.setdefault(pair[1].table, []).append(pair)
    return {table: corrections(pairs) for table, pairs in found.items()}


def _overlapping(source: IO[bytes]) -> Iterator[bytes]:
    tail = b""
    while block := source.read(1 << 20):
        yield tail + block
        tail = block[-16:]
