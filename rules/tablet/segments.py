"""Short sentences in which a card is drawn as a card: lists of strings and ``{"card": "5s"}``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rules.words import Text, contracted

Segment = str | dict[str, str]
Segments = list[Segment]

_PLACE = re.compile(r"(\{\w+\})")
A_CARD = Text("la carta", "the card")


def segments(text: Text, lang: str, **values: Any) -> Segments:
    """The sentence with its values in place.

    ``card`` is one card (None: nobody saw it) and ``cards`` several; every other value is words already, in the
    sentence's language.
    """
    out: Segments = []
    for part in _PLACE.split(text.of(lang)):
        name = part[1:-1] if part[:1] == "{" else ""
        if name == "card":
            card = values["card"]
            _add(out, {"card": card} if card else A_CARD.of(lang))
        elif name == "cards":
            _add_cards(out, values["cards"], lang)
        else:
            _add(out, str(values[name]) if name else part)
    return [contracted(part, lang) if isinstance(part, str) else part for part in _large(out)]


def _add(out: Segments, part: Segment) -> None:
    if isinstance(part, str) and out and isinstance(out[-1], str):
        out[-1] += part
    elif part:
        out.append(part)


def _add_cards(out: Segments, cards: Sequence[str], lang: str) -> None:
    if not cards:
        _add(out, Text("las cartas", "the cards").of(lang))
    for at, card in enumerate(cards):
        if at:
            _add(out, " ")
        _add(out, {"card": card})


def _large(out: Segments) -> Segments:
    """The first letter large."""
    if out and isinstance(out[0], str):
        out[0] = out[0][:1].upper() + out[0][1:]
    return out


def plain(parts: Segments, lang: str) -> str:
    """The same as one string, cards by their sign."""
    from rules.words import card_sign

    return "".join(part if isinstance(part, str) else card_sign(part["card"]) for part in parts)
