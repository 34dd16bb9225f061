"""What a case's reports tell of what was done with it: footage, report, custody, signatures, history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from pitboss.accounts.names import Names
from pitboss.accounts.permissions import roles_at
from pitboss.audit.at_table import AtTable
from pitboss.audit.case import Case, Said
from pitboss.audit.step_words import details_words, ruling_words, told, who
from pitboss.audit.words import changes, verb_words
from pitboss.drawing.formats import clock, count, minute, moment
from pitboss.incidents.custody import custody_of
from pitboss.incidents.gate import details_of, missing
from pitboss.incidents.life import recorders, signature_holds
from pitboss.incidents.models import Incident, Status, Step, Verb, Witness
from pitboss.incidents.picks import Part
from pitboss.reports.pieces import paired

if TYPE_CHECKING:
    from pitboss.reports.case_told import Told

SIGNED: Final = (Verb.RULED, Verb.FOOTAGE_FOUND, Verb.REVIEWED, Verb.CLOSED)
FOOTAGE: Final = (Verb.FOOTAGE_ASKED, Verb.FOOTAGE_PRESERVED, Verb.FOOTAGE_FOUND)
OWN_PLACE: Final = frozenset({"persons", "witnesses", "cards_seized"})
"""Fields of the report that stand elsewhere on the page."""


def cctv(shown: Case, steps: Sequence[Step], zone: ZoneInfo) -> dict[str, Any]:
    lines = [_step_line(step, zone) for step in steps if step.verb in FOOTAGE]
    rows = []
    if shown.footage:
        rows.append((gettext("Tramo"), f"{moment(shown.footage[0])} – {clock(shown.footage[1])}"))
    rows.append(
        (gettext("Conservar hasta"), minute(shown.preserve_by) if shown.preserve_by else gettext("sin definir"))
    )
    if not lines:
        rows.append((gettext("Pedido"), gettext("No se ha pedido")))
    return {"reasons": shown.reasons, "rows": paired(rows), "lines": lines}


def _step_line(step: Step, zone: ZoneInfo) -> dict[str, Any]:
    said = told(step, zone)
    if step.words:
        said.append(f"«{step.words}»")
    return {"what": verb_words(step), "who": who(step), "at": minute(step.at.astimezone(zone)), "details": said}


def reported(it: Told, steps: Sequence[Step], there: AtTable, zone: ZoneInfo) -> list[tuple[str, str]]:
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


def custody(steps: Sequence[Step], shown: Case, zone: ZoneInfo) -> dict[str, Any]:
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


def signatures(it: Told, steps: Sequence[Step], zone: ZoneInfo) -> list[dict[str, Any]]:
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


def history(steps: Sequence[Step], shown_steps: Sequence[Step], zone: ZoneInfo) -> list[dict[str, Any]]:
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


def proof(shown: Case, entries: Sequence[Said]) -> dict[str, Any] | None:
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


def unsaid(incident: Incident, shown: Case, steps: Sequence[Step]) -> list[str]:
    """What nobody recorded, so that silence is not read as *nothing happened*."""
    if incident.status != Status.OPEN:
        return []
    return [str(why.words) for why in missing(incident, list(incident.findings.all()), steps)]
