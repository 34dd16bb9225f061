"""What comes next at the table, by the rules of its profile: a step, to whom, and in words."""

from __future__ import annotations

from typing import Any

from rules.events import DEALER
from rules.irregularity import Finding
from rules.replay import Replay
from rules.table import BETTING, DEALING, IDLE, PLAYING, Table
from rules.tablet.segments import Segments, segments
from rules.tablet.turns import is_owed_a_card, predicted, waiting
from rules.words import Text, contracted, spot_name

WORDS = {
    "open_table": Text("Abrir la mesa", "Open the table"),
    "prepare": Text("Preparar el sabot", "Make the shoe ready"),
    "bets": Text("Apuestas del pase {round}", "Bets of round {round}"),
    "card": Text("Carta para {to}", "Card for {to}"),
    "decision": Text("Decide {to}", "{to} decides"),
    "dealer": Text("Carta para {to}", "Card for {to}"),
    "settle": Text("Pagar y cobrar", "Pay and take"),
    "close": Text("Recoger las cartas y cerrar el pase", "Collect the cards and close the round"),
    "between": Text("Abrir el pase {round}", "Open round {round}"),
}
MISSING = {
    "deck-check": Text("Falta comprobar las barajas", "The decks have not been checked"),
    "chemin": Text("Falta un barajado chemin", "A chemin shuffle is missing"),
    "normal": Text("Falta una pasada normal doble o triple", "A double or triple normal shuffle is missing"),
    "cut": Text("Falta el corte, con {least} a {most} cartas detrás", "The cut is missing, {least} to {most} behind"),
    "burn": Text("Falta quemar la primera carta", "The first card has not been burned"),
    "shoe": Text("Salió la carta de corte: terminar el sabot y barajar", "The cut card is out: end the shoe, shuffle"),
    "discards": Text("Barajar y cortar los descartes", "Shuffle and cut the discards"),
}
DO = {
    "deck-check": Text("Barajas comprobadas", "Decks checked"),
    "chemin": Text("Chemin", "Chemin"),
    "normal": Text("Normal doble", "Normal, double"),
    "machine": Text("A máquina", "By machine"),
    "cut": Text("Corte", "Cut"),
    "burn": Text("Quemar la primera", "Burn the first"),
    "shoe": Text("Terminar el sabot", "End the shoe"),
    "open": Text("Abrir el pase {round}", "Open round {round}"),
    "no_more": Text("No va más", "No more bets"),
}
CUTS = 5
"""Depths offered between the least and the most that the house allows."""


def expects(run: Replay, lang: str) -> dict[str, Any]:
    """Step, recipient, words, what is missing, who would stand by implication, and keys that write it.

    ``card`` is the next card where it is known already: one that is out of the shoe and waits for its place. ``face``
    is how this house deals it. ``cut_card``: by the count of cards, the cut card should be out by now.
    """
    table = run.table
    to, implied = None, list[str]()
    lacking = missing(run)
    if not table.opened:
        step = "open_table"
    elif not table.round_open:
        step = "prepare" if lacking else "between"
    elif table.reshuffling:
        step = "prepare"
    else:
        step, to, implied = _in_round(table)
    number = (table.round or 0) + (0 if table.round_open else 1)
    words = WORDS[step].of(lang).format(round=number, to=spot_name(to, lang))
    placed = contracted(words, lang)
    return {
        "step": step,
        "to": to,
        "card": _known(table) if to is not None else None,
        "face": _face(table, to),
        "cut_card": _cut_card_is_due(table),
        "words": placed[:1].upper() + placed[1:],
        "missing": [_missing_words(table, name, lang) for name in lacking],
        "implied": implied,
        "next": _keys(table, step, lacking, number, lang),
        "open": [finding.key for finding in blocking(run)],
    }


def missing(run: Replay) -> list[str]:
    """What the rules in force want before the first card of the next round, by its name in ``MISSING``."""
    table, codes = run.table, run.book.by_code
    if not table.opened:
        return []
    if table.reshuffling:
        return ["discards"]
    shoe = table.shoe
    if table.phase not in (IDLE, BETTING):
        return []
    if shoe.cut_out and not table.round_open:
        return ["shoe"]
    found = []
    first = shoe.rounds <= (1 if table.round_open else 0)
    if "deck-check" in codes and not (table.decks_checked and table.decks_are_good):
        found.append("deck-check")
    if "shuffle" in codes and first and not table.sealed:
        found += ["chemin"] * (not table.chemin) + ["normal"] * (not table.normal)
    if "cut-depth" in codes and first and not _cut_well(table):
        found.append("cut")
    if "first-card-not-burned" in codes and not shoe.first_burned:
        found.append("burn")
    return found


def _cut_well(table: Table) -> bool:
    behind = table.shoe.behind
    return behind is not None and table.house.cut_least <= behind <= table.house.cut_most


def _missing_words(table: Table, name: str, lang: str) -> str:
    return MISSING[name].of(lang).format(least=table.house.cut_least, most=table.house.cut_most)


def _in_round(table: Table) -> tuple[str, str | None, list[str]]:
    if table.shoe_empty:
        return _end(table), None, []
    if table.phase == BETTING:
        to = table.next_recipient
        return ("card" if table.bets_closed and to else "bets"), to, []
    if table.phase == DEALING:
        return "card", _next_dealt(table), []
    return _in_play(table)


