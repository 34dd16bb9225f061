"""A confirmed sheet as events of the contract.

The paper has no place for the moment of a double or a split, nor for that of an irregularity, so their place in the
order of the cards follows from the cards: a split and a double stand before the hand's third card, insurance behind the
initial deal, a surrender before the next one's card. ``docs/sheets.md`` says all readings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from pitboss.sheets.told import CardTold, CodeTold, Result, SpotTold, Told

Said = dict[str, Any]
EXPLAINED = {"exposed-card": "exposed", "stuck-cards": "stuck", "extra-cards-at-end": "extra"}
"""What a burned card was burned for, where one of these was ticked and no other."""
DECKS = {"counts": [52] * 6, "backs": ["red"] * 3 + ["blue"] * 3, "in_sequence": False}
"""What the words on the sheet say: six decks of 52, three backs of one colour and three of another, and no run
of cards in sequence."""


def round_of(told: Told) -> list[Said]:
    """The round as its cards, bets and results tell it, without declarations: bare events with their ``key``."""
    said = list(_shoe(told))
    cards = list(told.cards)
    why = _why(told)
    if cards and cards[0].to == "burned" and not cards[0].was_for and why == "other":
        said.append({"key": "card.1", "kind": "burned", "card": cards[0].card, "why": "first", "page": cards[0].page})
        cards = cards[1:]
    said.append({"key": "round", "kind": "round_opened", "round": told.round})
    for spot in told.spots:
        said.append({"key": f"spot.{spot.spot}.bet", "kind": "bet", "spot": spot.spot, "amount": spot.amount})
    said += _played(cards, told, why)
    if "cut_card_out" in told.flags:
        said.append({"key": "flag.cut_card_out", "kind": "cut_card_out"})
    if any(code.code == "cut-card-missed" for code in told.codes):
        said.append({"key": "code.cut-card-missed.shown", "kind": "shoe_empty"})
    for spot in reversed(told.spots):
        said += _settled(spot)
    return said


def events_of(told: Told, *, shown: frozenset[str], opening: Said | None) -> list[Said]:
    """Everything that a confirmed sheet says of its round, in order. ``shown``: codes that the cards themselves show,
    so that nothing is declared twice."""
    said = [{"key": "opening", "kind": "table_opened", **opening}] if opening else []
    if told.cards:
        said += round_of(told)
    for code in told.codes:
        said += _declared(code, told, shown)
    for spot in told.spots:
        if spot.disputed:
            said.append({"key": f"spot.{spot.spot}.disputed", "kind": "disputed", "spot": spot.spot})
    if "cctv" in told.flags:
        said.append({"key": "flag.cctv", "kind": "cctv_requested", "by_role": "pit_boss"})
    if told.cards:
        said.append({"key": "closed", "kind": "round_closed"})
    if told.cards and "shoe_ended" in told.flags:
        said.append({"key": "flag.shoe_ended", "kind": "shoe_ended"})
    return said


def second_of(told: Told) -> list[Said]:
    """The same cards as a second account of a round that is in the record: they move nothing."""
    every = len(told.cards)
    return [
        {
            "key": f"seen.{card.nth}",
            "kind": "seen",
            "card": card.card,
            "nth": nth,
            "of": every,
            "round": told.round,
            "did": "burned" if card.to == "burned" else "dealt",
            "confidence": card.confidence,
            "page": card.page,
            **({} if card.to == "burned" else {"to": card.to}),
        }
        for nth, card in enumerate(told.cards, 1)
    ]


def dressed(said: list[Said], told: Told, *, sheet: UUID, images: dict[int, str], table: str, by: str) -> list[Said]:
    """Each with its moment, a second apart, who says it, and the paper that it comes from; its id follows from the
    sheet and the place on it, so that one sheet is one time in the ledger, however often it is sent."""
    dressed = []
    for second, one in enumerate(said):
        event = dict(one)
        key, page = event.pop("key"), event.pop("page", 1)
        moment = told.played_at + timedelta(seconds=second)
        dressed.append({
            **event,
            "at": moment.isoformat(),
            "id": str(uuid5(sheet, f"{page}/{key}")),
            "table": table,
            "src": "sheet",
            "sheet": f"{sheet}/{page}",
            "image_sha256": images.get(page, images[min(images)]),
            **({"by": by} if by else {}),
        })  # fmt: skip
    return dressed


def _shoe(told: Told) -> Iterator[Said]:
    if "decks" in told.flags:
        yield {"key": "flag.decks", "kind": "decks_checked", **DECKS}
    if "shuffled" in told.flags:
        yield {"key": "flag.shuffled.1", "kind": "shuffled", "method": "chemin"}
        yield {"key": "flag.shuffled.2", "kind": "shuffled", "method": "normal", "passes": 2}
    if "cut" in told.flags and told.behind is not None:
        yield {"key": "flag.cut", "kind": "cut", "behind": told.behind}
    if told.dealer:
        yield {"key": "dealer", "kind": "dealer_changed", "dealer": told.dealer}


def _why(told: Told) -> str:
    """Why cards were burned that had been for nobody."""
    reasons = [EXPLAINED[code.code] for code in told.codes if code.code in EXPLAINED]
    return reasons[0] if len(reasons) == 1 else "other"


def _played(cards: list[CardTold], told: Told, why: str) -> Iterator[Said]:
    held: Counter[str] = Counter()
    waiting = {spot.spot: set(spot.acts) for spot in told.spots}
    stakes = {spot.spot: spot.amount for spot in told.spots}
    dealt = False
    for place, card in enumerate(cards):
        to = card.was_for or card.to
        if not dealt and held["dealer"] >= 1 and all(held[spot] >= 2 for spot in waiting):
            dealt = True
            yield from _acts(waiting, stakes, sorted(waiting), {"insurance"})
        if to != "burned" and (dealt or held[to] >= 2):
            base = to.split(".")[0]
            before = [spot for spot in sorted(waiting) if base == "dealer" or spot < base]
            yield from _acts(waiting, stakes, before, {"split", "double", "surrender"})
            if base in waiting:
                yield from _acts(waiting, stakes, [base], {"split"})
                if held[to] >= 2 or (held[base] >= 2 and "." not in to and "double" in waiting[base]):
                    yield from _acts(waiting, stakes, [base], {"double"})
        held[to] += 1
        yield from _card(card, cards[place + 1 :], why)
    yield from _acts(waiting, stakes, sorted(waiting), {"insurance", "split", "double", "surrender"})


def _acts(waiting: dict[str, set[str]], stakes: dict[str, int], spots: list[str], which: set[str]) -> Iterator[Said]:
    """What these spots did, of these kinds, each told once."""
    for spot in spots:
        for act in ("insurance", "surrender", "split", "double"):
            if act in which and act in waiting[spot]:
                waiting[spot].discard(act)
                said: Said = {"key": f"spot.{spot}.{act}", "kind": "acted", "spot": spot, "action": act}
                if act in ("split", "double"):
                    said["amount"] = stakes[spot]
                yield said


def _card(card: CardTold, behind: list[CardTold], why: str) -> Iterator[Said]:
    key = f"card.{card.nth}"
    if card.to != "burned":
        yield {"key": key, "kind": "dealt", "to": card.to, "card": card.card, "page": card.page}
        return
    if card.was_for:
        why = "over_17" if card.was_for == "dealer" else "refused"
        yield {"key": f"{key}.dealt", "kind": "dealt", "to": card.was_for, "card": card.card, "page": card.page}
        if why == "refused":
            yield {"key": f"{key}.refused", "kind": "refused", "spot": card.was_for, "page": card.page}
    elif why == "exposed" and card.card:
        yield {"key": f"{key}.exposed", "kind": "exposed", "card": card.card, "page": card.page}
    elif why == "extra" and card.card:
        yield {"key": f"{key}.dealt", "kind": "dealt", "to": "none", "card": card.card, "page": card.page}
    other = behind[0] if behind and behind[0].to != "burned" else None
    chosen: Said = {}
    if why == "stuck" and card.card and other is not None and other.card:
        # The one that came out with it is the next one on the paper
        stuck = {"kind": "stuck", "cards": [card.card, other.card], "to": other.to}
        yield {"key": f"{key}.stuck", **stuck, "page": card.page}
        chosen = {"chosen_by": "pit_boss" if other.to == "dealer" else other.to.split(".")[0]}
    yield {"key": key, "kind": "burned", "card": card.card, "why": why, "page": card.page, **chosen}


def _settled(spot: SpotTold) -> Iterator[Said]:
    if spot.insurance and "insurance" in spot.acts:
        half = spot.amount // 2
        kind, amount = ("paid", half * 2) if spot.insurance == "won" else ("taken", half)
        key = f"spot.{spot.spot}.insurance.settled"
        yield {"key": key, "kind": kind, "spot": spot.spot, "amount": amount, "on": "insurance"}
    for hand, result in spot.results.items():
        if (moved := _moved(spot, result)) is not None:
            kind, amount = moved
            yield {"key": f"spot.{hand}.settled", "kind": kind, "spot": hand, "amount": amount}


def _moved(spot: SpotTold, result: Result) -> tuple[str, int] | None:
    """What a tick means in money: as due, unless an amount was written beside it."""
    stake = spot.amount * (2 if "double" in spot.acts else 1)
    if result.came in ("won", "natural"):
        due = -(-spot.amount * 3 // 2) if result.came == "natural" else stake
        return "paid", due if result.paid is None else result.paid
    if "surrender" in spot.acts and result.came in ("lost", ""):
        return "taken", spot.amount // 2
    return {"lost": ("taken", stake), "tie": ("returned", stake)}.get(result.came)


def _declared(code: CodeTold, told: Told, shown: frozenset[str]) -> Iterator[Said]:
    spot = {"spot": code.spot} if code.spot else {}
    if code.code not in shown:
        yield {"key": f"code.{code.code}", "kind": "declared", "code": code.code, "round": told.round, **spot}
    if code.ruling:
        ruling = "as_prescribed" if code.ruling == "as_prescribed" else "other"
        ruled = {"kind": "ruled", "by_role": "pit_boss", "ruling": ruling, "code": code.code}
        yield {"key": f"code.{code.code}.ruled", **ruled, **spot}
