"""What a tablet hears of a table, and what becomes of what it says."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.floor.device_models import Signature
from pitboss.floor.devices import revoke
from pitboss.ledger.models import Entry
from pitboss.replay.models import Now
from tests.floor.live.tablets import BACKEND, Tablet, event, opening, signed


@pytest.fixture
def tablet(cast: Cast) -> Tablet:
    return Tablet(cast.table, person=cast.rosa)


def test_a_stranger_learns_nothing_of_a_table(cast: Cast, client: Client) -> None:
    pk = cast.table.pk
    told = client.get(f"/floor/api/tables/{pk}/")
    assert (told.status_code, told.json()) == (401, {"why": "sign_in"})
    sent = client.post(f"/floor/api/tables/{pk}/events/", {"entries": []}, content_type="application/json")
    assert (sent.status_code, sent.json()) == (403, {"why": "device"})
    assert client.get("/floor/api/wall/").status_code == 401


def test_a_table_of_another_casino_is_not_there(cast: Cast, tablet: Tablet, client: Client) -> None:
    other = cast.tables["CDS/BJ-01"]
    assert tablet.client.get(f"/floor/api/tables/{other.pk}/").json() == {"why": "table"}
    client.force_login(cast.tomas, backend=BACKEND)
    assert client.get(f"/floor/api/tables/{cast.table.pk}/").status_code == 404
    assert client.get(f"/floor/api/tables/{other.pk}/").status_code == 200


def test_a_tablet_that_was_revoked_is_told_so(cast: Cast, tablet: Tablet) -> None:
    revoke(device=tablet.device, by=cast.ana)
    assert tablet.say(*opening("R-1042"), status=403) == {"why": "device"}
    assert not Entry.objects.exists()


def test_a_table_where_nothing_happened_expects_its_opening(tablet: Tablet) -> None:
    told = tablet.get()
    assert (told["session"], told["entries"], told["tally"]) == (None, [], None)
    assert told["picture"]["expects"]["step"] == "open_table"
    assert told["tile"]["state"] == "closed"


def test_what_a_tablet_says_is_numbered_and_pictured(tablet: Tablet) -> None:
    said = opening("R-1042")
    told = tablet.say(*said, picture="es")
    assert told["receipt"] == {"accepted": 6, "duplicates": 0, "rejected": []}
    assert [one["id"] for one in told["numbered"]] == [one["id"] for one in said]
    assert [(one["seq"], one["number"]) for one in told["numbered"]] == [(n, n) for n in range(1, 7)]
    assert [one["event"]["id"] for one in told["entries"]] == [one["id"] for one in said]
    assert told["picture"]["expects"]["step"] == "between"
    assert told["tally"] == {"number": 6, "count": 0, "digest": "e3b0c44298fc1c14"}
    now = Now.objects.get()
    assert (now.number, now.state, now.words["es"]["expects"]) == (6, "between", "Abrir el pase 1")
    assert now.words["en"]["expects"] == "Open round 1"


def test_only_what_the_tablet_does_not_know_is_sent_back(tablet: Tablet) -> None:
    session = tablet.say(*opening("R-1042"))["session"]["id"]
    told = tablet.say(event("round_opened", "R-1042", round=1, second=9), session=session, known=6)
    assert [one["number"] for one in told["entries"]] == [7]
    assert [one["number"] for one in tablet.get(f"entries/?session={session}&after=5")["entries"]] == [6, 7]
    assert len(tablet.get(f"entries/?session={session + 1}&after=5")["entries"]) == 7


def test_the_same_entries_again_change_nothing_wherever_their_batch_ends(tablet: Tablet) -> None:
    said = opening("R-1042")
    tablet.say(*said[:4])
    other = event("burned", "R-1042", card="2c", why="first", second=5)
    told = tablet.say(*said[:5])
    assert told["receipt"] == {"accepted": 1, "duplicates": 4, "rejected": []}
    Tablet(tablet.table, "Tableta 2").say(other)
    again = tablet.say(*said[:5], event("round_opened", "R-1042", round=1, second=9))
    assert again["receipt"] == {"accepted": 1, "duplicates": 5, "rejected": []}
    assert [one["seq"] for one in again["entries"]] == [1, 2, 3, 4, 5, 6, 7]
    assert TableSession.objects.count() == 1


def test_an_entry_that_cannot_be_taken_leaves_the_others(cast: Cast, tablet: Tablet) -> None:
    good = opening("R-1042")
    stranger = event("round_opened", "X-1", round=1, second=8)
    watcher = event("round_opened", "V-3010", round=1, second=8)
    nameless = {**event("round_opened", "R-1042", round=1, second=8), "id": None}
    elsewhere = event("round_opened", "R-1042", round=1, second=8, table="BJ-02")
    wrong = event("dealt", "R-1042", to="9", card="5s", second=8)
    told = tablet.say(*good, stranger, watcher, nameless, elsewhere, wrong, {"event": 3})
    assert told["receipt"]["accepted"] == 6
    fields = [(one["index"], one["field"]) for one in told["receipt"]["rejected"]]
    assert fields == [(6, "by"), (7, "by"), (8, "id"), (9, "table"), (10, "to"), (11, "event")]


def test_one_id_with_two_contents_is_told_and_not_stored(tablet: Tablet) -> None:
    said = opening("R-1042")
    tablet.say(*said)
    told = tablet.say({**said[4], "behind": 60})
    assert told["receipt"]["rejected"][0]["field"] == "id"
    assert Entry.objects.count() == 6


def test_a_ruling_needs_the_signature_of_somebody_who_may_rule(cast: Cast, tablet: Tablet) -> None:
    tablet.say(*opening("R-1042"))
    bare = event("ruled", "R-1042", by_role="pit_boss", ruling="as_prescribed", second=20)
    assert tablet.say(bare)["receipt"]["rejected"][0]["field"] == "signed"
    dealer = signed(
        event("ruled", "R-2117", by_role="pit_boss", ruling="as_prescribed", second=21), cast.ivan, tablet.device
    )
    assert tablet.say(dealer)["receipt"]["rejected"][0]["field"].startswith("signed")
    good = signed(
        event("ruled", "R-1042", by_role="pit_boss", ruling="as_prescribed", second=22), cast.rosa, tablet.device
    )
    forged = {**good, "event": {**good["event"], "ruling": "other", "id": str(uuid4())}}
    told = tablet.say(forged, good)
    assert told["receipt"]["accepted"] == 1
    assert [(one["index"], one["field"]) for one in told["receipt"]["rejected"]] == [(0, "signed.mac")]
    kept = Signature.objects.get()
    assert (str(kept.event_id), kept.person) == (good["event"]["id"], cast.rosa)


def test_a_ruling_cannot_be_smuggled_in_as_a_correction(tablet: Tablet) -> None:
    tablet.say(*opening("R-1042"))
    instead = event("ruled", "R-1042", by_role="pit_boss", ruling="as_prescribed", second=5)
    told = tablet.say(event("corrected", "R-1042", ref=6, instead=instead, reason="x", by_role="dealer", second=30))
    assert told["receipt"]["rejected"][0]["field"] == "instead"


def test_a_correction_has_the_session_replayed(tablet: Tablet) -> None:
    tablet.say(*opening("R-1042"), event("round_opened", "R-1042", round=1, second=7))
    tablet.say(event("exposed", "R-1042", card="9d", second=8))
    before = tablet.get()
    assert before["tally"]["count"] == 1
    after = tablet.say(event("corrected", "R-1042", ref=8, instead=None, reason="undo", by_role="pit_boss", second=9))
    assert after["tally"]["count"] == 0
    assert tablet.get()["picture"]["findings"] == []


def test_two_tablets_are_told_of_each_other_and_who_came_first(cast: Cast, tablet: Tablet) -> None:
    assert tablet.post("here/", {"unsent": 0})["others"] == []
    second = Tablet(tablet.table, "Tableta 2", cast.ivan)
    (other,) = second.post("here/", {"unsent": 3})["others"]
    assert (other["name"], other["person"], other["first"]) == ("Tableta 1", "Rosa Soto", True)
    (other,) = tablet.post("here/", {"unsent": 0})["others"]
    assert (other["name"], other["person"], other["first"], other["unsent"]) == ("Tableta 2", "Iván Rojas", False, 3)
    second.post("here/", {"unsent": 0, "leaving": True})
    assert tablet.post("here/", {"unsent": 0})["others"] == []


def test_a_body_that_cannot_be_read_is_told_with_its_field(tablet: Tablet) -> None:
    assert tablet.post("events/", {"entries": 3}, 400)["field"] == "entries"
    assert tablet.post("events/", {"entries": [], "unsent": -1}, 400)["field"] == "unsent"
    assert tablet.post("here/", ["x"], 400)["field"] == "body"


def test_what_can_be_declared_is_told_in_both_languages(tablet: Tablet) -> None:
    spanish, english = tablet.get("forms/?lang=es")["forms"], tablet.get("forms/?lang=en")["forms"]
    assert [group["name"] for group in spanish] == [group["name"] for group in english]
    assert spanish[0]["title"] != english[0]["title"]
    assert len(spanish[0]["codes"]) == 9


def test_a_declaration_is_tried_out_and_nothing_is_written(tablet: Tablet) -> None:
    tablet.say(*opening("R-1042"))
    told = tablet.post("preview/", {"code": "exposed-card", "facts": {"card": "9d"}, "lang": "en"})
    assert told["events"] == [{"kind": "declared", "code": "exposed-card", "card": "9d"}]
    assert (told["finding"]["code"], told["finding"]["outcome"]) == ("exposed-card", "pending")
    wrong = tablet.post("preview/", {"code": "exposed-card", "facts": {"card": "1z"}})
    assert wrong["finding"]["error"]["field"] == "card"
    assert tablet.post("preview/", {"code": 3}, 400)["field"] == "code"
    assert Entry.objects.count() == 6


def test_an_engine_that_differs_is_written_into_the_log(tablet: Tablet, caplog: pytest.LogCaptureFixture) -> None:
    session = tablet.say(*opening("R-1042"))["session"]["id"]
    tablet.say(event("round_opened", "R-1042", round=1, second=7), event("exposed", "R-1042", card="9d", second=8))
    here = {"session": session, "number": 8, "found": ["3:shuffle:- pending"]}
    told = tablet.post("differs/", here)
    assert told == {"only_there": ["3:shuffle:- pending"], "only_here": ["8:exposed-card:- pending"]}
    assert "differs" in caplog.text
    # What was found in other entries says nothing about the engine
    assert tablet.post("differs/", {**here, "number": 7}) == {"only_there": [], "only_here": []}
