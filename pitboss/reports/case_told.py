"""A case as its reports tell it: JSON values for the typesetter, in the language that is active.

The same function serves the report of one incident and each section of a period's, so both say the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import get_language, gettext

from pitboss.accounts.names import Names
from pitboss.accounts.permissions import roles_at
from pitboss.audit.at_table import AtTable, at_table
from pitboss.audit.case import Case, Said, Shown, case, said
from pitboss.audit.step_words import details_words, ruling_words, told, who
from pitboss.audit.telling import card_glyph
from pitboss.audit.timeline import timeline
from pitboss.audit.words import changes, verb_words
from pitboss.complaints.models import Complaint
from pitboss.drawing.chips import CHIPS
from pitboss.drawing.formats import clock, count, difference, minute, moment, money
from pitboss.incidents.custody import custody_of
from pitboss.incidents.gate import details_of, missing
from pitboss.incidents.life import recorders, signature_holds
from pitboss.incidents.models import Incident, Status, Step, Verb, Witness
from pitboss.incidents.picks import Part
from pitboss.languages import of_two
from pitboss.ledger.canonical import canonical
from pitboss.privacy.masking import Masking
from pitboss.replay.models import Outcome, Round
from pitboss.replay.profiles import profile
from pitboss.replay.scenes import Scene, words_of
from pitboss.reports.pictures import table_picture

LAID: Final = frozenset({"dealt", "exposed", "stuck", "dropped"})
"""Events whose card is the one that a finding is about."""
SIGNED: Final = (Verb.RULED, Verb.FOOTAGE_FOUND, Verb.REVIEWED, Verb.CLOSED)
FOOTAGE: Final = (Verb.FOOTAGE_ASKED, Verb.FOOTAGE_PRESERVED, Verb.FOOTAGE_FOUND)
OWN_PLACE: Final = frozenset({"persons", "witnesses", "cards_seized"})
"""Fields of the report that stand elsewhere on the page."""


@dataclass(frozen=True, slots=True)
class Told:
    """All that is known of one case before it is worded. ``played``: the steps of its round; ``masking`` None: nothing
    is masked but what ``names`` hide; ``whole``: with all steps, and what those who signed are at the casino
    today."""

    incident: Incident
    played: Sequence[Scene]
    this: Round | None
    complaints: Sequence[Complaint]
    names: Names
    masking: Masking | None = None
    whole: bool = True


def case_told(it: Told) -> dict[str, Any]:
    """``it.incident`` comes with findings and steps (``with_findings``). Six queries at most beside those of names."""
    incident, names = it.incident, it.names
    zone = ZoneInfo(incident.casino.timezone)
    steps = list(incident.steps.all())
    if not names.staff:
        names.veil(person for step in steps for person in (step.by, step.to))
    entries = said(it.played, zone) if it.masking is None else masked_said(it.played, it.masking, zone)
    shown = case(incident, entries, it.this, incident.recorded_at, with_house=False)
    shown_steps = steps if it.masking is None else [_masked(step, it.masking) for step in steps]
    there = at_table(incident, entries, names, zone)
    return {
        "folio": incident.folio,
        "casino": incident.casino.name,
        "regulator": profile(incident.session.profile, of_two(get_language())).title,
        "game": _game(it),
        "facts": _rows(_facts(it, shown, there, zone)),
        "severity": _chip(incident.severity),
        "outcome": _chip(incident.outcome),
        "happened": _happened(shown),
        "table": _table(it, entries, zone),
        "findings": [_finding(one) for one in shown.findings],
        "compared": _compared(shown) if it.whole else None,
        "events": _events(entries, shown),
        "hidden": _hidden(it),
        "money": _money(it, shown),
        "cctv": _cctv(shown, shown_steps, zone),
        "rows": _rows(_reported(it, shown_steps, there, zone)),
        "custody": _custody(shown_steps, shown, zone),
        "signatures": _signatures(it, steps, zone),
        "history": _history(steps, shown_steps, zone) if it.whole else [],
        "proof": _proof(shown, entries),
        "fingerprint": shown.fingerprint,
        "unsaid": _unsaid(incident, shown, steps),
    }


def masked_said(played: Sequence[Scene], masking: Masking, zone: ZoneInfo) -> list[Said]:
    """The same with badges as words, sentences and other seats' money left out. What it leaves out altogether is an
    entry of somebody else's bet."""
    told = []
    for one, scene in zip(said(played, zone), played, strict=True):
        body = masking.event(json.loads(scene.entry.body))
        if body is None:
            continue
        if one.corrected:
            words = gettext("Corregido después; el texto de la corrección no se muestra")
        else:
            bare = copy(scene.entry)
            bare.body = canonical(body)
            words = words_of(bare)[of_two(get_language())].rstrip(".")
        told.append(
            Said(
                entry=one.entry,
                body=body,
                icon=one.icon,
                text=words,
                at=one.at,
                scene=_own_bets(one.scene, masking),
                corrected=one.corrected,
                struck=one.struck,
            )
        )
    return told


