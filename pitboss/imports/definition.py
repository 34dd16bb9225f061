"""A mapping: what each field of an event is taken from. Plain data, kept as JSON under a hash."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from pitboss.imports.reading import Reading
from pitboss.ledger.canonical import canonical

LEFT_OUT: Final = "-"
"""Where a value of the kind's column goes that is no event: the row is left out, and counted."""
OWN: Final[tuple[str, ...]] = ("at", "date", "table", "pass", "id", "seq", "by")
"""Sources that every event shares. ``date`` where the day stands in a column of its own; ``pass`` is the column that
tells one round from the next."""
PLACES: Final = ("spot", "to", "seat")
"""One column usually says all three: who has none of its own takes ``spot``'s."""


class Source(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A column or a constant. ``words``: what each value of the column means; None where it is read as it is."""

    column: str | None = None
    constant: str | None = None
    words: dict[str, str] | None = None


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One event of a wide row: its kind, the column of its card, amount or act, and what the values of that mean.

    ``across``: it comes for all rows of the round before the next step begins, as bets and the initial deal do.
    """

    kind: str
    column: str = ""
    words: dict[str, str] | None = None
    across: bool = False


class Definition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """``columns``: the headers it was made for. ``fields``: sources by field of the contract, beside ``OWN``, ``rank``
    and ``suit``. ``order``: of day and month (``imports.moments``). ``marks``: of thousands (``imports.amounts``).
    ``suits``: the language they are written in, ``letters`` and ``ranks`` what was said of each, ``first`` which of
    the two is written first. ``sessions``: as the file tells, or begun after a gap of ``gap`` hours with no row.
    ``rounds``: as the file tells, or by the column ``pass``. ``steps``: a wide row's events; none: a row is an event.
    """

    reading: Reading
    columns: list[str]
    kind: Source = Source()
    fields: dict[str, Source] = {}
    order: str = ""
    marks: str = ""
    suits: str = ""
    letters: dict[str, str] = {}
    ranks: dict[str, str] = {}
    first: str = "rank"
    src: str = "system"
    sessions: Literal["told", "gap"] = "told"
    gap: int = 4
    decks: int = 6
    rounds: Literal["told", "pass"] = "told"
    steps: list[Step] = []
    v: Literal[1] = 1


_ENCODE: Final = msgspec.json.Encoder()


def as_json(definition: Definition) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(_ENCODE.encode(definition))
    return plain


def from_json(told: Mapping[str, Any]) -> Definition:
    """Raises msgspec.ValidationError."""
    return msgspec.convert(told, Definition)


def digest_of(definition: Definition) -> str:
    """SHA-256 in hexadecimal over its canonical JSON."""
    return hashlib.sha256(canonical(as_json(definition)).encode()).hexdigest()
