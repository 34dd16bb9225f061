"""What to do in one line of big type, what follows, and what to say aloud: one entry a code and situation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.events import NOBODY
from rules.irregularity import CONTRARY, FOLLOWED, NOTED, PENDING, SUPERSEDED, Finding
from rules.tablet.segments import Segments, segments
from rules.words import Text, bet_name, card_name, contracted, money, spot_label, spot_name


class Saying(NamedTuple):
    """``then`` and ``say`` may name the same values as ``do``; in ``say`` cards are spoken."""

    do: Text
    then: Text | None = None
    say: Text | None = None


GO_ON = Text("El pase continúa.", "The round goes on.")
BOSS = Text("Texto en silencio: decide el jefe de mesa.", "The text is silent: the pit boss decides.")
MARK_ONLY = Saying(Text("Queda anotado; seguir", "Noted; go on"), GO_ON)
RULES = Saying(Text("Decide el jefe de mesa", "The pit boss decides"), BOSS)
EXCLUDE = Saying(
    Text("Puede pedirse la exclusión de {spot}", "The player at {spot} may be excluded"),
    Text("La pide el jefe de mesa o el jefe de sección; no es obligación.", "The pit boss or section head may ask."),
)
BURN = Text("Quemar {card}", "Burn {card}")
SURPLUS = Saying(
    Text("Quemar {card}; {label} sin más cartas", "Burn {card}; no more cards for {label}"),
    Text("La mano queda como estaba y no recibe más cartas.", "The hand stands as before and takes no more cards."),
    Text(
        "Se quema {spoken}; {spot} no recibe más cartas en esta mano.",
        "{spoken} is burned; {spot} takes no further card in this hand.",
    ),
)
ASK = Saying(
    Text("¿Acepta o rechaza {card}?", "Does the player keep {card}?"),
    Text("Si la rechaza, se quema y la mano no recibe más cartas.", "Refused, it is burned and the hand gets no more."),
    Text("Carta no pedida en {spot}: ¿la acepta o la rechaza?", "Card not asked for at {spot}: keep it or refuse it?"),
)
SAYINGS: dict[str, Saying] = {
    "exposed-card": Saying(
        Text("Quemar {card} y seguir", "Burn {card} and go on"),
        Text("La carta siguiente es para {waiting}.", "The next card is for {waiting}."),
        Text(
            "Carta descubierta: se quema {spoken}. El pase continúa.",
            "Card exposed: {spoken} is burned. The round goes on.",
        ),
    ),
    "extra-cards-at-end": Saying(
        Text("Quemar {cards}", "Burn {cards}"),
        Text("El pase ya concluyó: ninguna cuenta.", "The round was over: none of them counts."),
        Text("El pase concluyó: se quema {spoken_all}.", "The round is over: {spoken_all} burned."),
    ),
    "cut-card-missed": Saying(
        Text("Pagar solo los Black Jack; devolver el resto", "Pay only the Black Jacks; return the rest"),
        Text("Después: recoger, terminar el sabot y barajar.", "Then: collect, end the shoe and shuffle."),
        Text(
            "El pase no se puede concluir: se pagan los Black Jack y se devuelven las demás apuestas.",
            "The round can't be concluded: Black Jacks are paid and all other bets are given back.",
        ),
    ),
    "deal-order": Saying(
        Text("Reordenar {number} cartas", "Put {number} cards in order"),
        Text("Lo hace el jefe de mesa, antes de que alguien juegue.", "The pit boss does it, before anybody plays."),
        Text(
            "Hubo un error al distribuir: las cartas se reordenan según salieron. El pase continúa.",
            "There was an error in the deal: the cards are put in the order they were drawn. The round goes on.",
        ),
    ),
    "player-without-cards": Saying(
        Text("{label} fuera del pase: devolver {amount}", "{label} out of the round: return {amount}"),
        Text("La mano no vale en este pase; no recibe cartas.", "The hand is void this round; it gets no cards."),
        Text(
            "La mano de {spot} no vale en este pase; se devuelve su apuesta.",
            "The hand at {spot} does not count this round; its bet is given back.",
        ),
    ),
    "card-on-floor": Saying(
        Text("Recoger {card} y mostrarla a todos", "Pick up {card} and show it to all"),
        Text("Solo el jefe de mesa; la carta sigue en el juego.", "Only the pit boss; the card stays in play."),
        Text("La carta que cayó es {spoken} y sigue en el juego.", "The card that fell is {spoken}; it stays in play."),
    ),
    "dealer-card-over-17": Saying(
        Text("Quemar {card}; queda en {total}", "Burn {card}; total stays {total}"),
        Text("Se paga y se cobra con {total}.", "Bets are settled with {total}."),
        Text("Se quema {spoken}; el croupier queda con {total}.", "{spoken} is burned; the dealer stays with {total}."),
    ),
    "unrequested-card": SURPLUS,
    "double-extra-card": SURPLUS,
    "split-aces-extra-card": SURPLUS,
    "deck-check": Saying(
        Text("Detener y comprobar las barajas", "Stop and check the decks"),
        Text("Seis completas, tres y tres, sin secuencia.", "Six complete, three and three, out of sequence."),
    ),
    "shuffle": Saying(
        Text("Barajar de nuevo", "Shuffle again"),
        Text("Un chemin y un normal doble o triple.", "One chemin and one double or triple normal."),
    ),
    "cut-depth": Saying(
        Text("Cortar de nuevo", "Cut again"),
        Text("Con 52 a 104 cartas detrás de la carta de corte.", "With 52 to 104 cards behind the cut card."),
    ),
    "first-card-not-burned": Saying(
        Text("Quemar una carta antes del próximo pase", "Burn a card before the next round"),
        Text("Lo repartido no se deshace.", "What was dealt is not undone."),
    ),
    "round-after-cut-card": Saying(
        Text("Terminar el sabot al cerrar este pase", "End the shoe when this round closes"),
        Text("Después se baraja, se corta y se quema la primera.", "Then shuffle, cut, and burn the first."),
    ),
    "unexplained-burn": Saying(
        Text("Explicar por qué se quemó {card}", "Explain why {card} was burned"),
        Text("Lo explica el jefe de mesa.", "The pit boss explains it."),
    ),
    "card-count": Saying(
        Text("Detener la mesa y verificar el sabot", "Stop the table and verify the shoe"),
        Text(
            "Carta por carta; los pases anteriores no se vuelven a liquidar.",
            "Card by card; earlier rounds are not settled again.",
        ),
    ),
    "card-face": Saying(Text("Dar vuelta {card}", "Turn {card}"), GO_ON),
    "even-money-not-allowed": Saying(
        Text("No procede pago par; la mano sigue", "No even money; the hand plays on"), GO_ON
    ),
    "clearing-order": Saying(Text("Recoger de derecha a izquierda", "Collect from right to left"), None),
    "discard-opened": Saying(
        Text("No sacar cartas del descartador", "Take no cards out of the discard rack"),
        Text("Solo ante una discrepancia.", "Only over a dispute."),
    ),
    "surrender-not-allowed": Saying(
        Text("{label} sigue en juego", "{label} plays on"),
        Text("El retiro no procede; no se cobra la mitad.", "No surrender; half is not taken."),
    ),
    "insurance-not-allowed": Saying(Text("Devolver {amount} del seguro", "Return the insurance of {amount}"), BOSS),
    "insurance-over-half": Saying(Text("Devolver {amount} del seguro", "Return {amount} of the insurance"), BOSS),
    "blackjack-paid-early": Saying(
        Text("Esperar la mano del croupier", "Wait for the dealer's hand"),
        Text("Si él también tiene Black Jack, es empate.", "If he has a Black Jack too, it is a tie."),
    ),
    "dealer-stood-under-17": Saying(Text("El croupier saca hasta 17 o más", "The dealer draws to 17 or more"), BOSS),
    "record-gap": Saying(
        Text("Completar el registro", "Complete the record"),
        Text("Falta o sobra entre {first} y {last}.", "Something from {first} to {last} is missing or doubled."),
    ),
    "out-of-sequence": Saying(
        Text("Revisar el registro", "Look at the record"),
        Text("Si es un error de anotación, se corrige; nada se detiene.", "If it is a slip, correct it; go on."),
    ),
    "source-mismatch": Saying(Text("Comparar las dos fuentes", "Compare the two sources"), BOSS),
    "feed-gap": Saying(
        Text("Nada que hacer en la mesa", "Nothing to do at the table"),
        Text("Esa carta tiene un solo testigo.", "That card has one witness only."),
    ),
    "out-of-turn": RULES,
    "double-not-allowed": RULES,
    "split-not-allowed": RULES,
    "seat-limit": MARK_ONLY,
    "bet-limit": MARK_ONLY,
}
STUCK = Saying(
    Text("{label} elige cuál quemar: {cards}", "{label} chooses which to burn: {cards}"),
    Text("Las demás se reparten por orden.", "The rest are dealt in order."),
    Text("Cartas pegadas en {spot}: usted elige cuál se quema.", "Stuck cards at {spot}: you choose which one burns."),
)
CHOSEN = Saying(
    Text("Quemar {card}; repartir las demás", "Burn {card}; deal the rest"),
    Text("Las demás se reparten por orden.", "The rest are dealt in order."),
    Text("Cartas pegadas: se quema {spoken}. El pase continúa.", "Stuck cards: {spoken} is burned. The round goes on."),
)
STUCK_FOR_NOBODY = Saying(Text("Decide el jefe de mesa cuál quemar: {cards}", "Pit boss, which to burn: {cards}"), BOSS)
ONE_MOVE = Text("Mover {card} a {to}", "Move {card} to {to}")
NO_NATURALS = Text("Devolver todas las apuestas", "Return every bet")
COMPLETE = Saying(
    Text("Completar la mano de {spot}", "Complete the hand at {spot}"),
    Text("Su carta, después de que todos tienen las suyas.", "Its card, after all the others have theirs."),
)
RESHUFFLE = Saying(
    Text("Barajar y cortar los descartes", "Shuffle and cut the discards"),
    Text("Y terminar el pase.", "And finish the round."),
)
USE_NEXT = Saying(
    Text("Usar {card} como la siguiente", "Use {card} as the next card"),
    Text("Su cara no se mostró.", "Its face was not shown."),
)
PASS_ON = Saying(
    Text("Pasar {card} al siguiente", "Pass {card} on to the next"),
    Text("Quien rechaza no recibe más cartas en el pase.", "Who refuses takes no more cards in the round."),
)
REFUSE_BET = Saying(
    Text("No aceptar la apuesta de {spot}", "Do not accept the bet at {spot}"),
    Text("Se devuelve antes de la primera carta.", "It goes back before the first card."),
    Text("Solo se apuesta con fichas.", "Bets are made in chips only."),
)
MONEY = {
    "pay": Text("Pagar {amount} a {spot}", "Pay {amount} to {spot}"),
    "take": Text("Recuperar {amount} de {spot}", "Take {amount} back from {spot}"),
    "return": Text("Devolver {amount} a {spot}", "Return {amount} to {spot}"),
    "settle": Text("Liquidar {label}", "Settle {label}"),
    "add_stake": Text("Completar con {amount}", "Add {amount}"),
    "give_back": Text("Devolver {amount} a {spot}", "Give {amount} back to {spot}"),
}
UNCOUNTED = {
    "pay": Text("Pagar lo que corresponde a {spot}", "Pay {spot} what is due"),
    "take": Text("Cobrar lo que corresponde a {spot}", "Take what is due from {spot}"),
    "return": Text("Devolver a {spot} su {on}", "Return to {spot} its {on}"),
    "add_stake": Text("Completar la apuesta de {spot}", "Complete the stake at {spot}"),
}
RETURN_INSURANCE = Text("Devolver el seguro", "Return the insurance")
INSURANCE = ("insurance-not-allowed", "insurance-over-half")
THE_REST = Text("lo apostado", "the stake")
DONE = {
    FOLLOWED: Text("Se cumplió lo prescrito.", "The prescription was followed."),
    CONTRARY: Text("No se hizo lo prescrito.", "The prescription was not followed."),
    NOTED: GO_ON,
    SUPERSEDED: Text("Otro hallazgo lo reemplaza.", "Another finding replaces it."),
}


def saying(finding: Finding, *, asks: bool) -> Saying:
    """The entry that fits the finding's code and what its steps ask. ``asks``: its player still has the word."""
    code = finding.code
    steps = [step["do"] for step in finding.prescribed]
    if finding.facts.get("chosen"):
        return CHOSEN
    if code == "stuck-cards":
        return STUCK if "choose" in steps else STUCK_FOR_NOBODY
    if asks:
        return ASK
    if steps and steps[0] in BY_STEP:
        return BY_STEP[steps[0]]
    if code.startswith("conduct-"):
        return EXCLUDE
    if steps and finding.prescribed[0].get("amount") is None and steps[0] in UNCOUNTED:
        do = RETURN_INSURANCE if code in INSURANCE else UNCOUNTED[steps[0]]
        return Saying(do, BOSS if finding.standing == "no_rule" else GO_ON)
    if steps and steps[0] in MONEY and code not in SAYINGS:
        return Saying(MONEY[steps[0]], BOSS if finding.standing == "no_rule" else GO_ON)
    found = SAYINGS.get(code, MARK_ONLY)
    if code == "deal-order" and len(_moves(finding)) == 1:
        return found._replace(do=ONE_MOVE)
    if code == "cut-card-missed" and not finding.facts.get("naturals"):
        return found._replace(do=NO_NATURALS)
    if code == "card-on-floor" and not finding.facts.get("card"):
        return found._replace(say=None)
    return found


