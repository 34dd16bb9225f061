"""The rulebook as pages and programs read it: everything above this app sees the rules through here."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from pitboss.languages import of_two
from rules import EDITION
from rules.irregularity import Irregularity
from rules.profiles import profile_of
from rules.rulebooks import elsewhere as rules_elsewhere
from rules.rulebooks import rulebook
from rules.sources import cited

PROFILE = "cl-scj"


@dataclass(frozen=True, slots=True)
class Rule:
    """One irregularity in one language. ``footage``: seconds of video before and after to keep.

    ``cites`` are plain objects (source, section, clause, edition, from, to); ``cited`` says each in words.
    """

    code: str
    title: str
    law: str
    about: str
    announce: str | None
    standing: str
    decides: str
    severity: str
    cctv: bool
    footage: tuple[int, int]
    cites: tuple[dict[str, Any], ...]
    cited: tuple[str, ...]
    edition: str = EDITION


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What another regulator prescribes for the same irregularity, in our words, and where it stands."""

    regulator: str
    law: str
    cited: str


class UnknownRule(LookupError):
    """The rulebook has no irregularity of that code."""


def catalogue(language: str, profile: str = PROFILE) -> list[Rule]:
    """All irregularities of a profile, in the rulebook's order; ``language``: ``es…`` or ``en…``."""
    return list(_catalogue(of_two(language), profile))


def rule(code: str, language: str, profile: str = PROFILE) -> Rule:
    """One irregularity by its code; UnknownRule."""
    for found in catalogue(language, profile):
        if found.code == code:
            return found
    raise UnknownRule(code)


def titles(language: str, profile: str = PROFILE) -> dict[str, str]:
    """Code to title, for lists and filters."""
    return {found.code: found.title for found in catalogue(language, profile)}


def edition_date(profile: str = PROFILE) -> date:
    """The day of this edition: the latest from which one of its citations is in force."""
    return max(date.fromisoformat(str(cite["from"])) for one in catalogue("es", profile) for cite in one.cites)


@lru_cache(maxsize=256)
def elsewhere(code: str, language: str, profile: str = PROFILE) -> tuple[Elsewhere, ...]:
    """The other regulators whose text was read about this irregularity; none where none was."""
    lang = of_two(language)
    return tuple(
        Elsewhere(
            regulator=profile_of(name).title.of(lang),
            law=irregularity.law.of(lang),
            cited=cited(irregularity.cites, lang),
        )
        for name, irregularity in rules_elsewhere(code, profile)
    )


@lru_cache(maxsize=16)
def _catalogue(language: str, profile: str) -> tuple[Rule, ...]:
    return tuple(_page(irregularity, language) for irregularity in rulebook(profile).rules)


def _page(irregularity: Irregularity, language: str) -> Rule:
    announce = irregularity.announce
    before, after = irregularity.footage
    return Rule(
        code=irregularity.code,
        title=irregularity.title.of(language),
        law=irregularity.law.of(language),
        about=inspect.getdoc(type(irregularity)) or "",
        announce=None if announce is None else announce.of(language),
        standing=irregularity.standing,
        decides=irregularity.decides,
        severity=irregularity.severity,
        cctv=irregularity.cctv,
        footage=(before, after),
        cites=tuple(cite.as_dict() for cite in irregularity.cites),
        cited=tuple(cite.words(language) for cite in irregularity.cites),
    )
