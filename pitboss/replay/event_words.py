"""Events in the floor's words, Spanish and English: what happened, said in one short sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.ledger.sealed import is_sealed
from rules import events as e
from rules.events import Event
from rules.rulebooks import rulebook
from rules.words import Text, bet_name, card_sign, contracted, money, role_name, spot_name

Say = Callable[[Any, str], str]
_SAYINGS: dict[type[Event], Say] = {}

ACTIONS = {
    "hit": Text("pide carta", "hits"),
    "stand": Text("se planta", "stands"),
    "double": Text("dobla", "doubles"),
    "split": Text("separa", "splits"),
    "surrender": Text("se retira", "surrenders"),
    "insurance": Text("toma seguro", "takes insurance"),
    "even_money": Text("acepta pago 1 a 1", "takes even money"),
}
ACTS = {
    "changed_bet": Text("cambia su apuesta", "changes the bet"),
    "touched_cards": Text("toca las cartas", "touches the cards"),
    "interfered": Text("interfiere en la decisión de otro", "interferes with another's decision"),
    "played_other_hand": Text("juega la mano de otro", "plays another's hand"),
    "foreign_object": Text("deja un objeto ajeno en la mesa", "leaves a foreign object on the table"),
    "asked_for_money": Text("pide dinero para apostar", "asks for money to bet"),
    "word_bet": Text("apuesta de palabra", "bets by word"),
    "cash_bet": Text("apuesta en efectivo", "bets in cash"),
}
WHYS = {
    "first": Text("la primera del sabot", "first of the shoe"),
    "exposed": Text("salió descubierta", "came out face up"),
    "stuck": Text("salió pegada", "came out stuck"),
    "extra": Text("estaba de más", "was surplus"),
    "over_17": Text("la banca ya tenía 17", "the dealer had 17"),
    "refused": Text("el jugador la rechazó", "the player refused it"),
    "other": Text("otro motivo", "another reason"),
}
SHOWN, NOT_SHOWN = Text(" y la muestra", " and shows it"), Text(" sin mostrarla", " without showing it")
TOLD, NOT_TOLD = Text(" y lo anuncia", " and announces it"), Text(", sin anunciarlo", ", unannounced")
TENDERS = {
    "chips": Text("", ""),
    "cash": Text(" en efectivo", " in cash"),
    "word": Text(" de palabra", " by word"),
}
TENDERS = {
    "chips": Text("", ""),
    "cash": Text(" en efectivo", " in cash"),
    "word": Text(" de palabra", " by word"),
}
METHODS = {
    "chemin": Text("chemin", "chemin"),
    "normal": Text("normal", "normal"),
    "machine": Text("a máquina", "by machine"),
}


def words(event: Event, lang: str) -> str:
    """The event as it is told, in ``es`` or ``en``; its first letter large, a full stop at its end."""
    sentence = contracted(" " + _SAYINGS[type(event)](event, lang[:2]), lang)[1:]
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _says(kind: type[Event]) -> Callable[[Say], Say]:
    def keep(saying: Say) -> Say:
        _SAYINGS[kind] = saying
        return saying

    return keep


def _plainly(kind: type[Event], es: str, en: str) -> None:
    _SAYINGS[kind] = lambda _, lang: Text(es, en).of(lang)


_plainly(e.CutCardOut, "sale la carta de corte", "the cut card comes out")
_plainly(e.ShoeEmpty, "se agotó el sabot", "the shoe is empty")
_plainly(e.ShoeEnded, "termina el sabot", "the shoe is over")
_plainly(e.TableClosed, "cierra la mesa", "the table closes")
_plainly(e.BetsClosed, "no va más", "no more bets")
_plainly(e.RoundClosed, "termina el pase", "the round ends")


def _on(on: str, lang: str) -> str:
    return "" if on == "main" else f" ({bet_name(on, lang)})"


def _behind(owner: str | None, lang: str) -> str:
    return "" if owner is None else Text(f", de {owner}", f", by {owner}").of(lang)


def _because(reason: str | None, lang: str) -> str:
    return f": {_kept(reason, lang)}" if reason else ""


def _kept(text: str, lang: str) -> str:
    """What is still sealed by the time that it is shown has been removed (``ledger.sealed``)."""
    return Text("(texto retirado)", "(text removed)").of(lang) if is_sealed(text) else text


@_says(e.TableOpened)
def _(event: e.TableOpened, lang: str) -> str:
    return Text(f"abre la mesa, reglamento {event.profile}", f"the table opens, rules {event.profile}").of(lang)


@_says(e.DecksChecked)
def _(event: e.DecksChecked, lang: str) -> str:
    counts = ", ".join(str(count) for count in event.counts)
    return Text(f"se comprueban las barajas: {counts}", f"the decks are checked: {counts}").of(lang)


@_says(e.Shuffled)
def _(event: e.Shuffled, lang: str) -> str:
    how = METHODS[event.method].of(lang)
    return Text(f"se baraja, {how} × {event.passes}", f"shuffled, {how} × {event.passes}").of(lang)


@_says(e.Cut)
def _(event: e.Cut, lang: str) -> str:
    return Text(f"corte con {event.behind} cartas detrás", f"cut with {event.behind} cards behind").of(lang)


@_says(e.Burned)
def _(event: e.Burned, lang: str) -> str:
    card = Text("una carta", "a card").of(lang) if event.card is None else card_sign(event.card)
    return Text(f"se quema {card}", f"{card} is burned").of(lang) + f" ({WHYS[event.why].of(lang)})"


@_says(e.DealerChanged)
def _(event: e.DealerChanged, lang: str) -> str:
    return Text(f"entra el croupier {event.dealer}", f"dealer {event.dealer} takes over").of(lang)


@_says(e.RoundOpened)
def _(event: e.RoundOpened, lang: str) -> str:
    return Text(f"pase {event.round}", f"round {event.round}").of(lang)


@_says(e.Bet)
def _(event: e.Bet, lang: str) -> str:
    said = f"{Text('apuesta', 'bets').of(lang)} {money(event.amount, lang)}{TENDERS[event.tender].of(lang)}"
    return f"{spot_name(event.spot, lang)} {said}{_on(event.on, lang)}{_behind(event.owner, lang)}"


@_says(e.Dealt)
def _(event: e.Dealt, lang: str) -> str:
    down = Text(", tapada", ", face down").of(lang) if event.face == "down" else ""
    to = spot_name(event.to, lang)
    return Text(f"{card_sign(event.card)} a {to}{down}", f"{card_sign(event.card)} to {to}{down}").of(lang)


@_says(e.Acted)
def _(event: e.Acted, lang: str) -> str:
    amount = "" if event.amount is None else f" {money(event.amount, lang)}"
    return f"{spot_name(event.spot, lang)} {ACTIONS[event.action].of(lang)}{amount}"


@_says(e.Refused)
def _(event: e.Refused, lang: str) -> str:
    return f"{spot_name(event.spot, lang)} {Text('rechaza la carta', 'refuses the card').of(lang)}"


@_says(e.Accepted)
def _(event: e.Accepted, lang: str) -> str:
    return f"{spot_name(event.spot, lang)} {Text('acepta la carta', 'keeps the card').of(lang)}"


@_says(e.Exposed)
def _(event: e.Exposed, lang: str) -> str:
    card = card_sign(event.card)
    return Text(f"{card} sale descubierta del sabot", f"{card} comes out of the shoe face up").of(lang)


@_says(e.Stuck)
def _(event: e.Stuck, lang: str) -> str:
    cards, to = " ".join(card_sign(card) for card in event.cards), spot_name(event.to, lang)
    return Text(f"salen pegadas {cards}, para {to}", f"{cards} come out stuck, for {to}").of(lang)


@_says(e.Dropped)
def _(event: e.Dropped, lang: str) -> str:
    card = card_sign(event.card)
    whose = "" if event.from_ is None else Text(", de ", ", of ").of(lang) + spot_name(event.from_, lang)
    return Text(f"{card} cae al suelo", f"{card} falls to the floor").of(lang) + whose


@_says(e.PickedUp)
def _(event: e.PickedUp, lang: str) -> str:
    card, who = card_sign(event.card), role_name(event.by_role, lang)
    shown = Text(" y la muestra", " and shows it") if event.shown else Text(" sin mostrarla", " without showing it")
    return Text(f"{who} recoge {card}", f"{who} picks up {card}").of(lang) + shown.of(lang)


@_says(e.Reordered)
def _(event: e.Reordered, lang: str) -> str:
    who = role_name(event.by_role, lang)
    told = Text(" y lo anuncia", " and announces it") if event.announced else Text(", sin anunciarlo", ", unannounced")
    moves = "; ".join(
        f"{card_sign(move.card)} {Text('de', 'from').of(lang)} {spot_name(move.from_, lang)} "
        f"{Text('a', 'to').of(lang)} {spot_name(move.to, lang)}"
        for move in event.moves
    )
    what = Text(f"{who} reordena las cartas", f"{who} puts the cards in order").of(lang)
    return f"{what}{told.of(lang)}" + (f": {moves}" if moves else "")


def _settled(event: e.Settled, lang: str, es: str, en: str) -> str:
    amount, spot = money(event.amount, lang), spot_name(event.spot, lang)
    said = Text(es, en).of(lang).format(amount=amount, spot=spot)
    return f"{said}{_on(event.on, lang)}{_behind(event.owner, lang)}"


@_says(e.Paid)
def _(event: e.Paid, lang: str) -> str:
    return _settled(event, lang, "se paga {amount} a {spot}", "{spot} is paid {amount}")


@_says(e.Taken)
def _(event: e.Taken, lang: str) -> str:
    return _settled(event, lang, "se cobra {amount} a {spot}", "{amount} is taken from {spot}")


@_says(e.Returned)
def _(event: e.Returned, lang: str) -> str:
    return _settled(event, lang, "se devuelve {amount} a {spot}", "{spot} gets {amount} back")


@_says(e.CardsCollected)
def _(event: e.CardsCollected, lang: str) -> str:
    if event.order == "right_to_left":
        way = Text("de derecha a izquierda", "right to left")
    else:
        way = Text("de izquierda a derecha", "left to right")
    return Text("se recogen las cartas ", "the cards are collected ").of(lang) + way.of(lang)


@_says(e.DiscardOpened)
def _(event: e.DiscardOpened, lang: str) -> str:
    who = role_name(event.by_role, lang)
    return Text(f"{who} abre el descartador", f"{who} opens the discard rack").of(lang) + _because(event.reason, lang)


@_says(e.Conduct)
def _(event: e.Conduct, lang: str) -> str:
    return f"{spot_name(event.seat, lang)} {ACTS[event.act].of(lang)}{_because(event.note, lang)}"


@_says(e.Excluded)
def _(event: e.Excluded, lang: str) -> str:
    who, seat = role_name(event.by_role, lang), spot_name(event.seat, lang)
    return Text(f"{who} excluye a {seat}", f"{who} excludes {seat}").of(lang)


@_says(e.Disputed)
def _(event: e.Disputed, lang: str) -> str:
    spot = spot_name(event.spot, lang)
    return Text(f"disputa de {spot}", f"{spot} disputes").of(lang) + _because(event.about, lang)


@_says(e.Ruled)
def _(event: e.Ruled, lang: str) -> str:
    who = role_name(event.by_role, lang)
    about = "" if event.code is None else f" ({event.code})"
    return Text(f"{who} resuelve", f"{who} rules").of(lang) + about + _because(event.ruling, lang)


@_says(e.CctvRequested)
def _(event: e.CctvRequested, lang: str) -> str:
    who = role_name(event.by_role, lang)
    return Text(f"{who} pide CCTV", f"{who} asks for CCTV").of(lang) + _because(event.reason, lang)


@_says(e.Declared)
def _(event: e.Declared, lang: str) -> str:
    rule = rulebook("cl-scj").by_code[event.code]
    parts = [spot_name(event.spot, lang)] if event.spot else []
    cards = event.cards or ([event.card] if event.card else [])
    if cards:
        parts.append(" ".join(card_sign(card) for card in cards))
    if event.amount is not None:
        parts.append(money(event.amount, lang))
    about = f" ({', '.join(parts)})" if parts else ""
    said = Text("se declara: ", "declared: ").of(lang) + rule.title.of(lang) + about
    return said + _because(event.note, lang)


SOURCES = {
    "shoe": Text("el sabot", "the shoe"),
    "sheet": Text("la hoja de papel", "the paper sheet"),
    "surveillance": Text("vigilancia, en el video,", "surveillance, on the video,"),
}
SECOND = Text("otra fuente", "another source")


@_says(e.Seen)
def _(event: e.Seen, lang: str) -> str:
    source = SOURCES.get(event.src, SECOND).of(lang)
    if event.card is None:
        return Text(f"{source} no pudo leer una carta", f"{source} could not read a card").of(lang)
    if event.did == "burned":
        said = Text(f"{source} vio quemar {card_sign(event.card)}", f"{source} saw {card_sign(event.card)} burned")
    else:
        said = Text(f"{source} vio {card_sign(event.card)}", f"{source} saw {card_sign(event.card)}")
    if event.to in (None, e.NOBODY) or event.confidence is not None:
        return said.of(lang)
    return said.of(lang) + Text(" para ", " for ").of(lang) + spot_name(event.to, lang)


FED = {
    "started": Text("empieza a contar un sabot nuevo", "begins to count a new shoe"),
    "ended": Text("termina su sabot", "ends its shoe"),
    "lost": Text("deja de ver", "sees nothing any more"),
    "back": Text("vuelve a ver", "sees again"),
    "missed": Text("perdió lecturas", "lost reads"),
}


@_says(e.Feed)
def _(event: e.Feed, lang: str) -> str:
    said = f"{SOURCES.get(event.src, SECOND).of(lang)} {FED[event.state].of(lang)}"
    return said if event.missed is None else f"{said} ({event.missed})"


@_says(e.Corrected)
def _(event: e.Corrected, lang: str) -> str:
    who = role_name(event.by_role, lang)
    if event.instead is None:
        what = Text(f"{who} anula el registro n.º {event.ref}", f"{who} strikes record no. {event.ref}").of(lang)
    else:
        now = words(event.instead, lang).rstrip(".")
        what = Text(f"{who} corrige el registro n.º {event.ref}", f"{who} corrects record no. {event.ref}").of(lang)
        what = f"{what}: «{now}»"
    return what + (f" ({_kept(event.reason, lang)})" if event.reason else "")
