"""What the contract's kinds hold, told plainly: for whoever makes events out of other records."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from msgspec import inspect

from rules.cards import DECK
from rules.events import KINDS, Event

Shape = Literal["card", "cards", "choice", "whole", "decimal", "truth", "text", "wholes", "texts"]
ENVELOPE: Final = frozenset({"at", "seq", "id", "table", "src", "by", "v"})
_CARDS: Final = frozenset(DECK)
_PLAIN: Final[dict[type[inspect.Type], Shape]] = {
    inspect.BoolType: "truth",
    inspect.IntType: "whole",
    inspect.FloatType: "decimal",
    inspect.StrType: "text",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a kind. ``choices``: every value it can have, where they are few words."""

    name: str
    needed: bool
    shape: Shape
    choices: tuple[str, ...] = ()


@cache
def kinds() -> dict[str, tuple[Field, ...]]:
    """Kind to its own fields (without the envelope's); kinds that hold other events or objects are left out."""
    found = {}
    for kind, event in KINDS.items():
        fields = [_field(one) for one in _fields(event) if one.encode_name not in ENVELOPE]
        if None not in fields:
            found[kind] = tuple(field for field in fields if field is not None)
    return found


@cache
def sources() -> tuple[str, ...]:
    """What ``src`` can say."""
    (src,) = (one for one in _fields(Event) if one.encode_name == "src")
    return _words(src.type)


def _fields(event: type[Event]) -> tuple[inspect.Field, ...]:
    told = inspect.type_info(event)
    assert isinstance(told, inspect.StructType)  # noqa: S101 (an event is one)
    return told.fields


def _field(one: inspect.Field) -> Field | None:
    parts = one.type.types if isinstance(one.type, inspect.UnionType) else (one.type,)
    types = [part for part in parts if not isinstance(part, inspect.NoneType)]
    words = tuple(word for part in types for word in _words(part))
    if words:
        return Field(one.encode_name, one.required, *_choice(words))
    if len(types) != 1:
        return None
    (only,) = types
    if isinstance(only, inspect.ListType):
        inner = only.item_type
        if _words(inner) and _choice(_words(inner))[0] == "card":
            return Field(one.encode_name, one.required, "cards")
        of: dict[type[inspect.Type], Shape] = {inspect.IntType: "wholes", inspect.StrType: "texts"}
        lists = of.get(type(inner))
        return None if lists is None else Field(one.encode_name, one.required, lists)
    shape = _PLAIN.get(type(only))
    return None if shape is None else Field(one.encode_name, one.required, shape)


def _choice(words: tuple[str, ...]) -> tuple[Shape, tuple[str, ...]]:
    return ("card", ()) if frozenset(words) == _CARDS else ("choice", words)


def _words(part: inspect.Type) -> tuple[str, ...]:
    return tuple(str(value) for value in part.values) if isinstance(part, inspect.LiteralType) else ()
