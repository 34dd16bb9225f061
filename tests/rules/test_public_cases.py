"""Hands that other engines and published rules agree or disagree on, run through this one.

``fixtures/public_cases.csv`` holds one fact a row: ``total`` and ``dealer`` name cards, ``settle`` and
``pairs`` name whole rounds in short, ``legal`` is a play (lines parted by `` / ``) with the findings it
raises. Where another house plays otherwise, the row says so and expects what ``cl-scj`` does.
"""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from rules.cards import is_natural, is_soft, total
from rules.notation import events_of
from rules.replay import Replay, replay
from rules.settle import settlement

CASES = Path(__file__).parents[2] / "fixtures" / "public_cases.csv"
STAKE = 100
ROUND = (
    "decks_checked 52,52,52,52,52,52 red,red,red,blue,blue,blue no",
    "shuffled chemin",
    "shuffled normal passes=2",
    "cut 78",
    "burned - first",
    "round_opened 1",
)


def rows(kind: str) -> list[object]:
    with CASES.open(encoding="utf-8", newline="") as lines:
        found = [row for row in csv.DictReader(lines) if row["kind"] == kind]
    return [pytest.param(row, id=f"{row['id']}-{number}") for number, row in enumerate(found)]


def play(lines: list[str], table: str = "") -> Replay:
    text = "\n".join((f"table_opened cl-scj {table}".rstrip(), *ROUND, *lines)) + "\n"
    return replay((seq, event) for seq, event, _ in events_of(text))


def raised(run: Replay) -> set[str]:
    return {f"{finding.code}[{finding.spot or '-'}]" for finding in run.findings}


def one_hand(spot: str, cards: list[str], held: int) -> list[str]:
    """How a player who holds ``held`` of the cards came to all of them: ``*`` a double, ``~`` a surrender.

    A split hand holds one: its second card comes without asking.
    """
    lines = []
    for place, card in enumerate(cards[held:], start=held):
        if card.endswith("*"):
            lines.append(f"acted {spot} double")
        elif place >= 2:
            lines.append(f"acted {spot} hit")
        lines.append(f"dealt {spot} {card.rstrip('*')}")
    if cards[-1].endswith("~"):
        lines.append(f"acted {spot} surrender")
    return lines


def whole_round(given: str) -> list[str]:
    """``player 8h Td|8d 3h; dealer 6h Td; insurance 0.5`` as a play, dealt without a hole card."""
    parts = dict(part.strip().split(" ", 1) for part in given.split(";"))
    hands = [hand.split() for hand in parts["player"].split("|")]
    dealer = parts["dealer"].split()
    first = hands[0][0], hands[1][0] if len(hands) > 1 else hands[0][1]
    lines = [
        f"bet 1 {STAKE}",
        f"dealt 1 {first[0]}",
        f"dealt dealer {dealer[0]}",
        f"dealt 1 {first[1].rstrip('~')}",
    ]
    if "insurance" in parts:
        lines.append(f"acted 1 insurance amount={int(STAKE * Fraction(parts['insurance']))}")
    if len(hands) > 1:
        lines.append("acted 1 split")
        for spot, hand in zip(("1", "1.2"), hands, strict=True):
            lines += one_hand(spot, hand, 1)
    else:
        lines += one_hand("1", hands[0], 2)
    return lines + [f"dealt dealer {card}" for card in dealer[1:]]


def net(run: Replay, on: set[str], stake: int) -> Fraction:
    """What the player is due on those bets, in stakes."""
    sign = {"paid": 1, "taken": -1, "returned": 0}
    due = sum(sign[str(row["kind"])] * int(str(row["amount"])) for row in settlement(run.table) if row["on"] in on)
    return Fraction(due, stake)


@pytest.mark.parametrize("row", rows("total"))
def test_a_hand_counts_as_published(row: dict[str, str]) -> None:
    cards = row["given"].split()
    said = {True: "yes", False: "no"}
    assert row["expected"] == (
        f"total={total(cards)} soft={said[is_soft(cards)]} "
        f"bust={said[total(cards) > 21]} natural={said[is_natural(cards)]}"
    )


@pytest.mark.parametrize("row", rows("dealer"))
def test_the_dealer_draws_and_stands_as_published(row: dict[str, str]) -> None:
    cards = row["given"].split()
    lines = [f"bet 1 {STAKE}", "dealt 1 9c", f"dealt dealer {cards[0]}", "dealt 1 9s", "acted 1 stand"]
    lines += [f"dealt dealer {card}" for card in cards[1:]]
    run = play(lines)
    verb, _, points = row["expected"].partition(" ")
    assert raised(run) == set()
    assert run.table.dealer.total == (int(points) if points else total(cards))
    if verb == "draw":
        assert raised(play([*lines, "dealt dealer As"])) == set()
        assert "dealer-stood-under-17[dealer]" in raised(play([*lines, f"paid 1 {STAKE}"]))
    else:
        assert raised(play([*lines, "dealt dealer As"])) == {"dealer-card-over-17[dealer]"}


@pytest.mark.parametrize("row", rows("settle"))
def test_a_round_settles_as_published(row: dict[str, str]) -> None:
    run = play(whole_round(row["given"]))
    assert net(run, {"main", "insurance"}, STAKE) == Fraction(row["expected"])


@pytest.mark.parametrize("row", rows("pairs"))
def test_perfect_pairs_pays_as_published(row: dict[str, str]) -> None:
    cards, _, act = row["given"].partition("; ")
    one, other = cards.split()
    lines = [
        f"bet 1 {STAKE}",
        "bet 1 10 on=perfect_pairs",
        f"dealt 1 {one}",
        "dealt dealer 7c",
        f"dealt 1 {other}",
    ]
    if act:
        lines.append(f"acted 1 {act}")
    run = play(lines, "perfect_pairs=yes")
    assert raised(run) == set()
    assert net(run, {"perfect_pairs"}, 10) == Fraction(row["expected"])


@pytest.mark.parametrize("row", rows("legal"))
def test_a_play_is_allowed_or_not_as_published(row: dict[str, str]) -> None:
    run = play(row["given"].split(" / "), row["table"])
    assert raised(run) == (set() if row["expected"] == "silent" else {row["expected"]})


def test_every_row_is_of_a_kind_that_is_run() -> None:
    with CASES.open(encoding="utf-8", newline="") as lines:
        kinds = {row["kind"] for row in csv.DictReader(lines)}
    assert kinds == {"total", "dealer", "settle", "pairs", "legal"}
