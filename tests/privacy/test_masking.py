"""What a reader without names is given."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.test import Client

from pitboss.accounts.names import pseudonym
from pitboss.casino.cast import Cast
from pitboss.incidents.models import Incident
from pitboss.privacy.masking import Masking
from pitboss.privacy.models import Access
from tests.api.desk import Desk
from tests.calling import Calling
from tests.second_factor import both_factors

NAMES = ("Pedro Díaz", "Elena Ruiz", "Iván", "Rosa Soto", "R-2117", "R-1042", "Ya se había jugado", "RS/CM", "Bóveda")


@pytest.fixture
def case(calling: Calling, cast: Cast) -> Incident:
    return Desk(calling, cast).closed()


def take(client: Client, cast: Cast, who: str, **asked: Any) -> Any:
    both_factors(client, cast.people[who])
    return client.post("/incidents/export/?casino=CDE", {"format": "ndjson", **asked})


def test_a_masked_export_names_nobody_and_keeps_what_happened(client: Client, cast: Cast, case: Incident) -> None:
    answer = take(client, cast, "marta")
    assert answer.status_code == 200
    (row,) = (json.loads(line) for line in answer.content.decode().splitlines())
    text = answer.content.decode()
    assert not [name for name in NAMES if name in text]
    assert row["folio"] == case.folio
    assert [step["verb"] for step in row["steps"]] == list(case.steps.values_list("verb", flat=True))
    assert {"role": "player"} in row["witnesses"]
    assert f"P-{pseudonym(case.casino_id, 'R-1042')}" in text


def test_names_are_exported_by_who_may_read_them_with_a_reason_and_both_are_logged(
    client: Client, cast: Cast, case: Incident
) -> None:
    assert take(client, cast, "marta", named="on").status_code == 422
    assert not Access.objects.exists()
    answer = take(client, cast, "marta", named="on", why="Oficio 12 de SCJ")
    assert "Pedro Díaz" in answer.content.decode()
    log = Access.objects.get()
    assert (log.person, log.named, log.why, log.rows, log.what) == (cast.marta, True, "Oficio 12 de SCJ", 1, "export")
    assert log.asked == "casino=CDE"


def test_an_inspector_gets_it_masked_always_and_others_nothing(client: Client, cast: Cast, case: Incident) -> None:
    answer = take(client, cast, "felipe", named="on", why="x")
    assert "Pedro Díaz" not in answer.content.decode()
    assert not Access.objects.get(what=Access.What.EXPORT).named
    for who in ("rosa", "ivan", "tomas", "ana"):
        answer = take(client, cast, who)
        assert answer.status_code == 403 or not answer.content, who


def test_the_sheet_has_a_line_a_case_and_no_formula(client: Client, cast: Cast, case: Incident) -> None:
    answer = take(client, cast, "marta", format="csv")
    head, line = csv.reader(io.StringIO(answer.content.decode().removeprefix("\ufeff")), delimiter=";")
    assert len(head) == len(line)
    assert line[1] == case.folio
    assert not [name for name in NAMES if name in ";".join(line)]


def test_only_one_seats_money_is_left_where_that_is_asked_for() -> None:
    masking = Masking(1, named=True, seat="3")
    rows = [{"spot": "3.2", "difference": 5}, {"spot": "4", "difference": 7}]
    assert masking.money(rows) == [{"spot": "3.2", "difference": 5}]
    assert masking.event({"kind": "bet", "spot": "4", "amount": 1}) is None
    assert masking.event({"kind": "acted", "spot": "4", "action": "double", "amount": 9}) == {
        "kind": "acted", "spot": "4", "action": "double",
    }  # fmt: skip
    assert masking.event({"kind": "paid", "spot": "3", "amount": 1}) == {"kind": "paid", "spot": "3", "amount": 1}


def test_an_event_is_masked_down_to_codes_and_words() -> None:
    masking = Masking(1)
    said = {
        "kind": "corrected", "by": "R-1042", "ref": 3, "by_role": "pit_boss", "reason": "Pedro lo pidió",
        "instead": {"kind": "conduct", "seat": "1", "act": "touched_cards", "note": "Pedro", "dealer": "R-2117"},
        "player": "Pedro Díaz",
    }  # fmt: skip
    told = masking.event(said)
    assert told is not None
    assert "Pedro" not in json.dumps(told)
    assert "R-" not in json.dumps(told)
    assert (told["ref"], told["instead"]["act"]) == (3, "touched_cards")
