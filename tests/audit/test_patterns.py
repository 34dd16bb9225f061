"""The page of patterns: who may see it, under which names, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from pitboss.accounts.roles import Role
from pitboss.audit.patterns import Names, Shown
from pitboss.casino.models import Membership, TableSession
from pitboss.incidents import patterns as module
from pitboss.replay.models import Round
from tests.incidents.favouring import favoured
from tests.replay.test_affected import evening, generated, take

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

SignIn = Callable[["Person"], Client]
DAYS = "since=2026-11-28&until=2026-11-29"
pytestmark = pytest.mark.services


@pytest.fixture
def shift(cast: Cast) -> TableSession:
    return take(cast, evening("BJ-04"))


def body(answer: Any) -> str:
    return str(answer.content.decode())


def chart(page: Any, by: str) -> Shown:
    found: Shown = next(one for one in page.context["charts"] if one.by == by)
    return found


def test_people_are_told_under_words_that_stay_and_tell_nothing(
    cast: Cast, shift: TableSession, sign_in: SignIn
) -> None:
    page = sign_in(cast.sergio).get(f"/patterns/?{DAYS}")
    text = body(page).partition('<main id="main"')[2]
    for badge, name in (("R-2117", "Iván Rojas"), ("R-2125", "Carla Muñoz"), ("R-1042", "Rosa Soto")):
        assert badge not in text
        assert name not in text
    names = [line.name for line in chart(page, "dealer").lines]
    assert len(set(names)) == 3
    assert all(name.startswith("Croupier ") for name in names)
    again = sign_in(cast.lucia).get(f"/patterns/?{DAYS}&code=wrong-payout")
    assert {line.name for line in chart(again, "dealer").lines} == set(names)
    other = Names(cast.casinos["CDS"], ["R-2117"], named=False)
    assert other.of("R-2117") not in names


def test_names_are_for_the_role_that_may_read_them_and_only_when_asked_for(
    cast: Cast, shift: TableSession, sign_in: SignIn
) -> None:
    address = f"/patterns/?{DAYS}&names=yes"
    for who in (cast.sergio, cast.lucia, cast.felipe):
        page = body(sign_in(who).get(address)).partition('<main id="main"')[2]
        assert "Iván Rojas" not in page
        assert "Mostrar nombres" not in page
    told = body(sign_in(cast.marta).get(f"/patterns/?{DAYS}"))
    assert "Mostrar nombres" in told
    assert "Iván Rojas" not in told
    assert "Iván Rojas (R-2117)" in body(sign_in(cast.marta).get(address))


def test_who_records_at_a_table_does_not_see_patterns(cast: Cast, shift: TableSession, sign_in: SignIn) -> None:
    for who in (cast.rosa, cast.ivan, cast.ana):
        assert sign_in(who).get("/patterns/").status_code == 403
        assert "/patterns/" not in body(sign_in(who).get("/rules/"))
    assert "/patterns/" in body(sign_in(cast.marta).get("/rules/"))


def test_another_casino_is_neither_shown_nor_named(cast: Cast, shift: TableSession, sign_in: SignIn) -> None:
    page = sign_in(cast.tomas).get(f"/patterns/?{DAYS}&casino=CDE&names=yes")
    assert page.context["found"].rounds == 0
    assert "No se entendió y no se aplicó: Casino: CDE." in body(page)
    # A role that reads names there reads none here
    Membership.objects.create(person=cast.tomas, casino=cast.casino, role=Role.SURVEILLANCE)
    page = sign_in(cast.tomas).get(f"/patterns/?{DAYS}&casino=CDE&names=yes")
    assert page.context["found"].rounds == 100
    assert "Iván Rojas" not in body(page)


def test_the_address_is_the_filter_and_what_cannot_be_read_is_told(
    cast: Cast, shift: TableSession, sign_in: SignIn
) -> None:
    browser = sign_in(cast.marta)
    page = browser.get(f"/patterns/?{DAYS}&code=wrong-payout")
    assert page.context["asked"].address() == ("?casino=CDE&since=2026-11-28&until=2026-11-29&code=wrong-payout")
    page = browser.get("/patterns/?since=ayer&until=2026-11-29&code=nada")
    assert "No se entendió y no se aplicó: Desde: ayer; Irregularidad: nada." in body(page)
    assert page.context["asked"].period.since.isoformat() == "2026-09-01"
    wide = browser.get("/patterns/?since=1900-01-01&until=9999-12-31").context["asked"].period
    assert (wide.until - wide.since).days == 3 * 366 - 1
    assert "No hay pases en estos días" in body(browser.get("/patterns/?since=2026-01-01&until=2026-01-02"))


def test_the_page_keeps_to_its_queries_however_much_was_played(
    cast: Cast, shift: TableSession, sign_in: SignIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = sign_in(cast.marta)
    # Who asks (2), where he may (2), the patterns (4), the side bar (3); with names, them and that they were asked for
    for address, queries in ((f"?{DAYS}", 11), ("?since=2025-01-01&until=2026-12-31", 11), (f"?{DAYS}&names=yes", 13)):
        with django_assert_num_queries(queries):
            assert browser.get(f"/patterns/{address}").status_code == 200


def test_little_play_draws_no_limits_and_says_why(cast: Cast, shift: TableSession, sign_in: SignIn) -> None:
    page = sign_in(cast.marta).get(f"/patterns/?{DAYS}")
    assert {line.reading for line in chart(page, "dealer").lines} == {"Sin límites"}
    assert "Con menos de 200 pases" in body(page)
    drawing = chart(page, "dealer").drawing
    assert drawing is not None
    assert all(row.outer is None and row.whisker for row in drawing.rows)


def test_limits_are_drawn_beside_a_table_with_the_same_figures(
    cast: Cast, shift: TableSession, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FEWEST_ROUNDS", 20)
    page = sign_in(cast.marta).get(f"/patterns/?{DAYS}")
    shown = chart(page, "dealer")
    assert shown.drawing is not None
    assert [row.value for row in shown.drawing.rows] == [line.rate.removesuffix(",0") for line in shown.lines]
    assert all(row.outer and row.inner for row in shown.drawing.rows)
    # Figures on the page have the comma, coordinates never
    text = body(page)
    assert f'<path class="chart__centre" d="M{shown.drawing.centre} 20V' in text
    assert "," not in "".join(part.partition('"')[0] for part in text.split('x="')[1:])


def test_a_seat_that_one_dealer_favours_is_told_in_both_languages(cast: Cast, sign_in: SignIn) -> None:
    lines, dealer, seat = favoured(generated(rounds=60), errors=6)
    take(cast, lines)
    for language, words in (("es-cl", "Una casilla es un lugar"), ("en", "A spot is a place")):
        cast.marta.language = language
        cast.marta.save(update_fields=["language"])
        page = sign_in(cast.marta).get(f"/patterns/?{DAYS}&names=yes")
        (one,) = page.context["favours"]
        assert dealer in one.dealer
        assert one.favour.seat == seat
        assert words in body(page)
    assert Round.objects.filter(dealer=dealer).exists()