BY_STEP = {
    "complete": COMPLETE,
    "shuffle_discards": RESHUFFLE,
    "use_next": USE_NEXT,
    "pass_on": PASS_ON,
    "refuse_bet": REFUSE_BET,
}


def _moves(finding: Finding) -> list[dict[str, Any]]:
    return [step for step in finding.prescribed if step["do"] == "move"]


def imperative(finding: Finding, lang: str, *, asks: bool = False) -> Segments:
    """What to do, in one line."""
    return segments(saying(finding, asks=asks).do, lang, **_values(finding, lang))


def then(finding: Finding, lang: str, *, asks: bool = False) -> str:
    """What follows; once the finding is answered, how."""
    if finding.outcome != PENDING and (finding.outcome != NOTED or not finding.prescribed):
        return DONE[finding.outcome].of(lang)
    text = saying(finding, asks=asks).then
    return "" if text is None else _filled(text, finding, lang)


def say(finding: Finding, lang: str, *, asks: bool = False) -> str | None:
    """The sentence to announce, with cards as they are spoken; None where nothing is announced."""
    text = saying(finding, asks=asks).say
    return None if text is None else _filled(text, finding, lang)


def _filled(text: Text, finding: Finding, lang: str) -> str:
    said = contracted(" " + text.of(lang).format_map(_values(finding, lang)), lang)[1:]
    return said[:1].upper() + said[1:]


