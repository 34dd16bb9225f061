"""Clause coverage: every statement of the texts, in our own words, with what carries it and what shows it.

The list lies beside the worked examples as TOML, one file a text. A clause is carried by rules of the rulebook, by
values of a house rule, by events of the contract or by a settlement; one that carries nothing says why. ``faults``
tells where list and engine have come apart.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from rules.events import KINDS
from rules.examples import FIXTURES, Example, page
from rules.house import House
from rules.profiles import PROFILES
from rules.profiles.words import FIELDS
from rules.rulebooks import rulebook
from rules.words import Text

FOLDER = FIXTURES / "clauses"
EXAMPLES = ("irregularities/scj", "profiles", ".")
"""Folders under the fixtures where ``stem:name`` may lie."""
BETS = ("main", "perfect_pairs", "insurance")
RESULTS = ("win", "lose", "push", "void", "blackjack", "surrender", "even_money")
NOT_VALUES = frozenset({"profile", "pinned"})
Nature = Literal["definition", "unrecorded"]
NATURES: dict[str, Text] = {
    "definition": Text("Definición", "Definition"),
    "unrecorded": Text("Sin evento que lo muestre", "No event shows it"),
}


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One statement. ``number`` is the clause inside its section, as citations count it; statements share one.

    ``code``, ``value``, ``event`` (``kind`` or ``kind.field``) and ``settle`` (``bet result``) carry it. Instead of
    them, ``nature``: it only describes something, or it asks for what no event of the contract shows; ``why_es``
    and ``why_en`` say so in full. ``example``: ``stem:name`` of a worked example, or ``tests/….py:test_name``.
    """

    id: str
    section: str
    number: int
    es: str
    en: str
    code: tuple[str, ...] = ()
    value: tuple[str, ...] = ()
    event: tuple[str, ...] = ()
    settle: tuple[str, ...] = ()
    example: tuple[str, ...] = ()
    nature: Nature | None = None
    why_es: str = ""
    why_en: str = ""

    @property
    def text(self) -> Text:
        return Text(self.es, self.en)

    @property
    def why(self) -> Text:
        return Text(self.why_es, self.why_en)

    @property
    def is_carried(self) -> bool:
        return bool(self.code or self.value or self.event or self.settle)


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One text and its clauses. Without a profile it holds in every one: the contract, the house's options."""

    seed: str
    profile: str
    source: str
    clause: tuple[Clause, ...]


def texts(profile: str | None = None) -> list[Source]:
    """Every text whose clauses are listed, or those of one profile; none where the fixtures are not installed."""
    return [text for text in _texts() if profile is None or text.profile in (profile, "")]


@cache
def _texts() -> tuple[Source, ...]:
    paths = sorted(FOLDER.glob("*.toml"))
    return tuple(msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Source) for path in paths)


def is_test(reference: str) -> bool:
    """The example is a test and not a worked example."""
    return reference.startswith("tests/")


def example_at(reference: str) -> Example | None:
    """The worked example that a clause names; None for a test, and where there is no such example."""
    stem, _, name = reference.partition(":")
    return _examples(stem).get(name)


@cache
def _examples(stem: str) -> dict[str, Example]:
    for folder in EXAMPLES:
        path: Path = FIXTURES / folder / f"{stem}.toml"
        if "/" not in stem and path.is_file():
            return {example.name: example for example in page(path).example}
    return {}


def place(source: Source, clause: Clause, lang: str) -> str:
    """Section and clause as citations say them."""
    return f"{clause.section}, {Text('n.º', 'no.').of(lang)} {clause.number}"


def rows(profile: str | None = None, lang: str = "es") -> Iterator[dict[str, Any]]:
    """The table, one plain object a clause."""
    for source in texts(profile):
        for clause in source.clause:
            yield {
                "id": clause.id,
                "profile": source.profile or None,
                "source": source.source,
                "section": clause.section,
                "clause": clause.number,
                "text": clause.text.of(lang),
                "code": list(clause.code),
                "value": list(clause.value),
                "event": list(clause.event),
                "settle": list(clause.settle),
                "nature": clause.nature,
                "why": clause.why.of(lang) or None,
                "example": list(clause.example),
            }


