"""Cards out of a cell. In which language suits are written is asked, never guessed: a ``C`` is clubs in English and
*corazones* in Spanish, and both give whole decks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

SUITS: Final = "shdc"
LANGUAGES: Final[dict[str, dict[str, str]]] = {
    "en": {"s": "s", "h": "h", "d": "d", "c": "c", "spade": "s", "heart": "h", "diamond": "d", "club": "c",
           "spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"},
    "es": {"p": "s", "e": "s", "c": "h", "d": "d", "t": "c", "pica": "s", "picas": "s", "espadas": "s", "corazon": "h",
           "corazones": "h", "diamante": "d", "diamantes": "d", "trebol": "c", "treboles": "c"},
    "fr": {"p": "s", "c": "h", "k": "d", "t": "c", "pique": "s", "coeur": "h", "carreau": "d", "trefle": "c"},
    "deck_es": {"e": "s", "c": "h", "o": "d", "b": "c", "espada": "s", "espadas": "s", "copa": "h", "copas": "h",
                "oro": "d", "oros": "d", "basto": "c", "bastos": "c"},
}  # fmt: skip
"""Letters and words of each: English, Spanish with French suits, French, and the names of the Spanish deck."""
BY_LETTER: Final = "map"
SIGNS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c"}
RANKS: Final[dict[str, str]] = {
    **{str(n): str(n) for n in range(2, 10)},
    "10": "T",
    "t": "T",
    "j": "J",
    "q": "Q",
    "k": "K",
    "a": "A",
}
"""Ranks that say the same in every file; what else stands there is asked for."""
TARGETS: Final = "A23456789TJQK"
FIRSTS: Final = ("rank", "suit")
_BETWEEN: Final = re.compile(r"\s+(?:de|of|d')\s+|\s*[-_/|]\s*|\s+")


class NoCard(ValueError):
    """``why`` is a word of ``imports.words``: ``card`` (no rank and suit to be made out), ``rank`` or ``suit`` (it has
    no meaning given)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def folded(text: str) -> str:
    """Small letters without accents; signs stay."""
    plain = unicodedata.normalize("NFD", text.replace("œ", "oe").replace("Œ", "oe"))
    return "".join(one for one in plain if not unicodedata.combining(one)).strip().casefold().replace("\ufe0f", "")


def parts(text: str, first: str = "rank") -> tuple[str, str] | None:
    """A card's rank and suit as they are written, folded; None where there are no two parts."""
    said = folded(text)
    two = [one for one in _BETWEEN.split(said) if one]
    if len(two) == 1 and len(said) >= 2:
        two = [said[:1], said[1:]] if first == "suit" else [said[:-1], said[-1:]]
    if len(two) != 2:
        return None
    return (two[1], two[0]) if first == "suit" else (two[0], two[1])


def order_of(values: Iterable[str]) -> str | None:
    """Which of the two stands first, where a figure or a sign tells; None where nothing does."""
    told = set()
    for value in values:
        said = folded(value)
        if said[:1] in SIGNS or re.fullmatch(r"[^\d\s].*\d", said):
            told.add("suit")
        elif said[-1:] in SIGNS or re.fullmatch(r"\d.*[^\d\s]", said):
            told.add("rank")
    return told.pop() if len(told) == 1 else None


def suit(token: str, language: str, letters: Mapping[str, str]) -> str | None:
    """``token`` folded; ``letters``: what was said of each, where that is how they are read."""
    if token in SIGNS:
        return SIGNS[token]
    found = (letters if language == BY_LETTER else LANGUAGES.get(language, {})).get(token)
    return found if found and found in SUITS else None


def rank(token: str, ranks: Mapping[str, str]) -> str | None:
    found = RANKS.get(token) or ranks.get(token)
    return found if found and found in TARGETS else None


def card(rank_said: str, suit_said: str, *, language: str, letters: Mapping[str, str], ranks: Mapping[str, str]) -> str:
    """The card of the contract. Raises NoCard."""
    known = rank(rank_said, ranks)
    if known is None:
        raise NoCard("rank")
    its = suit(suit_said, language, letters)
    if its is None:
        raise NoCard("suit")
    return known + its
