"""Events that carry out a prescription, one tap each.

Only while the finding is open, and only events that its moment can have; where none can (a card still to be drawn, a
shoe that ends after the round), there is no answer and the steps say what to do. Where the text is silent the answers
are rulings, none of them put before the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.advance.decisions import refusable
from rules.events import DEALER, seat_of
from rules.hand import Stake
from rules.irregularity import NOTED, PENDING, Finding
from rules.regulation import moves_due
from rules.replay import Replay
from rules.table import BETTING, Table
from rules.tablet.expects import cuts, decks_are_good
from rules.tablet.proposal import moves_of, proposal
from rules.tablet.rulings import Answer, Offer, answer, exclude, explain, rule, rule_on_declared
from rules.tablet.segments import Segments, segments
from rules.tablet.turns import waiting
from rules.words import Text, money, spot_name


def answers(run: Replay, finding: Finding, lang: str) -> list[Answer]:
    """What can be tapped for this finding at this moment; the primary one first where there is one."""
    if finding.rule.declared:
        return list(rule_on_declared(finding, lang)) if finding.outcome == PENDING else []
    if not run.table.opened:
        return []
    if finding.outcome == NOTED and any(step["do"] == "exclude" for step in finding.prescribed):
        return list(exclude(run, finding, lang)) if not finding.in_round or finding in run.of_round else []
    if finding.outcome != PENDING:
        return []
    offer = OFFERS.get(finding.code)
    return [] if offer is None else list(offer(run, finding, lang))


# ── cards ────────────────────────────────────────────────────────────────────────────────────────────

BURN = Text("Quemar {card}", "Burn {card}")
BURN_ALL = Text("Quemar {cards}", "Burn {cards}")
KEEP = Text("La acepta: sigue", "Kept: it stays")
REFUSE = Text("La rechaza: quemar {card}", "Refused: burn {card}")
WHY = {"exposed-card": "exposed", "dealer-card-over-17": "over_17", "unrequested-card": "refused"}


def _burn(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    card = finding.facts["card"]
    event = {"kind": "burned", "card": card, "why": WHY.get(finding.code, "extra")}
    yield answer(segments(BURN, lang, card=card), "burn", [event])


def _burn_each(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    steps = [step["card"] for step in finding.prescribed if step["do"] == "burn"]
    cards = finding.facts.get("left", steps)
    events = [{"kind": "burned", "card": card, "why": "extra"} for card in cards]
    if events:
        yield answer(segments(BURN_ALL, lang, cards=cards), "burn", events)


def asks_player(table: Table, finding: Finding) -> bool:
    """A card not asked for lies there and its player has neither kept nor refused it."""
    if finding.code != "unrequested-card" or finding.outcome != PENDING or finding.rule.declared:
        return False
    hand = table.hands.get(finding.spot or "")
    lying = refusable(table, finding.spot or "")
    return hand is not None and lying is not None and lying.card == finding.facts["card"] and not hand.frozen


def _unrequested(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    card, spot = finding.facts["card"], finding.spot or ""
    out, icon = _away(run, finding, lang)
    if not asks_player(run.table, finding):
        yield answer(_label(out, lang), icon, [out])
        return
    refused = {"kind": "refused", "spot": spot}
    label = segments(REFUSE, lang, card=card) if icon == "burn" else _label(out, lang)
    yield answer(label, icon, [refused, out])
    yield answer(segments(KEEP, lang), "keep", [{"kind": "accepted", "spot": spot}], primary=False)


def _away(run: Replay, finding: Finding, lang: str) -> tuple[dict[str, Any], str]:
    """Where a refused card goes: burned, or in another house on to the next in turn."""
    card, table = finding.facts["card"], run.table
    burned = {"kind": "burned", "card": card, "why": "refused"}
    if table.house.refused_card != "pass_on":
        return burned, "burn"
    seat = seat_of(finding.spot or "")
    to = next((hand.spot for hand in waiting(table) if hand.seat != seat), None)
    if to is None and not table.every_hand_out and table.dealer.total < 17:
        to = DEALER
    return (burned, "burn") if to is None else ({"kind": "dealt", "to": to, "card": card}, "pass_on")


def _label(out: dict[str, Any], lang: str) -> Segments:
    if out["kind"] == "burned":
        return segments(BURN, lang, card=out["card"])
    passed = Text("Pasar {card} a {to}", "Pass {card} to {to}")
    return segments(passed, lang, card=out["card"], to=spot_name(out["to"], lang))


def _stuck(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    chosen_by = "pit_boss" if finding.decides == "pit_boss" else seat_of(finding.spot or "")
    of = [
        {
            "value": card,
            "label": segments(BURN, lang, card=card),
            "events": [{"kind": "burned", "card": card, "why": "stuck", "chosen_by": chosen_by}],
        }
        for card in dict.fromkeys(finding.facts["left"])
    ]
    if of and not finding.facts["burned"]:
        label = segments(Text("Quemar la que elija", "Burn the chosen one"), lang)
        yield answer(label, "burn", of[0]["events"], choose={"name": "card", "of": of})


def _reorder(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    """The moves that the table asks for now: the cards may have been moved since, wrongly.

    None for the house that completes the hand instead, once somebody plays, or where more cards lie than two rounds
    give.
    """
    table = run.table
    reorders = any(step["do"] == "reorder" for step in finding.prescribed)
    if not reorders or table.play_begun or len(table.drawn) > len(table.order):
        return
    moves = [move for move in moves_due(table) if move["to"]]
    if not moves:
        return
    event = {"kind": "reordered", "by_role": "pit_boss", "announced": True, "moves": moves}
    done = Text("Reordenadas {number} y anunciado", "{number} put in order and announced")
    if len(moves) == 1:
        done = Text("Movida {card} y anunciado", "{card} moved and announced")
    yield answer(segments(done, lang, number=len(moves), card=moves[0]["card"]), "reorder", [event])


def _pick_up(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    card = finding.facts["card"]
    event = {"kind": "picked_up", "card": card, "by_role": "pit_boss", "shown": True}
    label = Text("El jefe de mesa recogió y mostró {card}", "The pit boss picked up and showed {card}")
    yield answer(segments(label, lang, card=card), "pick_up", [event])


# ── money ────────────────────────────────────────────────────────────────────────────────────────────

PAY = {
    "paid": Text("Pagar {amount}", "Pay {amount}"),
    "taken": Text("Cobrar {amount}", "Take {amount}"),
    "returned": Text("Devolver {amount}", "Return {amount}"),
    "bet": Text("Completar con {amount}", "Add {amount}"),
}
ICONS = {"paid": "pay", "taken": "take", "returned": "return", "bet": "pay"}


def _money(events: Sequence[dict[str, Any]], lang: str, *, primary: bool = True) -> Iterator[Answer]:
    if events:
        first = events[0]
        amounts = [event["amount"] for event in events if event["kind"] == first["kind"]]
        label = segments(PAY[first["kind"]], lang, amount=money(sum(amounts), lang))
        yield answer(label, ICONS[first["kind"]], list(events), primary=primary)


def _settle(table: Table, stakes: Sequence[Stake]) -> list[dict[str, Any]]:
    return [move.event() for stake in stakes for move in moves_of(table, stake)]


def void_lies(stake: Stake) -> bool:
    """Void chips that lie there still; once they were taken, that is a wrong payout with an answer of its own."""
    return bool(stake.void) and stake.taken <= stake.stake


def _return_hand(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    """Everything on the hand: the main bet, its Perfect Pairs, those behind it."""
    stakes = [stake for stake in run.table.bets.values() if stake.hand.spot == finding.spot and void_lies(stake)]
    return _money(_settle(run.table, stakes), lang)


def _put_right(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    facts = finding.facts
    stake = run.table.bets.get((finding.spot or "", facts["on"], facts["owner"]))
    return _money([] if stake is None else _settle(run.table, [stake]), lang)


def _settle_open(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    keys = [(finding.spot or "", on, owner) for on, owner in finding.facts["bets"]]
    stakes = [run.table.bets[one] for one in keys if one in run.table.bets]
    return _money(_settle(run.table, stakes), lang)


def _added_stake(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    hand = run.table.hands.get(finding.spot or "")
    for other in run.table.hands_of(hand.seat) if hand is not None and run.table.round_open else ():
        off = other.short or other.excess
        if off:
            kind = "bet" if other.short else "returned"
            yield from _money([{"kind": kind, "spot": other.spot, "amount": off}], lang)
            return


def _insurance(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    stake = run.table.bet(finding.spot or "", "insurance", None)
    if stake is not None and void_lies(stake):
        event = {"kind": "returned", "spot": stake.hand.spot, "amount": stake.void, "on": "insurance"}
        yield from _money([event], lang)


def _take_back(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    facts = finding.facts
    stake = run.table.bet(finding.spot or "", facts["on"], facts["owner"])
    if stake is None or stake.paid <= stake.taken:
        return
    event: dict[str, Any] = {"kind": "taken", "spot": finding.spot, "amount": stake.paid - stake.taken}
    if facts["owner"] is not None:
        event["owner"] = facts["owner"]
    label = Text("Recuperar {amount} y esperar", "Take {amount} back and wait")
    yield answer(segments(label, lang, amount=money(event["amount"], lang)), "take", [event])


def _end_void_round(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    """Naturals paid, the rest back, cards collected, round closed."""
    due = proposal(run.table, "settle", lang, may_close=True) if run.table.shoe_empty else None
    if due is not None:
        label = Text("Pagar, devolver y cerrar el pase", "Pay, return and close the round")
        yield answer(segments(label, lang), "pay", due["events"])


def _refuse_bet(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    table = run.table
    stakes = [stake for stake in table.bets.values() if stake.hand.spot == finding.spot and stake.void]
    if table.phase == BETTING:
        events = [
            {"kind": "returned", "spot": stake.hand.spot, "amount": stake.void}
            | ({} if stake.on == "main" else {"on": stake.on})
            | ({} if stake.owner is None else {"owner": stake.owner})
            for stake in stakes
        ]
        yield from _money(events, lang)
    yield from exclude(run, finding, lang)


# ── the shoe ─────────────────────────────────────────────────────────────────────────────────────────


def _may_shuffle(table: Table) -> bool:
    return not table.round_open or table.phase == BETTING or table.reshuffled


def _shuffle(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    table = run.table
    if not _may_shuffle(table):
        return
    events: list[dict[str, Any]] = []
    if not table.chemin:
        events.append({"kind": "shuffled", "method": "chemin"})
    if not table.normal:
        events.append({"kind": "shuffled", "method": "normal", "passes": 2})
    label = Text("Barajado: chemin y normal doble", "Shuffled: chemin and double normal")
    yield answer(segments(label, lang), "shuffle", events)
    machine = [{"kind": "shuffled", "method": "machine"}]
    yield answer(segments(Text("Barajado a máquina", "Shuffled by machine"), lang), "shuffle", machine, primary=False)


def _shuffle_discards(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    if run.table.reshuffling:
        events = [{"kind": "shuffled", "method": "normal", "passes": 2}]
        label = Text("Descartes barajados y cortados", "Discards shuffled and cut")
        yield answer(segments(label, lang), "shuffle", events)


def _cut(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    if not _may_shuffle(run.table):
        return
    label = Text("Corte con {number} detrás", "Cut with {number} behind")
    of: list[dict[str, Any]] = [
        {
            "value": behind,
            "label": segments(label, lang, number=behind),
            "events": [{"kind": "cut", "behind": behind}],
        }
        for behind in cuts(run.table)
    ]
    again = segments(Text("Cortar de nuevo", "Cut again"), lang)
    yield answer(again, "cut", of[len(of) // 2]["events"], choose={"name": "behind", "of": of})


def _first_burn(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    event = {"kind": "burned", "card": None, "why": "first"}
    yield answer(segments(Text("Quemada la primera", "First card burned"), lang), "burn", [event])


def _end_shoe(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    if not run.table.round_open:
        yield answer(segments(Text("Terminar el sabot", "End the shoe"), lang), "shoe", [{"kind": "shoe_ended"}])


def _check_decks(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    decks = run.table.house.decks
    if decks > 1:
        label = Text("Comprobadas: {decks} × 52, completas", "Checked: {decks} × 52, complete")
        yield answer(segments(label, lang, decks=decks), "check", [decks_are_good(decks)])


# ── by code ──────────────────────────────────────────────────────────────────────────────────────────


def _cut_card_missed(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    if run.table.house.shoe_out == "reshuffle":
        yield from _shuffle_discards(run, finding, lang)
    else:
        yield from _end_void_round(run, finding, lang)


OFFERS: dict[str, Offer] = {
    "exposed-card": _burn,
    "extra-cards-at-end": _burn_each,
    "stuck-cards": _stuck,
    "cut-card-missed": _cut_card_missed,
    "deal-order": _reorder,
    "player-without-cards": _return_hand,
    "card-on-floor": _pick_up,
    "dealer-card-over-17": _burn,
    "unrequested-card": _unrequested,
    "double-extra-card": _burn,
    "split-aces-extra-card": _burn,
    "deck-check": _check_decks,
    "shuffle": _shuffle,
    "cut-depth": _cut,
    "first-card-not-burned": _first_burn,
    "round-after-cut-card": _end_shoe,
    "unexplained-burn": explain,
    "card-count": _check_decks,
    "out-of-turn": rule,
    "source-mismatch": rule,
    "double-not-allowed": rule,
    "split-not-allowed": rule,
    "double-stake": _added_stake,
    "split-stake": _added_stake,
    "insurance-not-allowed": _insurance,
    "insurance-over-half": _insurance,
    "blackjack-paid-early": _take_back,
    "wrong-payout": _put_right,
    "unsettled-bet": _settle_open,
    "conduct-word-bet": _refuse_bet,
    "conduct-cash-bet": _refuse_bet,
}
