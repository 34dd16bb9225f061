"""Possibly affected rounds as a page and a sheet show them, on the casino's own clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from pitboss.audit.regulation import result_words
from pitboss.audit.telling import bet_name, card_glyph, spot_name
from pitboss.casino.models import TableSession
from pitboss.drawing.formats import clock, moment
from pitboss.replay.affected import Mark, difference_of, summed
from pitboss.replay.models import Round
from pitboss.replay.rounds import Bet
from pitboss.spreadsheet import BOM, csv_line

ROUNDS: Final = 100
"""Rounds on a page."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A stretch as the address has it. ``unread`` names what could not be understood."""

    first: int
    last: int
    hands: bool
    unread: list[str]

    def query(self, session: int, **changes: str | int | None) -> str:
        """The query string of this stretch with these changes; starts with ``?``."""
        detail = "hands" if self.hands else None
        given = {"session": session, "from": self.first, "to": self.last, "detail": detail, **changes}
        return "?" + urlencode({name: value for name, value in given.items() if value not in (None, "")})


@dataclass(frozen=True, slots=True)
class Choice:
    """An event that a stretch may begin or end with."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """One round. ``lasted`` is minutes and seconds, empty while it is open; amounts in the smallest unit."""

    round: Round
    opened_at: datetime
    closed_at: datetime | None
    lasted: str
    hands: int
    staked: int
    due: int
    moved: int
    owed: int
    overpaid: int
    unknown: int


@dataclass(frozen=True, slots=True)
class HandRow:
    """One bet of one hand; ``cards`` and ``total`` are its hand's, ``dealer`` the dealer's cards."""

    round: Round
    spot: str
    cards: list[str]
    total: int | None
    dealer: list[str]
    on: str
    owner: str
    stake: int
    void: int
    result: str
    bet: Bet
    difference: int | None


def asked(query: Mapping[str, str], last: int) -> Asked:
    """Read the address; ``last`` is the number of the session's last entry. Left out: the whole session."""
    found, unread = {"from": 1, "to": last}, []
    for name, label in (("from", gettext("Desde")), ("to", gettext("Hasta"))):
        text = query.get(name, "").strip()
        if text.isascii() and text.isdigit() and len(text) < 10:
            found[name] = int(text)
        elif text:
            unread.append(f"{label}: {text}")
    first, until = found["from"], found["to"]
    # Whoever picks the two the wrong way round means the same stretch
    return Asked(min(first, until), max(first, until), query.get("detail") == "hands", unread)


def choices(marks: Iterable[Mark], zone: ZoneInfo) -> list[Choice]:
    """*22:14:06 · Corte · asiento 812*."""
    words = {
        "table_opened": gettext("Apertura de la mesa"),
        "decks_checked": gettext("Verificación de barajas"),
        "shuffled": gettext("Barajada"),
        "cut": gettext("Corte"),
        "cut_card_out": gettext("Sale la carta de corte"),
        "shoe_ended": gettext("Fin del sabot"),
        "dealer_changed": gettext("Cambio de croupier"),
        "table_closed": gettext("Cierre de la mesa"),
    }
    return [
        Choice(
            mark.number,
            gettext("%(at)s · %(what)s · asiento %(number)s")
            % {
                "at": clock(mark.at.astimezone(zone)),
                "what": words.get(mark.kind, gettext("Otro evento")),
                "number": mark.number,
            },
        )
        for mark in marks
    ]


def row(one: Round, zone: ZoneInfo) -> Row:
    sums = summed([one])
    return Row(
        round=one,
        opened_at=one.opened_at.astimezone(zone),
        closed_at=one.closed_at.astimezone(zone) if one.closed_at else None,
        lasted=_lasted(one),
        hands=sums.hands,
        staked=sums.staked,
        due=sums.due,
        moved=sums.moved,
        owed=sums.owed,
        overpaid=sums.overpaid,
        unknown=sums.unknown,
    )


def hand_rows(one: Round) -> Iterator[HandRow]:
    """One row a bet, in the order of play; a hand that got cards and has no bet is told too."""
    hands = one.hands or []
    dealer: list[str] = next((hand["cards"] for hand in hands if hand["spot"] == "dealer"), [])
    for hand in hands:
        for bet in hand["bets"]:
            yield HandRow(
                round=one,
                spot=spot_name(hand["spot"]),
                cards=hand["cards"],
                total=hand["total"] if hand["cards"] else None,
                dealer=dealer,
                on=bet_name(bet["on"]),
                owner=bet["owner"] or "",
                stake=bet["stake"],
                void=bet["void"],
                result=result_words(bet["result"]),
                bet=bet,
                difference=difference_of(bet),
            )


def sheet(session: TableSession, rounds: Sequence[Round], zone: ZoneInfo) -> Iterator[str]:
    """Lines of a CSV that a Chilean spreadsheet opens by itself: ``;`` between, a mark in front; one line a bet."""
    yield BOM + csv_line(
        [
            gettext("Casino"), gettext("Mesa"), gettext("Sesión"), gettext("Pase"), gettext("Abierto"),
            gettext("Cerrado"), gettext("Sabot"), gettext("Croupier"), gettext("Casilla"), gettext("Cartas"),
            gettext("Total"), gettext("Cartas del croupier"), gettext("Apuesta"), gettext("De quién"),
            gettext("Monto"), gettext("Parte nula"), gettext("Resultado"), gettext("Corresponde"),
            gettext("Se hizo"), gettext("Diferencia"), gettext("Primer asiento"), gettext("Último asiento"),
        ]
    )  # fmt: skip
    for one in rounds:
        place = [
            session.table.casino.name,
            session.table.name,
            session.number,
            one.number,
            moment(one.opened_at.astimezone(zone)),
            moment(one.closed_at.astimezone(zone)) if one.closed_at else "",
            one.shoe,
            one.dealer,
        ]
        entries = [one.first_entry.number, one.last_entry.number]
        told = False
        for hand in hand_rows(one):
            told = True
            cards, dealer = (" ".join(card_glyph(card) for card in given) for given in (hand.cards, hand.dealer))
            money = [hand.bet["due"], hand.bet["moved"], hand.difference]
            bet = [hand.on, hand.owner, hand.stake, hand.void, hand.result]
            yield csv_line([*place, hand.spot, cards, hand.total, dealer, *bet, *money, *entries])
        if not told:
            yield csv_line([*place, *[""] * 12, *entries])


def _lasted(one: Round) -> str:
    if one.closed_at is None:
        return ""
    minutes, seconds = divmod(max(0, round((one.closed_at - one.opened_at).total_seconds())), 60)
    return f"{minutes}:{seconds:02d}"
