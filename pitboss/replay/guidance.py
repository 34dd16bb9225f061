"""Each irregularity as a supervisor needs it on paper: one imperative, steps without a case's particulars, examples.

The rules make their steps for one case (*Quemar K♦*). A handbook speaks of every case, so each step has a general
form here; a test holds them complete. Everything else is the rule's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pitboss.languages import of_two
from pitboss.replay.catalogue import PROFILE, Elsewhere, Rule, catalogue, elsewhere
from pitboss.replay.worked import Worked, worked
from rules.words import STEPS, Text

PROCEDURES = frozenset(
    {
        "exposed-card", "extra-cards-at-end", "stuck-cards", "cut-card-missed", "deal-order", "player-without-cards",
        "card-on-floor", "dealer-card-over-17", "unrequested-card",
    }
)  # fmt: skip
"""The regulator's own procedures for irregularities (contract 3a)."""

UNDRAWN = frozenset({"deck-check", "shuffle", "cut-depth", "first-card-not-burned", "record-gap", "discard-opened"}) | {
    "source-mismatch", "feed-gap",
}  # fmt: skip
"""What they are about lies on no table: their example is told line by line."""

IMPERATIVES: dict[str, Text] = {
    "burn": Text("Quemar la carta", "Burn the card"),
    "choose": Text("El jugador elige cuál quemar", "The player chooses which to burn"),
    "pay_naturals": Text("Pagar solo los 21 de dos cartas", "Pay only the two-card 21s"),
    "reorder": Text("Reordenar las cartas y anunciarlo", "Put the cards in order and announce it"),
    "void": Text("Anular la mano y devolver la apuesta", "Void the hand and return the stake"),
    "pick_up": Text("La recoge solo el jefe de mesa", "Only the pit boss picks it up"),
    "stop": Text("Detener la mesa", "Stop the table"),
    "shuffle": Text("Barajar de nuevo", "Shuffle again"),
    "cut": Text("Cortar de nuevo", "Cut again"),
    "burn_first": Text("Quemar una carta antes del próximo pase", "Burn a card before the next round"),
    "end_shoe": Text("Terminar el sabot y barajar", "End the shoe and shuffle"),
    "explain": Text("Explicar la carta quemada", "Explain the burned card"),
    "rule": Text("Resuelve el jefe de mesa", "The pit boss rules"),
    "add_stake": Text("Igualar la apuesta a la principal", "Make the stake equal to the main bet"),
    "play_on": Text("La mano sigue en juego", "The hand plays on"),
    "wait": Text("Esperar la mano del croupier", "Wait for the dealer's hand"),
    "draw_to_17": Text("Sacar hasta 17 o más", "Draw to 17 or more"),
    "exclude": Text("Puede pedirse la exclusión", "Exclusion may be asked for"),
    "refuse_bet": Text("No aceptar la apuesta", "Do not accept the bet"),
    "compare_sources": Text("Comparar las dos fuentes", "Compare the two sources"),
    "complete_record": Text("Completar el registro", "Complete the record"),
    "": Text("Anotar; el pase sigue", "Note it; the round goes on"),
    "extra-cards-at-end": Text("Quemar todas las cartas de más", "Burn every surplus card"),
    "insurance-not-allowed": Text("Devolver el seguro", "Give the insurance back"),
    "insurance-over-half": Text("Devolver lo que pasa de la mitad", "Give back what is over half"),
    "wrong-payout": Text("Corregir el pago", "Put the payment right"),
    "unsettled-bet": Text("Liquidar la apuesta pendiente", "Settle the bet that is left"),
}
"""By code where it has one of its own, else by its first step; none: nothing is done at the table."""

