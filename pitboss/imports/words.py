"""What pages of this app say of kinds, fields, values and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise

KINDS: Final[Mapping[str, Words]] = {
    "table_opened": _("se abre la mesa"),
    "decks_checked": _("se revisan los mazos"),
    "shuffled": _("se baraja"),
    "cut": _("se corta"),
    "burned": _("se quema una carta"),
    "cut_card_out": _("sale la carta de corte"),
    "shoe_empty": _("se agota el sabot"),
    "shoe_ended": _("termina el sabot"),
    "dealer_changed": _("cambia el croupier"),
    "table_closed": _("se cierra la mesa"),
    "round_opened": _("empieza el pase"),
    "bet": _("apuesta"),
    "bets_closed": _("no va más"),
    "dealt": _("carta repartida"),
    "acted": _("decisión del jugador"),
    "refused": _("el jugador rechaza la carta"),
    "accepted": _("el jugador acepta la carta"),
    "exposed": _("carta descubierta en el sabot"),
    "stuck": _("cartas pegadas"),
    "dropped": _("carta al suelo"),
    "picked_up": _("se recoge la carta"),
    "paid": _("se paga"),
    "taken": _("se cobra"),
    "returned": _("se devuelve la apuesta"),
    "cards_collected": _("se recogen las cartas"),
    "discard_opened": _("se abre el descarte"),
    "round_closed": _("termina el pase"),
    "conduct": _("conducta de un jugador"),
    "excluded": _("se excluye a un jugador"),
    "disputed": _("un jugador reclama"),
    "ruled": _("se resuelve"),
    "cctv_requested": _("se pide el video"),
    "seen": _("carta vista por otra fuente"),
    "feed": _("estado de otra fuente"),
}
FIELDS: Final[Mapping[str, Words]] = {
    "kind": _("Qué pasó"),
    "at": _("Hora, o fecha y hora"),
    "date": _("Fecha, si va en otra columna"),
    "table": _("Mesa"),
    "pass": _("Número de pase"),
    "spot": _("Casilla"),
    "card": _("Carta"),
    "rank": _("Valor de la carta, si va aparte"),
    "suit": _("Palo, si va aparte"),
    "cards": _("Cartas (varias en una celda)"),
    "amount": _("Monto"),
    "action": _("Decisión"),
    "on": _("Sobre qué apuesta"),
    "owner": _("De quién es la apuesta"),
    "tender": _("Con qué se apuesta"),
    "face": _("Cómo quedó la carta"),
    "why": _("Por qué se quema"),
    "chosen_by": _("Quién la eligió"),
    "by": _("Credencial de quien registró"),
    "seq": _("Número en el registro de la mesa"),
    "id": _("Identificador del otro sistema"),
    "profile": _("Reglamento"),
    "decks": _("Mazos"),
    "currency": _("Moneda"),
    "chip": _("Ficha menor"),
    "min": _("Apuesta mínima"),
    "max": _("Apuesta máxima"),
    "dealer": _("Croupier"),
    "pit_boss": _("Jefe de mesa"),
    "by_role": _("Cargo de quien lo hace"),
    "reason": _("Motivo"),
    "note": _("Nota"),
    "behind": _("Cartas tras la carta de corte"),
    "method": _("Forma de barajar"),
    "order": _("Sentido en que se recogen"),
    "ruling": _("Resolución"),
    "perfect_pairs": _("Perfect Pairs"),
    "even_money": _("Pago par contra un as"),
    "seats": _("Casillas de la mesa"),
    "passes": _("Pasadas al barajar"),
    "counts": _("Cartas de cada mazo"),
    "backs": _("Color de cada mazo"),
    "in_sequence": _("Los mazos venían en orden"),
    "sealed": _("Mazos sellados"),
    "shown": _("Se mostró a todos"),
    "act": _("Qué hizo el jugador"),
    "about": _("Sobre qué reclama"),
    "code": _("Código de la irregularidad"),
}
CHOICES: Final[Mapping[str, Words]] = {
    "dealer": _("la banca"),
    "none": _("nadie"),
    "hit": _("pedir"),
    "stand": _("plantarse"),
    "double": _("doblar"),
    "split": _("separar"),
    "surrender": _("retirarse"),
    "insurance": _("seguro"),
    "even_money": _("pago 1 a 1"),
    "main": _("principal"),
    "true": _("sí"),
    "false": _("no"),
    "up": _("a la vista"),
    "down": _("tapada"),
    "chips": _("fichas"),
    "cash": _("efectivo"),
    "word": _("de palabra"),
}
SOURCES: Final[Mapping[str, Words]] = {
    "system": _("otro sistema"),
    "dealer": _("la mesa"),
    "shoe": _("un sabot electrónico"),
    "sheet": _("una planilla de papel"),
    "supervisor": _("una jefatura"),
    "surveillance": _("vigilancia"),
}
SUITS: Final[Mapping[str, Words]] = {
    "en": _("Inglés: S H D C"),
    "es": _("Español: P o E, C, D, T"),
    "fr": _("Francés: P C K T"),
    "deck_es": _("Baraja española: E C O B"),
}
ORDERS: Final[Mapping[str, Words]] = {
    "ymd": _("año, mes, día"),
    "dmy": _("día, mes, año"),
    "mdy": _("mes, día, año"),
    "compact": _("todo junto: año, mes, día, hora"),
    "epoch_s": _("segundos desde 1970"),
    "epoch_ms": _("milésimas desde 1970"),
}
MARKS: Final[Mapping[str, Words]] = {
    "dot": _("El punto separa los miles; la coma, los decimales"),
    "comma": _("La coma separa los miles; el punto, los decimales"),
}
ENCODINGS: Final[Mapping[str, Words]] = {
    "utf-8": "UTF-8",
    "cp1252": "Windows-1252",
    "iso8859-15": "ISO 8859-15",
    "cp850": "DOS (CP850)",
}
DELIMITERS: Final[Mapping[str, Words]] = {";": _("punto y coma"), ",": _("coma"), "\t": _("tabulación")}

WHYS: Final[Mapping[str, Words]] = {
    "long": _("una fila de 64 KB a lo más"),
    "quote": _("comillas que se cierren"),
    "encoding": _("letras de la codificación elegida"),
    "columns": _("tantas columnas como títulos"),
    "unmapped": _("un valor con destino: este no lo tiene"),
    "kind": _("un tipo de evento del contrato"),
    "moment": _("una fecha y hora en el orden elegido"),
    "skipped": _("una hora que exista: el reloj se adelantó sobre esta"),
    "amount": _("un monto con las marcas elegidas"),
    "cents": _("un monto sin fracción de la moneda menor"),
    "card": _("una carta: valor y palo"),
    "cards": _("cartas: valor y palo de cada una"),
    "rank": _("un valor de carta conocido"),
    "suit": _("un palo que signifique algo en el idioma elegido"),
    "whole": _("un número entero"),
    "wholes": _("números enteros"),
    "decimal": _("un número"),
    "truth": _("sí o no"),
    "choice": _("uno de los valores del contrato"),
    "text": _("un texto"),
    "texts": _("textos"),
    "no_table": _("una mesa: la fila no nombra ninguna"),
    "no_such_table": _("una mesa de este casino"),
    "not_allowed": _("una mesa en que usted pueda cargar"),
    "no_session": _("una sesión abierta de la mesa a esa hora"),
}


def field_word(name: str) -> Words:
    return FIELDS.get(name, name)


def choice_word(value: str) -> str:
    """``se planta (stand)`` where there is a word for it, else the contract's own."""
    word = CHOICES.get(value)
    return value if word is None else f"{word} ({value})"