def _own_bets(scene: Mapping[str, Any], masking: Masking) -> Mapping[str, Any]:
    if masking.seat is None:
        return scene
    spots = [spot if spot["spot"] == masking.seat else {**spot, "bets": []} for spot in scene["spots"]]
    return {**scene, "spots": spots}


def _masked(step: Step, masking: Masking) -> Step:
    """A copy to be read, never to be saved: its signature is that of the whole step."""
    bare = copy(step)
    bare.before, bare.after, bare.words = masking.step(step.before), masking.step(step.after), masking.text(step.words)
    return bare


def _facts(it: Told, shown: Case, there: AtTable, zone: ZoneInfo) -> list[tuple[str, str]]:
    incident = it.incident
    place = incident.table.name
    if incident.round is not None:
        place += gettext(", pase %(round)s") % {"round": incident.round}
    claims = ", ".join(one.folio for one in it.complaints)
    return [
        (gettext("Ocurrió"), moment(shown.opened_at)),
        (gettext("Se informó"), moment(shown.recorded_at)),
        (gettext("Mesa y pase"), place),
        *((role.capitalize(), name) for role, name in there.people),
        (gettext("Estado"), str(Status(incident.status).label)),
        (gettext("Reclamo vinculado"), claims or gettext("Ninguno")),
    ]


def _game(it: Told) -> str:
    scene = _at_finding(it, it.played)
    decks = scene.scene["shoe"]["decks"] if scene else None
    return gettext("Black Jack, %(decks)s barajas") % {"decks": decks} if decks else "Black Jack"


def _happened(shown: Case) -> list[str]:
    messages = [one.message for one in shown.findings if one.finding.outcome != Outcome.SUPERSEDED]
    return list(dict.fromkeys([shown.headline, *messages[1:]]))


def _at_finding(it: Told, played: Sequence[Any]) -> Any:
    raised = {finding.entry_id for finding in it.incident.findings.all()}
    return next((one for one in played if one.entry.pk in raised), None)


def _table(it: Told, entries: Sequence[Said], zone: ZoneInfo) -> dict[str, str] | None:
    """The felt right after the event that raised the first finding, with the card it is about marked."""
    one: Said | None = _at_finding(it, entries)
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


