"""The description of the API: it is valid, the page that shows it works under our policy, and it is true."""

from __future__ import annotations

import io
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import EndpointEnumerator
from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import sync_playwright
from pytest_django.live_server_helper import LiveServer
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pitboss.api.models import issue
from pitboss.casino.cast import Cast
from tests.conftest import CHROMIUM
from tests.ingest.plays import exposed_round, opening, timed, underpaid_round

pytestmark = pytest.mark.services

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
SOME = settings(
    max_examples=25,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_the_description_is_valid_and_leaves_nothing_out() -> None:
    out = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert "/api/v1/events/" in out.getvalue()


def test_the_page_asks_for_nothing_that_our_policy_refuses(client: Client) -> None:
    page = client.get("/api/docs/")
    assert page.status_code == 200
    assert "unsafe-inline" not in page["content-security-policy"]
    text = page.content.decode()
    assert "<style" not in text
    assert "<script>" not in text
    assert "https://" not in text


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_draws_in_a_browser_without_a_refusal(live_server: LiveServer, chromium: str) -> None:
    said: list[str] = []
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM))
        page = opened.new_page()
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.goto(f"{live_server.url}/api/docs/")
        page.get_by_text("/api/v1/events/").first.wait_for(timeout=20_000)
        opened.close()
    assert [line for line in said if "error" in line.lower() or "refused" in line.lower()] == []


def served() -> set[str]:
    """Every method of every address of the API, as Django routes them."""
    views = EndpointEnumerator().get_api_endpoints()  # type: ignore[no-untyped-call]
    # The description says id where the routes say pk
    return {f"{method} {path}".replace("{pk}", "{id}") for path, _, method, _ in views if path.startswith("/api/v1/")}


@pytest.mark.slow
def test_every_answer_is_one_that_the_description_tells_of(own_database: str, cast: Cast) -> None:
    """Schemathesis asks what the description allows and what it does not; a 500 or an untold answer fails."""
    token = issue(person=cast.rosa, name="fuzz", now=timezone.now())
    headers = {"Authorization": f"Bearer {token}"}
    sender = Client(headers={"authorization": f"Bearer {token}"})
    play = timed([*opening(), *exposed_round(1, burned=False), *underpaid_round(2)])
    assert sender.post("/api/v1/events/", play, content_type="application/json").status_code == 200
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    tried = set()
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        tried.add(operation.label)

        def ask(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(headers=headers, checks=CHECKS)

        SOME(given(case=operation.as_strategy())(ask))()
    assert "POST /api/v1/events/" in tried
    assert tried == served()
