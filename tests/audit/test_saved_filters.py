"""Filters kept under a name: whose they are, who sees them, what they count, and cases given from the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from pitboss.audit.models import SavedFilter
from pitboss.audit.saved import shelf
from pitboss.audit.verbs.save_filter import MOST, TooMany, save_filter
from pitboss.incidents.models import Incident, Verb
from pitboss.incidents.verbs.comment import comment

if TYPE_CHECKING:
    from django.test import Client

    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from tests.played import Play

SAVE = "/incidents/filters/save/"


@pytest.fixture
def case(cast: Cast, play: Play) -> Incident:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    return incident


def test_a_filter_is_kept_as_its_canonical_address_and_counted_for_its_reader(
    case: Incident, cast: Cast, sign_in: Callable[[Person], Client]
) -> None:
    browser = sign_in(cast.marta)
    answer = browser.post(
        SAVE, {"query": "?page=3&table=BJ-01&outcome=contrary&junk=1", "name": "  Mesa   uno ", "casino": "CDE"}
    )
    assert answer["Location"] == "/incidents/?table=BJ-01&outcome=contrary&page=3"
    kept = SavedFilter.objects.get()
    assert (kept.name, kept.query, kept.casino) == ("Mesa uno", "?table=BJ-01&outcome=contrary", cast.casino)
    now = timezone.now()
    assert [(one.name, one.count, one.whose) for one in shelf(cast.marta, [cast.casino], now).own] == [
        ("Mesa uno", 1, "")
    ]
    (shared,) = shelf(cast.lucia, [cast.casino], now).shared
    assert (shared.count, shared.whose) == (1, "Marta Aravena")
    assert "de Marta Aravena" in sign_in(cast.lucia).get("/incidents/").content.decode()
    # Of another casino nobody sees it, nor what it would count
    assert shelf(cast.tomas, [cast.casinos["CDS"]], now).shared == []
    assert "Mesa uno" not in sign_in(cast.tomas).get("/incidents/").content.decode()


def test_only_who_may_shares_and_only_ones_own_are_touched(
    case: Incident, cast: Cast, sign_in: Callable[[Person], Client]
) -> None:
    query = {"query": "?table=BJ-01", "name": "Uno"}
    assert sign_in(cast.lucia).post(SAVE, query | {"casino": "CDE"}).status_code == 403
    assert sign_in(cast.marta).post(SAVE, query | {"casino": "CDS"}).status_code == 404
    with pytest.raises(DatabaseError, match="may not share"), transaction.atomic():
        SavedFilter.objects.create(owner=cast.lucia, name="x", query="?a", casino=cast.casino, made_at=timezone.now())
    sign_in(cast.marta).post(SAVE, query | {"casino": "CDE"})
    sign_in(cast.marta).post(SAVE, {"query": "?page=2", "name": "Nada"})
    kept = SavedFilter.objects.get()
    other = sign_in(cast.lucia)
    assert other.post(f"/incidents/filters/{kept.pk}/drop/").status_code == 404
    assert other.post(f"/incidents/filters/{kept.pk}/rename/", {"name": "Mío"}).status_code == 404
    mine = sign_in(cast.marta)
    mine.post(f"/incidents/filters/{kept.pk}/rename/", {"name": "Dos"})
    assert SavedFilter.objects.get().name == "Dos"
    mine.post(SAVE, query)
    page = mine.post(f"/incidents/filters/{kept.pk}/rename/", {"name": "Uno"}, follow=True)
    assert "Ya tiene un filtro que se llama Uno" in page.content.decode()
    mine.post(f"/incidents/filters/{kept.pk}/drop/")
    assert [one.name for one in SavedFilter.objects.all()] == ["Uno"]


def test_all_counts_take_one_query_however_many_filters(
    case: Incident, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(MOST):
        query = f"?code=exposed-card&text=carta+{number}" if number % 2 else "?assigned=me&due=72h"
        save_filter(by=cast.marta, name=f"F{number}", query=query, casino=None, now=timezone.now())
    with django_assert_num_queries(2):
        assert len(shelf(cast.marta, [cast.casino], timezone.now()).own) == MOST
    with pytest.raises(TooMany):
        save_filter(by=cast.marta, name="uno más", query="?table=BJ-01", casino=None, now=timezone.now())


def test_the_marked_cases_are_given_and_each_failure_is_told(
    case: Incident, cast: Cast, play: Play, sign_in: Callable[[Person], Client]
) -> None:
    (other,) = play("stuck-cards", "the-dealer-chose", at="CDE/BJ-02")
    sent = {"ids": [case.pk, other.pk, 424242], "to": "V-3010"}
    page = sign_in(cast.marta).post("/incidents/assign/?severity=minor", sent, follow=True)
    assert page.redirect_chain == [("/incidents/?severity=minor", 302)]
    text = page.content.decode()
    assert "2 casos asignados a Lucía Paredes." in text
    assert "Un caso: No existe, o no es de un casino suyo." in text
    assert 'aria-label="Lucía Paredes"' in text
    refused = sign_in(cast.rosa).post("/incidents/assign/", sent, follow=True).content.decode()
    assert f"{case.folio}: Su cargo en este casino no lo permite." in refused
    assert sign_in(cast.marta).post("/incidents/assign/", {"to": "me"}, follow=True).status_code == 200
    for wanted, found in (("me", 2), ("none", 0), ("V-3010", 2), ("A-4003", 0)):
        rows = sign_in(cast.lucia).get(f"/incidents/?assigned={wanted}").context["inbox"].rows
        assert len(rows) == found, wanted


def test_a_case_is_given_from_its_own_page(case: Incident, cast: Cast, sign_in: Callable[[Person], Client]) -> None:
    address = f"/incidents/CDE/{case.folio}/"
    for _ in range(2):
        answer = sign_in(cast.marta).post(f"{address}do/assign/", {"to": "V-3010", "words": "Vea el video"})
        assert answer.status_code == 302
    assert case.steps.filter(verb=Verb.ASSIGNED).count() == 1
    assert "A Lucía Paredes" in sign_in(cast.marta).get(address).content.decode()


def test_what_people_said_is_shown_where_it_was_found(
    case: Incident, cast: Cast, sign_in: Callable[[Person], Client]
) -> None:
    comment(
        incident=case, by=cast.marta, now=timezone.now(), words="El jugador insistió <b>mucho</b> en su reclamación"
    )
    page = sign_in(cast.marta).get("/incidents/", {"text": "reclamaciones"}).content.decode()
    assert "«El jugador insistió &lt;b&gt;mucho&lt;/b&gt; en su <mark>reclamación</mark>»" in page
    assert "Orden: primero lo que más se ajusta" in page
    assert "<mark>" not in sign_in(cast.marta).get("/incidents/").content.decode()
