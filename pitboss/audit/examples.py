"""Worked examples of a rule or a profile in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.audit.regulation import result_words
from pitboss.audit.telling import bet_name, spot_name
from pitboss.languages import of_two
from pitboss.replay.catalogue import titles
from pitboss.replay.profiles import examples_by
from pitboss.replay.worked import Due, Worked, worked


@dataclass(frozen=True, slots=True)
class Settled:
    """What a bet is due: ``amount`` signed from the player's side."""

    spot: str
    on: str
    owner: str
    result: str
    amount: int


@dataclass(frozen=True, slots=True)
class Example:
    """``lines``: each event in words, with title and outcome of every finding that it raises."""

    name: str
    text: str
    lines: list[tuple[str, list[tuple[str, str]]]]
    scene: Mapping[str, Any] | None
    innocent: bool
    due: list[Settled]


def examples(code: str, language: str) -> list[Example]:
    return _told(worked(code), language)


def examples_of_profile(name: str, language: str) -> list[Example]:
    return _told(examples_by(name), language)


def _told(examples: Iterable[Worked], language: str) -> list[Example]:
    named = titles(language)
    spoken = of_two(language)
    return [
        Example(
            name=one.name,
            text=one.text[spoken],
            lines=[
                (
                    line.words[spoken].rstrip("."),
                    [(named.get(mark, mark), outcome) for mark, outcome in line.marks],
                )
                for line in one.lines
            ],
            scene=one.scene,
            innocent=one.innocent,
            due=[_settled(due) for due in one.due],
        )
        for one in examples
    ]


def _settled(due: Due) -> Settled:
    signed = {"paid": due.amount, "taken": -due.amount}
    return Settled(
        spot=spot_name(due.spot).capitalize(),
        on=bet_name(due.on),
        owner=due.owner,
        result=result_words(due.result),
        amount=signed.get(due.kind, 0),
    )
