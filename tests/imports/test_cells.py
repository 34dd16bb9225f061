"""Cards, moments and amounts out of cells: what is said is read, and what can be read two ways is not decided here."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.imports import amounts, cards, moments
from pitboss.imports.definition import PLACES
from pitboss.imports.survey import Shape, _Tally
from pitboss.imports.words import FIELDS, KINDS, WHYS
from pitboss.ingest.kinds import kinds

SANTIAGO = ZoneInfo("America/Santiago")
DECK = [rank + suit for rank in cards.TARGETS for suit in cards.SUITS]


def shapes(*values: str) -> dict[str, Shape]:
    tally = _Tally()
    tally.add(values)
    return tally.told("x").shapes or {}


def read(text: str, language: str, first: str = "rank") -> str:
    two = cards.parts(text, first)
    assert two is not None
    return cards.card(*two, language=language, letters={}, ranks={"sota": "J", "1": "A"})


@pytest.mark.parametrize("language", ["en", "es", "fr", "deck_es"])
def test_every_card_of_a_deck_is_read_as_it_was_written(language: str) -> None:
    letters = {suit: said for said, suit in reversed(cards.LANGUAGES[language].items())}
    for card, between in product(DECK, ("", " ", "-", " de ")):
        rank, letter = card[0].replace("T", "10"), letters[card[1]]
        assert read(f"{rank}{between}{letter.upper()}", language) == card
        assert read(f"{letter}{between}{rank}", language, first="suit") == card


@pytest.mark.parametrize(
    ("text", "language", "card"),
    [("10C", "en", "Tc"), ("10C", "es", "Th"), ("10C", "deck_es", "Th"), ("A♠", "en", "As"), ("A ♥️", "es", "Ah"),
     ("Sota de Corazones", "es", "Jh"), ("1 de tréboles", "es", "Ac"), ("Q of Spades", "en", "Qs"),
     ("10 cœur", "fr", "Th")],
)  # fmt: skip
def test_the_same_letters_are_other_cards_in_another_language(text: str, language: str, card: str) -> None:
    assert read(text, language) == card


@pytest.mark.parametrize(("text", "why"), [("11C", "rank"), ("10Z", "suit"), ("??", "rank"), ("10S", "suit")])
def test_what_has_no_meaning_given_is_no_card(text: str, why: str) -> None:
    with pytest.raises(cards.NoCard) as refused:
        read(text, "es")
    assert refused.value.why == why


@settings(max_examples=40)
@given(st.text(max_size=12))
def test_no_text_breaks_the_reading_of_cards(text: str) -> None:
    for first in cards.FIRSTS:
        two = cards.parts(text, first)
        if two is not None:
            with suppress(cards.NoCard):
                assert cards.card(*two, language="es", letters={}, ranks={}) in DECK


@settings(max_examples=40)
@given(st.lists(st.datetimes(datetime(2001, 1, 1), datetime(2099, 1, 1)), min_size=1, max_size=20))  # noqa: DTZ001
def test_the_order_that_dates_were_written_in_is_always_among_those_that_fit(days: list[datetime]) -> None:
    for order, written in (("dmy", "%d/%m/%Y %H:%M"), ("mdy", "%m/%d/%Y %H:%M"), ("ymd", "%Y-%m-%d %H:%M")):
        fit = moments.orders(shapes(*(day.strftime(written) for day in days)).items())
        assert order in fit
        if order != "ymd" and all(day.day > 12 for day in days):
            assert fit == [order]


def test_a_day_that_can_be_a_month_is_left_open() -> None:
    assert moments.orders(shapes("05/11/2026", "06/11/2026").items()) == ["dmy", "mdy"]
    assert moments.orders(shapes("05/11/2026", "13/11/2026").items()) == ["dmy"]
    assert moments.orders(shapes("05/13/2026", "13/05/2026").items()) == []
    assert moments.orders(shapes("ayer").items()) == []


@pytest.mark.parametrize(
    ("text", "order", "at"),
    [("29-11-2026 21:00:05", "dmy", datetime(2026, 11, 30, 0, 0, 5, tzinfo=UTC)),
     ("11/29/26 9:00 p. m.", "mdy", datetime(2026, 11, 30, 0, 0, tzinfo=UTC)),
     ("2026-11-29T21:00:05.250Z", "ymd", datetime(2026, 11, 29, 21, 0, 5, 250000, tzinfo=UTC)),
     ("2026-11-29 21:00:05-0300", "ymd", datetime(2026, 11, 30, 0, 0, 5, tzinfo=UTC)),
     ("20261129210005", "compact", datetime(2026, 11, 30, 0, 0, 5, tzinfo=UTC)),
     ("1796000405", "epoch_s", datetime(2026, 11, 30, 1, 0, 5, tzinfo=UTC))],
)  # fmt: skip
def test_moments_are_the_casinos_unless_they_say_otherwise(text: str, order: str, at: datetime) -> None:
    assert moments.Clock(order, SANTIAGO).read(text) == at


def test_an_hour_that_comes_twice_goes_on_and_one_that_never_came_is_refused() -> None:
    clock = moments.Clock("ymd", SANTIAGO)
    told = [clock.read(f"2026-04-04 {time}") for time in ("22:59:00", "23:30:00", "23:59:00", "23:05:00", "23:10:00")]
    assert told == sorted(told)
    assert (told[-1] - told[0]).total_seconds() == 71 * 60
    with pytest.raises(moments.NoMoment, match="skipped"):
        clock.read("2026-09-06 00:30:00")


@settings(max_examples=40)
@given(st.integers(0, 10**12))
def test_amounts_are_read_by_the_marks_they_were_written_with(amount: int) -> None:
    assert amounts.amount(f"$ {amount:,}".replace(",", "."), "dot", "CLP") == amount
    assert amounts.amount(f"{amount:,}.00", "comma", "CLP") == amount
    assert amounts.amount(f"{amount:,}.05", "comma", "USD") == amount * 100 + 5


def test_marks_that_two_readings_fit_are_left_open() -> None:
    assert amounts.fitting(shapes("1.000", "25.000")) == ["dot", "comma"]
    assert amounts.fitting(shapes("1.000", "1.000.000")) == ["dot"]
    assert amounts.fitting(shapes("1.000", "1,000.50")) == ["comma"]
    assert not amounts.matters(shapes("1000", "25000"))
    for text, why in (("1.5", "amount"), ("1,5", "cents"), ("-5", "amount"), ("mil", "amount")):
        with pytest.raises(amounts.NoAmount) as refused:
            amounts.amount(text, "dot", "CLP")
        assert refused.value.why == why


def test_everything_that_is_offered_has_a_word() -> None:
    from pitboss.imports.state import LEFT, offered_kinds

    assert set(kinds()) <= set(KINDS)
    fields = {field.name for fields in offered_kinds().values() for field in fields}
    assert fields - LEFT - set(PLACES) <= set(FIELDS)
    assert {field.shape for fields in kinds().values() for field in fields} <= set(WHYS)
