"""Patterns on paper: the figures of the page, with names for those alone who may read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.test import Client

from pitboss.accounts.models import Person
from pitboss.privacy.models import Access
from tests.reports.looked_at import figures, look
from tests.reports.test_complaint_receipt import text_of
from tests.reports.test_signing import status

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast
    from tests.played import Play

SignIn = Callable[[Person], Client]


def test_the_page_of_patterns_leads_to_its_paper(cast: Cast, play: Play, sign_in: SignIn) -> None:
    play("wrong-payout", "natural-paid-at-evens")
    client = sign_in(cast.marta)
    page = client.get("/patterns/").content.decode()
    assert 'href="/patterns.pdf?casino=CDE' in page
    pdf = client.get("/patterns.pdf?casino=CDE").content
    assert look(pdf) == []
    assert status(pdf).bottom_line
    assert any("por mesa" in alt for alt in figures(pdf))
    told = text_of(pdf)
    for words in (
        "Estadística de irregularidades", "Casino de ejemplo", "Sin nombres", "Por croupier", "Por mesa", "BJ-01",
        "Por irregularidad", "Pago distinto del que corresponde", "1000", "Cómo leerlo, y qué no dice",
    ):  # fmt: skip
        assert words in told, words
    assert client.get("/patterns.pdf?casino=CDE").content == pdf
    assert not Access.objects.filter(what=Access.What.NAMES).exists()
    client.get("/patterns.pdf?casino=CDE&names=yes")
    assert Access.objects.filter(what=Access.What.NAMES, person=cast.marta).count() == 1


def test_who_may_not_see_patterns_gets_no_paper(cast: Cast, sign_in: SignIn) -> None:
    assert sign_in(cast.ivan).get("/patterns.pdf").status_code == 403