def _next_dealt(table: Table) -> str | None:
    """The next in order; past the order's end, whoever lacks a card of the two rounds."""
    if len(table.drawn) < len(table.order):
        return table.next_recipient
    short = [hand for hand in table.hands.values() if hand.main and hand.main.stake and len(hand.cards) < 2]
    if short:
        return min(short, key=lambda hand: (len(hand.cards), hand.number)).spot
    return None if table.dealer.cards else DEALER


def _in_play(table: Table) -> tuple[str, str | None, list[str]]:
    implied: list[str] = []
    for hand in waiting(table):
        if is_owed_a_card(hand):
            second = hand.split and len(hand.cards) == 1
            passed = [spot for spot in implied if not (second and spot[0] == hand.seat)]
            return "card", hand.spot, passed
        if predicted(hand) == "hit":
            return "decision", hand.spot, implied
        implied.append(hand.spot)
    if table.needs_cards() or owes_a_draw(table):
        return "dealer", DEALER, implied
    return _end(table), None, implied


def owes_a_draw(table: Table) -> bool:
    """Bets were settled with the dealer on 16 or less: he has to draw all the same."""
    return table.said("dealer-stood-under-17", DEALER) and table.dealer.total < 17 and not table.every_hand_out


def _end(table: Table) -> str:
    return "close" if table.all_settled else "settle"


def _known(table: Table) -> str | None:
    """A stuck card that was not burned, or one drawn for nobody: it is dealt before the shoe's next."""
    shoe = table.shoe
    return next((card for card in shoe.limbo if card not in shoe.to_burn), None)


def _face(table: Table, to: str | None) -> str:
    """Some houses deal a double's card and those of split aces face down."""
    hand = table.hands.get(to or "")
    if hand is None or not table.house.face_down or table.phase != PLAYING:
        return "up"
    if hand.doubled and hand.asked:
        return "down" if "double" in table.house.face_down else "up"
    second = hand.split_aces and len(hand.cards) == 1
    return "down" if second and "split_ace" in table.house.face_down else "up"


def _cut_card_is_due(table: Table) -> bool:
    shoe = table.shoe
    return table.round_open and shoe.behind is not None and not shoe.cut_out and shoe.left <= shoe.behind


BY_MONEY = frozenset(
    {
        "wrong-payout", "cut-card-missed", "player-without-cards", "surrender-not-allowed", "insurance-not-allowed",
        "insurance-over-half", "unsettled-bet",
    }
)  # fmt: skip
"""Findings that the proposed payments answer: they don't keep the round from being closed."""


def blocking(run: Replay) -> list[Finding]:
    """Open findings of the round that closing it would turn contrary."""
    if not run.table.round_open:
        return []
    return [
        finding
        for finding in run.open_findings
        if finding.in_round and finding.rule.deadline == "round" and finding.code not in BY_MONEY
    ]


# ── keys that write what is missing ──────────────────────────────────────────────────────────────────


def key(label: Segments, icon: str, *events: dict[str, Any]) -> dict[str, Any]:
    return {"label": label, "icon": icon, "events": list(events)}


def decks_are_good(decks: int) -> dict[str, Any]:
    """The event that says so: complete, half of one back and half of another, out of sequence."""
    backs = ["A"] * (decks // 2) + ["B"] * (decks - decks // 2)
    return {"kind": "decks_checked", "counts": [52] * decks, "backs": backs, "in_sequence": False}


def cuts(table: Table) -> list[int]:
    """Depths to choose from, the middle one among them."""
    least, most = table.house.cut_least, table.house.cut_most
    return sorted({least + (most - least) * at // (CUTS - 1) for at in range(CUTS)})


def _keys(table: Table, step: str, lacking: list[str], number: int, lang: str) -> list[dict[str, Any]]:
    if step == "between":
        return [key(segments(DO["open"], lang, round=number), "open", {"kind": "round_opened", "round": number})]
    if step == "bets" and table.bets:
        return [key(segments(DO["no_more"], lang), "no_more", {"kind": "bets_closed"})]
    found = []
    for name in lacking if step == "prepare" else ():
        found += _keys_for(table, name, lang)
    return found


def _keys_for(table: Table, name: str, lang: str) -> list[dict[str, Any]]:
    machine = key(segments(DO["machine"], lang), "shuffle", {"kind": "shuffled", "method": "machine"})
    label = segments(DO["chemin" if name == "discards" else name], lang)
    if name == "deck-check":
        return [key(label, "check", decks_are_good(table.house.decks))]
    if name in ("chemin", "discards"):
        return [key(label, "shuffle", {"kind": "shuffled", "method": "chemin"}), machine]
    if name == "normal":
        normal = key(label, "shuffle", {"kind": "shuffled", "method": "normal", "passes": 2})
        return [normal] if not table.chemin else [normal, machine]
    if name == "cut":
        return [
            key([f"{DO['cut'].of(lang)} {behind}"], "cut", {"kind": "cut", "behind": behind}) for behind in cuts(table)
        ]
    if name == "burn":
        return [key(label, "burn", {"kind": "burned", "card": None, "why": "first"})]
    return [key(label, "shoe", {"kind": "shoe_ended"})]
