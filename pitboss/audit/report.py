"""The report of an incident, field by field, in the order that regulators ask for: what is known, and what is missing.

``docs/incidents.md`` says of each field where it is recorded and where it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.db.models import Max, Min
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from pitboss.accounts.models import Person
from pitboss.accounts.names import Names
from pitboss.audit.acts import Way
from pitboss.audit.at_table import AtTable
from pitboss.audit.case import Case, Said
from pitboss.audit.step_words import details_words, ruling_words, who
from pitboss.complaints.models import Complaint
from pitboss.complaints.models import Verb as About
from pitboss.drawing.formats import minute, moment
from pitboss.incidents.gate import details_of, wanted_fields
from pitboss.incidents.life import recorders
from pitboss.incidents.models import Incident, Status, Step, Verb, Witness
from pitboss.incidents.picks import Part, Passes
from pitboss.replay.models import Round


@dataclass(frozen=True, slots=True)
class Row:
    """One field. No ``lines`` and ``missing``: it has to be said yet; no lines and not missing: there is nothing to
    say. ``href``: where more of it is."""

    label: str
    lines: list[str] = field(default_factory=list)
    missing: bool = False
    href: str = ""
    more: str = ""


def report(
    incident: Incident,
    case: Case,
    way: Way,
    there: AtTable,
    entries: Sequence[Said],
    this: Round | None,
    complaints: Sequence[Complaint],
) -> list[Row]:
    """``complaints`` come with their steps. Three queries at most: who recorded it, with their roles, and which entries
    the rounds possibly affected lie between."""
    zone = ZoneInfo(incident.casino.timezone)
    steps = list(incident.steps.all())
    details = details_of(steps)
    said = _by_name(details, zone)
    wanted = set(wanted_fields(incident, list(incident.findings.all())))

    def told(label: str, name: str, *more: str, href: str = "", link: str = "") -> Row:
        lines = [said[name]] if name in said else []
        return Row(label, [*lines, *more], name in wanted and name not in said, href, link)

    named = {part: [_named(one, way.names) for one in way.named if one.part == part] for part in Part}
    ruled = next((step for step in reversed(steps) if step.verb == Verb.RULED), None)
    first = case.findings[0] if case.findings else None
    rows = [
        Row(gettext("Folio"), [incident.folio]),
        Row(gettext("Ocurrió"), [moment(case.opened_at)]),
        Row(gettext("Se informó"), [moment(case.recorded_at)]),
        Row(gettext("Quién lo registró"), _authors(incident, way.names)),
        Row(gettext("Lugar"), _place(incident)),
        told(
            gettext("Personas"), "persons", *(f"{role}: {name}" for role, name in there.people), *named[Part.INVOLVED]
        ),
        told(gettext("Testigos"), "witnesses", *named[Part.WITNESS]),
        Row(gettext("Tipo"), [f"{one.title} · {one.finding.code}" for one in case.findings]),
        Row(
            gettext("Descripción"),
            [case.headline],
            href="#steps" if entries else "",
            more=gettext("Ver los %(count)s pasos") % {"count": len(entries)},
        ),
        Row(gettext("Sabot y mazos"), [*_shoe(entries, incident, this), *there.decks]),
        Row(gettext("Regla"), _rules(case)),
        Row(gettext("Prescrito"), first.steps if first else []),
        Row(
            gettext("Resuelto"),
            [] if ruled is None else [f"{ruling_words(ruled.after)} · {who(ruled)} · {_at(ruled, zone)}"],
            missing=ruled is None,
        ),
        told(gettext("Anuncio a los jugadores"), "announced"),
        told(gettext("Elección del jugador"), "player_choice"),
        told(gettext("Dinero corregido"), "money_corrected", href="#money", link=gettext("Ver por casilla")),
        Row(gettext("CCTV"), _footage(incident, steps, zone)),
        Row(gettext("Conservar video hasta"), _hold(case, way)),
        told(gettext("Cartas retiradas"), "cards_seized", *_custody(case, zone)),
        told(
            gettext("Pases que pudieron afectarse"),
            "passes_affected",
            href=_affected(incident, details.get("passes_affected", {}), this),
            link=gettext("Ver esos pases"),
        ),
        told(gettext("Medidas tomadas"), "action_taken"),
        told(gettext("Avisos"), "notifications"),
        *(_complaint(one, zone) for one in complaints),
        told(gettext("Origen de los datos"), "source", *_checked(steps, zone)),
        Row(
            gettext("Estado"),
            [
                str(Status(incident.status).label),
                ngettext("%(count)s paso en su historia", "%(count)s pasos en su historia", len(steps))
                % {"count": len(steps)},
                f"SHA-256: {case.fingerprint}",
            ],
            href="#history",
            more=gettext("Ver la historia"),
        ),
    ]
    return [row for row in rows if row.lines or row.missing]


def _by_name(details: dict[str, Any], zone: ZoneInfo) -> dict[str, str]:
    return {name: value for name in details for _, value in details_words({name: details[name]}, zone)}


def _authors(incident: Incident, names: Names) -> list[str]:
    """Name and position of whoever said the events that raised it; where nobody did, the rules saw it themselves."""
    badges = recorders(list(incident.findings.all()))
    people = Person.objects.filter(badge__in=badges).prefetch_related("memberships") if badges else []
    known = {}
    for person in people:
        roles = [one.get_role_display() for one in person.memberships.all() if one.casino_id == incident.casino_id]
        name = names.of(person)
        known[person.badge] = f"{name} ({', '.join(roles)})" if roles else name
    lines = [known[badge] if badge in known else names.word(badge) for badge in sorted(badges)]
    return lines or [gettext("El sistema, al leer los eventos de la mesa")]


def _named(one: Witness, names: Names) -> str:
    told = [str(one.get_role_display()), one.position, one.contact]
    return f"{names.of_witness(one.name)} ({', '.join(word for word in told if word)})"


def _place(incident: Incident) -> list[str]:
    game = gettext("Black Jack, reglamento %(profile)s") % {"profile": incident.session.profile}
    return [f"{incident.casino.name} · {incident.table.name}", game]


def _shoe(entries: Sequence[Said], incident: Incident, this: Round | None) -> list[str]:
    """Which shoe of the session, and how far into it the first finding rose."""
    raised = {finding.entry_id for finding in incident.findings.all()}
    scene = next((one.scene for one in entries if one.entry.pk in raised), None)
    words = []
    if this is not None and this.shoe is not None:
        words.append(gettext("Sabot %(number)s de la sesión") % {"number": this.shoe})
    if scene is not None and scene["shoe"]["decks"]:
        whole = 52 * scene["shoe"]["decks"]
        place = {"place": whole - scene["shoe"]["left"], "whole": whole}
        words.append(gettext("carta %(place)s de %(whole)s") % place)
    return [" · ".join(words)] if words else []


def _rules(case: Case) -> list[str]:
    lines = [cite for one in case.findings for cite in one.cites]
    editions = sorted({one.finding.edition for one in case.findings})
    return [*dict.fromkeys(lines), *(gettext("Reglas, edición %(edition)s") % {"edition": name} for name in editions)]


def _footage(incident: Incident, steps: Sequence[Step], zone: ZoneInfo) -> list[str]:
    verbs = (Verb.FOOTAGE_ASKED, Verb.FOOTAGE_PRESERVED, Verb.FOOTAGE_FOUND)
    lines = [f"{step.get_verb_display()} · {who(step)} · {_at(step, zone)}" for step in steps if step.verb in verbs]
    return lines or [gettext("No se ha pedido")]


def _hold(case: Case, way: Way) -> list[str]:
    until = [minute(case.preserve_by)] if case.preserve_by else [gettext("sin definir")]
    return until + [f"{clip.reference} · {clip.holder}" for clip in way.clips]


def _complaint(one: Complaint, zone: ZoneInfo) -> Row:
    """Folio, when it came, the receipt, the term for the answer and what became of it."""
    newest = {step.verb: step for step in one.steps.all()}
    lines = [
        f"{one.folio} · {one.get_status_display()}",
        gettext("Recibido el %(at)s") % {"at": minute(one.received_at.astimezone(zone))},
        gettext("Responder hasta el %(at)s") % {"at": minute(one.answer_due.astimezone(zone))},
    ]
    told = (About.RECEIPT_ISSUED, About.ANSWERED, About.APPEALED, About.EXTENDED, About.DECIDED)
    lines += [
        f"{step.get_verb_display()} · {minute(step.at.astimezone(zone))}" for verb in told if (step := newest.get(verb))
    ]
    href = reverse("audit:complaint", args=[one.casino.code, one.folio])
    return Row(gettext("Reclamo"), lines, href=href, more=gettext("Ver el reclamo"))


def _custody(case: Case, zone: ZoneInfo) -> list[str]:
    return [
        gettext("%(holder)s, desde %(since)s, iniciales %(initials)s")
        % {"holder": one.holder, "since": minute(one.since.astimezone(zone)), "initials": one.initials}
        for one in case.custody
    ]


def _affected(incident: Incident, told: dict[str, Any], this: Round | None) -> str:
    """The page of affected rounds, with those of the report; empty where there are none."""
    first, last = told.get("first"), told.get("last")
    if told.get("pick") == Passes.THIS and this is not None:
        first = last = this.number
    if first is None or told.get("pick") == Passes.NONE:
        return ""
    ends = Round.objects.filter(session=incident.session_id, number__gte=first, number__lte=last).aggregate(
        since=Min("first_entry__number"), until=Max("last_entry__number")
    )
    if ends["since"] is None:
        return ""
    asked = {"session": incident.session_id, "from": ends["since"], "to": ends["until"]}
    return f"{reverse('audit:affected')}?{urlencode(asked)}"


def _checked(steps: Sequence[Step], zone: ZoneInfo) -> list[str]:
    """Who said where the events come from, and so looked at them."""
    for step in reversed(steps):
        if step.verb == Verb.COMPLETED and "source" in step.after.get("details", {}):
            return [gettext("Lo revisó %(who)s, %(at)s") % {"who": who(step), "at": _at(step, zone)}]
    return []


def _at(step: Step, zone: ZoneInfo) -> str:
    return minute(step.at.astimezone(zone))
