"""Small pieces that several papers are made of, as the typesetter takes them."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.drawing.chips import CHIPS


def paired(pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """A table of names and values."""
    return [{"name": name, "value": value} for name, value in pairs]


def chip(state: str) -> dict[str, str]:
    """A state as its word and its icon."""
    found = CHIPS[state]
    return {"word": str(found.word), "icon": found.icon}
