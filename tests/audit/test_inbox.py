"""What the inbox adds up, and what it shows to whom."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from pitboss.audit.inbox import ROWS, rate

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from tests.played import Play

INBOX = "/incidents/"
QUERIES = 11
"""Session, person, roles, tally, rounds, rows, tables, who may be given cases, and three of the side bar."""


def test_no_play_has_no_rate() -> None:
    assert rate(3, 0) is None


def test_a_rate_has_its_interval_around_it() -> None:
    found = rate(12, 4000)
    assert found is not None
    middle, low, high = found
    assert middle == pytest.approx(3.0)
    assert low == pytest.approx(1.55, abs=0.01)
    assert high == pytest.approx(5.24, abs=0.01)


def test_no_incident_is_no_proof_of_a_rate_of_zero() -> None:
    found = rate(0, 1000)
    assert found is not None
    assert found[:2] == (0, 0)
    assert found[2] == pytest.approx(3.7, abs=0.1)


def test_the_newest_incident_stands_first(cast: Cast, play: Play, sign_in: Callable[[Person], Client]) -> None:
    (older,) = play("exposed-card", "played-as-if-nothing", ago=timedelta(days=3))
    (newer,) = play("stuck-cards", "the-dealer-chose", ago=timedelta(days=2), at="CDE/BJ-02")
    page = sign_in(cast.marta).get(INBOX).content.decode()
    assert page.index(newer.folio) < page.index(older.folio)


def test_somebody_of_another_casino_sees_nothing(cast: Cast, play: Play, sign_in: Callable[[Person], Client]) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    browser = sign_in(cast.tomas)
    assert incident.folio not in browser.get(INBOX).content.decode()
    assert browser.get(f"{INBOX}CDE/{incident.folio}/").status_code == 404


def test_whoever_has_not_signed_in_is_sent_to_do_it(cast: Cast, client: Client) -> None:
    answer = client.get(INBOX + "?table=BJ-01")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/?next=")


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("outcome=contrary", True),
        ("outcome=followed", False),
        ("severity=minor", True),
        ("table=BJ-02", False),
        ("code=exposed-card", True),
        ("text=exposed", True),
        ("text=zzz", False),
        ("cctv=yes", True),
        ("money=yes", False),
        ("due=72h", False),
        ("since=2000-01-01&until=2000-01-02", False),
    ],
)
def test_each_filter_narrows_the_list(
    query: str, kept: bool, cast: Cast, play: Play, sign_in: Callable[[Person], Client]
) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    page = sign_in(cast.marta).get(f"{INBOX}?{query}").content.decode()
    assert (incident.folio in page) is kept


def test_footage_about_to_lapse_is_found(cast: Cast, play: Play, sign_in: Callable[[Person], Client]) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing", ago=timedelta(days=13))
    page = sign_in(cast.marta).get(f"{INBOX}?due=72h").content.decode()
    assert incident.folio in page
    assert "keep--soon" in page


def test_what_is_owed_and_what_was_overpaid_stand_apart(
    cast: Cast, play: Play, sign_in: Callable[[Person], Client]
) -> None:
    play("wrong-payout", "natural-paid-at-evens")
    play("wrong-payout", "natural-overpaid-by-twenty-five", at="CDE/BJ-02")
    page = sign_in(cast.marta).get(INBOX)
    tally = page.context["inbox"].tally
    assert tally.owed > 0
    assert tally.overpaid > 0
    signs = {row.difference > 0 for row in page.context["inbox"].rows if row.difference}
    assert signs == {True, False}


def test_empty_values_leave_the_address(cast: Cast, sign_in: Callable[[Person], Client]) -> None:
    answer = sign_in(cast.marta).get(INBOX + "?table=&outcome=contrary&text=")
    assert (answer.status_code, answer["Location"]) == (302, f"{INBOX}?outcome=contrary")


def test_a_script_gets_the_piece_and_the_address_to_show(cast: Cast, sign_in: Callable[[Person], Client]) -> None:
    answer = sign_in(cast.marta).get(INBOX + "?outcome=contrary", headers={"HX-Request": "true"})
    assert b"<html" not in answer.content
    assert answer["HX-Push-Url"] == f"{INBOX}?outcome=contrary"
    assert "HX-Request" in answer["Vary"]


def test_an_unreadable_filter_is_told_on_the_page(cast: Cast, sign_in: Callable[[Person], Client]) -> None:
    page = sign_in(cast.marta).get(INBOX + "?since=ayer").content.decode()
    assert 'role="alert"' in page
    assert "ayer" in page


def test_words_of_the_address_are_escaped(cast: Cast, sign_in: Callable[[Person], Client]) -> None:
    page = sign_in(cast.marta).get(INBOX, {"text": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in page


@pytest.mark.parametrize("sessions", [1, 3])
def test_the_list_takes_the_same_queries_however_long(
    sessions: int,
    cast: Cast,
    play: Play,
    sign_in: Callable[[Person], Client],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for table in range(1, sessions + 1):
        play("exposed-card", "two-in-one-round-each-burned", at=f"CDE/BJ-0{table}")
    browser = sign_in(cast.marta)
    with django_assert_max_num_queries(QUERIES):
        assert browser.get(INBOX).status_code == 200


def test_a_page_holds_no_more_than_a_screen(cast: Cast, play: Play, sign_in: Callable[[Person], Client]) -> None:
    for hour in range(ROWS // 2 + 1):
        play("exposed-card", "two-in-one-round-each-burned", ago=timedelta(hours=4 * (40 - hour)))
    browser = sign_in(cast.marta)
    first = browser.get(INBOX)
    assert len(first.context["inbox"].rows) == ROWS
    assert first.context["next_page"] == "?page=2"
    second = browser.get(INBOX + "?page=2")
    assert second.context["previous_page"] == "?page=1"
    assert second.context["inbox"].rows
    beyond = browser.get(INBOX + "?page=99")
    assert beyond.context["inbox"].page == beyond.context["inbox"].pages == 2
