"""What somebody said of a sheet, out of a form: every field of the proposal and the few that no reader reads.

Whatever cannot be understood is told beside its field; nothing else is lost.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, get_args
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from pitboss.drawing.cards import is_card
from pitboss.sheets import layout as at
from pitboss.sheets.proposal import NO, NONE, YES, CardRow, CodeRow, Field, Proposal, SpotRow
from pitboss.sheets.told import UNREADABLE, Came, CardTold, CodeTold, Insurance, Result, Ruling, SpotTold, Told

HANDS = tuple(f"{spot}{hand}" for spot in at.SPOTS for hand in ("", ".2", ".3", ".4"))
BURNED_FOR = tuple(f"burned.{spot}" for spot in (*at.SPOTS, at.DEALER))
RECIPIENTS = (*HANDS, at.DEALER, at.BURNED, *BURNED_FOR)
LARGEST = 10**12
BADGE = re.compile(r"[A-Za-z0-9-]{1,20}")
HEADER = ("date", "time", "round", "dealer", "how", "opens", "late", "behind")


@dataclass(slots=True)
class Answers:
    """``header``: what no reader reads, as typed. ``more``: of spots, what was written by hand or a second hand did."""

    proposal: Proposal
    header: dict[str, str] = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    told: Told | None = None

    def kept(self) -> dict[str, str]:
        """Everything that was confirmed, by the names of its fields; empty rows and boxes are left out."""
        said = {one.name: one.meant for one in self.proposal.fields() if one.meant not in ("", NO, NONE)}
        typed = {name: value for name, value in {**self.header, **self.more}.items() if value}
        return {**said, **typed}

    def changed(self) -> dict[str, Any]:
        """What the reader had proposed otherwise, or had asked: its proposal, and how sure it was."""
        return {
            one.name: {"saw": one.value, "confidence": one.confidence}
            for one in self.proposal.fields()
            if one.meant != (one.value or "") or one.doubtful
        }


def blank(proposal: Proposal) -> Answers:
    return Answers(proposal, header={"how": "record"})


def said(posted: Mapping[str, Any], proposal: Proposal, zone: ZoneInfo) -> Answers:
    """Read a form. Without problems ``told`` has what was said."""
    answers = Answers(proposal)
    answers.header = {name: str(posted.get(name, "")).strip()[:40] for name in HEADER}
    for row in proposal.cards:
        for one in (row.card, row.to):
            one.answer = str(posted.get(one.name, one.value or "")).strip()
    for one in proposal.fields():
        if not one.name.startswith(("card.", "to.")):
            unticked = NO if one.value in (YES, NO) else ""
            one.answer = str(posted.get(one.name, unticked)).strip()
        if one.asked:
            answers.problems[one.name] = _asked_words(one)
    for number in at.SPOTS:
        for name in (f"spot.{number}.paid", f"spot.{number}.result2", f"spot.{number}.paid2"):
            answers.more[name] = str(posted.get(name, "")).strip()
    told = Told(
        played_at=_moment(answers, zone),
        round=_number(answers, "round", answers.header["round"], needed=True) or 0,
        second=answers.header["how"] == "second",
        opens=answers.header["opens"] == YES,
        late=answers.header["late"] == YES,
        cards=tuple(_cards(answers)),
        spots=tuple(spot for row in proposal.spots if (spot := _spot(answers, row)) is not None),
        codes=tuple(_code(answers, row) for row in proposal.codes if row.seen.answer == YES),
        flags=frozenset(name for name, one in proposal.flags.items() if one.answer == YES),
        behind=_number(answers, "behind", answers.header["behind"], needed=_yes(proposal.flags.get("cut"))),
        dealer=_badge(answers, answers.header["dealer"]),
    )
    for one in proposal.fields():
        one.problem = answers.problems.get(one.name, "")
    answers.told = None if answers.problems else told
    return answers


def _asked_words(one: Field) -> str:
    kind, _, number = one.name.partition(".")
    if kind in ("card", "to"):
        return gettext("Fila %(row)s: falta responder lo que se leyó con duda.") % {"row": number}
    return gettext("Falta responder lo que se leyó con duda.")


def _yes(one: Field | None) -> bool:
    return one is not None and one.answer == YES


def _moment(answers: Answers, zone: ZoneInfo) -> datetime:
    try:
        read = datetime.fromisoformat(f"{answers.header['date']}T{answers.header['time']}")
        if read.tzinfo is not None or not 2000 <= read.year < 2100:
            raise ValueError(read)
    except ValueError:
        answers.problems["date"] = gettext("Falta la fecha y la hora que están escritas en la hoja.")
        read = datetime(2000, 1, 1)  # noqa: DTZ001 - its zone follows
    return read.replace(tzinfo=zone)


def _number(answers: Answers, name: str, text: str, *, needed: bool = False) -> int | None:
    plain = text.replace(".", "").replace("$", "").replace(" ", "")
    if not plain and not needed:
        return None
    if not (plain.isascii() and plain.isdigit()) or int(plain) > LARGEST:
        words = {
            "round": gettext("Falta el número del pase."),
            "behind": gettext("Falta cuántas cartas quedaron tras la carta de corte."),
        }
        answers.problems[name] = words.get(name, gettext("Se esperaba un monto en pesos, solo con cifras."))
        return None
    return int(plain)


def _badge(answers: Answers, text: str) -> str:
    """People are in the ledger by badge: a name does not go in here."""
    if text and BADGE.fullmatch(text) is None:
        answers.problems["dealer"] = gettext("Se esperaba una credencial, como R-2117, y no un nombre.")
    return text


def _cards(answers: Answers) -> list[CardTold]:
    found = []
    for row in answers.proposal.cards:
        card, to = row.card.answer, row.to.answer
        if card == NONE and to in (NONE, ""):
            continue
        if NONE in (card, to) or (card and to and not _known(card, to)):
            answers.problems.setdefault(row.card.name, _row_words(row))
            continue
        burned = to.startswith(at.BURNED)
        if card == UNREADABLE and not burned and answers.header["how"] != "second":
            words = gettext("Fila %(row)s: una carta repartida necesita su valor y su pinta.")
            answers.problems.setdefault(row.card.name, words % {"row": row.nth})
            continue
        same = (row.card.value, row.to.value) == (card, to)
        found.append(
            CardTold(
                nth=row.nth,
                page=row.page,
                card=None if card == UNREADABLE else card,
                to=at.BURNED if burned else to,
                was_for=to.partition(".")[2] if burned else "",
                confidence=min(row.card.confidence, row.to.confidence) if same else 1.0,
            )
        )
    return found


def _known(card: str, to: str) -> bool:
    return (card == UNREADABLE or is_card(card)) and to in RECIPIENTS


def _row_words(row: CardRow) -> str:
    words = gettext("Fila %(row)s: se esperaba una carta y para quién era, o ninguna de las dos.")
    return words % {"row": row.nth}


def _spot(answers: Answers, row: SpotRow) -> SpotTold | None:
    amount = _number(answers, row.amount.name, row.amount.answer) or None
    acts = frozenset(name for name, one in row.acts.items() if one.answer == YES)
    came, more = row.result.meant, answers.more
    if amount is None:
        if (acts or came or _yes(row.disputed)) and row.amount.name not in answers.problems:
            words = gettext("Casilla %(spot)s: falta la apuesta.")
            answers.problems[row.amount.name] = words % {"spot": row.spot}
        return None
    names = {row.spot: (came, f"spot.{row.spot}.paid")}
    if "split" in acts:
        second = more[f"spot.{row.spot}.result2"]
        names[f"{row.spot}.2"] = (second, f"spot.{row.spot}.paid2")
        if not second and answers.proposal.cards:
            words = gettext("Casilla %(spot)s: falta el resultado de la segunda mano.")
            answers.problems.setdefault(f"spot.{row.spot}.result2", words % {"spot": row.spot})
    results = {}
    for hand, (result, paid) in names.items():
        name = row.result.name if hand == row.spot else f"spot.{row.spot}.result2"
        came_to: Came = _picked(answers, name, result, get_args(Came))
        results[hand] = Result(came_to, _number(answers, paid, more[paid]))
    insurance: Insurance = _picked(answers, row.insurance.name, row.insurance.meant, get_args(Insurance))
    return SpotTold(
        spot=row.spot,
        amount=amount,
        acts=acts,
        results=results,
        insurance=insurance,
        disputed=_yes(row.disputed),
    )


def _code(answers: Answers, row: CodeRow) -> CodeTold:
    ruling: Ruling = _picked(answers, row.ruling.name, row.ruling.meant, get_args(Ruling))
    spot: str = _picked(answers, row.spot.name, row.spot.meant, ("", *at.SPOTS, at.DEALER))
    return CodeTold(row.code, spot or None, ruling)


def _picked(answers: Answers, name: str, said: str, choices: tuple[Any, ...]) -> Any:
    """One of ``choices``, or a problem told beside the field of that name."""
    if said not in choices:
        answers.problems.setdefault(name, gettext("Se esperaba uno de los valores de la lista."))
        return ""
    return said
