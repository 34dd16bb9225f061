"""Worked examples as pages show them: the play line by line, what the rules found, and the table drawn.

They are fixtures of the rules and belong to no casino, so nothing here touches the database.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pitboss.replay.event_words import words
from rules.examples import Example, examples_of
from rules.notation import events_of
from rules.replay import Replay, corrections, feed_corrected
from rules.scene import scene


@dataclass(frozen=True, slots=True)
class Played:
    """One line of a play: its words by language, and the findings (code, outcome) that it raises."""

    words: dict[str, str]
    marks: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Worked:
    """``text`` by language. ``scene``: the table when the rule first spoke, else the last one with cards."""

    name: str
    text: dict[str, str]
    lines: tuple[Played, ...]
    scene: dict[str, Any] | None
    innocent: bool


@lru_cache(maxsize=128)
def worked(code: str) -> tuple[Worked, ...]:
    """The worked examples of a code, in the file's order; none where the fixtures are not installed."""
    return tuple(_worked(code, example) for example in examples_of(code))


def _worked(code: str, example: Example) -> Worked:
    setup = len(events_of(example.text)) - len(events_of(example.play))
    played = events_of(example.text)
    instead = corrections((seq, event) for seq, event, _ in played)
    engine, spoken, last = Replay(), None, None
    lines = []
    for place, (seq, event, marks) in enumerate(played):
        feed_corrected(engine, seq, event, dict(instead))
        drawn = scene(engine.table)
        if _has_cards(drawn):
            last = drawn
        if spoken is None and any(mark.code == code for mark in marks):
            spoken = drawn
        if place >= setup:
            told = {"es": words(event, "es"), "en": words(event, "en")}
            lines.append(Played(told, tuple((mark.code, mark.outcome) for mark in marks)))
    return Worked(
        name=example.name,
        text={"es": example.es, "en": example.en},
        lines=tuple(lines),
        scene=spoken if spoken and _has_cards(spoken) else last,
        innocent=not any(mark.code == code for _, _, marks in played for mark in marks),
    )


def _has_cards(drawn: dict[str, Any]) -> bool:
    return bool(drawn["dealer"]["cards"]) or any(hand["cards"] for spot in drawn["spots"] for hand in spot["hands"])
