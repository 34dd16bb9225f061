"""Incidents made the way they are made at a casino: events go in, and the rules say what was irregular."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils import timezone

from rules.examples import examples_of
from rules.notation import loads
from tests.second_factor import both_factors

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident

BACKEND = "django.contrib.auth.backends.ModelBackend"
Play = Callable[..., list["Incident"]]


@pytest.fixture
def play(cast: Cast) -> Play:
    """``play("deal-order", "name-of-the-example")``: a worked example as a session of a table; its incidents.

    ``ago`` says how long before now the table opened, ``at`` which table and casino.
    """

    def play(code: str, name: str, *, ago: timedelta = timedelta(days=1), at: str = "CDE/BJ-01") -> list[Incident]:
        example = next(one for one in examples_of(code) if one.name == name)
        return say(f"@{(timezone.now() - ago).isoformat()} {example.text}", at=at)

    return play


@pytest.fixture
def sign_in(client: Client) -> Callable[[Person], Client]:
    """A browser without a screen, with that person signed in."""

    def sign_in(person: Person) -> Client:
        return both_factors(client, person)

    return sign_in


def say(text: str, *, at: str = "CDE/BJ-01") -> list[Incident]:
    """A play in notation goes into the ledger of that table; the incidents that it opened, oldest first."""
    from pitboss.ingest.intake import Intake
    from pitboss.ingest.lines import read_ndjson

    casino, table = at.split("/")
    lines = b"".join(json.dumps({**line.event, "table": table}).encode() + b"\n" for line in loads(text))
    receipt = Intake(by=None, casino=casino).take(read_ndjson(BytesIO(lines)))
    assert not receipt.rejected, receipt.rejected
    return sorted(receipt.incidents.values(), key=lambda incident: incident.pk)
