"""Exception mode: the picker of irregularities, and for each only the facts that its rule needs.

``forms`` is what the screen asks, ``declare`` the events that the answers become, ``preview`` the finding that they
would raise. Nothing typed twice, nothing asked that no step, sentence or amount depends on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.irregularity import Finding
from rules.replay import Replay
from rules.rulebooks import rulebook
from rules.tablet.direct import direct
from rules.tablet.found import told
from rules.wire import Rejected, decode_line
from rules.words import BETS, ROLES, Text

Field = dict[str, Any]
Ask = tuple[str, str, Text, bool]
"""Name of the fact, kind of its control, its label, and whether it is needed."""

CARD = Text("Carta", "Card")
CARDS = Text("Cartas", "Cards")
SPOT = Text("Casilla", "Spot")
AMOUNT = Text("Monto", "Amount")
WENT = Text("Fue a", "It went to")
MEANT = Text("Le tocaba a", "It was for")

GROUPS: tuple[tuple[str, Text, tuple[str, ...]], ...] = (
    (
        "procedures",
        Text("Procedimientos", "Procedures"),
        (
            "exposed-card", "extra-cards-at-end", "stuck-cards", "cut-card-missed", "deal-order",
            "player-without-cards", "card-on-floor", "dealer-card-over-17", "unrequested-card",
        ),
    ),
    (
        "money",
        Text("Pagos y apuestas", "Payments and bets"),
        (
            "wrong-payout", "unsettled-bet", "blackjack-paid-early", "bet-limit", "double-stake", "split-stake",
            "insurance-not-allowed", "insurance-over-half", "even-money-not-allowed",
        ),
    ),
    (
        "turn",
        Text("Turno y jugadas", "Turn and play"),
        (
            "out-of-turn", "double-not-allowed", "double-extra-card", "split-not-allowed", "split-aces-extra-card",
            "surrender-not-allowed", "dealer-stood-under-17", "card-face", "seat-limit",
        ),
    ),
    (
        "conduct",
        Text("Conducta", "Conduct"),
        (
            "conduct-changed-bet", "conduct-touched-cards", "conduct-interfered", "conduct-played-other-hand",
            "conduct-foreign-object", "conduct-asked-for-money", "conduct-word-bet", "conduct-cash-bet",
        ),
    ),
    (
        "record",
        Text("Sabot y orden", "Shoe and order"),
        (
            "deck-check", "shuffle", "cut-depth", "first-card-not-burned", "round-after-cut-card",
            "unexplained-burn", "card-count", "clearing-order", "discard-opened",
        ),
    ),
)  # fmt: skip

SPOT_ALONE: tuple[Ask, ...] = (("spot", "spot", SPOT, True),)
SPOT_CARD: tuple[Ask, ...] = (*SPOT_ALONE, ("card", "card", CARD, False))
STAKE: tuple[Ask, ...] = (
    *SPOT_ALONE,
    ("amount", "amount", Text("Puso", "Put"), True),
    ("due", "amount", Text("Corresponde", "Due"), True),
)
FIELDS: dict[str, tuple[Ask, ...]] = {
    "exposed-card": (
        ("card", "card", CARD, True),
        ("to", "dealer_or_spot", Text("La esperaba", "Waiting for it"), False),
    ),
    "extra-cards-at-end": (("cards", "cards", CARDS, True),),
    "stuck-cards": (
        ("to", "dealer_or_spot", Text("Iban a", "They were for"), True),
        ("cards", "cards", CARDS, True),
        ("card", "one_of_cards", Text("Se quema", "To burn"), False),
    ),
    "cut-card-missed": (
        ("spots", "spots", Text("Con 21 en dos cartas", "With 21 in two cards"), False),
        ("amounts", "amounts", Text("Su apuesta", "Their bet"), False),
    ),
    "deal-order": (
        ("spot", "dealer_or_spot", WENT, True),
        ("to", "dealer_or_spot", MEANT, True),
        ("card", "card", CARD, False),
    ),
    "player-without-cards": (*SPOT_ALONE, ("amount", "amount", Text("Su apuesta", "Its bet"), False)),
    "card-on-floor": (
        ("card", "card", CARD, False),
        ("spot", "dealer_or_spot", Text("Era de", "It belonged to"), False),
    ),
    "dealer-card-over-17": (
        ("total", "total", Text("Total del croupier", "Dealer's total"), True),
        ("card", "card", Text("Carta que sacó", "Card drawn"), True),
    ),
    "unrequested-card": (
        *SPOT_ALONE,
        ("card", "card", CARD, True),
        ("reply", "choice", Text("El jugador", "The player"), True),
    ),
    "wrong-payout": (
        *SPOT_ALONE,
        ("on", "choice", Text("Apuesta", "Bet"), False),
        ("moved", "choice", Text("Se hizo", "Done"), True),
        ("amount", "amount", Text("Por", "For"), True),
        ("owed", "choice", Text("Correspondía", "Due"), True),
        ("due", "amount", Text("Por", "For"), True),
    ),
    "unsettled-bet": (
        *SPOT_ALONE,
        ("on", "choice", Text("Apuesta", "Bet"), False),
        ("owed", "choice", Text("Corresponde", "Due"), False),
        ("due", "amount", Text("Por", "For"), False),
    ),
    "blackjack-paid-early": (*SPOT_ALONE, ("amount", "amount", Text("Se pagó", "Paid"), False)),
    "bet-limit": (*SPOT_ALONE, ("amount", "amount", AMOUNT, True)),
    "double-stake": STAKE,
    "split-stake": STAKE,
    "insurance-not-allowed": (*SPOT_ALONE, ("amount", "amount", Text("Seguro", "Insurance"), True)),
    "insurance-over-half": (
        *SPOT_ALONE,
        ("amount", "amount", Text("Seguro", "Insurance"), True),
        ("due", "amount", Text("Máximo", "Most"), True),
    ),
    "even-money-not-allowed": SPOT_ALONE,
    "out-of-turn": SPOT_CARD,
    "double-not-allowed": (*SPOT_ALONE, ("total", "total", Text("Con total", "On a total of"), False)),
    "double-extra-card": (*SPOT_ALONE, ("card", "card", CARD, True)),
    "split-not-allowed": (*SPOT_ALONE, ("cards", "cards", CARDS, False)),
    "split-aces-extra-card": (*SPOT_ALONE, ("card", "card", CARD, True)),
    "surrender-not-allowed": SPOT_ALONE,
    "dealer-stood-under-17": (("total", "total", Text("Total del croupier", "Dealer's total"), True),),
    "card-face": (
        ("spot", "dealer_or_spot", WENT, True),
        ("face", "choice", Text("Quedó", "It lay"), True),
        ("card", "card", CARD, False),
    ),
    "seat-limit": SPOT_ALONE,
    "deck-check": (),
    "shuffle": (),
    "cut-depth": (("behind", "count", Text("Cartas detrás", "Cards behind"), False),),
    "first-card-not-burned": (("card", "card", CARD, False),),
    "round-after-cut-card": (),
    "unexplained-burn": (("card", "card", CARD, False),),
    "card-count": (("card", "card", CARD, False),),
    "clearing-order": (),
    "discard-opened": (("role", "role", Text("Lo abrió", "Opened by"), False),),
}
WAYS = {
    "paid": Text("Se pagó", "Paid"),
    "taken": Text("Se cobró", "Taken"),
    "returned": Text("Se devolvió", "Returned"),
}
OWED = {
    "paid": Text("Pagar", "Pay"),
    "taken": Text("Cobrar", "Take"),
    "returned": Text("Devolver", "Return"),
}


def _large(text: Text) -> Text:
    return Text(text.es[:1].upper() + text.es[1:], text.en[:1].upper() + text.en[1:])


OPTIONS: dict[str, dict[str, Text]] = {
    "reply": {
        "refused": Text("La rechaza", "Refuses it"),
        "accepted": Text("La acepta", "Keeps it"),
    },
    "on": {on: _large(text) for on, text in BETS.items()},
    "moved": WAYS,
    "owed": OWED,
    "face": {"down": Text("Boca abajo", "Face down"), "up": Text("Descubierta", "Face up")},
    "role": {role: _large(text) for role, text in ROLES.items()},
}  # fmt: skip
SD_FACE: Ask = ("face", "choice", Text("Quedó", "It lay"), True)
"""Where a card drawn in error is used as the next one if nobody saw it."""
CONDUCT = "conduct-"
BETS_REFUSED = ("conduct-word-bet", "conduct-cash-bet")
"""Conduct whose step is a bet given back: without bets on record only a ruling can say that it was."""


def forms(lang: str, profile: str = "cl-scj") -> list[dict[str, Any]]:
    """The picker's groups: ``{name, title, codes: [{code, title, law, picture, severity, fields}]}``.

    A field: ``{name, kind, label, required, options, least, most}``; ``options`` for choices and roles,
    ``least``/``most`` for a list of cards, a total or a count. Codes that the rulebook doesn't have are left out.
    """
    book = rulebook(profile)
    groups = []
    for name, title, codes in GROUPS:
        known = [_form(book.by_code[code], code, lang, book.name) for code in codes if code in book.by_code]
        if known:
            groups.append({"name": name, "title": title.of(lang), "codes": known})
    return groups


def _form(rule: Any, code: str, lang: str, book: str) -> dict[str, Any]:
    asks = FIELDS.get(code, SPOT_ALONE)
    if book == "us-sd" and code == "extra-cards-at-end":
        asks = (SD_FACE, *asks)
    return {
        "code": code,
        "title": rule.title.of(lang),
        "law": rule.law.of(lang),
        "picture": code,
        "severity": rule.severity,
        "fields": [_field(*ask, code, lang) for ask in asks],
    }


def _field(name: str, kind: str, label: Text, required: bool, code: str, lang: str) -> Field:
    options = [{"value": value, "label": text.of(lang)} for value, text in OPTIONS.get(name, {}).items()]
    found: Field = {"name": name, "kind": kind, "label": label.of(lang), "required": required, "options": options}
    if kind == "cards":
        found |= {"least": 2 if code == "stuck-cards" else 1, "most": 8}
    elif kind == "total":
        found |= {"least": 17 if code == "dealer-card-over-17" else 4, "most": 16 if "under" in code else 26}
    elif kind == "count":
        found |= {"least": 0, "most": 312}
    return found


def declare(code: str, facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The events that write the declaration, without time and person. Facts that nobody gave are left out."""
    given = {name: value for name, value in facts.items() if value not in (None, "", [])}
    if code.startswith(CONDUCT) and code not in BETS_REFUSED:
        event = {"kind": "conduct", "seat": str(given.get("spot", ""))[:1]}
        event["act"] = code.removeprefix(CONDUCT).replace("-", "_")
        return [event | ({"note": given["note"]} if "note" in given else {})]
    return [{"kind": "declared", "code": code, **given}]


def preview(run: Replay, code: str, facts: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """The finding that the declaration would raise now, written nowhere; with ``direct``, the events to be written
    instead of the declaration where the round's cards are on record (else None).

    While a fact is missing or can't be read: ``{"error": {"field", "expected"}}``.
    """
    found: list[Finding] = []
    for said in declare(code, facts):
        try:
            _, event = decode_line(msgspec.json.encode({**said, "at": SOMETIME}), 1)
        except Rejected as error:
            return {"error": {"field": error.field, "expected": error.expected}}
        for check in run.book.checks[type(event)][0]:
            found += check(run.table, event)
    if not found:
        return {"error": {"field": "code", "expected": "a code of the table's rules"}}
    return told(run, found[0], lang) | {"direct": direct(run, code, facts)}


SOMETIME = "2000-01-01T00:00:00Z"
"""A preview happens at no moment; no sentence and no step depends on it."""
