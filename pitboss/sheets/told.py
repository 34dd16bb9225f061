"""What a person says that stands on a sheet: plain values, from which the events are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Came = Literal["won", "natural", "lost", "tie", ""]
Insurance = Literal["won", "lost", ""]
Ruling = Literal["as_prescribed", "otherwise", ""]

UNREADABLE = "??"
"""In place of a card that nobody can make out on the paper."""


@dataclass(frozen=True, slots=True)
class CardTold:
    """One row. ``card`` None: it cannot be made out. ``to``: a hand (``3``, ``3.2``), ``dealer`` or ``burned``; for a
    burned one ``was_for`` says whose it had been. ``confidence``: the reader's, 1 where a person put it right."""

    nth: int
    page: int
    card: str | None
    to: str
    was_for: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Result:
    """``paid``: the amount that the paper says, None where it says only that it was paid as due."""

    came: Came
    paid: int | None = None


@dataclass(frozen=True, slots=True)
class SpotTold:
    """``results``: by hand, ``3`` and after a split ``3.2``."""

    spot: str
    amount: int
    acts: frozenset[str] = frozenset()
    results: dict[str, Result] = field(default_factory=dict)
    insurance: Insurance = ""
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class CodeTold:
    code: str
    spot: str | None = None
    ruling: Ruling = ""


@dataclass(frozen=True, slots=True)
class Told:
    played_at: datetime
    round: int
    second: bool
    opens: bool
    late: bool = False
    """The record has gone on past that moment, and the person knows that the sheet will stand behind it."""
    cards: tuple[CardTold, ...] = ()
    spots: tuple[SpotTold, ...] = ()
    codes: tuple[CodeTold, ...] = ()
    flags: frozenset[str] = frozenset()
    behind: int | None = None
    dealer: str = ""
