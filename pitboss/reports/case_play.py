"""What a case's reports tell of the table: what happened there, card by card, and its money."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from pitboss.audit.case import Case, Said, Shown
from pitboss.audit.telling import card_glyph
from pitboss.audit.timeline import timeline
from pitboss.drawing.chips import CHIPS
from pitboss.drawing.formats import clock, count, difference, money
from pitboss.replay.models import Outcome
from pitboss.reports.pictures import table_picture
from pitboss.reports.pieces import chip

if TYPE_CHECKING:
    from pitboss.reports.case_told import Told

LAID: Final = frozenset({"dealt", "exposed", "stuck", "dropped"})
"""Events whose card is the one that a finding is about."""


def happened(shown: Case) -> list[str]:
    messages = [one.message for one in shown.findings if one.finding.outcome != Outcome.SUPERSEDED]
    return list(dict.fromkeys([shown.headline, *messages[1:]]))


def at_finding(it: Told, played: Sequence[Any]) -> Any:
    raised = {finding.entry_id for finding in it.incident.findings.all()}
    return next((one for one in played if one.entry.pk in raised), None)


def felt(it: Told, entries: Sequence[Said], zone: ZoneInfo) -> dict[str, str] | None:
    """The felt right after the event that raised the first finding, with the card it is about marked."""
    one: Said | None = at_finding(it, entries)
    if one is None:
        return None
    svg, alt = table_picture(_marked(one))
    told = {"table": it.incident.table.name, "at": clock(one.at), "number": count(one.entry.number)}
    return {
        "svg": svg,
        "alt": gettext("%(table)s a las %(at)s: %(words)s") % {**told, "words": alt},
        "caption": gettext("A las %(at)s, tras el asiento %(number)s: %(said)s.") % {**told, "said": one.text},
    }


def _marked(one: Said) -> Mapping[str, Any]:
    """The scene with the newest card of the event marked too, where the order of the deal does not mark it."""
    card, to = one.body.get("card"), str(one.body.get("to") or "")
    if one.entry.kind not in LAID or not card:
        return one.scene
    return {
        **one.scene,
        "spots": [
            {**spot, "hands": [_hot(hand, str(card)) if hand["spot"] == to else hand for hand in spot["hands"]]}
            for spot in one.scene["spots"]
        ],
        "dealer": _hot(one.scene["dealer"], str(card)) if to == "dealer" else one.scene["dealer"],
    }


def _hot(hand: Mapping[str, Any], card: str) -> Mapping[str, Any]:
    cards = list(hand["cards"])
    if cards and cards[-1]["card"] == card:
        cards[-1] = {**cards[-1], "hot": True}
    return {**hand, "cards": cards}


def finding(one: Shown) -> dict[str, Any]:
    contrary = one.lapsed is not None and one.finding.outcome == Outcome.CONTRARY
    return {
        "title": one.title,
        "code": one.finding.code,
        "severity": chip(one.finding.severity),
        "outcome": chip(one.finding.outcome),
        "standing": str(CHIPS[one.finding.standing].word),
        "law": one.law,
        "cites": [
            *(cite.replace("n.º ", "n.º\u00a0") for cite in one.cites),
            gettext("Reglas, edición %(edition)s") % {"edition": one.finding.edition},
        ],
        "steps": one.steps,
        "say": one.say,
        "decides": one.decides,
        "done": [_line(done) for done in one.done],
        "lapsed": _line(one.lapsed) if contrary and one.lapsed else None,
    }


def _line(one: Said) -> dict[str, str]:
    return {"at": clock(one.at), "text": one.text}


def compared(shown: Case) -> dict[str, Any] | None:
    """As it was played beside the order of the regulation: of the first finding that has it."""
    one = next((found.compared for found in shown.findings if found.compared), None)
    if one is None:
        return None
    return {
        "rows": [
            {
                "name": name,
                "played": [{"card": card_glyph(lying.card), "moved": lying.moved} for lying in played.cards],
                "played_total": _total(played.total),
                "due": [{"card": card_glyph(lying.card), "moved": lying.moved} for lying in due.cards],
                "due_total": _total(due.total),
            }
            for name, played, due in one.rows
        ],
        "unsaid": one.unsaid,
    }


def _total(total: int | None) -> str:
    return "—" if total is None else str(total)


def events(entries: Sequence[Said], shown: Case) -> list[dict[str, Any]]:
    """Every entry of the round, like ones together, and where the rules spoke."""
    rows = []
    for line in timeline(entries, [one.finding for one in shown.findings]):
        first, last = (entries[step - 1].entry.number for step in (line.first, line.step))
        rows.append(
            {
                "number": count(first) if first == last else f"{count(first)} – {count(last)}",
                "at": clock(line.at),
                "text": line.text,
                "detail": line.detail,
                "hot": "hot--" in line.mood,
                "told": line.kinds == "finding",
            }
        )
    return rows


def hidden(it: Told) -> str:
    """How many entries a masked report leaves out; never left to be guessed."""
    if it.masking is None or it.masking.seat is None:
        return ""
    gone = sum(1 for one in it.played if it.masking.event(json.loads(one.entry.body)) is None)
    return gettext("%(count)s asientos de apuestas de otras casillas no se muestran.") % {"count": gone} if gone else ""


def money_moved(it: Told, shown: Case) -> dict[str, Any]:
    own = it.masking.seat if it.masking else None
    unknown, unpaid = gettext("sin cálculo"), gettext("sin liquidar")
    rows = []
    for row in shown.money.rows:
        if own is not None and row.spot.partition(".")[0] != own:
            continue
        owner = it.masking.badge(row.owner) if it.masking else row.owner
        rows.append(
            {
                "spot": row.spot,
                "on": f"{row.on} · {owner}" if owner else row.on,
                "cards": " ".join(card_glyph(card) for card in row.cards) + (f" = {row.total}" if row.cards else ""),
                "stake": "—" if row.stake is None else money(row.stake),
                "due": unknown if row.expected is None else difference(row.expected),
                "moved": (unknown if row.stake is None or row.found else unpaid)
                if row.actual is None
                else difference(row.actual),
                "difference": unknown if row.difference is None else difference(row.difference),
                "corrected": difference(row.corrected)
                if row.corrected is not None
                else gettext("no")
                if row.difference
                else "—",
                "hot": row.found,
                "moves": bool(row.difference),
            }
        )
    notes = []
    if shown.money.owed:
        notes.append(gettext("Se deben %(amount)s a jugadores.") % {"amount": money(shown.money.owed)})
    if shown.money.overpaid:
        notes.append(gettext("Se pagaron %(amount)s de más.") % {"amount": money(shown.money.overpaid)})
    if not notes:
        notes.append(gettext("Esta irregularidad no deja diferencia de dinero."))
    return {"rows": rows, "notes": notes}
