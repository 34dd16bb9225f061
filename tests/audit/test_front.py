from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.test import Client, RequestFactory, override_settings
from django.views.defaults import server_error

from pitboss.accounts.models import Person

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

SignIn = Callable[["Person"], Client]


@pytest.mark.parametrize(
    ("who", "where"),
    [
        ("marta", "/incidents/"),
        ("rosa", "/incidents/"),
        ("felipe", "/regulator/"),
        ("lucia", "/incidents/?status=open&cctv=yes"),
        ("ana", "/ledger/"),
    ],
)
def test_everybody_begins_where_the_work_is(who: str, where: str, cast: Cast, sign_in: SignIn) -> None:
    assert sign_in(getattr(cast, who)).get("/")["Location"] == where


def test_somebody_without_a_role_is_told_whom_to_ask(cast: Cast, sign_in: SignIn) -> None:
    nobody = Person.objects.create_user("nadie", "x", name="Nadie")
    answer = sign_in(nobody).get("/")
    assert answer.status_code == 403
    assert "Todavía no tiene función" in answer.content.decode()


def test_dark_is_kept_by_the_browser(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.marta)
    answer = browser.post("/theme/", {"theme": "dark", "next": "/rules/?text=x"})
    assert answer["Location"] == "/rules/?text=x"
    assert answer.cookies["pitboss_theme"]["httponly"]
    assert 'data-theme="dark"' in browser.get("/rules/").content.decode()


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_the_way_back_stays_on_this_host(back: str, client: Client) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": back})["Location"] == "/"


def test_an_unknown_theme_is_refused(client: Client) -> None:
    assert client.post("/theme/", {"theme": "neon"}).status_code == 400


def test_a_page_that_is_not_there_has_our_own_words(cast: Cast, sign_in: SignIn) -> None:
    answer = sign_in(cast.marta).get("/nothing-here/")
    assert answer.status_code == 404
    assert "Esa página no está" in answer.content.decode()


def test_a_failure_needs_neither_session_nor_database() -> None:
    answer = server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"Algo fall" in answer.content


def test_a_form_without_its_token_is_explained(cast: Cast) -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post("/theme/", {"theme": "dark"})
    assert answer.status_code == 403
    assert "El formulario venció" in answer.content.decode()


def test_a_wrong_password_is_told_and_the_name_is_kept(cast: Cast, client: Client) -> None:
    answer = client.post("/sign-in/", {"username": "marta", "password": "wrong"})
    page = answer.content.decode()
    assert 'role="alert"' in page
    assert 'value="marta"' in page


@override_settings(AXES_FAILURE_LIMIT=2)
def test_too_many_wrong_passwords_lock_and_say_for_how_long(cast: Cast, client: Client) -> None:
    for _ in range(3):
        answer = client.post("/sign-in/", {"username": "marta", "password": "wrong"})
    assert answer.status_code == 429
    assert "Espere 15 minutos" in answer.content.decode()


@pytest.mark.parametrize("name", ["marta", "A-4003", "a-4003"])
def test_user_name_and_badge_both_let_in(name: str, cast: Cast, client: Client) -> None:
    cast.marta.set_password("una-clave-de-prueba")
    cast.marta.save(update_fields=["password"])
    answer = client.post("/sign-in/", {"username": name, "password": "una-clave-de-prueba"})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_a_badge_does_not_let_in_with_the_password_of_another(cast: Cast, client: Client) -> None:
    cast.marta.set_password("una-clave-de-prueba")
    cast.marta.save(update_fields=["password"])
    answer = client.post("/sign-in/", {"username": "R-1042", "password": "una-clave-de-prueba"})
    assert answer.status_code == 200
