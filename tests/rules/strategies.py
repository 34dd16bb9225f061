"""Well-formed events of every kind, made from their types."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
from hypothesis import strategies as st

from rules.cards import DECK
from rules.events import KINDS, Event, Move

ZONES = [UTC, timezone(timedelta(hours=-3)), timezone(timedelta(hours=5, minutes=30))]
MOMENTS = st.builds(
    lambda seconds, zone: datetime(2026, 1, 1, tzinfo=UTC).astimezone(zone) + timedelta(seconds=seconds),
    st.integers(0, 86_400) | st.floats(0, 86_400).map(lambda s: round(s, 3)),
    st.sampled_from(ZONES),
)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)


def _of(kind: msgspec.inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case msgspec.inspect.IntType(ge=ge, le=le):
            return st.integers(ge or 0, min(le or 400, (ge or 0) + 400))
        case msgspec.inspect.FloatType(ge=ge, le=le):
            # As decimals of two places: what a source would write
            return st.integers(int(ge or 0) * 100, int(le or 1) * 100).map(lambda hundredths: hundredths / 100)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.StrType():
            return WORDS
        case msgspec.inspect.UUIDType():
            return st.uuids()
        case msgspec.inspect.DateTimeType():
            return MOMENTS
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.ListType(item_type=item, min_length=least):
            return st.lists(_of(item), min_size=least or 0, max_size=6)
        case msgspec.inspect.UnionType(types=types):
            return st.one_of([_of(one) for one in types])
        case msgspec.inspect.StructType(cls=cls) if issubclass(cls, Event):
            return st.none() if cls is KINDS["corrected"] else _event(cls)
        case msgspec.inspect.StructType(cls=cls):
            return st.builds(Move, card=st.sampled_from(DECK), from_=_SPOTS, to=_SPOTS)
    raise AssertionError(kind)


_SPOTS = st.sampled_from(["1", "2", "3", "3.2", "dealer", "none"])


def _event(cls: type[Event]) -> st.SearchStrategy[Event]:
    info = msgspec.inspect.type_info(cls)
    assert isinstance(info, msgspec.inspect.StructType)
    return st.builds(cls, **{field.name: _of(field.type) for field in info.fields if field.name not in ("instead",)})


_BY_KIND = {name: _event(cls) for name, cls in KINDS.items()}


def events(*kinds: str) -> st.SearchStrategy[Event]:
    """Any event of the contract, or of some kinds of it."""
    return st.one_of([_BY_KIND[kind] for kind in kinds or KINDS])
