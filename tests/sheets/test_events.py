"""What the boxes of a sheet mean at the table: its events, held against the rules."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from pitboss.replay.again import Told as Replayed
from pitboss.replay.again import judge
from pitboss.sheets.events import dressed, events_of, round_of
from pitboss.sheets.told import Came, CardTold, CodeTold, Insurance, Result, SpotTold, Told

SHEET = UUID("01935f3c-0000-7000-8000-00000000000a")
AT = datetime(2026, 11, 29, 1, 15, tzinfo=UTC)
SHOE = frozenset({"decks", "shuffled", "cut"})
FIRST = "2c>burned"


def told(cards: str, *spots: SpotTold, codes: tuple[CodeTold, ...] = ()) -> Told:
    """``cards``: ``Th>1 9c>burned.1``, in the order in which they came out."""
    rows = []
    for nth, row in enumerate(cards.split(), 1):
        card, _, to = row.partition(">")
        whose, _, was_for = to.partition(".") if to.startswith("burned") else (to, "", "")
        rows.append(CardTold(nth, 1, card, whose, was_for))
    return Told(AT, 7, False, True, cards=tuple(rows), spots=spots, codes=codes, flags=SHOE, behind=80)


def spot(
    name: str, came: Came, *acts: str, second: Came = "", insurance: Insurance = "", amount: int = 10000
) -> SpotTold:
    results = {name: Result(came)}
    if second:
        results[f"{name}.2"] = Result(second)
    return SpotTold(name, amount, frozenset(acts), results, insurance)


def kinds(said: Told) -> list[str]:
    return [
        f"{one['kind']} {one.get('action') or one.get('why') or one.get('to') or one.get('spot') or ''}".strip()
        for one in round_of(said)
    ]


def found(said: Told) -> dict[str, str]:
    """Code to outcome, by the rules, of everything that the sheet says with a table opened for it."""
    opening = {"key": "opening", "kind": "table_opened", "profile": "cl-scj"}
    shown = _judged([opening, *round_of(said)], said) if said.cards else {}
    return _judged(events_of(said, shown=frozenset(shown), opening={"profile": "cl-scj"}), said)


def _judged(bare: list[dict[str, Any]], said: Told) -> dict[str, str]:
    events = dressed(bare, said, sheet=SHEET, images={1: "0" * 64}, table="BJ-01", by="R-1042")
    lines = b"\n".join(json.dumps(event).encode() for event in events)
    again = judge(Replayed(lines=lines, seqs=range(1, len(events) + 1), unread=(), house={}), {})
    assert again.unreadable == 0
    return {finding["code"]: finding["outcome"] for _, _, finding in again.findings}


def test_doubles_splits_surrenders_and_insurance_find_their_place_and_raise_nothing() -> None:
    said = told(
        f"{FIRST} 8h>1 5c>2 6d>3 9d>dealer 8s>1 6h>2 9s>3 3h>1 Th>1 9c>1.2 9h>2 Kc>dealer",
        spot("1", "won", "split", second="lost"),
        spot("2", "won", "double"),
        spot("3", "lost", "surrender"),
    )
    acts = [one for one in kinds(said) if one.startswith(("acted", "dealt"))][7:]
    assert acts == [
        "acted split", "dealt 1", "dealt 1", "dealt 1.2", "acted double", "dealt 2", "acted surrender", "dealt dealer",
    ]  # fmt: skip
    assert found(said) == {}
    insured = told(
        f"{FIRST} Th>1 As>dealer 9h>1 Kc>dealer", spot("1", "lost", "insurance", insurance="won", amount=9000)
    )
    assert kinds(insured)[-4:] == ["acted insurance", "dealt dealer", "paid 1", "taken 1"]
    assert found(insured) == {}


def test_a_plain_round_with_a_natural_raises_nothing() -> None:
    said = told(f"{FIRST} Ah>1 9c>4 7d>dealer Kd>1 5h>4 4s>4 Ts>dealer", spot("1", "natural"), spot("4", "won"))
    assert found(said) == {}
    assert kinds(said)[-2:] == ["paid 4", "paid 1"]
    assert [one["amount"] for one in round_of(said) if "amount" in one][-2:] == [10000, 15000]


def test_a_card_burned_for_the_dealer_was_over_17_and_one_burned_for_a_hand_was_refused() -> None:
    over = told(f"{FIRST} Th>1 9d>dealer Qs>1 8h>dealer 4c>burned.dealer", spot("1", "won"))
    assert kinds(over)[-3:] == ["dealt dealer", "burned over_17", "paid 1"]
    assert found(over) == {"dealer-card-over-17": "followed"}
    refused = told(f"{FIRST} Th>1 9d>dealer Qs>1 3c>burned.1 8h>dealer", spot("1", "won"))
    assert "refused 1" in kinds(refused)
    assert found(refused) == {"unrequested-card": "followed"}


def test_what_was_ticked_says_why_a_card_was_burned() -> None:
    cards = f"{FIRST} Th>1 9d>dealer Kd>burned Qs>1 8h>dealer"
    assert found(told(cards, spot("1", "won"), codes=(CodeTold("exposed-card"),)))["exposed-card"] == "followed"
    stuck = told(cards, spot("1", "won"), codes=(CodeTold("stuck-cards"),))
    assert kinds(stuck)[-5:-3] == ["stuck 1", "burned stuck"]
    assert found(told(cards, spot("1", "won"))) == {"unexplained-burn": "contrary"}


def test_a_tick_without_cards_is_declared_and_ruled() -> None:
    bare = Told(
        AT, 7, False, True, codes=(CodeTold("card-on-floor", "5", "as_prescribed"), CodeTold("deal-order", "2"))
    )
    assert found(bare) == {"card-on-floor": "followed", "deal-order": "pending"}
    assert [one["kind"] for one in events_of(bare, shown=frozenset({"deal-order"}), opening=None)] == [
        "declared",
        "ruled",
    ]


def test_the_same_sheet_gives_the_same_ids_whoever_sends_it_and_whenever() -> None:
    said = told(f"{FIRST} Th>1 9d>dealer Qs>1 8h>dealer", spot("1", "won"))
    ids = []
    for image, by in (("0" * 64, "R-1042"), ("f" * 64, "A-4003")):
        events = dressed(round_of(said), said, sheet=SHEET, images={1: image}, table="BJ-01", by=by)
        ids.append([event["id"] for event in events])
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == len(ids[0])
