"""The mapping form as flat names and texts, as a browser sends it: out of a mapping, or out of a proposal.

``from.<field>``: empty, ``=`` for a constant, ``c<place>`` for a column. ``word.<field>.<place>.<n>``: where the n-th
value of that column goes. ``step.<n>.<what>``: the events of a wide row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from pitboss.imports.definition import PLACES, Definition
from pitboss.imports.suggest import field_of, value_of
from pitboss.imports.survey import Column, Survey
from pitboss.ingest.kinds import Field, kinds

State = Mapping[str, str]
MOST_WORDS: Final = 100
"""Values of a column that can be given a meaning one by one."""
MOST_STEPS: Final = 16
TRUTHS: Final = ("true", "false")
FAR: Final = ("5", "6", "7", "8")
"""Hands of a seat beyond the fourth: irregular play, and not worth a line of every list."""
LEFT: Final = frozenset({"round", "from", "nth", "of", "did", "confidence", "state", "missed"})
"""Fields that have no row of their own: said by another source (``pass``, ``spot``), or not offered."""
NOT_OFFERED: Final = frozenset({"seen", "feed"})
"""What a second source says of itself comes over its own gateway."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A field as the form asks for it. ``targets``: what values can become, none where they are read as they are."""

    name: str
    shape: str
    needed: bool = False
    targets: tuple[str, ...] = field(default=())


def offered_kinds() -> dict[str, tuple[Field, ...]]:
    return {kind: fields for kind, fields in kinds().items() if kind not in NOT_OFFERED}


def asked_fields(of_kinds: Iterable[str], tables: Iterable[str], *, wide: bool) -> list[Asked]:
    """What has to be asked for events of these kinds, in the order of the form. ``needed``: of every one of a kind."""
    all_kinds = offered_kinds()
    told: dict[str, Asked] = {}
    own = {"kind": ("choice", True, (*all_kinds, "-")), "at": ("moment", True, ()), "date": ("moment", False, ()),
           "table": ("choice", True, tuple(tables)), "pass": ("whole", False, ())}  # fmt: skip
    for name, (shape, needed, targets) in own.items():
        if name != "kind" or not wide:
            told[name] = Asked(name, shape, needed, targets)
    wanted = [one for kind in of_kinds for one in all_kinds.get(kind, ())]
    for one in wanted:
        if one.name in PLACES:
            _add(told, Asked("spot", "choice", True, tuple(spot for spot in one.choices if spot[2:] not in FAR)))
        elif one.shape == "card":
            _add(told, Asked("card", "card", one.needed))
            _add(told, Asked("rank", "text"))
            _add(told, Asked("suit", "text"))
        elif one.name not in LEFT:
            targets = TRUTHS if one.shape == "truth" else one.choices
            _add(told, Asked(one.name, one.shape, one.needed, targets))
    for name in ("by", "seq", "id"):
        if not (wide and name == "seq"):
            told[name] = Asked(name, "text")
    return list(told.values())


def _add(told: dict[str, Asked], one: Asked) -> None:
    """Beside what another kind asks under that name: what can be there is what either of them can have."""
    before = told.get(one.name)
    if before is not None:
        one = Asked(
            one.name, one.shape, one.needed or before.needed, tuple(dict.fromkeys([*before.targets, *one.targets]))
        )
    told[one.name] = one


def worded(asked: Asked) -> bool:
    """Are its values given a meaning one by one?"""
    return bool(asked.targets)


def values_of(column: Column) -> list[tuple[str, int]] | None:
    """Its values with their counts, where they are few enough to be given a meaning."""
    return column.values if column.values is not None and len(column.values) <= MOST_WORDS else None


def of_definition(definition: Definition, survey: Survey) -> dict[str, str]:
    """The form as that mapping fills it; a value that the mapping does not know has no target."""
    places = {column.name: place for place, column in enumerate(survey.columns)}
    state = {
        "order": definition.order, "marks": definition.marks, "suits": definition.suits, "first": definition.first,
        "src": definition.src, "sessions": definition.sessions, "gap": str(definition.gap),
        "decks": str(definition.decks), "rounds": definition.rounds, "layout": "wide" if definition.steps else "tall",
    }  # fmt: skip
    for name, source in {"kind": definition.kind, **definition.fields}.items():
        if source.column is None:
            if source.constant:
                state |= {f"from.{name}": "=", f"const.{name}": source.constant}
        elif source.column in places:
            place = places[source.column]
            state[f"from.{name}"] = f"c{place}"
            state |= _words(f"word.{name}.{place}", survey.columns[place], source.words or {})
    for nth, step in enumerate(definition.steps):
        place = places.get(step.column, -1)
        state |= {f"step.{nth}.kind": step.kind, f"step.{nth}.column": f"c{place}" if place >= 0 else ""}
        if step.across:
            state[f"step.{nth}.across"] = "on"
        if step.words and place >= 0:
            state |= _words(f"word.step{nth}.{place}", survey.columns[place], step.words)
    state |= {f"letter.{token}": suit for token, suit in definition.letters.items()}
    state |= {f"rank.{token}": rank for token, rank in definition.ranks.items()}
    return state


def _words(stem: str, column: Column, words: Mapping[str, str]) -> dict[str, str]:
    return {f"{stem}.{n}": words.get(value, "") for n, (value, _) in enumerate(values_of(column) or [])}


def proposed(survey: Survey, tables: Iterable[str]) -> dict[str, str]:
    """The form for a file that nobody has mapped: what its titles and words plainly say."""
    found = field_of(column.name for column in survey.columns)
    if "at" not in found and "date" in found:
        found["at"] = found.pop("date")
    if "card" in found:
        found.pop("rank", None)
        found.pop("suit", None)
    state = {"layout": "tall", "src": "system", "sessions": "told", "gap": "4", "decks": "6", "rounds": "told",
             "first": "rank"}  # fmt: skip
    state |= {f"from.{name}": f"c{place}" for name, place in found.items()}
    kinds_there = [
        target for target in _proposed_words(state, "kind", tuple(offered_kinds()), survey).values() if target
    ]
    for asked in asked_fields(kinds_there, tables, wide=False):
        state |= _proposed_words(state, asked.name, asked.targets, survey)
    if kinds_there and "table_opened" not in kinds_there:
        state["sessions"] = "gap"
    if kinds_there and "round_opened" not in kinds_there and "pass" in found:
        state["rounds"] = "pass"
    state["from.profile"], state["const.profile"] = "=", "cl-scj"
    return state


def _proposed_words(state: State, name: str, targets: tuple[str, ...], survey: Survey) -> dict[str, str]:
    chosen = state.get(f"from.{name}", "")
    if not targets or not chosen.startswith("c"):
        return {}
    place = int(chosen[1:])
    values = values_of(survey.columns[place]) or []
    return {f"word.{name}.{place}.{n}": value_of(name, value, targets) for n, (value, _) in enumerate(values)}
