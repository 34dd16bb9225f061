"""Worked examples of a rule in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.replay.catalogue import titles
from pitboss.replay.worked import worked


@dataclass(frozen=True, slots=True)
class Example:
    """``lines``: each event in words, with title and outcome of every finding that it raises."""

    name: str
    text: str
    lines: list[tuple[str, list[tuple[str, str]]]]
    scene: Mapping[str, Any] | None
    innocent: bool


def examples(code: str, language: str) -> list[Example]:
    named = titles(language)
    spoken = "en" if language.startswith("en") else "es"
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
        )
        for one in worked(code)
    ]
