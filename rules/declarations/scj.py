"""Declarations by the Chilean regulator's rules, code by code (contract sections 3a to 3c).

``spot`` as the findings of the record have it (contract, reading 12): null for the table's own, ``"dealer"`` for the
dealer's, else the hand. A fact that nobody told is left out of the step, never guessed.
"""

from __future__ import annotations

from typing import Any

from rules.events import DEALER, NOBODY, Declared
from rules.irregularities.scj.card_face import FACES
from rules.irregularity import NO_RULE, NOTED, TO_CONFIRM, Step
from rules.kinds.declared import Said, Tell
from rules.kinds.ruling import RULE_STEP
from rules.table import Table
from rules.words import LANGS, Text, bet_name

SOMEBODY = Text("quien seguía", "whoever was next")
A_SUM = Text("un monto no anotado", "an amount not noted")
THE_LIMIT = Text("el de la mesa", "the table's")
NUMBER = Text("varias", "several")
TOTAL = Text("otro total", "another total")


def with_card(step: Step, card: str | None) -> Step:
    return step if card is None else {**step, "card": card}


def with_amount(step: Step, amount: int | None) -> Step:
    return step if amount is None else {**step, "amount": amount}


def counted(amount: int | None) -> Any:
    """An amount of the sentence."""
    return A_SUM if amount is None else amount


def exposed(table: Table, event: Declared) -> Said:
    to = event.to or event.spot or SOMEBODY
    return Said(None, [with_card({"do": "burn"}, event.card), {"do": "continue"}], {"card": event.card, "to": to})


def cards_of(event: Declared) -> list[str]:
    """One card or several: either field will do."""
    return list(event.cards or ([event.card] if event.card else []))


def extra(table: Table, event: Declared) -> Said:
    cards = cards_of(event)
    steps: list[Step] = [{"do": "burn", "card": card} for card in cards] or [{"do": "burn"}]
    return Said(None, steps, {"cards": cards})


def stuck(table: Table, event: Declared) -> Said:
    cards = list(event.cards or [])
    to = event.to or event.spot
    facts = {"cards": cards, "to": to or SOMEBODY, "chosen": event.card}
    chosen: list[Step] = [{"do": "burn", "card": event.card}] if event.card else []
    if to in (None, DEALER, NOBODY):
        spot = DEALER if to == DEALER else None
        return Said(spot, [{"do": "choose_pit_boss", "cards": cards}, *chosen], facts, NO_RULE, "pit_boss")
    standing = TO_CONFIRM if len(cards) > 2 else None
    return Said(to, [{"do": "choose", "spot": to, "cards": cards}, *chosen], facts, standing)


def naturals(event: Declared) -> list[tuple[str, int | None]]:
    """Spots with 21 in two cards, each with its stake where it was told."""
    spots = event.spots or []
    amounts = event.amounts or []
    return [(spot, amounts[at] if at < len(amounts) else None) for at, spot in enumerate(spots)]


def cut_card_missed(table: Table, event: Declared) -> Said:
    steps: list[Step] = [{"do": "pay_naturals"}, {"do": "void_rest"}]
    for spot, stake in naturals(event):
        paid = None if stake is None else table.house.up_to_chip(3 * stake, 2)
        steps.append(with_amount({"do": "pay", "spot": spot, "on": "main"}, paid))
    steps.append({"do": "return_rest"})
    return Said(None, steps, {"naturals": list(event.spots or [])})


def deal_order(table: Table, event: Declared) -> Said:
    moved: list[Step] = []
    if event.spot and event.to:
        moved = [with_card({"do": "move", "from": event.spot, "to": event.to}, event.card)]
    facts = {"card": event.card, "to": event.spot or NOBODY, "expected_to": event.to or Text("otro", "another")}
    return Said(event.spot, [{"do": "reorder"}, *moved, {"do": "announce"}], facts)


def without_cards(table: Table, event: Declared) -> Said:
    back = with_amount({"do": "return", "spot": event.spot, "on": "main"}, event.amount)
    return Said(event.spot, [{"do": "void", "spot": event.spot}, back], {})


def on_floor(table: Table, event: Declared) -> Said:
    card = event.card
    steps = [with_card({"do": "pick_up", "by": "pit_boss"}, card), with_card({"do": "show"}, card)]
    return Said(event.spot, steps, {"card": card})


