"""An event of the ledger as a line that a person reads, in the language of the moment.

Takes the event as its JSON object (contract section 1) and never fails on an odd one: what it does not know it
names by its kind. Cards are written ``K♦``; the screen draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from pitboss.drawing.formats import money

Body = Mapping[str, Any]

_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


@dataclass(frozen=True, slots=True)
class Told:
    """``icon`` names an icon of the sprite; ``detail`` may be empty."""

    icon: str
    text: str
    detail: str = ""


def tell(body: Body) -> Told:
    """The line for one event."""
    kind = str(body.get("kind", ""))
    teller = TELLERS.get(kind)
    told = teller(body) if teller else Told("noted", kind)
    return Told(told.icon, contracted(told.text), contracted(told.detail))


def contracted(sentence: str) -> str:
    """Spanish joins *a el* and *de el*; English has neither."""
    return sentence.replace(" a el ", " al ").replace(" de el ", " del ")


def card_glyph(code: object) -> str:
    """``Td`` as ``10♦``; what is no card stays as it came."""
    text = str(code)
    if len(text) != 2 or text[1] not in _SUITS:
        return text
    return ("10" if text[0] == "T" else text[0]) + _SUITS[text[1]]


def place(spot: object) -> str:
    """``"3.2"`` as *la casilla 3.2*, ``"dealer"`` as *el croupier*; see ``contracted``."""
    if spot == "dealer":
        return gettext("el croupier")
    if spot in (None, "none"):
        return gettext("nadie")
    return gettext("la casilla %(spot)s") % {"spot": spot}


def role(name: object) -> str:
    names = {
        "dealer": gettext("croupier"),
        "pit_boss": gettext("jefe de mesa"),
        "section_head": gettext("jefe de sección"),
        "player": gettext("jugador"),
        "floor": gettext("sala"),
    }
    return names.get(str(name), str(name))


def bet_name(on: object) -> str:
    names = {
        "main": gettext("Principal"),
        "perfect_pairs": gettext("Perfect Pairs"),
        "insurance": gettext("Seguro"),
    }
    return names.get(str(on), str(on))


def _bet(body: Body) -> Told:
    values = {"amount": money(_amount(body)), "place": place(body.get("spot"))}
    text = gettext("Apuesta de %(amount)s en %(place)s") % values
    details = []
    if body.get("on", "main") != "main":
        details.append(bet_name(body.get("on")))
    if body.get("tender") == "cash":
        details.append(gettext("en efectivo"))
    if body.get("tender") == "word":
        details.append(gettext("de palabra"))
    if body.get("owner"):
        details.append(gettext("de %(owner)s") % {"owner": body["owner"]})
    return Told("coins", text, ", ".join(details))


def _dealt(body: Body) -> Told:
    card = card_glyph(body.get("card"))
    if body.get("to") == "none":
        return Told("card", gettext("%(card)s sale sin destino") % {"card": card})
    text = gettext("%(card)s a %(place)s") % {"card": card, "place": place(body.get("to"))}
    return Told("card", text, gettext("boca abajo") if body.get("face") == "down" else "")


def _acted(body: Body) -> Told:
    values = {"place": place(body.get("spot")).capitalize()}
    actions = {
        "hit": gettext("%(place)s pide"),
        "stand": gettext("%(place)s se planta"),
        "double": gettext("%(place)s dobla"),
        "split": gettext("%(place)s separa"),
        "surrender": gettext("%(place)s se retira"),
        "insurance": gettext("%(place)s toma seguro"),
        "even_money": gettext("%(place)s acepta pago par"),
    }
    text = actions.get(str(body.get("action")), str(body.get("action"))) % values
    return Told("user", text, money(_amount(body)) if body.get("amount") is not None else "")


def _settled(word: str) -> Callable[[Body], Told]:
    def told(body: Body) -> Told:
        values = {"amount": money(_amount(body)), "place": place(body.get("spot"))}
        texts = {
            "paid": gettext("Se paga %(amount)s a %(place)s"),
            "taken": gettext("Se recoge %(amount)s de %(place)s"),
            "returned": gettext("Se devuelve %(amount)s a %(place)s"),
        }
        details = [] if body.get("on", "main") == "main" else [bet_name(body.get("on"))]
        if body.get("owner"):
            details.append(gettext("de %(owner)s") % {"owner": body["owner"]})
        return Told("coins", texts[word] % values, ", ".join(details))

    return told


def _burned(body: Body) -> Told:
    whys = {
        "first": gettext("primera del sabot"),
        "exposed": gettext("salió descubierta"),
        "stuck": gettext("estaba pegada"),
        "extra": gettext("carta de más"),
        "over_17": gettext("el croupier ya tenía 17 o más"),
        "refused": gettext("el jugador no la pidió y la rechazó"),
        "other": gettext("otro motivo"),
    }
    card = body.get("card")
    text = gettext("Se quema %(card)s") % {"card": card_glyph(card)} if card else gettext("Se quema una carta")
    detail = whys.get(str(body.get("why")), str(body.get("why", "")))
    if body.get("chosen_by"):
        chosen = body["chosen_by"]
        chooser = place(chosen) if str(chosen)[:1].isdigit() or chosen == "dealer" else role(chosen)
        detail += gettext("; elige %(chooser)s") % {"chooser": chooser}
    return Told("burn", text, detail)


def _stuck(body: Body) -> Told:
    cards = " ".join(card_glyph(card) for card in body.get("cards", ()))
    return Told("card", gettext("Salen pegadas %(cards)s, para %(place)s") % {"cards": cards, "place": place(body.get("to"))})


def _dropped(body: Body) -> Told:
    text = gettext("%(card)s cae al suelo") % {"card": card_glyph(body.get("card"))}
    if body.get("from"):
        return Told("card", text, gettext("era de %(place)s") % {"place": place(body["from"])})
    return Told("card", text)


def _picked_up(body: Body) -> Told:
    text = gettext("%(role)s recoge %(card)s") % {
        "role": role(body.get("by_role")).capitalize(),
        "card": card_glyph(body.get("card")),
    }
    return Told("user", text, gettext("la muestra a todos") if body.get("shown") else gettext("no la muestra"))


def _reordered(body: Body) -> Told:
    text = gettext("%(role)s reordena las cartas") % {"role": role(body.get("by_role")).capitalize()}
    moves = "; ".join(
        gettext("%(card)s de %(from)s a %(to)s")
        % {"card": card_glyph(move.get("card")), "from": _short(move.get("from")), "to": _short(move.get("to"))}
        for move in body.get("moves", ())
    )
    announced = gettext("y lo anuncia") if body.get("announced") else gettext("sin anunciarlo")
    return Told("swap", f"{text} {announced}", moves)


def _short(spot: object) -> str:
    return gettext("croupier") if spot == "dealer" else str(spot)


def _conduct(body: Body) -> Told:
    acts = {
        "changed_bet": gettext("cambia su apuesta con el pase iniciado"),
        "touched_cards": gettext("toca las cartas"),
        "interfered": gettext("interfiere en la decisión de otro"),
        "played_other_hand": gettext("juega la mano de otro"),
        "foreign_object": gettext("tiene un objeto ajeno sobre la mesa"),
        "asked_for_money": gettext("pide dinero para apostar"),
        "word_bet": gettext("apuesta de palabra"),
        "cash_bet": gettext("apuesta en efectivo"),
    }
    act = acts.get(str(body.get("act")), str(body.get("act")))
    text = gettext("El jugador de la casilla %(seat)s %(act)s") % {"seat": body.get("seat"), "act": act}
    return Told("user", text, str(body.get("note") or ""))


def _decks(body: Body) -> Told:
    counts = ", ".join(str(number) for number in body.get("counts", ()))
    details = [counts]
    if body.get("in_sequence"):
        details.append(gettext("en secuencia"))
    if body.get("sealed"):
        details.append(gettext("selladas"))
    return Told("check", gettext("Se revisan las barajas"), "; ".join(details))


def _shuffled(body: Body) -> Told:
    methods = {"chemin": gettext("chemin"), "normal": gettext("normal"), "machine": gettext("con máquina")}
    method = methods.get(str(body.get("method")), str(body.get("method")))
    passes = int(body.get("passes", 1))
    detail = ngettext("%(count)s pasada", "%(count)s pasadas", passes) % {"count": passes}
    return Told("shuffle", gettext("Barajado %(method)s") % {"method": method}, detail)


def _corrected(body: Body) -> Told:
    instead = body.get("instead")
    text = gettext("Se corrige el registro n.º %(ref)s") % {"ref": body.get("ref")}
    detail = tell(instead).text if instead else gettext("se anula")
    return Told("undo", text, f"{detail}. {body['reason']}" if body.get("reason") else detail)


def _ruled(body: Body) -> Told:
    who = role(body.get("by_role")).capitalize()
    if body.get("ruling"):
        return Told("user", gettext("%(role)s resuelve: «%(ruling)s»") % {"role": who, "ruling": body["ruling"]})
    return Told("user", gettext("%(role)s resuelve") % {"role": who})


def _disputed(body: Body) -> Told:
    text = gettext("Reclamo de %(place)s") % {"place": place(body.get("spot"))}
    return Told("flag", text, str(body.get("about") or ""))


def _by_role(icon: str, text: Callable[[], str], reason: str = "reason") -> Callable[[Body], Told]:
    def told(body: Body) -> Told:
        who = role(body.get("by_role")).capitalize()
        return Told(icon, text() % {"role": who, "seat": body.get("seat")}, str(body.get(reason) or ""))

    return told


def _plain(icon: str, text: Callable[[Body], str]) -> Callable[[Body], Told]:
    return lambda body: Told(icon, text(body))


def _amount(body: Body) -> int:
    amount = body.get("amount")
    return amount if isinstance(amount, int) else 0


def _collected(body: Body) -> str:
    if body.get("order") == "left_to_right":
        return gettext("Se recogen las cartas de izquierda a derecha")
    return gettext("Se recogen las cartas de derecha a izquierda")


TELLERS: Final[dict[str, Callable[[Body], Told]]] = {
    "table_opened": _plain("table", lambda body: gettext("Se abre la mesa")),
    "decks_checked": _decks,
    "shuffled": _shuffled,
    "cut": _plain("card", lambda body: gettext("Corte: quedan %(behind)s detrás") % {"behind": body.get("behind")}),
    "burned": _burned,
    "cut_card_out": _plain("flag", lambda body: gettext("Sale la carta de corte")),
    "shoe_empty": _plain("flag", lambda body: gettext("No quedan cartas en el sabot")),
    "shoe_ended": _plain("shuffle", lambda body: gettext("Termina el sabot")),
    "dealer_changed": _plain(
        "user", lambda body: gettext("Cambio de croupier: %(dealer)s") % {"dealer": body.get("dealer")}
    ),
    "table_closed": _plain("lock", lambda body: gettext("Se cierra la mesa")),
    "round_opened": _plain("play", lambda body: gettext("Se abre el pase %(round)s") % {"round": body.get("round")}),
    "bet": _bet,
    "bets_closed": _plain("coins", lambda body: gettext("No va más")),
    "dealt": _dealt,
    "acted": _acted,
    "refused": _plain("x", lambda body: gettext("Rechaza la carta: %(place)s") % {"place": place(body.get("spot"))}),
    "accepted": _plain("check", lambda body: gettext("Acepta la carta: %(place)s") % {"place": place(body.get("spot"))}),
    "exposed": _plain("card", lambda body: gettext("%(card)s sale descubierta") % {"card": card_glyph(body.get("card"))}),
    "stuck": _stuck,
    "dropped": _dropped,
    "picked_up": _picked_up,
    "reordered": _reordered,
    "paid": _settled("paid"),
    "taken": _settled("taken"),
    "returned": _settled("returned"),
    "cards_collected": _plain("undo", _collected),
    "discard_opened": _by_role("card", lambda: gettext("%(role)s saca cartas del descartador")),
    "round_closed": _plain("check", lambda body: gettext("Se cierra el pase")),
    "conduct": _conduct,
    "excluded": _by_role("out", lambda: gettext("%(role)s excluye al jugador de la casilla %(seat)s")),
    "disputed": _disputed,
    "ruled": _ruled,
    "cctv_requested": _by_role("camera", lambda: gettext("%(role)s pide revisar CCTV")),
    "corrected": _corrected,
}
"""One teller for each kind of the contract; a test holds the two lists together."""
