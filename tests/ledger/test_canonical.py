"""The text that is hashed is the same for the same meaning, and exists only where it can be kept."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.ledger.canonical import NotCanonical, canonical

TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXT, VALUE, max_size=5))
def test_reading_it_back_gives_the_same_value(value: dict[str, object]) -> None:
    assert json.loads(canonical(value)) == value


@given(st.dictionaries(TEXT, VALUE, max_size=5))
def test_the_order_of_the_fields_does_not_matter(value: dict[str, object]) -> None:
    assert canonical(dict(reversed(value.items()))) == canonical(value)


def test_numbers_and_letters_are_written_as_the_standard_says() -> None:
    assert canonical({"b": "ñ\n", "a": [1.0, 1e21, 0.000001], "ﬀ": None}) == (
        '{"a":[1,1e+21,0.000001],"b":"ñ\\n","ﬀ":null}'
    )


@pytest.mark.parametrize(
    "value",
    [{"n": 2**53}, {"n": float("nan")}, {"t": "\ud800"}, {"t": "a\0b"}, {"a\0": 1}, {"l": [["\0"]]}],
)
def test_what_has_no_canonical_form_is_told(value: dict[str, object]) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


def test_a_backslash_before_u0000_is_only_a_text() -> None:
    assert canonical({"t": "\\u0000"}) == '{"t":"\\\\u0000"}'