def over_17(table: Table, event: Declared) -> Said:
    stand: Step = {"do": "stand"} if event.total is None else {"do": "stand", "total": event.total}
    total: Any = event.total if event.total is not None else Text("17 o más", "17 or more")
    return Said(DEALER, [with_card({"do": "burn"}, event.card), stand], {"card": event.card, "total": total})


def surplus(table: Table, event: Declared) -> Said:
    steps = [with_card({"do": "burn"}, event.card), {"do": "no_more_cards", "spot": event.spot}]
    return Said(event.spot, steps, {"card": event.card})


def unrequested(table: Table, event: Declared) -> Said:
    if event.reply == "accepted":
        return Said(event.spot, [], {"card": event.card}, outcome=NOTED)
    return surplus(table, event)


# ── the shoe ─────────────────────────────────────────────────────────────────────────────────────────


def deck_check(table: Table, event: Declared) -> Said:
    what = Text("Las barajas no se comprobaron, o no están completas.", "The decks were not checked, or not complete.")
    return Said(None, [{"do": "stop"}, {"do": "check_decks"}], {"what": what})


def shuffle(table: Table, event: Declared) -> Said:
    return Said(None, [{"do": "shuffle"}], {})


def cut_depth(table: Table, event: Declared) -> Said:
    behind = event.behind
    what = Text("El sabot empezó sin cortar.", "The shoe started without a cut.")
    if behind is not None:
        what = Text(f"El corte dejó {behind} cartas detrás.", f"The cut left {behind} cards behind.")
    return Said(None, [{"do": "cut"}], {"what": what})


def first_card(table: Table, event: Declared) -> Said:
    return Said(None, [{"do": "burn_first"}], {"card": event.card})


def after_cut_card(table: Table, event: Declared) -> Said:
    return Said(None, [{"do": "end_shoe"}], {})


def unexplained(table: Table, event: Declared) -> Said:
    return Said(None, [{"do": "explain"}], {"card": event.card})


def card_count(table: Table, event: Declared) -> Said:
    return Said(None, [{"do": "stop"}, {"do": "verify_shoe"}], {"card": event.card, "decks": table.house.decks})


# ── play ─────────────────────────────────────────────────────────────────────────────────────────────


def seat_limit(table: Table, event: Declared) -> Said:
    return Said(event.spot, [], {"seats": table.house.seats})


def card_face(table: Table, event: Declared) -> Said:
    spot = event.spot
    facts = {"card": event.card, "to": spot or SOMEBODY, "face": FACES[event.face or "down"]}
    return Said(spot, [], facts)


def out_of_turn(table: Table, event: Declared) -> Said:
    what = Text("Decisión", "An action") if event.card is None else Text("Carta", "A card")
    return Said(event.spot, [RULE_STEP], {"what": what})


def double_not_allowed(table: Table, event: Declared) -> Said:
    total: Any = TOTAL if event.total is None else event.total
    return Said(event.spot, [RULE_STEP], {"total": total, "number": len(event.cards) if event.cards else NUMBER})


def split_not_allowed(table: Table, event: Declared) -> Said:
    return Said(event.spot, [RULE_STEP], {"cards": cards_of(event)})


def noted_at_spot(table: Table, event: Declared) -> Said:
    return Said(event.spot, [], {})


def noted(table: Table, event: Declared) -> Said:
    return Said(None, [], {"by_role": event.role})


# ── money ────────────────────────────────────────────────────────────────────────────────────────────


def bet_limit(table: Table, event: Declared) -> Said:
    limit = event.due
    if limit is None and event.amount is not None:
        under = table.house.min is not None and event.amount < table.house.min
        limit = table.house.min if under else table.house.max
    return Said(event.spot, [], {"amount": counted(event.amount), "limit": THE_LIMIT if limit is None else limit})


def added_stake(table: Table, event: Declared) -> Said:
    step: Step = {"do": "add_stake", "spot": event.spot, "on": "main"}
    amount, due = event.amount, event.due
    if amount is not None and due is not None and amount != due:
        step |= {"do": "give_back" if amount > due else "add_stake", "amount": abs(amount - due)}
    return Said(event.spot, [step], {"amount": counted(amount), "due": counted(due)})


def insurance_not_allowed(table: Table, event: Declared) -> Said:
    step = with_amount({"do": "return", "spot": event.spot, "on": "insurance"}, event.amount)
    return Said(event.spot, [step], {"amount": counted(event.amount)})


