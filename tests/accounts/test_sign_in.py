"""Coming in, being kept out, and the language that one is spoken to in."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from pitboss.accounts.models import Person
from pitboss.casino.cast import Cast

PASSWORD = "seis mazos y una carta"


@pytest.fixture
def rosa(cast: Cast) -> Person:
    cast.rosa.set_password(PASSWORD)
    cast.rosa.save(update_fields=["password"])
    return cast.rosa


def sign_in(client: Client, password: str, **more: str) -> int:
    answer = client.post("/sign-in/", {"username": "rosa", "password": password}, headers=more)
    return answer.status_code


def test_the_right_password_lets_in(client: Client, rosa: Person) -> None:
    assert rosa.password.startswith("argon2")
    assert sign_in(client, PASSWORD) == 302
    assert client.session["_auth_user_id"] == str(rosa.pk)


def test_a_wrong_password_does_not(client: Client, rosa: Person) -> None:
    assert sign_in(client, "cinco mazos") == 200
    assert "_auth_user_id" not in client.session


def test_a_guesser_is_shut_out_even_with_the_right_password(client: Client, rosa: Person) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT - 1):
        assert sign_in(client, "cinco mazos") == 200
    assert sign_in(client, "cinco mazos") == 429
    assert sign_in(client, PASSWORD) == 429
    assert "_auth_user_id" not in client.session


def test_a_guesser_elsewhere_does_not_shut_out_the_floor(client: Client, rosa: Person) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        client.post("/sign-in/", {"username": "rosa", "password": "x"}, REMOTE_ADDR="10.9.9.9")
    assert sign_in(client, PASSWORD) == 302


def test_signing_out_takes_a_post(client: Client, rosa: Person) -> None:
    client.force_login(rosa)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").status_code == 302
    assert "_auth_user_id" not in client.session


def test_somebody_unknown_is_spoken_to_in_spanish_first(client: Client, db: None) -> None:
    assert client.get("/sign-in/").headers["Content-Language"] == "es-cl"
    assert client.get("/sign-in/", headers={"accept-language": "en"}).headers["Content-Language"] == "es-cl"
    assert client.get("/api/v1/incidents/", headers={"accept-language": "en"}).headers["Content-Language"] == "en"


def test_a_person_is_spoken_to_in_their_own_language_whatever_the_browser_asks(client: Client, rosa: Person) -> None:
    client.force_login(rosa)
    page = "/sign-in/?next=/"
    assert client.get(page, headers={"accept-language": "en"}).headers["Content-Language"] == "es-cl"
    assert client.post("/language/", {"language": "en", "next": "/"}).status_code == 302
    rosa.refresh_from_db()
    assert rosa.language == "en"
    assert client.get(page, headers={"accept-language": "es"}).headers["Content-Language"] == "en"


def test_the_switch_keeps_a_cookie_for_who_is_not_signed_in(client: Client, db: None) -> None:
    answer = client.post("/language/", {"language": "en", "next": "/sign-in/"})
    assert answer.headers["Location"] == "/sign-in/"
    assert client.get("/sign-in/").headers["Content-Language"] == "en"


def test_the_switch_leads_nowhere_else_and_knows_two_languages(client: Client, db: None) -> None:
    answer = client.post("/language/", {"language": "en", "next": "https://elsewhere.example/"})
    assert answer.headers["Location"] == "/"
    assert client.post("/language/", {"language": "de"}).status_code == 400
    assert client.get("/language/").status_code == 405