GENERAL: dict[str, Text] = {
    "burn": Text("Quemar la carta.", "Burn the card."),
    "choose": Text(
        "El jugador en turno elige cuál quemar entre las pegadas; las demás se reparten.",
        "The player whose turn it is chooses which of the stuck cards to burn; the rest are dealt.",
    ),
    "choose_pit_boss": Text(
        "Si eran para el croupier, ningún jugador elige: resuelve el jefe de mesa.",
        "If they were for the dealer, no player chooses: the pit boss rules.",
    ),
    "return": Text("Devolver la apuesta a su casilla.", "Give the stake back to its spot."),
    "void": Text("Anular la mano en este pase.", "Void the hand for this round."),
    "move": Text("Mover cada carta al lugar que le tocaba.", "Move each card to the place it was due at."),
    "pick_up": Text("Solo el jefe de mesa recoge la carta.", "Only the pit boss picks the card up."),
    "show": Text("Mostrar la carta a todos; sigue en el juego.", "Show the card to everybody; it stays in play."),
    "stand": Text("El total del croupier queda como estaba.", "The dealer's total stands as before."),
    "no_more_cards": Text("Esa mano no recibe más cartas.", "That hand takes no further card."),
    "add_stake": Text("Si falta, completar la apuesta.", "If it is short, complete the stake."),
    "give_back": Text("Si sobra, devolver el exceso.", "If it is over, give the excess back."),
    "play_on": Text(
        "Las cartas y la apuesta quedan; el jugador decide de nuevo.",
        "Cards and stake remain; the player decides again.",
    ),
    "exclude": Text(
        "El jefe de mesa o el de sección puede pedir que se excluya al jugador de inmediato.",
        "The pit boss or the section head may have the player excluded at once.",
    ),
    "refuse_bet": Text("No aceptar la apuesta; devolverla.", "Do not accept the bet; give it back."),
    "extra-cards-at-end burn": Text("Quemar cada carta de más.", "Burn each surplus card."),
    "cut-card-missed pay": Text(
        "Pagar esas manos como Black Jack; las separadas no cuentan.",
        "Pay those hands as naturals; split hands do not count.",
    ),
    "cut-card-missed return": Text(
        "Devolver las apuestas nulas, también las ya cobradas.", "Give the void bets back, those already taken too."
    ),
    "player-without-cards return": Text(
        "Devolver su apuesta, también la de Perfect Pairs.", "Give the stake back, that on Perfect Pairs too."
    ),
    "insurance-not-allowed return": Text("Devolver el seguro a la casilla.", "Give the insurance back to the spot."),
    "insurance-over-half return": Text(
        "Devolver la parte que pasa de la mitad de la apuesta.", "Give back the part that is over half the stake."
    ),
    "wrong-payout pay": Text("Si se pagó de menos, pagar lo que falta.", "If too little was paid, pay the rest."),
    "wrong-payout take": Text("Si se pagó de más, cobrar lo que sobra.", "If too much was paid, take the excess."),
    "wrong-payout return": Text("Si era empate, devolver la apuesta.", "If it was a push, give the stake back."),
    "wrong-payout settle": Text(
        "Si la suma es justa pero se movió de otro modo, liquidarla como corresponde.",
        "If the sum is right but moved in another way, settle it as it is due.",
    ),
    "unsettled-bet pay": Text("Si gana, pagarla.", "If it wins, pay it."),
    "unsettled-bet take": Text("Si pierde, cobrarla.", "If it loses, take it."),
    "unsettled-bet return": Text("Si empata, devolverla.", "If it ties, give it back."),
}
"""By code and step where a code says it in its own way, else by step; other steps name no particulars."""


@dataclass(frozen=True, slots=True)
class Guidance:
    """One irregularity in one language. ``group``: ``procedures``, ``table`` or ``conduct``. ``shown`` is the example
    to draw; ``told`` are outcome (``""``: innocent) and text of one example each, in the order of a page."""

    rule: Rule
    group: str
    imperative: str
    steps: tuple[str, ...]
    shown: Worked | None
    told: tuple[tuple[str, str], ...]
    elsewhere: tuple[Elsewhere, ...]


def guidance(language: str, profile: str = PROFILE) -> list[Guidance]:
    """Every irregularity, the regulator's own procedures first, conduct last."""
    return list(_guidance(of_two(language), profile))


@lru_cache(maxsize=4)
def _guidance(spoken: str, profile: str) -> tuple[Guidance, ...]:
    order = {"procedures": 0, "table": 1, "conduct": 2}
    every = [_of(rule, spoken, profile) for rule in catalogue(spoken, profile)]
    return tuple(sorted(every, key=lambda one: order[one.group]))


def _of(rule: Rule, spoken: str, profile: str) -> Guidance:
    examples = worked(rule.code)
    does = does_of(rule.code)
    first = does[0] if does else ""
    said = IMPERATIVES.get(rule.code) or IMPERATIVES[first]
    return Guidance(
        rule=rule,
        group=_group(rule.code),
        imperative=said.of(spoken),
        steps=tuple(dict.fromkeys(general(rule.code, step).of(spoken) for step in does)),
        shown=_shown(examples, drawn=rule.code not in UNDRAWN),
        told=tuple(_told(examples, spoken)),
        elsewhere=elsewhere(rule.code, spoken, profile),
    )


def does_of(code: str) -> list[str]:
    """The names of the steps that the rule asks for in any of its examples, each once, in their order."""
    return list(dict.fromkeys(step for one in worked(code) if one.spoken for step in one.spoken.does))


def general(code: str, step: str) -> Text:
    """A step said of every case."""
    return GENERAL.get(f"{code} {step}") or GENERAL.get(step) or STEPS[step]


def _group(code: str) -> str:
    if code in PROCEDURES:
        return "procedures"
    return "conduct" if code.startswith("conduct-") else "table"


def _shown(examples: tuple[Worked, ...], *, drawn: bool) -> Worked | None:
    """The first in which the rule speaks over cards and is followed; else over cards; else the shortest in which it
    speaks at all, that will be told and not drawn."""
    spoken = [one for one in examples if one.spoken]
    short = sorted(spoken, key=lambda one: len(one.lines))
    choice = [one for one in spoken if one.at_once] if drawn else short
    followed = [one for one in choice if one.spoken and one.spoken.outcome == "followed"]
    return next(iter([*followed, *choice, *short]), None)


def _told(examples: tuple[Worked, ...], spoken: str) -> list[tuple[str, str]]:
    texts: dict[str, str] = {}
    for one in examples:
        texts.setdefault(one.spoken.outcome if one.spoken else "", one.text[spoken])
    return [(outcome, texts[outcome]) for outcome in ("followed", "noted", "contrary", "") if outcome in texts]
