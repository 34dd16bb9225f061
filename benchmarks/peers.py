"""The engine beside `cardsharp.verification`, on the same rounds: rounds/s, what is caught, what is a false alarm.

    python benchmarks/peers.py [--rounds 3000] [--rate 0.3]

`cardsharp` 0.5 (PyPI) needs Python 3.12 or later and isn't a dependency of this project. To compare:

    python3.12 -m venv /tmp/peers && /tmp/peers/bin/pip install 'cardsharp==0.5.*' msgspec
    /tmp/peers/bin/python benchmarks/peers.py

The rounds are `cl-scj`'s, most of them legal play, at a table without even money and with chips of one peso: the peer
knows no even money and no rounding. It reads finished rounds from its own SQLite tables: dealer's hand, hands, bets,
results and payouts are written there first, as favourably as can be (right results, the payout that was really made,
the dealer's second card as his hole card, no list of offered options, which a table doesn't record). Only its checking
is timed; ours is timed from the NDJSON bytes. A round counts as caught when any check of it fails, or any finding
names it.
"""

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.simulator.cards import is_natural, total
from pitboss.simulator.mishaps.fate import Rate
from pitboss.simulator.profile import House
from pitboss.simulator.recorder import Event, encode
from pitboss.simulator.session import TableSession
from rules.replay import Replay
from rules.wire import Rejected, read

START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")
RULES = {
    "blackjack_payout": 1.5,
    "dealer_hit_soft_17": False,
    "num_decks": 6,
    "allow_double_after_split": True,
    "allow_resplitting": True,
    "min_bet": 5000,
    "max_bet": 200_000,
}
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


@dataclass
class Played:
    """A hand as the record leaves it."""

    stake: int
    first: int
    cards: list[str] = field(default_factory=list)
    split: bool = False
    surrendered: bool = False
    moved: int = 0
    """Paid +, taken −: what the player won or lost."""


@dataclass
class Finished:
    """A round as the record leaves it: cards and chips, who did what no longer to be seen."""

    number: int
    dealer: list[str] = field(default_factory=list)
    hands: dict[str, Played] = field(default_factory=dict)


def finished(events: Iterable[Event]) -> list[Finished]:
    """Every closed round of a stream."""
    rounds: list[Finished] = []
    now: Finished | None = None
    for event in events:
        kind = event["kind"]
        if kind == "round_opened":
            now = Finished(event["round"])
        elif now is None:
            continue
        elif kind == "bet" and event.get("on", "main") == "main":
            hand = now.hands.setdefault(event["spot"], Played(0, 0))
            hand.stake += event["amount"]
            hand.first += event["amount"]
        elif kind == "dealt" and event["to"] == "dealer":
            now.dealer.append(event["card"])
        elif kind == "dealt" and event["to"] in now.hands:
            now.hands[event["to"]].cards.append(event["card"])
        elif kind == "acted" and event["spot"] in now.hands:
            _act(now, event)
        elif kind in ("paid", "taken") and event.get("on", "main") == "main" and event["spot"] in now.hands:
            now.hands[event["spot"]].moved += event["amount"] if kind == "paid" else -event["amount"]
        elif kind == "round_closed":
            rounds.append(now)
            now = None
    return rounds


def _act(now: Finished, event: Event) -> None:
    hand = now.hands[event["spot"]]
    added = event.get("amount", hand.first)
    if event["action"] == "double":
        hand.stake += added
    elif event["action"] == "surrender":
        hand.surrendered = True
    elif event["action"] == "split" and len(hand.cards) > 1:
        seat = event["spot"].split(".")[0]
        number = 1 + sum(1 for spot in now.hands if spot.split(".")[0] == seat)
        hand.split = True
        now.hands[f"{seat}.{number}"] = Played(added, added, [hand.cards.pop(1)], split=True)


def result(hand: Played, dealer: list[str]) -> str:
    """How the hand came out by its cards, in the peer's words."""
    if hand.surrendered:
        return "surrender"
    mine, bank = total(hand.cards)[0], total(dealer)[0]
    natural, theirs = is_natural(hand.cards) and not hand.split, is_natural(dealer)
    if mine > 21 or (theirs and not natural):
        return "lose"
    if natural:
        return "push" if theirs else "win"
    if bank > 21 or mine > bank:
        return "win"
    return "push" if mine == bank else "lose"


def in_words(card: str) -> str:
    """A card as the peer writes it."""
    return f"{card[0].replace('T', '10')} of {SUITS[card[1]]}"


def load(store: Any, rounds: list[Finished]) -> dict[int, int]:
    """Into the peer's tables; its round ids to our numbers."""
    session = store.create_session(RULES, 6, 0.75, False, 7)
    numbers = {}
    for played in rounds:
        if not played.dealer:
            continue
        up = in_words(played.dealer[0])
        round_id = store.create_round(session, played.number, dealer_up_card=up)
        numbers[round_id] = played.number
        for place, card in enumerate(played.dealer):
            after = total(played.dealer[: place + 1])[0]
            action = "deal" if place < 2 else "hit"
            store.record_action(
                round_id, None, "dealer", 0, action, card_received=in_words(card), hand_value_after=after
            )
        store.update_round_final_hand(round_id, [in_words(card) for card in played.dealer], total(played.dealer)[0])
        for spot, hand in played.hands.items():
            _load_hand(store, round_id, played, spot, hand)
    return numbers


