"""Rule texts in the floor's two languages: cards, spots, money and steps as people say them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

LANGS = ("es", "en")


class Text(NamedTuple):
    """The same sentence in both languages, with named placeholders."""

    es: str
    en: str

    def of(self, lang: str) -> str:
        return self.es if lang.startswith("es") else self.en


SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RANKS = {
    "es": {"A": "as", "J": "jota", "Q": "reina", "K": "rey", "T": "diez"},
    "en": {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "ten"},
}
_NUMBERS = {
    "es": ("", "", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"),
    "en": ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
}
_SUITS = {
    "es": {"s": "picas", "h": "corazones", "d": "diamantes", "c": "tréboles"},
    "en": {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"},
}
ROLES = {
    "dealer": Text("croupier", "dealer"),
    "pit_boss": Text("jefe de mesa", "pit boss"),
    "section_head": Text("jefe de sección", "section head"),
    "player": Text("jugador", "player"),
    "floor": Text("piso", "floor"),
}
BETS = {
    "main": Text("apuesta principal", "main bet"),
    "perfect_pairs": Text("Perfect Pairs", "Perfect Pairs"),
    "insurance": Text("seguro", "insurance"),
}


def card_sign(card: str | None) -> str:
    """``Th`` as ``10♥``; a card nobody saw as ``?``."""
    if card is None:
        return "?"
    return ("10" if card[0] == "T" else card[0]) + SUIT_SIGNS[card[1]]


def card_name(card: str, lang: str) -> str:
    """The card as it is spoken: *rey de diamantes*, *king of diamonds*."""
    lang = lang[:2]
    rank = _RANKS[lang].get(card[0]) or _NUMBERS[lang][int(card[0])]
    joint = "de" if lang == "es" else "of"
    return f"{rank} {joint} {_SUITS[lang][card[1]]}"


def spot_name(spot: str | None, lang: str) -> str:
    """The place as it is spoken; ``3.2`` is the second hand of spot 3."""
    spanish = lang.startswith("es")
    if spot is None:
        return "la mesa" if spanish else "the table"
    if spot == "dealer":
        return "el croupier" if spanish else "the dealer"
    if spot == "none":
        return "nadie" if spanish else "nobody"
    seat, _, part = spot.partition(".")
    if part:
        return f"la casilla {seat}, mano {part}" if spanish else f"spot {seat}, hand {part}"
    return f"la casilla {seat}" if spanish else f"spot {seat}"


def spot_label(spot: str | None, lang: str) -> str:
    """The place as a heading, without its article."""
    name = spot_name(spot, lang)
    for article in ("la ", "el ", "the "):
        name = name.removeprefix(article)
    return name


def money(amount: int, lang: str) -> str:
    """``$1.234.567`` in Chile, ``$1,234,567`` in English; the minus is U+2212."""
    digits = f"{abs(amount):,}"
    if lang.startswith("es"):
        digits = digits.replace(",", ".")
    return f"{'−' if amount < 0 else ''}${digits}"


def role_name(role: str, lang: str) -> str:
    text = ROLES.get(role)
    return role if text is None else text.of(lang)


def bet_name(on: str, lang: str) -> str:
    return BETS[on].of(lang)


def contracted(sentence: str, lang: str) -> str:
    """Spanish joins *a el* and *de el*."""
    if not lang.startswith("es"):
        return sentence
    for loose, joined in ((" a el ", " al "), (" de el ", " del ")):
        sentence = sentence.replace(loose, joined)
    return sentence


def spoken(value: Any, key: str, lang: str) -> str:
    """A fact of a finding as words: keys say what kind of value it is."""
    if value is None:
        return Text("una carta", "a card").of(lang) if key == "card" else "—"
    if isinstance(value, Text):
        return value.of(lang)
    if key in ("spot", "to", "seat", "from", "expected_to"):
        return spot_name(str(value), lang)
    if key in ("card", "other"):
        return card_sign(str(value))
    if key == "cards":
        return " ".join(card_sign(card) for card in value) or Text("las cartas", "the cards").of(lang)
    if key in ("amount", "due", "stake", "limit", "least", "most", "actual_amount"):
        return money(int(value), lang)
    if key in ("role", "by_role", "chosen_by"):
        return spot_name(value, lang) if str(value)[0].isdigit() else role_name(str(value), lang)
    if key == "on":
        return bet_name(str(value), lang)
    if isinstance(value, dict) and set(value) == {"es", "en"}:
        return str(value[lang[:2]])
    return str(value)


def fill(template: str, facts: Mapping[str, Any], spot: str | None, lang: str) -> str:
    """A sentence with its facts in place, its first letter large."""
    values = {key: spoken(value, key, lang) for key, value in facts.items()}
    values.setdefault("spot", spot_name(spot, lang))
    sentence = contracted(" " + template.format_map(values), lang)[1:]
    return sentence[:1].upper() + sentence[1:]


STEPS: dict[str, Text] = {
    "burn": Text("Quemar {card}.", "Burn {card}."),
    "burn_first": Text("Quemar una carta antes del próximo pase.", "Burn a card before the next round."),
    "continue": Text("Seguir el pase.", "Go on with the round."),
    "choose": Text(
        "{spot} elige cuál quemar entre {cards}; las demás se reparten.",
        "{spot} chooses which of {cards} to burn; the rest are dealt.",
    ),
    "choose_pit_boss": Text(
        "El jefe de mesa resuelve cuál quemar entre {cards}; ningún jugador elige.",
        "The pit boss rules which of {cards} to burn; no player has the choice.",
    ),
    "pay_naturals": Text(
        "Pagar solo las manos con 21 en sus dos cartas iniciales, 3 a 2.",
        "Pay only the hands with 21 in their two initial cards, 3 to 2.",
    ),
    "void": Text("Anular la mano de {spot} en este pase.", "Void the hand at {spot} for this round."),
    "void_rest": Text("Declarar nulas todas las demás apuestas.", "Declare every other bet void."),
    "return": Text("Devolver {amount} de {on} a {spot}.", "Return {amount} of {on} to {spot}."),
    "return_rest": Text(
        "Devolver las apuestas nulas, también las ya cobradas.",
        "Give the void bets back, those already taken too.",
    ),
    "move": Text("Mover {card} de {from} a {to}.", "Move {card} from {from} to {to}."),
    "reorder": Text(
        "El jefe de mesa reordena las cartas según el orden en que salieron.",
        "The pit boss puts the cards in the order they were drawn.",
    ),
    "announce": Text("Anunciarlo a los jugadores.", "Announce it to the players."),
    "pick_up": Text("Solo el jefe de mesa recoge {card}.", "Only the pit boss picks up {card}."),
    "show": Text("Mostrar {card} a todos; sigue en el juego.", "Show {card} to everybody; it stays in play."),
    "stand": Text("El total queda como estaba: {total}.", "The total stands as before: {total}."),
    "no_more_cards": Text("{spot} no recibe más cartas en esta mano.", "{spot} takes no further card in this hand."),
    "stop": Text("Detener la mesa.", "Stop the table."),
    "check_decks": Text("Comprobar las barajas.", "Check the decks."),
    "verify_shoe": Text("Verificar el sabot carta por carta.", "Verify the shoe card by card."),
    "shuffle": Text("Barajar de nuevo.", "Shuffle again."),
    "cut": Text("Cortar de nuevo, con 52 a 104 cartas detrás.", "Cut again, with 52 to 104 cards behind."),
    "end_shoe": Text("Terminar el sabot y barajar.", "End the shoe and shuffle."),
    "explain": Text("El jefe de mesa explica la carta quemada.", "The pit boss explains the burned card."),
    "rule": Text("El jefe de mesa resuelve.", "The pit boss rules."),
    "add_stake": Text("Completar la apuesta con {amount}.", "Complete the stake with {amount}."),
    "give_back": Text("Devolver {amount} a {spot}.", "Give {amount} back to {spot}."),
    "play_on": Text("La mano de {spot} sigue en juego.", "The hand at {spot} plays on."),
    "wait": Text("Esperar a que el croupier complete su mano.", "Wait for the dealer's hand."),
    "draw_to_17": Text("El croupier saca hasta 17 o más.", "The dealer draws to 17 or more."),
    "pay": Text("Pagar {amount} a {spot} ({on}).", "Pay {amount} to {spot} ({on})."),
    "take": Text("Cobrar {amount} a {spot} ({on}).", "Take {amount} from {spot} ({on})."),
    "settle": Text("Liquidar la {on} de {spot}.", "Settle the {on} of {spot}."),
    "exclude": Text(
        "Se puede pedir la exclusión inmediata de {seat} (jefe de mesa o de sección).",
        "The player at {seat} may be excluded at once (pit boss or section head).",
    ),
    "refuse_bet": Text(
        "No aceptar la apuesta de {seat}; devolverla.", "Do not accept the bet at {seat}; give it back."
    ),
    "use_next": Text("Usar {card} como la carta siguiente.", "Use {card} as the next card."),
    "pass_on": Text("Pasar {card} al siguiente en turno.", "Pass {card} on to the next in turn."),
    "no_more_in_round": Text(
        "{seat} no recibe más cartas en este pase.", "{seat} takes no further card in this round."
    ),
    "complete": Text(
        "Dar su carta a {spot} después de que todos tienen las suyas.",
        "Give {spot} its card after all the others have theirs.",
    ),
    "shuffle_discards": Text("Barajar y cortar los descartes.", "Shuffle and cut the discards."),
    "finish": Text("Terminar el pase.", "Finish the round."),
    "compare_sources": Text(
        "Comparar las cartas de la mesa con las de las dos fuentes; si una entrada está mal, corregirla.",
        "Compare the cards on the table with those of both sources; where an entry is wrong, correct it.",
    ),
    "complete_record": Text("Completar el registro.", "Complete the record."),
}


UNCOUNTED: dict[str, Text] = {
    "return": Text("Devolver a {spot} su {on}.", "Return to {spot} its {on}."),
    "add_stake": Text("Completar la apuesta de {spot}.", "Complete the stake at {spot}."),
    "give_back": Text("Devolver lo que sobra a {spot}.", "Give the excess back to {spot}."),
    "pay": Text("Pagar lo que corresponde a {spot} ({on}).", "Pay {spot} what is due ({on})."),
    "take": Text("Cobrar lo que corresponde a {spot} ({on}).", "Take from {spot} what is due ({on})."),
}
"""The same steps where nobody said how much."""
UNSAID: dict[str, Any] = {"card": Text("la carta", "the card"), "total": Text("17 o más", "17 or more")}


def step_words(step: Mapping[str, Any], lang: str) -> str:
    """A prescribed step in words; every step of the rulebook has its sentence in ``STEPS``.

    A step of a declared finding may not know its card or its amount.
    """
    do = step["do"]
    text = STEPS[do] if "amount" in step else UNCOUNTED.get(do, STEPS[do])
    return fill(text.of(lang), {**UNSAID, **step}, step.get("spot"), lang)
