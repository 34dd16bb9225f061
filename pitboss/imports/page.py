"""What the mapping page shows: each field with its columns and values, and what is asked because it cannot be told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from django.utils.translation import gettext

from pitboss.imports import amounts, cards
from pitboss.imports.convert import Converter, LeftOut, Made
from pitboss.imports.form import Form, actions, odd_ranks, suit_tokens
from pitboss.imports.moments import Clock, NoMoment
from pitboss.imports.prepared import columns_of, line_of
from pitboss.imports.reading import Row, Unread
from pitboss.imports.refused import Refused
from pitboss.imports.state import MOST_STEPS, Asked, offered_kinds, values_of, worded
from pitboss.imports.survey import Column
from pitboss.imports.words import CHOICES, KINDS, MARKS, ORDERS, SOURCES, SUITS, WHYS, choice_word, field_word
from pitboss.ingest.kinds import sources
from pitboss.ingest.lines import Line

SHOWN: Final = 12
EXAMPLES: Final = 3
STEPS_FREE: Final = 2
"""Empty events that the form of wide rows always has at its end."""
Choice = tuple[str, str, bool]
"""What is sent, what is read, whether it is chosen."""


@dataclass(slots=True)
class ValueRow:
    value: str
    count: int
    name: str
    choices: list[Choice]
    chosen: bool


@dataclass(slots=True)
class FieldRow:
    """``lost``: rows whose value has no target yet."""

    name: str
    word: str
    needed: bool
    columns: list[Choice]
    constant: str
    constants: list[Choice]
    is_constant: bool
    examples: list[str]
    values: list[ValueRow] = field(default_factory=list)
    lost: int = 0
    problem: str = ""

    @property
    def shown(self) -> bool:
        """Not folded away with those that nobody needs: what is asked for, and what was given."""
        return self.needed or self.is_constant or bool(self.problem) or any(chosen for *_, chosen in self.columns)


def field_rows(form: Form) -> list[FieldRow]:
    return [_field_row(form, asked) for asked in form.asked]


def _field_row(form: Form, asked: Asked) -> FieldRow:
    said = form.state.get(f"from.{asked.name}", "")
    constant = form.state.get(f"const.{asked.name}", "")
    column = form.column(f"from.{asked.name}")
    row = FieldRow(
        name=asked.name,
        word=str(field_word(asked.name)),
        needed=asked.needed,
        columns=_columns(form, said),
        constant=constant,
        constants=[(one, _target_word(asked.name, one), one == constant) for one in asked.targets if one != "-"],
        is_constant=said == "=",
        examples=_examples(column),
        problem=form.problems.get(asked.name, ""),
    )
    if worded(asked) and column is not None:
        row.values = _value_rows(form, f"word.{asked.name}", column, asked.name, asked.targets)
        row.lost = sum(one.count for one in row.values if not one.chosen)
    return row


def _columns(form: Form, said: str) -> list[Choice]:
    return [(f"c{place}", one.name, said == f"c{place}") for place, one in enumerate(form.survey.columns)]


def _value_rows(form: Form, stem: str, column: Column, name: str, targets: tuple[str, ...]) -> list[ValueRow]:
    place = form.survey.columns.index(column)
    found = []
    for n, (value, count) in enumerate(values_of(column) or []):
        chosen = form.target(stem, column, n, targets)
        choices = [(one, _target_word(name, one), one == chosen) for one in targets]
        found.append(ValueRow(value, count, f"{stem}.{place}.{n}", choices, chosen in targets))
    return found


def _target_word(name: str, target: str) -> str:
    if target == "-":
        return gettext("no es un evento: dejar fuera")
    if name == "kind":
        return f"{KINDS[target]} ({target})" if target in KINDS else target
    return target if name == "table" else choice_word(target) if target in CHOICES else target


def _examples(column: Column | None) -> list[str]:
    if column is None:
        return []
    if column.values is not None:
        return [value for value, _ in column.values[:EXAMPLES]]
    return [shape.example for shape in list((column.shapes or {}).values())[:EXAMPLES]]


@dataclass(slots=True)
class SuitChoice:
    """``cells``: for each way a suit is written in the file, the example's card by this language; empty: none."""

    language: str
    word: str
    chosen: bool
    cells: list[str]


def suit_choices(form: Form) -> tuple[list[tuple[str, str]], list[SuitChoice]]:
    """Ways that suits are written, each with an example; and what each language would make of them."""
    tokens = suit_tokens(form)
    chosen = form.state.get("suits", "")
    told = []
    for language, word in SUITS.items():
        cells = [_example_card(form, token, example, language) for token, example in tokens.items()]
        told.append(SuitChoice(language, str(word), chosen == language, cells))
    return list(tokens.items()), told


def _example_card(form: Form, token: str, example: str, language: str) -> str:
    suit = cards.suit(token, language, {})
    if suit is None:
        return ""
    two = cards.parts(example, form.state.get("first", "rank"))
    rank = cards.rank(two[0], {}) if two is not None else None
    return f"{rank or 'A'}{suit}"


def letters(form: Form) -> list[tuple[str, str, list[Choice]]]:
    """Where suits are told letter by letter: the letter, its field, its suits."""
    words = {"s": gettext("picas"), "h": gettext("corazones"), "d": gettext("diamantes"), "c": gettext("tréboles")}
    return [
        (token, f"letter.{token}", [(s, w, form.state.get(f"letter.{token}") == s) for s, w in words.items()])
        for token in suit_tokens(form)
        if token not in cards.SIGNS
    ]


