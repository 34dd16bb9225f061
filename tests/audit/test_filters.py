from datetime import date

import pytest
from django.utils import translation

from pitboss.audit.filters import asked


def test_an_empty_address_asks_for_everything() -> None:
    wanted = asked({})
    assert wanted.given == {}
    assert (wanted.page, wanted.money, wanted.due) == (1, False, False)


def test_days_and_words_are_read() -> None:
    wanted = asked({"since": "2026-11-14", "table": "BJ-02", "outcome": "contrary", "cctv": "yes", "page": "3"})
    assert wanted.filters.since == date(2026, 11, 14)
    assert (wanted.filters.table, wanted.filters.outcome, wanted.filters.cctv) == ("BJ-02", "contrary", True)
    assert wanted.page == 3


@pytest.mark.parametrize(
    ("name", "value"),
    [("since", "14-11-2026"), ("until", "never"), ("outcome", "bad"), ("severity", "huge"), ("cctv", "perhaps")],
)
def test_what_cannot_be_read_is_told_and_asks_for_nothing(name: str, value: str) -> None:
    with translation.override("es-cl"):
        wanted = asked({name: value})
    assert len(wanted.unread) == 1
    assert value in wanted.unread[0]
    assert wanted.given == {}


@pytest.mark.parametrize("name", ["casino", "table", "code", "text"])
def test_a_sign_that_no_row_can_hold_is_looked_for_by_nobody(name: str) -> None:
    assert asked({name: "\0"}).given == {}
    assert asked({name: " a\0b "}).given == {name: "ab"}


@pytest.mark.parametrize("page", ["0", "-1", "x", "", "²", "1.5"])
def test_a_page_that_is_no_page_is_the_first(page: str) -> None:
    assert asked({"page": page}).page == 1


def test_an_absurd_page_is_bounded() -> None:
    assert asked({"page": "9" * 30}).page == 100_000


def test_an_address_has_a_fixed_order_and_no_empty_values() -> None:
    wanted = asked({"text": "  7♦ ", "table": "BJ-01", "code": ""})
    assert wanted.address() == "?table=BJ-01&text=7%E2%99%A6"


def test_taking_a_filter_away_leaves_the_others_and_goes_to_the_first_page() -> None:
    with translation.override("es-cl"):
        tokens = asked({"table": "BJ-01", "outcome": "contrary", "page": "4"}).tokens({})
    assert {token.name: token.without for token in tokens} == {
        "table": "?outcome=contrary",
        "outcome": "?table=BJ-01",
    }


def test_tokens_say_the_words_of_the_screen() -> None:
    with translation.override("es-cl"):
        tokens = asked({"code": "deal-order", "since": "2026-11-14", "severity": "major"}).tokens(
            {"deal-order": "Error de distribución"}
        )
    assert [(token.label, token.value) for token in tokens] == [
        ("Desde", "14-11-2026"),
        ("Irregularidad", "Error de distribución"),
        ("Gravedad", "Grave"),
    ]
