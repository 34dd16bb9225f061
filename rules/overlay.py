"""Another reading of the rules: what is changed of an edition, as data, to ask what it would have found.

Nothing of the edition itself changes. What is laid over it: another profile for every table, values that hold
whatever the text, the house and a table's opening say, rules left out, and rules in force for a time only.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from rules.house import House
from rules.options import AMOUNTS, LARGEST
from rules.profiles import PROFILES, values_of
from rules.rulebook import InForce, Rulebook

OF_THE_TABLE = frozenset({"profile", "pinned", "decks", "seats", "currency"})
"""What a table is, no reading of a text: only its opening says it."""
VALUES: dict[str, Any] = {name: hint for name, hint in get_type_hints(House).items() if name not in OF_THE_TABLE}
"""What a reading can change, and the type of each value."""
LARGEST_COUNT = 416
"""Cards, hands or points: none is above eight decks."""


class NotAReading(ValueError):
    """``field`` of an overlay is none, or has no value that it can have."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(f"{field}: expected {expected}")
        self.field = field
        self.expected = expected


class Overlay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """``profile`` outranks the one that tables are opened with. ``values`` by name, as JSON has them until ``read``.
    ``without``: codes of which nothing is said. ``dates``: by code, from and to which day its rule is in force."""

    profile: str | None = None
    values: dict[str, Any] = {}
    without: tuple[str, ...] = ()
    dates: dict[str, tuple[date | None, date | None]] = {}

    def rulebook(self, profile: str) -> Rulebook:
        """The book of that profile, read this way."""
        return _amended(profile, self.without, tuple(sorted(self.dates.items())))


AS_IT_IS = Overlay()
"""The edition as it stands."""


def read(told: Mapping[str, Any]) -> Overlay:
    """An overlay from plain JSON, checked in full. Raises ``NotAReading``."""
    try:
        overlay = msgspec.convert(dict(told), Overlay)
    except msgspec.ValidationError as error:
        words = str(error)
        where = words.rpartition("`$.")[2].rstrip("`") if "`$." in words else "overlay"
        raise NotAReading(where, words.partition(" - at ")[0].removeprefix("Expected ")) from None
    if overlay.profile is not None and overlay.profile not in PROFILES:
        raise NotAReading("profile", "one of " + ", ".join(PROFILES))
    for code in (*overlay.without, *overlay.dates):
        if code not in removable():
            raise NotAReading(code, "a code of the catalogue, not one about the record itself")
    for code, (since, until) in overlay.dates.items():
        if since is not None and until is not None and until < since:
            raise NotAReading(code, "a last day that is not before the first")
    for least, most in (("min", "max"), ("cut_least", "cut_most")):
        low, high = overlay.values.get(least), overlay.values.get(most)
        if isinstance(low, int) and isinstance(high, int) and high < low:
            raise NotAReading(most, f"no less than {least}")
    return msgspec.structs.replace(
        overlay,
        values={name: _value(name, value) for name, value in sorted(overlay.values.items())},
        without=tuple(sorted(set(overlay.without))),
        dates={code: dates for code, dates in sorted(overlay.dates.items()) if dates != (None, None)},
    )


def plain(overlay: Overlay) -> dict[str, Any]:
    """The overlay as JSON: the same reading gives the same object."""
    values = {
        name: sorted(value) if isinstance(value, frozenset | tuple) else value for name, value in overlay.values.items()
    }
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.structs.replace(overlay, values=values)))
    return told


def removable() -> frozenset[str]:
    """Codes of every book that a reading can leave out or date: all but those about the record itself."""
    from rules.rulebooks import BOOKS, RECORD, rulebook

    return frozenset(code for name in BOOKS for code in rulebook(name).by_code) - RECORD


def choices(name: str) -> tuple[str, ...]:
    """The words that a value can be, where it is one of some words or a set of them; of every profile that is known."""
    found: set[str] = set()
    for profile in PROFILES:
        value = values_of(profile)[name].value
        found.update(value if isinstance(value, frozenset) else [value] if isinstance(value, str) else [])
    return tuple(sorted(found))


def _value(name: str, value: Any) -> Any:
    if name not in VALUES:
        raise NotAReading(name, "one of " + ", ".join(VALUES))
    try:
        found = msgspec.convert(value, VALUES[name], strict=True)
    except msgspec.ValidationError as error:
        raise NotAReading(name, str(error).removeprefix("Expected ")) from None
    if isinstance(found, str) and found not in choices(name):
        raise NotAReading(name, "one of " + ", ".join(choices(name)))
    if isinstance(found, frozenset) and not found <= set(choices(name)):
        raise NotAReading(name, "some of " + ", ".join(choices(name)))
    if isinstance(found, tuple):
        found = tuple(sorted(set(found)))
    numbers = found if isinstance(found, tuple) else (found,) if _is_number(found) else ()
    most = LARGEST if name in AMOUNTS else LARGEST_COUNT
    if any(not (0 if name.startswith("cut_") else 1) <= number <= most for number in numbers):
        raise NotAReading(name, f"a whole number from 1 to {most}")
    return found


def may_be_none(name: str) -> bool:
    """Can the value be that there is none, as for a limit?"""
    hint = VALUES[name]
    return get_origin(hint) in (Union, UnionType) and type(None) in get_args(hint)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@lru_cache(maxsize=64)
def _amended(
    profile: str,
    without: tuple[str, ...],
    dates: tuple[tuple[str, tuple[date | None, date | None]], ...],
) -> Rulebook:
    from rules.rulebooks import rulebook

    book = rulebook(profile)
    if not without and not dates:
        return book
    return book.amended(frozenset(without), {code: InForce(*span) for code, span in dates})
