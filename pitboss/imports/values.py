"""One cell as the value of a field, or why it is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from zoneinfo import ZoneInfo

from pitboss.imports import cards
from pitboss.imports.amounts import NoAmount, amount
from pitboss.imports.definition import PLACES, Definition, Source
from pitboss.imports.moments import Clock, NoMoment
from pitboss.ingest.kinds import Field

Cells = Sequence[str]
Read = Callable[[Cells], Any]
MONEY: Final = frozenset({"amount", "min", "max", "chip"})
TRUTHS: Final = {"true": True, "false": False}
NOTHING: Final = None
_LIST: Final = re.compile(r"\s*[,;+|]\s*|\s+")
_WHOLE: Final = re.compile(r"[0-9]{1,15}")


class Wrong(Exception):
    """A cell that is no value of its field."""

    def __init__(self, field: str, column: str, value: str, why: str) -> None:
        super().__init__(f"{column or field}: {value!r}: {why}")
        self.field, self.column, self.value, self.why = field, column, value, why


class Values:
    """Readers of cells by a mapping's say. A reader returns None for an empty cell, and raises Wrong."""

    def __init__(self, definition: Definition, *, zone: ZoneInfo, currency: str) -> None:
        self.definition, self.currency = definition, currency
        self.places = {name: place for place, name in enumerate(definition.columns)}
        self.clock = Clock(definition.order, zone)

    def source(self, field: str) -> Source | None:
        """Where the field is taken from."""
        return self.definition.fields.get(field) or (
            self.definition.fields.get("spot") if field in PLACES else None
        )  # fmt: skip

    def text(self, source: Source, field: str) -> Callable[[Cells], str]:
        """What stands there, or what that means; empty where nothing does."""
        if source.column is None:
            said = source.constant or ""
            return lambda cells: said
        place, column, words = self._place(source.column), source.column, source.words
        if words is None:
            return lambda cells: cells[place].strip()

        def meant(cells: Cells) -> str:
            value = cells[place].strip()
            if not value:
                return ""
            found = words.get(value)
            if found is None:
                raise Wrong(field, column, value, "unmapped")
            return found

        return meant

    def _place(self, column: str) -> int:
        return self.places[column]

    def moment(self) -> Read:
        at = self.definition.fields["at"]
        read, column = self.text(at, "at"), at.column or ""
        date = self.definition.fields.get("date")
        day = self.text(date, "at") if date is not None else None

        def moment(cells: Cells) -> Any:
            text = read(cells)
            if day is not None:
                text = f"{day(cells)} {text}"
            try:
                return self.clock.read(text)
            except NoMoment as why:
                raise Wrong("at", column, text, why.why) from None

        return moment

    def of(self, field: Field, source: Source | None = None) -> Read | None:
        """The reader of a kind's field; None where the mapping has nothing for it."""
        if field.shape == "card" and source is None:
            return self._card()
        source = source or self.source(field.name)
        if source is None:
            return None
        read, column = self.text(source, field.name), source.column or ""
        make = self._maker(field)

        def value(cells: Cells) -> Any:
            text = read(cells)
            if not text:
                return NOTHING
            try:
                return make(text)
            except NoAmount as why:
                raise Wrong(field.name, column, text, why.why) from None
            except cards.NoCard as why:
                raise Wrong(field.name, column, text, why.why) from None
            except ValueError:
                raise Wrong(field.name, column, text, field.shape) from None

        return value

    def _maker(self, field: Field) -> Callable[[str], Any]:
        if field.name in MONEY:
            return self._money
        if field.name == "seat":
            return lambda text: text.partition(".")[0]
        makers: Mapping[str, Callable[[str], Any]] = {
            "whole": whole,
            "decimal": lambda text: float(text.replace(",", ".")),
            "truth": _truth,
            "card": self._one_card,
            "cards": lambda text: [self._one_card(one) for one in _LIST.split(text)],
            "wholes": lambda text: [whole(one) for one in _LIST.split(text)],
            "texts": _LIST.split,
        }
        return makers.get(field.shape, str)

    def _money(self, text: str) -> int:
        return amount(text, self.definition.marks or "dot", self.currency)

    def _card(self) -> Read | None:
        fields = self.definition.fields
        if (whole_card := fields.get("card")) is not None:
            return self.of(Field("card", True, "card"), whole_card)
        if "rank" not in fields or "suit" not in fields:
            return None
        rank, suit = self.text(fields["rank"], "card"), self.text(fields["suit"], "card")
        column = fields["rank"].column or ""

        def card(cells: Cells) -> Any:
            high, low = rank(cells), suit(cells)
            if not high and not low:
                return NOTHING
            try:
                return self._told(cards.folded(high), cards.folded(low))
            except cards.NoCard as why:
                raise Wrong("card", column, f"{high} {low}", why.why) from None

        return card

    def _one_card(self, text: str) -> str:
        two = cards.parts(text, self.definition.first)
        if two is None:
            raise cards.NoCard("card")
        return self._told(*two)

    def _told(self, rank: str, suit: str) -> str:
        told = self.definition
        return cards.card(rank, suit, language=told.suits, letters=told.letters, ranks=told.ranks)


def whole(text: str) -> int:
    """Raises ValueError."""
    if not _WHOLE.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _truth(text: str) -> bool:
    if text not in TRUTHS:
        raise ValueError(text)
    return TRUTHS[text]
