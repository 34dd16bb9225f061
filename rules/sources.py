"""The texts that rules stand on, cited once and dated. Never their sentences: section and clause only."""

from __future__ import annotations

import msgspec


class Cite(msgspec.Struct, frozen=True):
    """Where a rule stands: the text, its section and the clause counted inside it."""

    source: str
    section: str
    clause: int
    edition: str
    in_force_from: str
    in_force_to: str | None = None

    def as_dict(self) -> dict[str, object]:
        return {
            "source": self.source,
            "section": self.section,
            "clause": self.clause,
            "edition": self.edition,
            "from": self.in_force_from,
            "to": self.in_force_to,
        }

    def place(self, lang: str) -> str:
        """Section and clause, without the text's name."""
        return f"{self.section}, {'n.º' if lang == 'es' else 'no.'} {self.clause}"

    def words(self, lang: str) -> str:
        return f"{self.source}, {self.place(lang)}"


class Section(msgspec.Struct, frozen=True):
    """A section of a text. ``clause(n)`` counts its statements from 1, as they stand."""

    source: str
    title: str
    edition: str
    in_force_from: str
    in_force_to: str | None = None

    def clause(self, number: int) -> Cite:
        return Cite(self.source, self.title, number, self.edition, self.in_force_from, self.in_force_to)


def _scj(title: str) -> Section:
    """The Chilean regulator's catalogue entry for the game. Its date of force is the client's copy's."""
    return Section("SCJ, Catálogo de Juegos, Black Jack", title, "seed 000", "2020-01-01")


SCJ_MATERIALS = _scj("Elementos materiales")
SCJ_VALUES = _scj("Valores de las Cartas")
SCJ_BANK = _scj("Regla de la Banca")
SCJ_PAYMENTS = _scj("Pagos")
SCJ_PAIRS = _scj("Pagos Perfect Pairs")
SCJ_SEQUENCE = _scj("Secuencia operativa")
SCJ_CONDUCT = _scj("Reglas de conducta estrictas")
SCJ_IRREGULARITIES = _scj("Procedimientos ante irregularidades")
SCJ_FINAL = _scj("Resolución Final")
SCJ_CHECKS = _scj("Verificaciones de cierre")


def _house(source: str, title: str, seed: str) -> Section:
    """A house's rules as the client's documents give them."""
    return Section(source, title, seed, "2020-01-01")


ES_PLAY = _house("Casino español, Black Jack", "Reglas del juego", "seed 001")
AR_PLAY = _house("Casino argentino, reglamento de Black Jack", "El juego", "seed 002")
AR_DOUBLE = _house(AR_PLAY.source, "Doble abajo", "seed 002")
AR_PAIRS = _house(AR_PLAY.source, "Apertura de pares", "seed 002")
AR_ACES = _house(AR_PLAY.source, "Apertura de ases", "seed 002")
AR_INSURANCE = _house(AR_PLAY.source, "Seguro", "seed 002")
LC_PLAYERS = _house("LcCartas, Black Jack", "1.1 Introducción", "seed 003")
LC_CARDS = _house(LC_PLAYERS.source, "1.3 Baraja", "seed 003")
LC_PLAY = _house(LC_PLAYERS.source, "1.6 Desarrollo de una partida", "seed 003")
CC_MATERIALS = _house("Casino chileno, reglamento de Black Jack", "Elementos del juego", "seed 004")
CC_PLAY = _house(CC_MATERIALS.source, "Desarrollo", "seed 004")
CC_PAIRS = _house(CC_MATERIALS.source, "c) Los pares", "seed 004")
CC_DOUBLE = _house(CC_MATERIALS.source, "d) Apuesta doble", "seed 004")
CC_SURRENDER = _house(CC_MATERIALS.source, "e) Retiro", "seed 004")
CC_PAYMENTS = _house(CC_MATERIALS.source, "Tabla de pagos", "seed 004")

SD_IRREGULARITIES = Section("South Dakota, ARSD 20:18:15", "20:18:15:28 Irregularities", "as read 2026", "2020-01-01")

CONTRACT = Section("pitboss, contrato de eventos", "Catálogo 3b", "1", "2026-11-01")
"""For the record's own integrity: no regulator's text, and the rule says so."""

CONTRACT_11 = Section("pitboss, contrato de eventos", "Contrato 1.1", "1.1", "2026-11-01")
"""What version 1.1 adds: declarations, and second sources."""


def cited(cites: tuple[Cite, ...], lang: str) -> str:
    """Citations in one line, each text named once."""
    by_source: dict[str, list[str]] = {}
    for cite in cites:
        by_source.setdefault(cite.source, []).append(cite.place(lang))
    return "; ".join(f"{source}: {'; '.join(places)}" for source, places in by_source.items())
