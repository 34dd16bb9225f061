"""What each value of a house rule is called, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.profiles import PROFILES, values_of
from rules.words import Text

FIELDS: dict[str, Text] = {
    "decks": Text("Barajas", "Decks"),
    "seats": Text("Puestos", "Seats"),
    "cut_least": Text("Mínimo tras la carta de corte", "Least behind the cut card"),
    "cut_most": Text("Máximo tras la carta de corte", "Most behind the cut card"),
    "hands_per_seat": Text("Manos de un puesto", "Hands from one seat"),
    "resplit_aces": Text("Ases separados de nuevo", "Aces split again"),
    "split_ace_tie": Text(
        "21 sobre ases separados empata con el Black Jack de la banca", "21 on split aces ties with a dealer natural"
    ),
    "double_totals": Text("Se dobla con", "Doubling on"),
    "double_soft": Text("A-8 y A-9 doblan como 9 y 10", "A-8 and A-9 double as 9 and 10"),
    "double_after_split": Text("Doble tras separar", "Double after split"),
    "face_down": Text("Cartas boca abajo", "Cards face down"),
    "natural_stands": Text("El Black Jack se planta solo", "A natural stands by itself"),
    "surrender": Text("Retiro", "Surrender"),
    "surrender_window": Text("Momento del retiro", "Window for surrender"),
    "insurance_window": Text("Momento del seguro", "Window for insurance"),
    "insurance_exact": Text("Seguro por la mitad exacta", "Insurance of exactly half"),
    "busts_at_once": Text("La mano que se pasa se recoge en el acto", "A bust hand is collected at once"),
    "back_bets": Text("Apuestas detrás de un puesto", "Bets behind a seat"),
    "refused_card": Text("La carta rechazada", "A refused card"),
    "refusal": Text("Quien rechaza no recibe más cartas en", "Who refuses takes no further card in"),
    "shoe_out": Text("Si el sabot se agota", "When the shoe runs out"),
    "round_up": Text("Redondeo a la ficha, a favor del jugador", "Rounded up to the chip, for the player"),
    "chip": Text("Ficha menor", "Smallest chip"),
    "min": Text("Apuesta mínima", "Minimum bet"),
    "max": Text("Apuesta máxima", "Maximum bet"),
    "currency": Text("Moneda", "Currency"),
    "perfect_pairs": Text("Perfect Pairs", "Perfect Pairs"),
    "even_money": Text("Pago par contra un as", "Even money against an ace"),
}
SAID: dict[str, Text] = {
    "first_decision": Text("primera decisión de la mano", "the hand's first decision"),
    "after_deal": Text("primera decisión, terminado el reparto", "first decision, once the deal is complete"),
    "third_card": Text("hasta la tercera carta de cualquiera", "until anybody's third card"),
    "acted": Text("hasta que alguien decide o recibe su tercera carta", "until somebody acts or has a third card"),
    "burn": Text("se quema", "is burned"),
    "pass_on": Text("pasa al siguiente", "is passed on to the next"),
    "hand": Text("esa mano", "that hand"),
    "round": Text("todo el pase", "the whole round"),
    "void": Text("se anula el resto del pase", "the rest of the round is void"),
    "reshuffle": Text("se barajan los descartes y el pase sigue", "the discards are shuffled and the round goes on"),
    "double": Text("la del doble", "a double's"),
    "split_ace": Text("las de ases separados", "split aces'"),
}
SILENT = Text("texto en silencio", "the text is silent")
INHERITED = Text("texto en silencio: se hereda de cl-scj", "the text is silent: inherited from cl-scj")


def said(value: Any, lang: str) -> str:
    """A value as a person reads it."""
    if isinstance(value, bool):
        return Text("sí", "yes").of(lang) if value else "no"
    if value is None:
        return Text("sin límite", "none").of(lang)
    if isinstance(value, frozenset | tuple):
        parts = [said(one, lang) for one in (sorted(value) if isinstance(value, frozenset) else value)]
        return ", ".join(parts) or Text("ninguna", "none").of(lang)
    text = SAID.get(value) if isinstance(value, str) else None
    return str(value) if text is None else text.of(lang)


def profile_rows(name: str, lang: str) -> Iterator[tuple[str, str, str]]:
    """Every value of a profile: what it is called, what it is, and the clause that gives it or that none does."""
    for field, value in values_of(name).items():
        if value.cite is not None and field in PROFILES[name].values:
            where = value.cite.words(lang)
        elif name != "cl-scj" and field not in PROFILES[name].values:
            where = INHERITED.of(lang)
        else:
            where = value.note.of(lang) if value.note else SILENT.of(lang)
        yield FIELDS[field].of(lang), said(value.value, lang), where
