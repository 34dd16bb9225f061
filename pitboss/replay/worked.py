"""Worked examples as pages show them: the play line by line, what the rules found, and the table drawn.

They are fixtures of the rules and belong to no casino, so nothing here touches the database.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pitboss.replay.event_words import words
from rules.examples import FIXTURES, Example, examples_of, page, pages
from rules.irregularity import Finding
from rules.notation import events_of
from rules.replay import Replay, corrections, feed_corrected
from rules.scene import scene

LANGUAGES = ("es", "en")


@dataclass(frozen=True, slots=True)
class Played:
    """One line of a play: its words by language, and the findings (code, outcome) that it raises."""

    words: dict[str, str]
    marks: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the rules say of an example: message and steps by language, the steps' names, and the outcome."""

    code: str
    outcome: str
    message: dict[str, str]
    steps: dict[str, tuple[str, ...]]
    does: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """A settlement as the example has it; ``owner`` is empty where the bet is the seat's own."""

    spot: str
    on: str
    result: str
    kind: str
    amount: int
    owner: str


@dataclass(frozen=True, slots=True)
class Worked:
    """``text`` by language. ``scene``: the table when the rule first spoke (``at_once``), else the last one with
    cards. ``spoken``: what it said; None where it is silent, and the example innocent."""

    name: str
    text: dict[str, str]
    lines: tuple[Played, ...]
    scene: dict[str, Any] | None
    spoken: Spoken | None
    due: tuple[Due, ...]
    at_once: bool

    @property
    def innocent(self) -> bool:
        return self.spoken is None


@lru_cache(maxsize=128)
def worked(code: str) -> tuple[Worked, ...]:
    """The worked examples of a code, in the file's order; none where the fixtures are not installed."""
    return tuple(_worked(example, code) for example in examples_of(code))


@lru_cache(maxsize=16)
def worked_by(profile: str) -> tuple[Worked, ...]:
    """The worked examples that are played by this profile and lie on no rule's page, in the files' order."""
    path = FIXTURES / "profiles" / f"{profile.replace('-', '_')}.toml"
    if path.is_file():
        return tuple(_worked(example) for example in page(path).example)
    regulator = profile.replace("-", "_")
    return tuple(_worked(example, one.code) for one in pages(regulator) for example in one.example)


def _worked(example: Example, code: str | None = None) -> Worked:
    """``code``: what the example is about; without it, whatever any rule says first."""
    played = events_of(example.text)
    setup = len(events_of(example.text.removesuffix(example.play)))
    instead = corrections((seq, event) for seq, event, _ in played)
    engine, drawn_then, last = Replay(), None, None
    lines = []
    for place, (seq, event, marks) in enumerate(played):
        feed_corrected(engine, seq, event, dict(instead))
        drawn = scene(engine.table)
        if _has_cards(drawn):
            last = drawn
        if drawn_then is None and any(code in (None, mark.code) for mark in marks):
            drawn_then = drawn
        if place >= setup:
            told = {language: words(event, language) for language in LANGUAGES}
            lines.append(Played(told, tuple((mark.code, mark.outcome) for mark in marks)))
    found = next((finding for finding in engine.findings if code in (None, finding.code)), None)
    return Worked(
        name=example.name,
        text={"es": example.es, "en": example.en},
        lines=tuple(lines),
        scene=drawn_then if drawn_then and _has_cards(drawn_then) else last,
        spoken=None if found is None else _spoken(found),
        due=tuple(_due(row) for row in (example.settle or "").strip().splitlines()),
        at_once=drawn_then is not None and _has_cards(drawn_then),
    )


def _spoken(finding: Finding) -> Spoken:
    return Spoken(
        code=finding.code,
        outcome=finding.outcome,
        message={language: finding.message(language) for language in LANGUAGES},
        steps={language: tuple(finding.steps(language)) for language in LANGUAGES},
        does=tuple(str(step["do"]) for step in finding.prescribed),
    )


def _due(row: str) -> Due:
    """``round spot on result kind amount`` and, where it is not the seat's own, the owner."""
    _, spot, on, result, kind, amount, *owner = row.split()
    return Due(spot=spot, on=on, result=result, kind=kind, amount=int(amount), owner=" ".join(owner))


def _has_cards(drawn: dict[str, Any]) -> bool:
    return bool(drawn["dealer"]["cards"]) or any(hand["cards"] for spot in drawn["spots"] for hand in spot["hands"])