def ranks(form: Form) -> list[tuple[str, str, str, list[Choice]]]:
    """Ranks to be asked for: as written, a card that has it, its field, what it can be."""
    return [
        (token, example, f"rank.{token}", [
            (one, one.replace("T", "10"), form.state.get(f"rank.{token}") == one) for one in cards.TARGETS
        ])
        for token, example in odd_ranks(form).items()
    ]  # fmt: skip


def first_matters(form: Form) -> bool:
    """Do cards have no separator and nothing that tells rank from suit?"""
    values = [value for column in form.card_columns() for value, _ in column.values or []]
    return bool(values) and cards.order_of(values) is None


def order_choices(form: Form, zone: Any) -> list[tuple[str, str, bool, str, str]]:
    """Each order that fits: sent, read, chosen, an example of the file, and when that would be."""
    column = form.column("from.date") or form.column("from.at")
    if column is None:
        return []
    examples = [value for value, _ in column.values or []] or _examples(column)
    told = []
    for order in form.orders:
        example = next((one for one in examples if _differs(one, form.orders, zone)), examples[0] if examples else "")
        chosen = form.state.get("order") == order or len(form.orders) == 1
        told.append((order, str(ORDERS[order]), chosen, example, _read(example, order, zone)))
    return told


def _differs(example: str, orders: list[str], zone: Any) -> bool:
    return len({_read(example, order, zone) for order in orders}) == len(orders)


def _read(example: str, order: str, zone: Any) -> str:
    for text in (example, f"{example} 12:00"):
        try:
            return Clock(order, zone).read(text).strftime("%Y-%m-%d")
        except NoMoment:
            continue
    return ""


def mark_choices(form: Form, currency: str) -> list[tuple[str, str, bool, str, str]]:
    """Each reading of the marks in amounts: sent, read, chosen, an example of the file, and the amount it would be."""
    examples = [one for column in form.money_columns() for one in _examples(column)]
    example = next((one for one in examples if "." in one or "," in one), "")
    told = []
    for mark in form.marks:
        try:
            value = str(amounts.amount(example, mark, currency))
        except amounts.NoAmount:
            value = "—"
        told.append((mark, str(MARKS[mark]), form.state.get("marks") == mark or len(form.marks) == 1, example, value))
    return told


def source_choices(form: Form) -> list[Choice]:
    return [(one, str(SOURCES.get(one, one)), form.state.get("src", "system") == one) for one in sources()]


def step_rows(form: Form) -> list[dict[str, Any]]:
    """The events of a wide row, with some empty ones to fill in."""
    filled = [n for n in range(MOST_STEPS) if form.state.get(f"step.{n}.kind")]
    count = min(MOST_STEPS, (filled[-1] + 1 if filled else 4) + STEPS_FREE)
    told = []
    for n in range(count):
        kind = form.state.get(f"step.{n}.kind", "")
        column = form.column(f"step.{n}.column")
        row: dict[str, Any] = {
            "n": n,
            "number": n + 1,
            "kinds": [(one, _target_word("kind", one), one == kind) for one in offered_kinds()],
            "columns": _columns(form, form.state.get(f"step.{n}.column", "")),
            "across": bool(form.state.get(f"step.{n}.across")),
            "values": [],
        }
        if kind == "acted" and column is not None:
            row["values"] = _value_rows(form, f"word.step{n}", column, "action", actions())
        told.append(row)
    return told


@dataclass(slots=True)
class Previewed:
    """One event of the preview, or why a row is none."""

    line: int
    body: str = ""
    kind: str = ""
    refused: Mapping[str, Any] | None = None
    ours: bool = False
    left_out: bool = False


def preview(converter: Converter, rows: Iterator[Row | Unread]) -> list[Previewed]:
    """The first rows as events of the contract, read as they will be when they are sent."""
    columns = columns_of(converter.definition)
    return [_previewed(came, columns) for came in converter.convert(islice(rows, SHOWN))]


def _previewed(came: Made | Refused | LeftOut, columns: dict[str, str]) -> Previewed:
    if isinstance(came, LeftOut):
        return Previewed(came.line, left_out=True)
    if isinstance(came, Refused):
        return Previewed(came.line, refused=told_refused(came.as_dict()))
    line = line_of(came.body, came.line)
    if isinstance(line, Line):
        said = {name: came.body[name] for name in ("at", "table") if name in came.body} | came.body
        shown = ", ".join(f"{name}: {_flat(said[name])}" for name in said if name not in ("kind", "id", "import"))
        return Previewed(came.line, body=shown, kind=str(came.body["kind"]), ours=came.ours)
    told = line.as_dict() | {"column": columns.get(line.field, ""), "value": "", "why": ""}
    return Previewed(came.line, refused=told_refused(told))


def _flat(value: Any) -> str:
    return (
        " ".join(map(str, value))
        if isinstance(value, list)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )


def told_refused(told: Mapping[str, Any]) -> dict[str, Any]:
    """A refusal as a page shows it: in the reader's language where we have words, else the contract's own."""
    word = WHYS.get(str(told.get("why")))
    return {**told, "words": "" if word is None else str(word)}
