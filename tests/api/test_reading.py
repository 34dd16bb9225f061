"""Reading over the API: who sees what, how lists are cut, and how many queries they take."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pitboss.replay.catalogue import catalogue
from tests.calling import Calling
from tests.ingest.plays import exposed_round, opening, timed, underpaid_round

pytestmark = pytest.mark.services

LISTS = ["/api/v1/incidents/", "/api/v1/findings/", "/api/v1/sessions/", "/api/v1/jobs/"]


@pytest.fixture
def filled(calling: Calling) -> Calling:
    rosa = calling("rosa")
    for table in ("BJ-01", "BJ-02"):
        play = [*opening(), *exposed_round(1, burned=False), *underpaid_round(2)]
        answer = rosa.post("/api/v1/events/", timed(play, table=table), format="json")
        assert answer.status_code == 200
    return calling


def results(calling: Calling, address: str, who: str = "marta") -> Any:
    answer = calling(who).get(address)
    assert answer.status_code == 200, answer.content
    return answer.json()["results"]


def test_incidents_are_listed_and_told_whole(filled: Calling) -> None:
    rows = results(filled, "/api/v1/incidents/?table=BJ-01&code=wrong-payout")
    assert [(row["table"], row["owed"], row["cctv"]) for row in rows] == [("BJ-01", 4000, True)]
    detail = filled("marta").get(f"/api/v1/incidents/{rows[0]['id']}/").json()
    assert [finding["code"] for finding in detail["findings"]] == ["wrong-payout"]
    assert detail["steps"][0]["verb"] == "opened"
    assert detail["headline"]
    (exposed,) = results(filled, "/api/v1/incidents/?table=BJ-01&code=exposed-card")
    detail = filled("marta").get(f"/api/v1/incidents/{exposed['id']}/").json()
    first = detail["done"][0]
    assert (first["kind"], first["settles"]) == ("dealt", True)
    assert first["words"]["es"] == "K♦ a la casilla 1."


def test_findings_are_told_as_the_contract_has_them(filled: Calling) -> None:
    (row, _) = results(filled, "/api/v1/findings/?code=wrong-payout")
    assert {"code", "round", "spot", "events", "severity", "standing", "decides", "prescribed", "outcome",
            "cctv", "cctv_reasons", "money", "cites"} <= set(row)  # fmt: skip
    assert row["money"][0]["difference"] == 4000
    assert filled("marta").get(f"/api/v1/findings/{row['id']}/").json() == row


def test_entries_are_read_in_order_whole_or_by_round(filled: Calling) -> None:
    session = results(filled, "/api/v1/sessions/?table=BJ-01")[0]
    entries = results(filled, f"/api/v1/sessions/{session['id']}/entries/")
    assert [entry["number"] for entry in entries] == list(range(1, session["last_number"] + 1))
    assert entries[-1]["hash"] == session["last_hash"]
    assert all(one["hash"] == two["prev_hash"] for one, two in pairwise(entries))
    of_round = results(filled, f"/api/v1/sessions/{session['id']}/entries/?round=1")
    assert [entry["kind"] for entry in of_round][0::10] == ["round_opened", "round_closed"]


def test_the_ledger_is_verified_for_those_who_watch(filled: Calling) -> None:
    session = results(filled, "/api/v1/sessions/?table=BJ-01")[0]
    address = f"/api/v1/sessions/{session['id']}/verify/"
    assert filled("marta").get(address).json()["holds"] is True
    assert filled("rosa").get(address).status_code == 403
    assert filled("tomas").get(address).status_code == 404


def test_the_rulebook_is_told_in_either_language(filled: Calling) -> None:
    rules = filled("rosa").get("/api/v1/rules/?language=en").json()
    assert [rule["code"] for rule in rules] == [rule.code for rule in catalogue("en")]
    assert len(rules) == len({rule["title"] for rule in rules})
    one = filled("rosa").get("/api/v1/rules/exposed-card/").json()
    assert one["title"] == catalogue("es")[[rule["code"] for rule in rules].index("exposed-card")].title
    assert one["cites"]
    assert filled("rosa").get("/api/v1/rules/no-such-rule/").status_code == 404


@pytest.mark.parametrize("address", LISTS)
def test_somebody_of_another_casino_sees_an_empty_list(filled: Calling, address: str) -> None:
    assert results(filled, address, who="tomas") == []


def test_somebody_of_another_casino_finds_nothing_by_number(filled: Calling) -> None:
    incident = results(filled, "/api/v1/incidents/")[0]
    finding = results(filled, "/api/v1/findings/")[0]
    for address in (
        f"/api/v1/incidents/{incident['id']}/",
        f"/api/v1/findings/{finding['id']}/",
        f"/api/v1/sessions/{incident['session']}/",
        f"/api/v1/sessions/{incident['session']}/entries/",
    ):
        assert filled("tomas").get(address).status_code == 404
        assert filled("marta").get(address).status_code == 200


@pytest.mark.parametrize("address", [*LISTS, "/api/v1/sessions/{session}/entries/"])
def test_a_list_takes_few_queries_however_long(filled: Calling, address: str) -> None:
    session = results(filled, "/api/v1/sessions/")[0]["id"]
    marta = filled("marta")
    with CaptureQueriesContext(connection) as asked:
        assert marta.get(address.format(session=session)).status_code == 200
    most = 5 if "entries" in address else 3  # with the texts beside the entries, and who may read them
    assert len(asked) <= most, [query["sql"] for query in asked.captured_queries]


@pytest.mark.parametrize(
    "query",
    ["since=yesterday", "outcome=lost", "cctv=perhaps", "code=%00", "session=x", "cursor=x", "round=1e99"],
)
def test_a_question_that_cannot_be_understood_is_told(filled: Calling, query: str) -> None:
    for address in LISTS[:2]:
        answer = filled("marta").get(f"{address}?{query}")
        assert answer.status_code in (200, 400, 404)
        if answer.status_code != 200:
            assert answer["content-type"] == "application/problem+json"


def test_lists_are_cut_into_pages(filled: Calling) -> None:
    first = filled("marta").get("/api/v1/incidents/?page_size=2").json()
    assert len(first["results"]) == 2
    second = filled("marta").get(first["next"]).json()
    assert not {row["id"] for row in first["results"]} & {row["id"] for row in second["results"]}


def test_what_an_entry_commits_to_is_told_beside_it_to_who_may_read_names(calling: Calling) -> None:
    note = "Pedro Díaz cambió su apuesta"
    conduct = {"kind": "conduct", "seat": "1", "act": "changed_bet", "note": note, "at": "2026-11-29T20:00:01Z"}
    opened = {"kind": "table_opened", "profile": "cl-scj", "at": "2026-11-29T20:00:00Z"}
    said = [{**event, "table": "BJ-01"} for event in (opened, conduct)]
    assert calling("ivan").post("/api/v1/events/", said, format="json").status_code == 200
    session = results(calling, "/api/v1/sessions/")[0]["id"]
    for who, texts in (("marta", {"note": note}), ("felipe", {"note": note}), ("ivan", {})):
        entry = results(calling, f"/api/v1/sessions/{session}/entries/", who)[1]
        assert entry["texts"] == texts, who
        assert "Pedro" not in entry["body"]