def _load_hand(store: Any, round_id: int, played: Finished, spot: str, hand: Played) -> None:
    if len(hand.cards) < 2:
        return
    seat = int(spot.split(".")[0])
    hand_id = store.create_player_hand(round_id, seat, seat, hand.first, is_split=hand.split)
    words = [in_words(card) for card in hand.cards]
    store.update_player_hand_cards(hand_id, words[:2], words)
    points, soft = total(hand.cards)
    outcome = result(hand, played.dealer)
    # What the player holds after it: his stake, unless it was lost, and what was paid.
    payout: float = max(0, hand.stake + hand.moved)
    if 2 * hand.moved in (3 * hand.stake + 1, 1 - hand.stake):
        payout -= 0.5  # half a peso was rounded up
    natural = is_natural(hand.cards) and not hand.split
    store.update_player_hand_result(hand_id, points, soft, natural, points > 21, outcome, payout, hand.stake)


def peer(verification: Any, rounds: list[Finished]) -> tuple[float, dict[int, set[str]]]:
    """Seconds of checking, and the checks that failed by round."""
    store = verification.SQLiteEventStore(":memory:")
    store.initialize_database()
    numbers = load(store, rounds)
    begun = perf_counter()
    verification.BlackjackVerifier(store).verify_session(1)
    seconds = perf_counter() - begun
    failed: dict[int, set[str]] = {}
    for row in store.conn.execute("SELECT round_id, verification_type FROM verification_results WHERE passed = 0"):
        failed.setdefault(numbers[row[0]], set()).add(row[1].lower())
    return seconds, failed


def ours(lines: list[bytes]) -> tuple[float, dict[int, set[str]]]:
    """Seconds from bytes to findings, and their codes by round."""
    begun = perf_counter()
    run = Replay()
    for pair in read(iter(lines)):
        if not isinstance(pair, Rejected):
            run.feed(*pair)
    found: dict[int, set[str]] = {}
    for finding in run.findings:
        if finding.round is not None:
            found.setdefault(finding.round, set()).add(finding.code)
    return perf_counter() - begun, found


def compare(name: str, seconds: float, rounds: int, said: dict[int, set[str]], wrong: dict[int, set[str]]) -> None:
    """A line a program."""
    caught = sum(1 for number in wrong if number in said)
    alarms = {number for number in said if number not in wrong}
    print(
        f"{name:24} {rounds / seconds:>9,.0f} {caught:>7,} of {len(wrong):,} ({caught / max(1, len(wrong)):.1%}) "
        f"{len(alarms):>8,} of {rounds - len(wrong):,} ({len(alarms) / max(1, rounds - len(wrong)):.1%})"
    )


def main() -> int:
    """Print the comparison, or how to get the peer."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=0.3, help="share of the rounds in which something goes wrong")
    options = parser.parse_args()
    # Corrections are carried out beforehand: the peer would be shown the uncorrected entry.
    session = TableSession(
        table="BJ-01",
        start=START,
        seed=5,
        rounds=options.rounds,
        house=House(chip=1, minimum=1000, maximum=50_000, even_money=False),
        crowd=3.0,
        fate=Rate(options.rate, Random(5)),
    )
    events = [event for _, event in session.play()]
    corrected = {event["ref"]: event["instead"] for event in events if event["kind"] == "corrected"}
    events = [event for event in events if event["seq"] not in corrected or corrected[event["seq"]] is not None]
    events = [corrected.get(event["seq"]) or event for event in events if event["kind"] != "corrected"]
    for number, event in enumerate(events, 1):
        event["seq"] = number
    lines = [encode(event) for event in events]
    rounds = finished(events)
    wrong: dict[int, set[str]] = {}
    for truth in session.truths:
        if truth.round is not None and truth.code != "record-gap":
            wrong.setdefault(truth.round, set()).add(truth.code)
    print(f"{len(rounds):,} rounds, {len(events):,} events; something is wrong in {len(wrong):,} rounds\n")
    print(f"{'':24} {'rounds/s':>9} {'caught':>20} {'false alarms':>22}")
    seconds, found = ours(lines)
    compare("pitboss", seconds, len(rounds), found, wrong)
    try:
        verification = importlib.import_module("cardsharp.verification")
    except ImportError:
        print("\ncardsharp isn't importable here. To compare with it:\n")
        print("    python3.12 -m venv /tmp/peers && /tmp/peers/bin/pip install 'cardsharp==0.5.*' msgspec")
        print("    /tmp/peers/bin/python benchmarks/peers.py")
        return 0
    seconds, failed = peer(verification, rounds)
    compare("cardsharp.verification", seconds, len(rounds), failed, wrong)
    undrawn = {played.number for played in rounds if len(played.dealer) < 2}
    spared = {number: checks for number, checks in failed.items() if number not in undrawn}
    compare("  dealer's hand complete", seconds, len(rounds), spared, wrong)
    alarms = Counter(check for number, checks in spared.items() if number not in wrong for check in checks)
    print("\ncardsharp's false alarms among those, by check:", dict(alarms))
    hits = Counter(code for number, codes in wrong.items() if number in spared for code in codes)
    print("codes in the rounds that it caught:", dict(hits.most_common(8)))
    print("its checks of decks, shuffles and insurance always pass; it doesn't know the other procedures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
