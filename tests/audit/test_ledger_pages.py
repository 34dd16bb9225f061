from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from pitboss.database.roles import as_owner
from pitboss.ledger.models import Head

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from tests.played import Play

SignIn = Callable[["Person"], Client]


def test_each_session_shows_its_entries_and_the_hash_it_ends_in(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    head = Head.objects.get(session=incident.session_id)
    page = sign_in(cast.marta).get("/ledger/").content.decode()
    assert bytes(head.hash).hex() in page
    assert f'<td class="num">{head.number}</td>' in page


def test_a_whole_chain_is_told_to_hold(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    page = sign_in(cast.felipe).post(f"/ledger/{incident.session_id}/").content.decode()
    assert "La cadena está entera" in page


@pytest.mark.django_db(transaction=True)
def test_a_changed_entry_is_told_with_its_place(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ledger_entry DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE ledger_entry SET body = replace(body, '10000', '99999') WHERE session_id = %s AND kind = 'bet'",
            [incident.session_id],
        )
    answer = sign_in(cast.marta).post(f"/ledger/{incident.session_id}/")
    page = answer.content.decode()
    assert "La cadena se rompe en el asiento" in page
    assert "el asiento no es el que se registró" in page
    assert any(one.broken for one in answer.context["result"].around)


def test_a_dealer_sees_the_chain_but_may_not_verify_it(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    browser = sign_in(cast.ivan)
    assert browser.get(f"/ledger/{incident.session_id}/").status_code == 200
    assert browser.post(f"/ledger/{incident.session_id}/").status_code == 403


def test_a_session_of_another_casino_is_not_there(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    assert sign_in(cast.tomas).get(f"/ledger/{incident.session_id}/").status_code == 404


def test_an_empty_ledger_says_so(cast: Cast, sign_in: SignIn) -> None:
    assert "El registro está vacío" in sign_in(cast.marta).get("/ledger/").content.decode()


def test_the_list_keeps_to_its_queries(
    cast: Cast, play: Play, sign_in: SignIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for table in (1, 2, 3):
        play("exposed-card", "played-as-if-nothing", at=f"CDE/BJ-0{table}")
    browser = sign_in(cast.marta)
    with django_assert_max_num_queries(7):
        browser.get("/ledger/")
