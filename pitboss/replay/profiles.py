"""House rules by profile as pages read them: each value, the clause that gives it or that none does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pitboss.casino.models import HouseOption
from pitboss.languages import of_two
from pitboss.replay.house import may_set
from pitboss.replay.house_words import value_words
from pitboss.replay.worked import Worked, worked_by
from rules.clauses import texts
from rules.profiles import BASE, PROFILES, values_of
from rules.profiles.value import Value
from rules.profiles.words import FIELDS, SILENT
from rules.rulebooks import BOOKS, rulebook
from rules.sources import Cite
from rules.words import Text

INHERITED = Text("El texto calla: rige el de cl-scj.", "The text is silent: that of cl-scj holds.")
BOTH_SILENT = Text("Callan este texto y el de cl-scj.", "This text and that of cl-scj are silent.")
UNREAD = Text("Parte del texto no leída: rige cl-scj.", "A part of the text that was not read: cl-scj holds.")


@dataclass(frozen=True, slots=True)
class ProfileValue:
    """``origin``: ``own`` (the profile's text gives it), ``inherited`` (silent: that of cl-scj), ``settled`` (silent
    too in cl-scj, or told by a note). ``cited``: its clause, or in words that none gives it. ``behind``: where an
    inherited value stands. ``clause``: its row in the coverage of clauses, where it is listed. ``standing`` as of a
    finding. ``open``: a house may set it for itself."""

    field: str
    name: str
    value: str
    origin: str
    cited: str
    behind: str
    clause: str
    standing: str
    open: bool


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """A profile in one language. ``regulator``: it has a rulebook of its own, of ``rules`` codes; else it is judged by
    that of cl-scj. ``edition`` of its text."""

    name: str
    title: str
    source: str
    edition: str
    base: bool
    regulator: bool
    rules: int
    values: tuple[ProfileValue, ...]
    examples: int

    @property
    def own(self) -> int:
        return sum(1 for value in self.values if value.origin == "own")

    @property
    def silent(self) -> int:
        return len(self.values) - self.own


class UnknownProfile(LookupError):
    """There is no profile of that name."""


def profiles(language: str) -> list[ProfilePage]:
    """Every profile, the base of all first."""
    return [profile(name, language) for name in PROFILES]


def profile(name: str, language: str) -> ProfilePage:
    """One profile; UnknownProfile."""
    if name not in PROFILES:
        raise UnknownProfile(name)
    return _page(name, of_two(language))


def examples_by(name: str) -> tuple[Worked, ...]:
    """The worked examples of a profile; none for cl-scj, whose examples lie on the pages of its rules."""
    return () if name == BASE.name else worked_by(name)


@lru_cache(maxsize=16)
def _page(name: str, spoken: str) -> ProfilePage:
    found = PROFILES[name]
    editions = [value.cite.edition for value in found.values.values() if value.cite is not None]
    return ProfilePage(
        name=name,
        title=found.title.of(spoken),
        source=found.source,
        edition=editions[0] if editions else "",
        base=found is BASE,
        regulator=name in BOOKS,
        rules=len(rulebook(name).rules),
        values=tuple(_value(name, field, value, spoken) for field, value in values_of(name).items()),
        examples=len(examples_by(name)),
    )


def _value(name: str, field: str, value: Value, spoken: str) -> ProfileValue:
    given = PROFILES[name].values.get(field)
    unread = name != BASE.name and all(source.profile != name for source in texts())
    own = given is not None and given.cite is not None
    behind = "" if given is not None or value.cite is None else value.cite.words(spoken)
    if given is not None and given.cite is not None:
        origin, cited = "own", given.cite.words(spoken)
    elif given is None:
        origin = "settled" if value.cite is None else "inherited"
        cited = (UNREAD if unread else INHERITED if value.cite is not None else BOTH_SILENT).of(spoken)
    else:
        origin, cited = "settled", (value.note or SILENT).of(spoken)
    return ProfileValue(
        field=field,
        name=FIELDS[field].of(spoken),
        value=value_words(field, value.value, spoken),
        origin=origin,
        cited=cited,
        behind=behind,
        clause=_clause(name if own else BASE.name, field, value.cite),
        standing="prescribed" if own else "to_confirm",
        open=field in HouseOption.values and may_set(name, field),
    )


def _clause(profile: str, field: str, cite: Cite | None) -> str:
    """The id of the clause that gives this value, as the coverage lists it; empty where none is listed."""
    if cite is None:
        return ""
    for source in texts():
        for clause in source.clause:
            here = (clause.section, clause.number) == (cite.section, cite.clause)
            if source.profile == profile and field in clause.value and here:
                return clause.id
    return ""
