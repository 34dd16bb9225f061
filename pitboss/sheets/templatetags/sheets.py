"""Tags of the page that confirms a sheet: ``{% load sheets %}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from pitboss.sheets.page import guess_words
from pitboss.sheets.proposal import Box, CardRow

register = template.Library()


@register.filter
def viewbox(box: Box) -> str:
    """Millimetres of the page as an SVG's own."""
    return " ".join(f"{one:g}" for one in box)


@register.filter
def guessed(row: CardRow) -> str:
    return guess_words(row)


@register.filter
def of(found: Mapping[Any, Any], key: Any) -> Any:
    """A mapping's value; nothing where it has none."""
    return found.get(key, "")