def listing(profile: str | None = None, lang: str = "es") -> Iterator[str]:
    """The table as a terminal shows it, a text at a time, and the sum at the end."""
    carried = told = 0
    for source in texts(profile):
        yield f"{source.source}  ·  {source.profile or Text('todos los perfiles', 'every profile').of(lang)}"
        for clause in source.clause:
            carried, told = carried + clause.is_carried, told + (not clause.is_carried)
            yield f"{clause.id:<11} {clause.text.of(lang)}  ({place(source, clause, lang)})"
            yield f"{'':<11} → {', '.join(carriers(clause, lang))}"
            if clause.example:
                yield f"{'':<11}   {', '.join(clause.example)}"
        yield ""
    total = Text("{n} cláusulas: {a} sostenidas, {b} solo explicadas", "{n} clauses: {a} carried, {b} only explained")
    yield total.of(lang).format(n=carried + told, a=carried, b=told)


def carriers(clause: Clause, lang: str) -> list[str]:
    """What carries the clause, in short; for one that nothing carries, why."""
    if clause.nature is not None:
        return [f"{NATURES[clause.nature].of(lang)}: {clause.why.of(lang)}"]
    values = [f"{FIELDS[name].of(lang)} ({name})" if name in FIELDS else name for name in clause.value]
    return [*clause.code, *values, *clause.event, *(settled.replace(" ", ":") for settled in clause.settle)]


# ── where list and engine have come apart ────────────────────────────────────────────────────────────


def faults(sources: Iterable[Source]) -> Iterator[str]:
    """Each a sentence: a clause with nothing behind it, a name that nothing answers to, a rule or a value that no
    clause names, a citation that leads to no clause."""
    sources = list(sources)
    seen: set[str] = set()
    for source in sources:
        for clause in source.clause:
            if clause.id in seen:
                yield f"{clause.id}: stands twice"
            seen.add(clause.id)
            yield from (f"{clause.id}: {fault}" for fault in _faults_of(clause))
    yield from _unnamed(sources)
    yield from _uncited(sources)


def _faults_of(clause: Clause) -> Iterator[str]:
    if clause.nature is None:
        if not clause.is_carried:
            yield "nothing carries it"
        if not clause.example:
            yield "no example shows it"
    elif clause.is_carried:
        yield f"is carried, and told to be a mere {clause.nature}"
    elif not clause.why_es or not clause.why_en:
        yield "nothing carries it, and it does not say why"
    yield from (f"no rule {code}" for code in clause.code if code not in _codes())
    yield from (f"no value {value}" for value in clause.value if value not in _values())
    yield from (f"no event {event}" for event in clause.event if not _is_event(event))
    yield from (f"no settlement {settled}" for settled in clause.settle if not _is_settlement(settled))
    yield from (f"no example {one}" for one in clause.example if not is_test(one) and example_at(one) is None)


def _unnamed(sources: Iterable[Source]) -> Iterator[str]:
    clauses = [clause for source in sources for clause in source.clause]
    named = {kind.partition(".")[0] for clause in clauses for kind in clause.event}
    yield from (f"{code}: no clause names it" for code in _codes() - {c for one in clauses for c in one.code})
    yield from (f"{name}: no clause names this value" for name in _values() - {v for one in clauses for v in one.value})
    yield from (f"{kind}: no clause names this event" for kind in sorted(KINDS.keys() - named))


def _uncited(sources: Iterable[Source]) -> Iterator[str]:
    """Rules and profiles cite by section and clause: one of the statements there must name them back.

    A profile whose text is none of these (another regulator's law) is not asked.
    """
    told: dict[tuple[str, str, int], set[str]] = {}
    for source in sources:
        for clause in source.clause:
            told.setdefault((source.source, clause.section, clause.number), set()).update(clause.code, clause.value)
    for rule in rulebook("cl-scj").rules:
        for cite in rule.cites:
            if rule.code not in told.get((cite.source, cite.section, cite.clause), ()):
                yield f"{rule.code}: cites {cite.words('en')}, where no clause names it"
    listed = {source.profile for source in sources}
    for profile in PROFILES.values():
        if profile.name not in listed:
            continue
        for name, value in profile.values.items():
            if value.cite is None:
                continue
            if name not in told.get((value.cite.source, value.cite.section, value.cite.clause), ()):
                yield f"{profile.name}.{name}: cites {value.cite.words('en')}, where no clause names it"


@cache
def _codes() -> frozenset[str]:
    return frozenset(rulebook("cl-scj").by_code)


@cache
def _values() -> frozenset[str]:
    return frozenset(field.name for field in msgspec.structs.fields(House)) - NOT_VALUES


def _is_event(name: str) -> bool:
    kind, dot, field = name.partition(".")
    if kind not in KINDS:
        return False
    return not dot or field in {one.encode_name for one in msgspec.structs.fields(KINDS[kind])}


def _is_settlement(name: str) -> bool:
    bet, _, result = name.partition(" ")
    return bet in BETS and result in RESULTS
