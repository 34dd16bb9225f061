"""A card on screen: the rank a player reads, its suit, its colour and its spoken name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

RANK_NAMES: Final[dict[str, str | Promise]] = {
    "A": _("as"), "2": _("dos"), "3": _("tres"), "4": _("cuatro"), "5": _("cinco"), "6": _("seis"),
    "7": _("siete"), "8": _("ocho"), "9": _("nueve"), "T": _("diez"), "J": _("jota"), "Q": _("reina"),
    "K": _("rey"),
}  # fmt: skip
SUIT_NAMES: Final[dict[str, str | Promise]] = {
    "s": _("picas"),
    "h": _("corazones"),
    "d": _("diamantes"),
    "c": _("tréboles"),
}
GLYPHS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}

_CODE: Final = re.compile(r"[A23456789TJQK][shdc]")
_IN_TEXT: Final = re.compile(r"(?<!\w)(10|[A2-9TJQK])([♠♥♦♣])\ufe0e?")


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card, and what a screen reader says for it."""

    rank: str
    suit: str
    red: bool
    spoken: str


def suit_names() -> dict[str, str]:
    """Each suit's sign with its name, in the language of the moment: what a printed page says in place of the sign."""
    return {sign: str(SUIT_NAMES[suit]) for sign, suit in GLYPHS.items()}


def is_card(code: str) -> bool:
    return _CODE.fullmatch(code) is not None


def face(code: str) -> Face:
    """The face of ``Kd``. Ten is printed ``10``. Raises ValueError for what is no card."""
    if not is_card(code):
        raise ValueError(f"no card: {code!r}")
    rank, suit = code[0], code[1]
    spoken = gettext("%(rank)s de %(suit)s") % {"rank": RANK_NAMES[rank], "suit": SUIT_NAMES[suit]}
    return Face("10" if rank == "T" else rank, suit, suit in "hd", spoken)


def split_cards(text: str) -> Iterator[tuple[str, bool]]:
    """Pieces of a sentence with, for each, whether it is a card (then as a code: ``K♦`` gives ``Kd``)."""
    end = 0
    for found in _IN_TEXT.finditer(text):
        if found.start() > end:
            yield text[end : found.start()], False
        rank = "T" if found[1] == "10" else found[1]
        yield rank + GLYPHS[found[2]], True
        end = found.end()
    if end < len(text):
        yield text[end:], False
