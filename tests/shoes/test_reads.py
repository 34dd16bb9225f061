"""What becomes of reads: each an entry once, with its seat where it can be inferred, or a reason why not."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.ledger.models import PrivateText
from pitboss.shoes.models import Mode, ShoeDevice, ShoeRefusal
from pitboss.shoes.verbs.revoke import revoke
from tests.shoes.conftest import Sender, entries, key, opened

Made = Callable[..., Sender]


def test_a_witness_is_told_whose_each_card_is_by_the_order_of_dealing(shoe: Made) -> None:
    sender = shoe(Mode.WITNESS)
    opened()
    assert sender.say("shoe_started", "burn_button", "2c", "Th", "9c") == ["accepted"] * 5
    seen = entries("seen")
    assert [(one["card"], one["nth"], one.get("did", "dealt")) for one in seen] == [
        ("2c", 1, "burned"), ("Th", 2, "dealt"), ("9c", 3, "dealt"),
    ]  # fmt: skip
    assert [one["to"] for one in seen[1:]] == ["2", "5"]
    assert all(one["confidence"] > 0.95 for one in seen[1:])
    assert {one["src"] for one in seen} == {"shoe"}
    assert [one["state"] for one in entries("feed")] == ["started"]
    # Which read it was is numbers, and stands in the ledger as it is
    assert not PrivateText.objects.exists()


def test_a_witness_finds_its_place_again_behind_a_read_that_was_dropped(shoe: Made) -> None:
    sender = shoe(Mode.WITNESS)
    opened()
    sender.say("shoe_started", "burn_button", "2c", "Th")
    key({"kind": "dealt", "to": "2", "card": "Th"}, {"kind": "dealt", "to": "5", "card": "9c"}, after=64)
    key({"kind": "dealt", "to": "dealer", "card": "4d"}, {"kind": "dealt", "to": "2", "card": "5s"}, after=70)
    key({"kind": "dealt", "to": "5", "card": "Kh"}, after=75)
    sender.say("4d", "5s", "Kh")
    # Three in a row are alike again: the next is for the hand whose turn it is, 15 against a four
    sender.say("3c")
    assert (entries("seen")[-1]["to"], entries("seen")[-1]["confidence"]) == ("2", 0.5)


def test_a_shoe_that_is_the_record_deals_the_cards_itself(shoe: Made) -> None:
    sender = shoe(Mode.RECORD)
    opened()
    assert sender.say("Th", "9c", "7d", "8s", "2h") == ["accepted"] * 5
    assert [(one["to"], one["card"]) for one in entries("dealt")] == [
        ("2", "Th"), ("5", "9c"), ("dealer", "7d"), ("2", "8s"), ("5", "2h"),
    ]  # fmt: skip
    # 18 stands; 11 against a seven draws, and everybody would; then 16 may stand
    sender.say("5c")
    sender.say("unreadable")
    assert [(one["to"], one["confidence"]) for one in entries("dealt")[-1:]] == [("5", 0.96)]
    assert entries("seen")[-1]["card"] is None


def test_a_stiff_hand_is_guessed_with_less_confidence(shoe: Made) -> None:
    sender = shoe(Mode.RECORD)
    opened()
    sender.say("Th", "9c", "5d", "6s", "9h")
    sender.say("3c")
    assert (entries("dealt")[-1]["to"], entries("dealt")[-1]["confidence"]) == ("2", 0.5)


def test_the_same_read_is_one_entry_however_often_it_comes(shoe: Made) -> None:
    sender = shoe(Mode.WITNESS)
    opened()
    reads = sender.reads("shoe_started", "burn_button", "2c", "Th")
    assert sender.send(reads) == ["accepted"] * 4
    assert sender.send(reads) == ["duplicate"] * 4
    assert sender.send([*reads[2:], *sender.reads("9c")]) == ["duplicate", "duplicate", "accepted"]
    assert [one["nth"] for one in entries("seen")] == [1, 2, 3]


def test_another_card_at_a_known_place_is_refused(shoe: Made) -> None:
    sender = shoe(Mode.WITNESS)
    opened()
    reads = sender.reads("Th")
    sender.send(reads)
    assert sender.told([{**reads[0], "card": "Kd"}])["answers"] == [
        {"n": 1, "answer": "refused", "field": "n",
         "expected": "another place: the ledger has another read at this one"},
    ]  # fmt: skip


def test_without_an_open_session_the_gateway_keeps_its_reads(shoe: Made) -> None:
    sender = shoe(Mode.WITNESS)
    reads = sender.reads("shoe_started", "Th")
    assert sender.send(reads, waiting=7) == ["later", "later"]
    assert ShoeDevice.objects.get().waiting == 9
    opened()
    assert sender.send(reads) == ["accepted", "accepted"]


def test_what_is_no_card_and_came_before_the_opening_is_told_as_the_table_opens(shoe: Made) -> None:
    sender = shoe(Mode.WITNESS)
    sender.seconds = -3600
    early = sender.reads("shoe_started", "Kd")
    opened()
    assert sender.send(early) == ["accepted", "refused"]
    assert entries("feed")[0]["at"] == "2026-11-29T20:00:00+00:00"
    assert ShoeRefusal.objects.get().field == "at"


def test_a_read_that_cannot_be_understood_is_told_its_field_and_costs_no_other(shoe: Made) -> None:
    sender = shoe(Mode.WITNESS)
    opened()
    wrong = sender.reads({"what": "card", "card": "1x"}, {"what": "fell"}, {"what": "card"})
    wrong[2]["at"] = "yesterday"
    said = sender.told([*wrong, "?", *sender.reads("Th")])["answers"]
    assert [one.get("field") for one in said] == ["card", "what", "at", "read", None]
    assert said[-1]["answer"] == "accepted"
    assert [one["answer"] for one in sender.told(wrong)["answers"]] == ["refused"] * 3
    assert ShoeRefusal.objects.count() == 3


def test_what_nobody_read_has_its_places_in_the_count(shoe: Made) -> None:
    sender = shoe(Mode.WITNESS)
    opened()
    sender.say("shoe_started", "2c", {"what": "missed", "missed": 2}, "error_button", "Th")
    feeds = [(one["state"], one.get("nth"), one.get("missed")) for one in entries("feed")]
    assert feeds == [("started", None, None), ("missed", 2, 2), ("missed", 4, 1)]
    assert [one["nth"] for one in entries("seen")] == [1, 5]


def test_a_revoked_token_opens_nothing(shoe: Made, cast: Cast, client: Client) -> None:
    sender = shoe(Mode.WITNESS)
    opened()
    administrator = next(p for p in cast.people.values() if p.memberships.filter(role="administrator").exists())
    revoke(device=sender.device, by=administrator, now=timezone.now())
    assert sender.told(sender.reads("Th"), 401)["field"] == "authorization"
    assert client.post("/api/shoes/reads/", {}, content_type="application/json").status_code == 401
    assert entries("seen") == []


def test_a_body_that_is_none_is_told_what_was_expected(shoe: Made) -> None:
    sender = shoe(Mode.WITNESS)
    post = sender.client.post
    for body in ("[]", "{", '{"reads": 1}', '{"reads": [], "waiting": -1}', '{"reads": [], "wire": "wet"}'):
        answer = post("/api/shoes/reads/", body, content_type="application/json")
        assert answer.status_code == 400, body
        assert answer.json()["expected"]
    assert sender.told([{}] * 501, 413)["field"] == "reads"
