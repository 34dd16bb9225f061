"""The options of the house stand on the incident's page and on its session's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils import timezone

from pitboss.casino.set_option import set_option
from rules.examples import examples_of
from tests.played import say

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

SignIn = Callable[["Person"], Client]


@pytest.mark.parametrize(
    ("language", "since", "said"),
    [("es-cl", "Casa, desde", "Dicho al abrir la mesa"), ("en", "House, since", "Said when the table opened")],
)
def test_both_pages_say_what_held_when_the_session_opened(
    language: str, since: str, said: str, cast: Cast, sign_in: SignIn
) -> None:
    now = timezone.now()
    set_option(casino=cast.casino, option="round_up", value=False, valid_from=now - timedelta(days=9), by=cast.ana,
               why="Acta 14", now=now)  # fmt: skip
    told = next(one for one in examples_of("wrong-payout") if one.name == "natural-overpaid-by-twenty-five").text
    opened = told.replace("table_opened cl-scj", "table_opened cl-scj min=5000", 1)
    incident = say(f"@{(now - timedelta(days=1)).isoformat()} {opened}")[0]
    set_option(casino=cast.casino, option="round_up", value=True, valid_from=now - timedelta(days=8), by=cast.ana,
               why="Acta 15", now=now)  # fmt: skip
    browser = sign_in(cast.marta)
    browser.post("/language/", {"language": language, "next": "/"})
    for path in (f"/incidents/CDE/{incident.folio}/", f"/ledger/{incident.session_id}/"):
        page = browser.get(path).content.decode()
        assert since in page
        assert said in page
        assert "«Acta 14»" in page
        assert "Acta 15" not in page
        assert "Ana Pinto" in page
