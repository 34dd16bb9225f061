"""Rules and house rules as a person reads them in a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from rules.examples import examples_of
from rules.irregularity import Irregularity
from rules.profiles import PROFILES
from rules.profiles.words import profile_rows
from rules.rulebook import Rulebook
from rules.rulebooks import elsewhere
from rules.sources import cited
from rules.told import SEVERITY, STANDING, WIDTH, label
from rules.words import Text, role_name


def catalogue_lines(book: Rulebook, lang: str) -> Iterator[str]:
    for rule in book.rules:
        yield f"{rule.code:<28} {SEVERITY[rule.severity].of(lang):<9} {rule.title.of(lang)}"


def profile_lines(name: str, lang: str) -> Iterator[str]:
    """A profile as a page: each value, and the clause that gives it."""
    profile = PROFILES[name]
    yield f"{profile.title.of(lang)}  ·  {name}"
    yield profile.source
    yield ""
    for field, value, where in profile_rows(name, lang):
        yield f"{field}: {value}"
        yield f"    {where}"


def rule_lines(rule: Irregularity, lang: str, book: Rulebook) -> Iterator[str]:
    """One rule as a page: the text, where it stands, what another regulator prescribes, worked examples."""
    yield f"{rule.title.of(lang)}  ·  {rule.code}"
    yield ""
    yield from _wrapped(rule.law.of(lang))
    yield ""
    for cite in rule.cites:
        yield f"{label('rule', lang)}: {cite.words(lang)} ({cite.edition})"
    standing, severity = STANDING[rule.standing].of(lang), SEVERITY[rule.severity].of(lang)
    yield f"{standing} · {severity} · {label('decides', lang)}: {role_name(rule.decides, lang)}"
    if rule.announce is not None:
        yield f"{label('announce', lang)}: «{rule.announce.of(lang)}»"
    yield label("keep", lang).format(before=rule.footage.before, after=rule.footage.after)
    for name, other in elsewhere(rule.code, book.name):
        yield ""
        yield from _wrapped(f"{PROFILES[name].title.of(lang)}: {other.law.of(lang)}")
        yield f"    {cited(other.cites, lang)}"
    examples = examples_of(rule.code, book.regulator)
    if examples:
        yield ""
        yield f"{label('examples', lang)}:"
    for at, example in enumerate(examples, 1):
        yield ""
        yield from _wrapped(f"{at}. {Text(example.es, example.en).of(lang)}")
        yield from (f"     {line}" for line in example.play.strip().splitlines())


def _wrapped(text: str) -> Iterable[str]:
    return textwrap.wrap(text, WIDTH)
