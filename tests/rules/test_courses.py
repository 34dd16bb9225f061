"""A finding turns at the event that answers it, not before and not later (`courses.txt` beside this file).

The worked examples compare how findings end; a rule that answers one event too late ends the same way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.events import Event
from rules.examples import FIXTURES, Example, page
from rules.notation import loads
from rules.replay import Replay, corrections, feed_corrected
from rules.rulebooks import rulebook
from rules.wire import read
from tests.rules.test_examples import readable

LISTED = Path(__file__).with_name("courses.txt")


def _rows() -> Iterator[tuple[str, str, str]]:
    text = "\n".join(line for line in LISTED.read_text(encoding="utf-8").splitlines() if line[:1] != "#")
    for case in re.split(r"\n(?! )", text.strip()):
        reference, finding = (line.strip() for line in case.split("\n"))
        name, _, course = finding.partition(": ")
        yield reference, name, course


ROWS = list(_rows())


@pytest.mark.parametrize(("reference", "name", "course"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_a_finding_turns_at_its_event(reference: str, name: str, course: str) -> None:
    assert course in list(courses(example(reference), name))


def test_every_code_has_its_courses() -> None:
    shown = {name.partition("[")[0] for _, name, _ in ROWS}
    assert shown == set(rulebook("cl-scj").by_code)


def example(reference: str) -> Example:
    """``scj/exposed_card:played`` and the like; a file outside the regulators' folders by its own name."""
    path, _, name = reference.partition(":")
    folder = FIXTURES / "irregularities" if path.startswith(("scj/", "us_sd/")) else FIXTURES
    (found,) = [one for one in _page(folder / f"{path}.toml").example if one.name == name]
    return found


_page = cache(page)


def courses(play: Example, name: str) -> Iterator[str]:
    """The course of every finding of that name in a play."""
    pairs = readable(read(json.dumps(line.event).encode() + b"\n" for line in loads(play.text)))
    instead = corrections(pairs)
    replay = Replay()
    turns: dict[int, list[str]] = {}
    last: dict[int, str] = {}
    for seq, event in pairs:
        feed_corrected(replay, seq, event, instead)
        changed = {id(finding) for finding in replay.changed()}
        for finding in replay.findings:
            now = f"{finding.outcome}{' cctv' if finding.cctv else ''}"
            if last.get(id(finding)) != now:
                assert id(finding) in changed, "it turned without being told"
                turns.setdefault(id(finding), []).append(f"{seq} {_kind(event)} {now}")
                last[id(finding)] = now
    for finding in replay.findings:
        if f"{finding.code}[{finding.spot or '-'}]" == name:
            yield ", ".join(turns[id(finding)])


def _kind(event: Event) -> str:
    return str(event.__struct_config__.tag)