def _values(finding: Finding, lang: str) -> dict[str, Any]:
    facts = finding.facts
    moves = _moves(finding)
    first = finding.prescribed[0] if finding.prescribed else {}
    spot = first.get("spot") or finding.spot
    card = facts.get("card") or facts.get("chosen") or (moves[0].get("card") if moves else None)
    cards = _cards(finding)
    amount = next((step["amount"] for step in finding.prescribed if step.get("amount") is not None), None)
    label = spot_label(spot, lang)
    return {
        "card": card,
        "cards": cards,
        "spoken": spoken(card, lang),
        "spoken_all": _joined([spoken(one, lang) for one in cards], lang),
        "spot": spot_name(spot, lang),
        "label": label,
        "to": spot_name(moves[0]["to"], lang) if moves else "",
        "waiting": _waiting(facts.get("to"), lang),
        "number": len(moves) or "",
        "total": worded(facts.get("total"), lang),
        "amount": THE_REST.of(lang) if amount is None else money(amount, lang),
        "on": bet_name(first.get("on") or facts.get("on") or "main", lang),
        "first": facts.get("first", ""),
        "last": facts.get("last", ""),
    }


def _waiting(to: Any, lang: str) -> str:
    """Whoever was to get the card that was burned."""
    if isinstance(to, str) and to != NOBODY:
        return spot_name(to, lang)
    return Text("quien la esperaba", "whoever was waiting").of(lang)


def worded(value: Any, lang: str) -> str:
    return value.of(lang) if isinstance(value, Text) else "—" if value is None else str(value)


def _cards(finding: Finding) -> list[str]:
    facts = finding.facts
    left = facts.get("left") if finding.outcome == PENDING else None
    cards = left or facts.get("cards") or [facts.get("card")]
    return [card for card in cards if card]


_FEMININE = "JQ"


def spoken(card: str | None, lang: str) -> str:
    """*el nueve de diamantes*, *la reina de picas*; *the nine of diamonds*."""
    if card is None:
        return Text("la carta", "the card").of(lang)
    if not lang.startswith("es"):
        return f"the {card_name(card, lang)}"
    return f"{'la' if card[0] in _FEMININE else 'el'} {card_name(card, lang)}"


def _joined(words: Sequence[str], lang: str) -> str:
    if len(words) < 2:
        return "".join(words) or spoken(None, lang)
    return f"{', '.join(words[:-1])} {Text('y', 'and').of(lang)} {words[-1]}"
