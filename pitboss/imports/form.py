"""The mapping form understood: a definition, or what is still missing of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext

from pitboss.imports import amounts, cards, moments
from pitboss.imports.definition import Definition, Source, Step
from pitboss.imports.reading import Reading
from pitboss.imports.state import (
    MOST_STEPS,
    Asked,
    State,
    asked_fields,
    offered_kinds,
    values_of,
    worded,
)
from pitboss.imports.suggest import value_of
from pitboss.imports.survey import Column, Shape, Survey
from pitboss.imports.values import MONEY
from pitboss.imports.words import field_word
from pitboss.ingest.kinds import sources

CARD_FIELDS = ("card", "cards")
BY_STEP = frozenset({"card", "cards", "amount", "action"})
"""What the steps of a wide row say by their own columns."""
SPREAD = frozenset({"dealt", "burned", "exposed", "dropped", "picked_up"})
"""Kinds of a step whose column holds a card."""


@dataclass(slots=True)
class Form:
    """What was filled in, about that file. ``problems``: a sentence for each thing that is missing."""

    state: State
    survey: Survey
    reading: Reading
    tables: list[str]
    asked: list[Asked] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)
    orders: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    definition: Definition | None = None

    @property
    def wide(self) -> bool:
        return self.state.get("layout") == "wide"

    def column(self, name: str) -> Column | None:
        """The column that was chosen under that name, if one was."""
        return self._at(self.state.get(name, ""))

    def _at(self, said: str) -> Column | None:
        place = said[1:]
        if said[:1] != "c" or not place.isascii() or not place.isdigit() or len(place) > 3:
            return None
        return self.survey.columns[int(place)] if int(place) < len(self.survey.columns) else None

    def target(self, stem: str, column: Column, n: int, targets: Iterable[str]) -> str:
        """Where the n-th value of the column goes; where nobody was asked yet, what it plainly says."""
        said = self.state.get(f"{stem}.{self.survey.columns.index(column)}.{n}")
        if said is not None:
            return said
        name = "action" if stem.startswith("word.step") else stem.removeprefix("word.")
        return value_of(name, (column.values or [])[n][0], targets)

    def words(self, stem: str, column: Column, targets: Iterable[str]) -> dict[str, str]:
        known = set(targets)
        found = {value: self.target(stem, column, n, known) for n, (value, _) in enumerate(values_of(column) or [])}
        return {value: target for value, target in found.items() if target in known}

    def kinds(self) -> list[str]:
        """Kinds that the rows become, as far as they are mapped."""
        if self.wide:
            return [step.kind for step in self.steps()]
        constant = self.state.get("const.kind", "") if self.state.get("from.kind") == "=" else ""
        column = self.column("from.kind")
        said = [constant] if column is None else self.words("word.kind", column, offered_kinds()).values()
        return [kind for kind in dict.fromkeys(said) if kind in offered_kinds()]

    def steps(self) -> list[Step]:
        found = []
        for n in range(MOST_STEPS):
            kind = self.state.get(f"step.{n}.kind", "")
            if kind not in offered_kinds():
                continue
            column = self.column(f"step.{n}.column")
            words = None
            if kind == "acted" and column is not None:
                words = self.words(f"word.step{n}", column, actions())
            across = bool(self.state.get(f"step.{n}.across"))
            found.append(Step(kind, "" if column is None else column.name, words, across))
        return found

    def card_columns(self) -> Iterator[Column]:
        """Columns that hold whole cards."""
        for name in CARD_FIELDS:
            if (column := self.column(f"from.{name}")) is not None:
                yield column
        if self.wide:
            names = {step.column for step in self.steps() if step.kind in SPREAD}
            yield from (column for column in self.survey.columns if column.name in names)

    def money_columns(self) -> Iterator[Column]:
        for name in sorted(MONEY):
            if (column := self.column(f"from.{name}")) is not None:
                yield column
        if self.wide:
            names = {step.column for step in self.steps() if step.kind in ("bet", "paid", "taken", "returned")}
            yield from (column for column in self.survey.columns if column.name in names)


def actions() -> tuple[str, ...]:
    return next(one.choices for one in offered_kinds()["acted"] if one.name == "action")


def understood(state: State, survey: Survey, reading: Reading, tables: list[str]) -> Form:
    """The form with its definition where nothing is missing."""
    form = Form(state, survey, reading, tables)
    kinds = form.kinds()
    form.asked = [
        Asked(one.name, one.shape, False, one.targets) if form.wide and one.name in BY_STEP else one
        for one in asked_fields(kinds, tables, wide=form.wide)
    ]
    fields = {one.name: source for one in form.asked if (source := _source(form, one)) is not None}
    _missing(form, kinds, fields)
    order, marks = _order(form), _marks(form)
    letters, ranks = _suits(form, fields), _ranks(form)
    if form.problems:
        return form
    kind = fields.pop("kind", Source())
    form.definition = Definition(
        reading=reading,
        columns=[column.name for column in survey.columns],
        kind=kind,
        fields=fields,
        order=order,
        marks=marks,
        suits=state.get("suits", "") if _has_cards(form, fields) else "",
        letters=letters,
        ranks=ranks,
        first="suit" if state.get("first") == "suit" else "rank",
        src=state["src"] if state.get("src") in sources() else "system",
        sessions="gap" if state.get("sessions") == "gap" else "told",
        gap=_number(state.get("gap", ""), 4, 48),
        decks=_number(state.get("decks", ""), 6, 64),
        rounds="pass" if state.get("rounds") == "pass" and "pass" in fields else "told",
        steps=form.steps() if form.wide else [],
    )
    return form


def _source(form: Form, asked: Asked) -> Source | None:
    said = form.state.get(f"from.{asked.name}", "")
    if said == "=":
        constant = form.state.get(f"const.{asked.name}", "").strip()
        return Source(constant=constant) if constant else None
    column = form.column(f"from.{asked.name}")
    if column is None:
        return None
    words = form.words(f"word.{asked.name}", column, asked.targets) if worded(asked) else None
    return Source(column=column.name, words=words)


def _missing(form: Form, kinds: list[str], fields: dict[str, Source]) -> None:
    if not kinds:
        form.problems["kind"] = (
            gettext("Faltan los eventos de cada fila.") if form.wide else gettext("Falta decir qué pasó en cada fila.")
        )
    for asked in form.asked:
        if asked.name == "card" and ("rank" in fields and "suit" in fields):
            continue
        if asked.needed and asked.name not in fields and asked.name != "kind":
            form.problems[asked.name] = gettext("Falta: %(field)s.") % {"field": field_word(asked.name)}
        column = form.column(f"from.{asked.name}")
        if worded(asked) and column is not None and values_of(column) is None:
            form.problems[asked.name] = gettext(
                "«%(column)s» tiene demasiados valores distintos para darles destino uno por uno."
            ) % {"column": column.name}
    if form.wide and not any(form.state.get(f"from.{name}") for name in ("pass",)):
        form.problems["pass"] = gettext("Falta: %(field)s.") % {"field": field_word("pass")}


def _order(form: Form) -> str:
    """Of day and month: what fits, asked where more than one does."""
    column = form.column("from.date") or form.column("from.at")
    if column is None:
        return ""
    form.orders = moments.orders(None if column.shapes is None else column.shapes.items())
    chosen = form.state.get("order", "")
    if not form.orders:
        form.problems["order"] = gettext("«%(column)s» no tiene fechas que se puedan leer.") % {"column": column.name}
    elif len(form.orders) == 1:
        return form.orders[0]
    elif chosen not in form.orders:
        form.problems["order"] = gettext("Falta decir cuál es el día y cuál el mes.")
    return chosen


def _marks(form: Form) -> str:
    shapes: dict[str, Shape] = {}
    for column in form.money_columns():
        shapes |= column.shapes or {}
    if not amounts.matters(shapes):
        return ""
    form.marks = amounts.fitting(shapes) or list(amounts.MARKS)
    if len(form.marks) == 1:
        return form.marks[0]
    chosen = form.state.get("marks", "")
    if chosen not in form.marks:
        form.problems["marks"] = gettext("Falta decir qué marca separa los miles de los montos.")
    return chosen


def _has_cards(form: Form, fields: dict[str, Source]) -> bool:
    return "suit" in fields or any(True for _ in form.card_columns())


def _suits(form: Form, fields: dict[str, Source]) -> dict[str, str]:
    """What was said of each letter, where that is how they are read."""
    if not _has_cards(form, fields):
        return {}
    language = form.state.get("suits", "")
    tokens = suit_tokens(form)
    if language not in cards.LANGUAGES and language != cards.BY_LETTER:
        form.problems["suits"] = gettext("Falta decir en qué idioma están los palos.")
    if language != cards.BY_LETTER:
        return {}
    letters = {token: form.state.get(f"letter.{token}", "") for token in tokens if token not in cards.SIGNS}
    # A letter without a suit refuses its rows: what stands there may be no card at all
    if not any(letters.values()):
        form.problems["suits"] = gettext("Falta decir qué palo es cada letra.")
    return {token: suit for token, suit in letters.items() if suit in cards.SUITS}


def _ranks(form: Form) -> dict[str, str]:
    said = {token: form.state.get(f"rank.{token}", "") for token in odd_ranks(form)}
    return {token: rank for token, rank in said.items() if rank and rank in cards.TARGETS}


def suit_tokens(form: Form) -> dict[str, str]:
    """Every way that a suit is written in the file, with a card that has it."""
    found: dict[str, str] = {}
    for value, (_, suit) in _parted(form):
        found.setdefault(suit, value)
    if (column := form.column("from.suit")) is not None:
        for value, _ in column.values or []:
            found.setdefault(cards.folded(value), value)
    return found


def odd_ranks(form: Form) -> dict[str, str]:
    """Ranks that do not say the same in every file, with a card that has each."""
    found: dict[str, str] = {}
    for value, (rank, _) in _parted(form):
        if rank not in cards.RANKS:
            found.setdefault(rank, value)
    if (column := form.column("from.rank")) is not None:
        for value, _ in column.values or []:
            if cards.folded(value) not in cards.RANKS:
                found.setdefault(cards.folded(value), value)
    return found


def _parted(form: Form) -> Iterator[tuple[str, tuple[str, str]]]:
    first = form.state.get("first", "rank")
    for column in form.card_columns():
        for value, _ in column.values or []:
            if (two := cards.parts(value, first)) is not None:
                yield value, two


def _number(text: str, usual: int, most: int) -> int:
    return min(int(text), most) if text.isascii() and text.isdigit() and 0 < len(text) < 4 and int(text) else usual
