"""Tags and filters of the drawing: ``{% load drawing %}``."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from pitboss.drawing import formats
from pitboss.drawing.cards import face, is_card, split_cards
from pitboss.drawing.chips import CHIPS, Chip
from pitboss.drawing.table import Scene, draw

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An icon of the sprite; silent unless it is given a label."""
    if label:
        return format_html('<svg class="i" role="img" aria-label="{}"><use href="#i-{}"/></svg>', label, name)
    return format_html('<svg class="i" aria-hidden="true"><use href="#i-{}"/></svg>', name)


@register.filter
def card(code: str | None, marks: str = "") -> SafeString:
    """A card in running text, None for one nobody saw. ``marks``: ``hot`` and ``void``, spaces between."""
    if not code or not is_card(code):
        return format_html('<span class="pc">{}</span>', code or gettext("carta oculta"))
    seen = face(code)
    classes = ["pc", *(["pc--red"] if seen.red else []), *(f"pc--{mark}" for mark in marks.split())]
    return format_html(
        '<span class="{}" role="img" aria-label="{}">{}<svg viewBox="0 0 24 24" aria-hidden="true">'
        '<use href="#s-{}"/></svg></span>',
        " ".join(classes),
        seen.spoken,
        seen.rank,
        seen.suit,
    )


@register.filter
def cards(text: object) -> SafeString:
    """A sentence whose ``K♦`` become drawn cards. Everything else is escaped."""
    pieces = split_cards(str(text or ""))
    return format_html_join("", "{}", ((card(piece) if drawn else piece,) for piece, drawn in pieces))


@register.simple_tag
def chip(name: str, boxed: bool = False, label: str = "") -> SafeString:
    """Severity, outcome and the like, as icon + word + colour."""
    shown = CHIPS.get(name, Chip("noted", "noted", name))
    return format_html(
        '<span class="chip{}{} chip--{}"><svg class="i" aria-hidden="true"><use href="#i-{}"/></svg>{}</span>',
        " chip--box" if boxed else "",
        " chip--long" if shown.long else "",
        shown.colour,
        shown.icon,
        label or shown.word,
    )


@register.inclusion_tag("drawing/_table.html")
def table_drawing(scene: Scene, label: str = "") -> dict[str, Any]:
    drawing = draw(scene)
    return {"drawing": drawing, "label": f"{label}. {drawing.words}" if label else drawing.words}


@register.inclusion_tag("drawing/_shoe.html")
def shoe_line(scene: Scene) -> dict[str, Any]:
    drawing = draw(scene)
    return {"shoe": drawing.shoe, "burned": drawing.burned}


@register.filter
def money(amount: int | None) -> str:
    return "" if amount is None else formats.money(amount)


@register.filter
def difference(amount: int | None) -> str:
    return "" if amount is None else formats.difference(amount)


@register.filter
def figures(number: int | None) -> str:
    return "" if number is None else formats.count(number)


@register.filter
def day(at: datetime | None) -> str:
    return formats.day(at) if at else ""


@register.filter
def clock(at: datetime | None) -> str:
    return formats.clock(at) if at else ""


@register.filter
def moment(at: datetime | None) -> str:
    return formats.moment(at) if at else ""


@register.filter
def minute(at: datetime | None) -> str:
    return formats.minute(at) if at else ""


@register.filter
def brief(at: datetime | None) -> str:
    return formats.brief(at) if at else ""
