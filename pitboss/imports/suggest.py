"""A first proposal for a file nobody has mapped yet: from titles and words that say what they are.

Never of what two readings fit: not the suits, not day and month, not the marks of thousands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pitboss.imports.cards import folded

HEADERS: Final[Mapping[str, tuple[str, ...]]] = {
    "kind": ("tipo", "evento", "tipo evento", "tipo de evento", "kind", "event", "event type", "que paso"),
    "at": ("fecha y hora", "fecha hora", "fechahora", "timestamp", "at", "datetime", "date time", "momento", "hora",
           "time"),
    "date": ("fecha", "date", "dia"),
    "table": ("mesa", "table", "nombre mesa", "table name", "table id"),
    "pass": ("pase", "round", "ronda", "numero de pase", "n pase", "no pase", "jugada"),
    "spot": ("casilla", "spot", "puesto", "seat", "asiento", "posicion"),
    "card": ("carta", "card", "naipe"),
    "rank": ("valor", "rank", "valor carta"),
    "suit": ("palo", "suit", "pinta"),
    "amount": ("monto", "amount", "importe", "valor apuesta", "stake"),
    "action": ("accion", "action", "decision"),
    "by": ("credencial", "badge", "usuario", "crupier", "croupier", "operador"),
    "seq": ("seq", "secuencia", "correlativo"),
    "id": ("id", "uuid", "id evento", "event id"),
    "on": ("tipo apuesta", "tipo de apuesta", "bet type"),
    "owner": ("jugador", "player", "owner"),
}  # fmt: skip
VALUES: Final[Mapping[str, Mapping[str, str]]] = {
    "kind": {
        "carta": "dealt", "reparto": "dealt", "card": "dealt", "deal": "dealt", "apuesta": "bet", "pago": "paid",
        "paga": "paid", "payout": "paid", "cobro": "taken", "cobra": "taken", "devolucion": "returned",
        "decision": "acted", "accion": "acted", "action": "acted", "apertura": "table_opened", "cierre": "table_closed",
        "pase": "round_opened", "inicio pase": "round_opened", "fin": "round_closed", "fin pase": "round_closed",
        "quema": "burned", "burn": "burned", "corte": "cut", "barajado": "shuffled", "no va mas": "bets_closed",
    },
    "spot": {"banca": "dealer", "croupier": "dealer", "crupier": "dealer", "bank": "dealer", "house": "dealer"},
    "action": {
        "pide": "hit", "pedir": "hit", "carta": "hit", "se planta": "stand", "planta": "stand", "plantarse": "stand",
        "dobla": "double", "doblar": "double", "separa": "split", "separar": "split", "divide": "split",
        "se retira": "surrender", "retiro": "surrender", "seguro": "insurance",
    },
    "truth": {"si": "true", "s": "true", "yes": "true", "1": "true", "no": "false", "n": "false", "0": "false"},
}  # fmt: skip


def field_of(columns: Iterable[str]) -> dict[str, int]:
    """Field to the place of a column whose title says so; a column once."""
    places = {_plain(name): place for place, name in reversed(list(enumerate(columns)))}
    found: dict[str, int] = {}
    for field, names in HEADERS.items():
        for name in names:
            if name in places and places[name] not in found.values():
                found[field] = places[name]
                break
    return found


def value_of(field: str, value: str, targets: Iterable[str]) -> str:
    """What a value plainly says: itself where it is a target, or a word for one; else nothing."""
    known = {folded(target): target for target in targets}
    said = _plain(value)
    if said in known:
        return known[said]
    table = VALUES["truth"] if set(known) == {"true", "false"} else VALUES.get(field, {})
    found = table.get(said, "")
    return found if found in known.values() else ""


def _plain(text: str) -> str:
    return " ".join(folded(text).replace("_", " ").replace(".", " ").replace("º", "").split())
