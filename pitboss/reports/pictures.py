"""The drawings of the pages as pictures for print: whole SVGs of their own, in greys and the dark red of cards."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Final

from django.template.loader import render_to_string
from django.utils.translation import gettext

from pitboss.drawing.cards import GLYPHS, face, is_card
from pitboss.drawing.table import Scene, draw
from pitboss.home import CHECKOUT

SPRITE: Final = CHECKOUT / "templates" / "drawing" / "_sprite.html"
NAMESPACE: Final = 'xmlns="http://www.w3.org/2000/svg"'
TABLE_STYLE: Final = """
.card__paper { fill: #ffffff; stroke: #333333; stroke-width: 1; }
.card__rank { font-family: Inter; font-weight: 700; letter-spacing: -0.9px; fill: #111111; }
.card__pip { fill: #111111; }
.card--red .card__rank, .card--red .card__pip { fill: #a3101a; }
.card--hot .card__paper { stroke: #000000; stroke-width: 4.5; }
.card--void .card__paper { stroke-dasharray: 4 4; }
.card--void .card__rank, .card--void .card__pip { fill: #777777; }
.card--hot.card--void .card__paper { stroke: #000000; stroke-width: 4; stroke-dasharray: 7 5; }
.card--hot.card--void .card__rank, .card--hot.card--void .card__pip { fill: #111111; }
.card--hot.card--void.card--red .card__rank, .card--hot.card--void.card--red .card__pip { fill: #a3101a; }
.card__back { fill: #d8d8d8; stroke: #333333; stroke-width: 1; }
.card__weave { stroke: #777777; stroke-width: 1; fill: none; }
.tbl__felt { fill: #f4f4f4; stroke: #8a8a8a; stroke-width: 2; }
.tbl__no { fill: #ffffff; stroke: #8a8a8a; }
.tbl__no-t { font-family: Inter; font-weight: 600; fill: #333333; }
.tbl__bet { font-family: Inter; font-weight: 600; fill: #111111; }
.tbl__empty { font-family: Inter; font-weight: 400; fill: #777777; }
.tbl__pill { fill: #ffffff; stroke: #8a8a8a; }
.tbl__total { font-family: Inter; font-weight: 700; fill: #111111; }
.tbl__note { font-family: Inter; font-weight: 400; fill: #444444; }
.tbl__turn { fill: none; stroke: #111111; stroke-width: 2; stroke-dasharray: 2 3; }
.tbl__turn-t { font-family: Inter; font-weight: 600; fill: #333333; }
.tbl__order { font-family: Inter; font-weight: 700; fill: #ffffff; }
.tbl__order-bg { fill: #555555; }
.tbl__order-bg--hot { fill: #000000; }
.tbl__k { font-family: Inter; font-weight: 400; fill: #555555; }
.tbl__slot { fill: none; stroke: #bbbbbb; stroke-dasharray: 3 4; }
"""


def table_picture(scene: Scene) -> tuple[str, str]:
    """The table as an SVG and, for those who hear it, in words; both in the language that is active.

    Cards that have left the shoe and lie with nobody yet stand beside the dealer's.
    """
    drawing = draw(scene)
    inside = render_to_string("drawing/_table.html", {"drawing": drawing, "label": drawing.words})
    suits = "".join(f'<symbol id="s-{suit}" viewBox="0 0 24 24">{_symbols()[f"s-{suit}"]}</symbol>' for suit in "shdc")
    head, rest = inside.strip().split(">", 1)
    apart, said = _apart([str(card) for card in scene.get("limbo", ())])
    svg = (
        f"{head} {NAMESPACE}><style>{TABLE_STYLE}</style><defs>{suits}</defs>{rest.removesuffix('</svg>')}{apart}</svg>"
    )
    return svg, "; ".join(part for part in (drawing.words, said) if part)


def _apart(cards: list[str]) -> tuple[str, str]:
    """Cards out of the shoe as a small hand on the dealer's left, and in words; nothing where there are none."""
    if not cards:
        return "", ""
    lying = [{"card": card, "hot": True} for card in cards]
    hand = draw({"dealer": {"cards": lying}}).dealer.hand
    if hand is None:
        return "", ""
    placed = replace(hand, transform="translate(566 282) scale(1.18)")
    name = gettext("fuera del sabot")
    said = ", ".join(face(card).spoken for card in cards if is_card(card))
    label = f'<text class="tbl__k" x="546" y="264" font-size="14">{name.capitalize()}</text>'
    return label + render_to_string("drawing/_hand.html", {"hand": placed}), f"{name}: {said}"


def suit_pictures() -> dict[str, str]:
    """Each suit's sign and its SVG."""
    return {
        sign: f'<svg {NAMESPACE} viewBox="2 1 20 22" fill="{"#a3101a" if suit in "hd" else "#111111"}">'
        f"{_symbols()[f's-{suit}']}</svg>"
        for sign, suit in GLYPHS.items()
    }


def icon_pictures(*names: str) -> dict[str, str]:
    """Icons of the pages' sprite, in ink. KeyError for one that it does not have."""
    return {
        name: f'<svg {NAMESPACE} viewBox="0 0 24 24" fill="none" stroke="#111111" stroke-width="2" '
        'stroke-linecap="round" stroke-linejoin="round">'
        + _symbols()[f"i-{name}"].replace("currentColor", "#111111").replace('class="ko"', 'stroke="#ffffff"')
        + "</svg>"
        for name in names
    }


@cache
def _symbols() -> dict[str, str]:
    """What is inside each symbol of the sprite."""
    found = re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', SPRITE.read_text(encoding="utf-8"), re.DOTALL)
    return dict(found)
