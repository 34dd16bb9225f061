"""Clause coverage as pages read it: every statement of the texts, what carries it, and what shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pitboss.languages import of_two
from pitboss.replay.catalogue import titles
from rules.clauses import NATURES, Clause, Source, example_at, faults, is_test, place, texts
from rules.profiles import BASE, PROFILES, values_of
from rules.profiles.words import FIELDS, said
from rules.words import Text


@dataclass(frozen=True, slots=True)
class Shows:
    """What shows a clause. ``code``: the rule on whose page the example lies; ``profile``: the one on whose page it
    does. ``test``: it is a test, where no single play can show it."""

    text: str
    name: str
    code: str | None
    test: bool
    profile: str | None = None


@dataclass(frozen=True, slots=True)
class Covered:
    """One clause in one language. ``rules``: code and title. ``values``: what it is called and what it is here.
    ``events``: names of the contract. ``settled``: bet and result. ``nature`` and ``why``: nothing carries it."""

    id: str
    place: str
    text: str
    rules: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]
    events: tuple[str, ...]
    settled: tuple[tuple[str, str], ...]
    nature: str
    why: str
    shows: tuple[Shows, ...]

    def has(self, words: list[str]) -> bool:
        """Every one of the words is somewhere in the row."""
        parts = [self.id, self.place, self.text, self.why, *self.events]
        parts += [part for pair in (*self.rules, *self.values) for part in pair]
        row = " ".join(parts).casefold()
        return all(word in row for word in words)


@dataclass(frozen=True, slots=True)
class CoveredText:
    """A text with its clauses; ``profile`` is empty where it holds in every one."""

    profile: str
    title: str
    source: str
    clauses: tuple[Covered, ...]


def profiles(language: str) -> list[tuple[str, str]]:
    """Name and title of every profile whose text is listed, in the order of the texts."""
    listed = [source.profile for source in texts() if source.profile]
    return [(name, PROFILES[name].title.of(of_two(language))) for name in listed]


def coverage(language: str, profile: str | None = None) -> list[CoveredText]:
    """Every text, or those that hold in one profile; none where the fixtures are not installed."""
    return list(_coverage(of_two(language), profile))


@lru_cache(maxsize=1)
def holes() -> int:
    """Clauses with nothing behind them, and rules, values or citations that no clause answers to."""
    return sum(1 for _ in faults(sources)) if (sources := texts()) else 0


@lru_cache(maxsize=16)
def _coverage(language: str, profile: str | None) -> tuple[CoveredText, ...]:
    return tuple(
        CoveredText(
            profile=source.profile,
            title=_title(source, language),
            source=source.source,
            clauses=tuple(_covered(source, clause, language) for clause in source.clause),
        )
        for source in texts(profile)
    )


def _title(source: Source, language: str) -> str:
    every = Text("Todos los perfiles", "Every profile")
    return (PROFILES[source.profile].title if source.profile else every).of(language)


def _covered(source: Source, clause: Clause, language: str) -> Covered:
    named = titles(language)
    values = values_of(source.profile or BASE.name)
    return Covered(
        id=clause.id,
        place=place(source, clause, language),
        text=clause.text.of(language),
        rules=tuple((code, named[code]) for code in clause.code),
        values=tuple((FIELDS[name].of(language), said(values[name].value, language)) for name in clause.value),
        events=clause.event,
        settled=tuple((bet, result) for bet, _, result in (one.partition(" ") for one in clause.settle)),
        nature=NATURES[clause.nature].of(language) if clause.nature else "",
        why=clause.why.of(language),
        shows=tuple(shows for shows in (_shows(reference, language, named) for reference in clause.example) if shows),
    )


def _shows(reference: str, language: str, named: dict[str, str]) -> Shows | None:
    stem, _, name = reference.partition(":")
    if is_test(reference):
        return Shows(text=name.removeprefix("test_").replace("_", " "), name=name, code=None, test=True)
    example = example_at(reference)
    if example is None:
        return None
    code = stem.replace("_", "-")
    text = Text(example.es, example.en).of(language)
    return Shows(
        text=text,
        name=name,
        code=code if code in named else None,
        test=False,
        profile=code if code in PROFILES else None,
    )
