"""The two languages that the texts of rules, findings and papers are in."""

from __future__ import annotations

from typing import Literal


def of_two(language: str | None) -> Literal["es", "en"]:
    """``en`` for any English; Spanish for whatever else somebody's browser or settings ask for."""
    return "en" if (language or "").startswith("en") else "es"