def _finding(one: Shown) -> dict[str, Any]:
    contrary = one.lapsed is not None and one.finding.outcome == Outcome.CONTRARY
    return {
        "title": one.title,
        "code": one.finding.code,
        "severity": _chip(one.finding.severity),
        "outcome": _chip(one.finding.outcome),
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


def _compared(shown: Case) -> dict[str, Any] | None:
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


def _events(entries: Sequence[Said], shown: Case) -> list[dict[str, Any]]:
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


def _hidden(it: Told) -> str:
    """How many entries a masked report leaves out; never left to be guessed."""
    if it.masking is None or it.masking.seat is None:
        return ""
    gone = sum(1 for one in it.played if it.masking.event(json.loads(one.entry.body)) is None)
    return gettext("%(count)s asientos de apuestas de otras casillas no se muestran.") % {"count": gone} if gone else ""


def _money(it: Told, shown: Case) -> dict[str, Any]:
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


def _cctv(shown: Case, steps: Sequence[Step], zone: ZoneInfo) -> dict[str, Any]:
    lines = [_step_line(step, zone) for step in steps if step.verb in FOOTAGE]
    rows = []
    if shown.footage:
        rows.append((gettext("Tramo"), f"{moment(shown.footage[0])} – {clock(shown.footage[1])}"))
    rows.append(
        (gettext("Conservar hasta"), minute(shown.preserve_by) if shown.preserve_by else gettext("sin definir"))
    )
    if not lines:
        rows.append((gettext("Pedido"), gettext("No se ha pedido")))
    return {"reasons": shown.reasons, "rows": _rows(rows), "lines": lines}


def _step_line(step: Step, zone: ZoneInfo) -> dict[str, Any]:
    said = told(step, zone)
    if step.words:
        said.append(f"«{step.words}»")
    return {"what": verb_words(step), "who": who(step), "at": minute(step.at.astimezone(zone)), "details": said}


def _reported(it: Told, steps: Sequence[Step], there: AtTable, zone: ZoneInfo) -> list[tuple[str, str]]:
    """The fields that people filled in, and who and what was there."""
    incident, names = it.incident, it.names
    details = details_of(steps)
    told_fields = {name: value for name, value in details.items() if name not in OWN_PLACE}
    badges = recorders(list(incident.findings.all()))
    known = names.of_badges(badges)
    ruled = next((step for step in reversed(steps) if step.verb == Verb.RULED), None)
    rows = [
        (gettext("Quién lo registró"), ", ".join(sorted(known.values())) or gettext("El sistema, al leer los eventos")),
        (gettext("Resuelto"), f"{ruling_words(ruled.after)} · {who(ruled)}" if ruled else gettext("Sin resolver")),
    ]
    named: dict[str, list[str]] = {part: [] for part in Part}
    for one in incident.witnesses.all():
        named[one.part].append(_named(one, names))
    for part, label, field in (
        (Part.INVOLVED, gettext("Personas"), "persons"),
        (Part.WITNESS, gettext("Testigos"), "witnesses"),
    ):
        picked = [value for _, value in details_words({field: details[field]}, zone)] if field in details else []
        if lines := named[part] or picked:
            rows.append((label, "; ".join(lines)))
    rows += details_words(told_fields, zone)
    if there.decks:
        rows.append((gettext("Sabot y mazos"), "; ".join(there.decks)))
    return rows


def _named(one: Witness, names: Names) -> str:
    said = [str(one.get_role_display()), one.position, one.contact if names.witnesses else ""]
    return f"{names.of_witness(one.name)} ({', '.join(word for word in said if word)})"


def _custody(steps: Sequence[Step], shown: Case, zone: ZoneInfo) -> dict[str, Any]:
    """Seized cards and who has had them, oldest first."""
    seized = details_of(steps).get("cards_seized", {})
    chain = custody_of(steps) if shown.custody else []
    return {
        "told": [value for _, value in details_words({"cards_seized": seized}, zone)] if seized else [],
        "rows": [
            {
                "envelope": one.envelope,
                "holder": one.holder,
                "initials": one.initials,
                "since": minute(one.since.astimezone(zone)),
                "until": minute(one.until.astimezone(zone)) if one.until else gettext("a la fecha"),
            }
            for one in chain
        ],
    }


def _signatures(it: Told, steps: Sequence[Step], zone: ZoneInfo) -> list[dict[str, Any]]:
    """Who ruled, saw the footage, reviewed and closed: the newest of each, as long as the case has not moved on."""
    newest = {step.verb: step for step in steps if step.verb in SIGNED and step.by is not None}
    if it.incident.status == Status.OPEN:
        newest.pop(Verb.CLOSED, None)
    rows = []
    for verb in SIGNED:
        step = newest.get(verb)
        if step is None or step.by is None:
            continue
        roles = roles_at(step.by, it.incident.casino) if it.whole else []
        rows.append(
            {
                "name": who(step),
                "role": str(roles[0].label) if roles else "",
                "did": verb_words(step),
                "at": minute(step.at.astimezone(zone)),
                "mac": step.signature,
                "state": _signature_words(step),
            }
        )
    return rows


def _signature_words(step: Step) -> str:
    if not step.signature:
        return gettext("dicho en la mesa") if step.entry_id else ""
    return gettext("firma comprobada") if signature_holds(step) else gettext("LA FIRMA NO CALZA")


def _history(steps: Sequence[Step], shown_steps: Sequence[Step], zone: ZoneInfo) -> list[dict[str, Any]]:
    """``steps`` as they are signed, ``shown_steps`` as they may be read."""
    rows = []
    for step, shown in zip(steps, shown_steps, strict=True):
        details = told(shown, zone) + changes(shown.before, shown.after, first=step.number == 1)
        if shown.words:
            details.append(f"«{shown.words}»")
        rows.append(
            {
                "number": str(step.number),
                "at": moment(step.at.astimezone(zone)),
                "what": verb_words(step),
                "who": who(shown),
                "details": details,
                "state": _signature_words(step),
            }
        )
    return rows


def _proof(shown: Case, entries: Sequence[Said]) -> dict[str, Any] | None:
    """The chain at the round's first entry, at each that raised a finding, and at its last."""
    if shown.proof is None:
        return None
    raised = {one.finding.entry_id for one in shown.findings}
    rows = [one.entry for one in entries]
    picked = [rows[0], *(entry for entry in rows[1:-1] if entry.pk in raised)]
    if len(rows) > 1:
        picked.append(rows[-1])
    return {
        "holds": shown.proof.holds,
        "told": gettext("%(count)s asientos, del %(first)s al %(last)s de la sesión %(session)s.")
        % {
            "count": count(shown.proof.entries),
            "first": count(shown.proof.first),
            "last": count(shown.proof.last),
            "session": rows[0].session_id,
        },
        "rows": [{"number": count(entry.number), "hash": bytes(entry.hash).hex()} for entry in picked],
    }


def _unsaid(incident: Incident, shown: Case, steps: Sequence[Step]) -> list[str]:
    """What nobody recorded, so that silence is not read as *nothing happened*."""
    if incident.status != Status.OPEN:
        return []
    return [str(why.words) for why in missing(incident, list(incident.findings.all()), steps)]


def _chip(state: str) -> dict[str, str]:
    chip = CHIPS[state]
    return {"word": str(chip.word), "icon": chip.icon}


def _rows(pairs: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in pairs]
