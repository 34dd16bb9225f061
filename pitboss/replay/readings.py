"""Readings of the rules as the rest of the system knows them: as plain JSON, and in words.

A reading is the installed edition with something laid over it (``rules.overlay``): another profile, other values,
rules left out or in force for a time only. ``{}`` is the edition as it stands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, Final

from pitboss.drawing.formats import day
from pitboss.languages import of_two
from pitboss.replay.catalogue import titles
from pitboss.replay.house_words import value_words
from pitboss.replay.rules_files import rules_files
from rules import EDITION
from rules.overlay import VALUES, NotAReading, Overlay, choices, may_be_none, plain, read, removable
from rules.profiles import PROFILES
from rules.profiles.words import FIELDS, said
from rules.words import Text, step_words

__all__ = [
    "EDITION",
    "NotAReading",
    "Value",
    "checked",
    "fingerprint",
    "profile_titles",
    "removable",
    "values",
    "words",
]

SETS: Final = {"double_totals": ((9, 10, 11), (10, 11), (11,), tuple(range(4, 22)))}
"""What a form offers where any set of points could be said."""
ANY_TOTAL: Final = Text("cualquier total", "any total")
AS_PROFILE: Final = Text("Reglamento {name} en todas las mesas", "Profile {name} at every table")
WITHOUT: Final = Text("sin «{title}»", "without “{title}”")
BETWEEN: Final = {
    (True, True): Text("«{title}» rige del {since} al {until}", "“{title}” in force from {since} to {until}"),
    (True, False): Text("«{title}» rige desde el {since}", "“{title}” in force from {since}"),
    (False, True): Text("«{title}» rige hasta el {until}", "“{title}” in force until {until}"),
}


@dataclass(frozen=True, slots=True)
class Value:
    """A value that a reading can change. ``choices``: JSON text and words of what it can be; none: a whole number.
    ``none``: it can also be that there is none."""

    name: str
    title: str
    choices: list[tuple[Any, str]]
    none: bool


def checked(told: Mapping[str, Any]) -> dict[str, Any]:
    """The reading as it is kept: the same one is the same object, however it was told. Raises ``NotAReading``."""
    return plain(read(told))


@cache
def fingerprint() -> str:
    """SHA-256 over every file of the rules that this process runs by: two editions of one name are not one.

    Asked when the process begins, so that files which are replaced under it are not taken for those it has read."""
    digest = hashlib.sha256()
    for name, content in rules_files():
        digest.update(b"%d %b %d " % (len(name), name.encode(), len(content)) + content)
    return digest.hexdigest()


def values(language: str) -> list[Value]:
    """All that a reading can change, in the order that pages name them."""
    spoken = of_two(language)
    found = []
    for name, title in FIELDS.items():
        if name not in VALUES:
            continue
        hint = VALUES[name]
        offered: list[tuple[Any, str]] = []
        if hint is bool:
            offered = [(True, said(True, spoken)), (False, said(False, spoken))]
        elif hint is str:
            offered = [(word, said(word, spoken)) for word in choices(name)]
        elif name in SETS:
            offered = [(list(some), _set_words(name, some, spoken)) for some in SETS[name]]
        elif hint == frozenset[str]:
            words = choices(name)
            offered = [
                (sorted(some), said(frozenset(some), spoken)) for some in ([], *([word] for word in words), list(words))
            ]
        found.append(Value(name, title.of(spoken), offered, may_be_none(name)))
    return found


def words(overlay: Mapping[str, Any], language: str) -> list[str]:
    """What a reading changes, a sentence each; none where it is the edition as it stands."""
    spoken = of_two(language)
    reading = read(overlay)
    named = titles(language)
    told = []
    if reading.profile is not None:
        told.append(AS_PROFILE.of(spoken).format(name=PROFILES[reading.profile].title.of(spoken)))
    for name in (name for name in FIELDS if name in reading.values):
        value = reading.values[name]
        shown = _set_words(name, value, spoken) if name in SETS else value_words(name, value, spoken)
        told.append(f"{FIELDS[name].of(spoken)}: {shown}")
    told += [WITHOUT.of(spoken).format(title=named.get(code, code)) for code in reading.without]
    for code, (since, until) in reading.dates.items():
        sentence = BETWEEN[since is not None, until is not None].of(spoken)
        told.append(sentence.format(title=named.get(code, code), since=_day(since), until=_day(until)))
    return told


def profile_titles(language: str) -> list[tuple[str, str]]:
    """Name and title of every profile."""
    return [(name, profile.title.of(of_two(language))) for name, profile in PROFILES.items()]


def steps_in_words(prescribed: Iterable[Mapping[str, Any]], language: str) -> list[str]:
    """Prescribed steps as sentences. One that this edition does not know is told by its word."""
    spoken = of_two(language)
    told = []
    for step in prescribed:
        try:
            told.append(step_words(step, spoken))
        except (KeyError, ValueError, TypeError):
            told.append(str(step.get("do")))
    return told


def overlay_of(told: Mapping[str, Any]) -> Overlay:
    """What the engine is given for a reading that was checked when it was kept."""
    return read(told)


def _set_words(name: str, value: tuple[int, ...], spoken: str) -> str:
    return ANY_TOTAL.of(spoken) if tuple(value) == SETS[name][-1] else said(value, spoken)


def _day(one: date | None) -> str:
    return "" if one is None else day(datetime(one.year, one.month, one.day))  # noqa: DTZ001 (a day of a calendar)