def insurance_over_half(table: Table, event: Declared) -> Said:
    amount, limit = event.amount, event.due
    over = amount is not None and limit is not None and amount > limit
    back = (amount or 0) - (limit or 0) if over else None
    step = with_amount({"do": "return", "spot": event.spot, "on": "insurance"}, back)
    return Said(event.spot, [step], {"amount": counted(amount), "limit": counted(limit)})


def surrender_not_allowed(table: Table, event: Declared) -> Said:
    return Said(event.spot, [{"do": "play_on", "spot": event.spot}], {})


def paid_early(table: Table, event: Declared) -> Said:
    return Said(event.spot, [{"do": "wait"}], {"amount": event.amount})


def stood_short(table: Table, event: Declared) -> Said:
    total: Any = event.total if event.total is not None else Text("16 o menos", "16 or less")
    facts = {"total": total, "settled": Text("una apuesta", "a bet")}
    return Said(DEALER, [{"do": "draw_to_17"}], facts)


SIGN = {"paid": 1, "taken": -1, "returned": 0}
DO = {"paid": "pay", "taken": "take", "returned": "return"}


def wrong_payout(table: Table, event: Declared) -> Said:
    """What is due and what moved, each as its kind and amount; without both the bet is to be settled anew."""
    spot, on = event.spot, event.on
    step: Step = {"spot": spot, "on": on}
    facts: dict[str, Any] = {"on": on, "owner": None, "due": A_SUM, "actual_amount": A_SUM}
    if event.due is None or event.amount is None or event.owed is None or event.moved is None:
        return Said(spot, [{"do": "settle", **step}], facts)
    due, actual = SIGN[event.owed] * event.due, SIGN[event.moved] * event.amount
    off = due - actual
    step = {"do": "pay" if off > 0 else "take", **step, "amount": abs(off)} if off else {"do": "settle", **step}
    row = {"spot": spot, "on": on, "owner": None, "expected": due, "actual": actual, "difference": off}
    return Said(spot, [step], {**facts, "due": due, "actual_amount": actual}, money=[row])


def unsettled(table: Table, event: Declared) -> Said:
    spot, on = event.spot, event.on
    names = Text(*(bet_name(on, lang) for lang in LANGS))
    facts = {"names": names, "on": on, "owner": None}
    step: Step = {"do": "settle", "spot": spot, "on": on}
    if event.owed is None:
        return Said(spot, [step], facts)
    step = with_amount({"do": DO[event.owed], "spot": spot, "on": on}, event.due)
    if event.due is None:
        return Said(spot, [step], facts)
    due = SIGN[event.owed] * event.due
    row = {"spot": spot, "on": on, "owner": None, "expected": due, "actual": 0, "difference": due}
    return Said(spot, [step], facts, money=[row])


def refused_tender(table: Table, event: Declared) -> Said:
    seat = (event.spot or "").partition(".")[0] or None
    steps: list[Step] = [{"do": "refuse_bet", "seat": seat}, {"do": "exclude", "seat": seat, "may": True}]
    return Said(event.spot, steps, {"seat": seat})


TELLS: dict[str, Tell] = {
    "exposed-card": exposed,
    "extra-cards-at-end": extra,
    "stuck-cards": stuck,
    "cut-card-missed": cut_card_missed,
    "deal-order": deal_order,
    "player-without-cards": without_cards,
    "card-on-floor": on_floor,
    "dealer-card-over-17": over_17,
    "unrequested-card": unrequested,
    "deck-check": deck_check,
    "shuffle": shuffle,
    "cut-depth": cut_depth,
    "first-card-not-burned": first_card,
    "round-after-cut-card": after_cut_card,
    "unexplained-burn": unexplained,
    "card-count": card_count,
    "seat-limit": seat_limit,
    "card-face": card_face,
    "out-of-turn": out_of_turn,
    "bet-limit": bet_limit,
    "double-not-allowed": double_not_allowed,
    "double-stake": added_stake,
    "double-extra-card": surplus,
    "split-not-allowed": split_not_allowed,
    "split-stake": added_stake,
    "split-aces-extra-card": surplus,
    "insurance-not-allowed": insurance_not_allowed,
    "insurance-over-half": insurance_over_half,
    "surrender-not-allowed": surrender_not_allowed,
    "even-money-not-allowed": noted_at_spot,
    "blackjack-paid-early": paid_early,
    "dealer-stood-under-17": stood_short,
    "wrong-payout": wrong_payout,
    "unsettled-bet": unsettled,
    "clearing-order": noted,
    "discard-opened": noted,
    "conduct-word-bet": refused_tender,
    "conduct-cash-bet": refused_tender,
}
