"""A rulebook: a plain list of irregularities, indexed by what each listens to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from datetime import date
from typing import Any, NamedTuple, Protocol, get_args

from rules.events import KINDS, Acted, Action, Dealt, Declared, Event
from rules.irregularity import Finding, Irregularity
from rules.kinds.declared import Tell, declared
from rules.kinds.two_sources import TwoSources
from rules.placing import Place
from rules.table import Table

ACTIONS: tuple[str, ...] = get_args(Action)
Check = Callable[[Table, Any], Iterable[Finding]]
Checks = tuple[tuple[Check, ...], tuple[Check, ...]]


class InForce(NamedTuple):
    """From which day to which a rule is in force, both included, by the clock of the table; None: without end."""

    since: date | None
    until: date | None

    def on(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)


ALWAYS = InForce(None, None)


class Misfit(Protocol):
    def misfit(self, table: Table, event: Event) -> Finding: ...


class Gap(Protocol):
    def gap(self, table: Table, event: Event, missing: tuple[int, int]) -> Finding: ...


class Rulebook:
    """The irregularities of one regulator. ``name`` is the profile's, ``regulator`` the folder of its rules."""

    def __init__(
        self,
        name: str,
        regulator: str,
        rules: Sequence[Irregularity],
        misfit: Misfit,
        gap: Gap,
        tells: Mapping[str, Tell],
    ) -> None:
        self.name = name
        self.regulator = regulator
        self.rules = list(rules)
        self.by_code = {rule.code: rule for rule in rules}
        if len(self.by_code) != len(self.rules):
            raise ValueError(f"rulebook {name}: a code stands twice")
        for rule in rules:
            if not rule.cites:
                raise ValueError(f"rulebook {name}: {rule.code} cites nothing")
        self.misfit = misfit.misfit
        self.gap = gap.gap
        self.declarations = {code: declared(self.by_code[code], tell) for code, tell in tells.items()}
        """Its rules as a person declares them, by code."""
        self.without: Collection[str] = ()
        """Codes of which it says nothing, seen or declared: see ``amended``."""
        self.dates: Mapping[str, InForce] = {}
        """By code, where a rule is in force for a time only: see ``amended``."""
        self._index()

    def amended(self, without: Collection[str], dates: Mapping[str, InForce]) -> Rulebook:
        """The same book without these rules, and with those in force only in their time."""
        book = copy(self)
        book.rules = [rule for rule in self.rules if rule.code not in without]
        book.by_code = {rule.code: rule for rule in book.rules}
        book.without, book.dates = without, dates
        book._index()
        return book

    def two_sources(self, code: str, day: date) -> TwoSources | None:
        """The rule of that code about what two sources tell, where the book has it in force on that day."""
        rule = self.by_code.get(code)
        return rule if isinstance(rule, TwoSources) and self.dates.get(code, ALWAYS).on(day) else None

    def _index(self) -> None:
        self.checks: dict[type[Event], Checks] = {kind: self._listening(kind) for kind in KINDS.values()}
        self.checks[Declared] = ((self._declared,), ())
        self.acted: dict[str, Checks] = {action: self._deciding(action) for action in ACTIONS}
        self.dealt: list[Checks] = [self._placed(place) for place in Place]

    def _declared(self, table: Table, event: Declared) -> Iterable[Finding]:
        rule = self.declarations.get(event.code)
        if rule is None:
            return [self.misfit(table, event)]
        if event.code in self.without or not self.dates.get(event.code, ALWAYS).on(event.at.date()):
            return ()
        return rule.check(table, event)

    def _listening(self, kind: type[Event]) -> Checks:
        listening = [rule for rule in self.rules if kind in rule.listens_to]
        return self._by_moment(listening)

    def _deciding(self, action: str) -> Checks:
        return self._by_moment(
            [rule for rule in self.rules if Acted in rule.listens_to and action in (rule.actions or ACTIONS)]
        )

    def _placed(self, place: Place) -> Checks:
        listening = [rule for rule in self.rules if Dealt in rule.listens_to and (rule.at is None or place in rule.at)]
        return self._by_moment(listening)

    def _by_moment(self, rules: Sequence[Irregularity]) -> Checks:
        before = tuple(self._check(rule) for rule in rules if not rule.afterwards)
        after = tuple(self._check(rule) for rule in rules if rule.afterwards)
        return before, after

    def _check(self, rule: Irregularity) -> Check:
        dates = self.dates.get(rule.code)
        return rule.check if dates is None else _dated(rule.check, dates)


def _dated(check: Check, dates: InForce) -> Check:
    """Asked only about what happened while the rule was in force."""

    def asked(table: Table, event: Any) -> Iterable[Finding]:
        return check(table, event) if dates.on(event.at.date()) else ()

    return asked
