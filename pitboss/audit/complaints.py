"""Complaints as the desk shows them: rows of the list, and one with what may be done next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import roles_at, verbs_of
from pitboss.audit import complaint_forms as forms
from pitboss.audit.complaint_forms import ComplaintActForm
from pitboss.audit.complaint_terms import Term, next_term, terms
from pitboss.audit.complaint_words import ICONS, told
from pitboss.complaints import gate
from pitboss.complaints.life import ruled_here, signature_holds
from pitboss.complaints.models import Complaint, ComplaintStep, Status, Verb
from pitboss.complaints.queries import of_incident
from pitboss.complaints.receipt import seal
from pitboss.drawing.formats import minute
from pitboss.incidents.models import Incident

ROWS: Final = 25
FORMS: Final[dict[str, type[ComplaintActForm]]] = {
    form.act: form
    for form in (
        forms.ReceiptForm, forms.LinkForm, forms.AnswerForm, forms.AppealForm, forms.ExtendForm, forms.DecideForm,
        forms.CloseForm, forms.WithdrawForm, forms.CommentForm,
    )
}  # fmt: skip
"""By their place in the address, in the order of a complaint's life."""


@dataclass(frozen=True, slots=True)
class Row:
    complaint: Complaint
    received_at: datetime
    term: Term | None


@dataclass(frozen=True, slots=True)
class Line:
    """A step of the history. ``signed``: does its signature hold?"""

    icon: str
    verb: str
    at: datetime
    who: str
    told: list[str]
    signed: bool


@dataclass(frozen=True, slots=True)
class Whole:
    """A complaint's page. ``waits``: what keeps somebody who could answer from doing so now. ``sealed``: does the
    seal that the address carries, from a paper's code, match? None where it carries none. ``conflict``: who answered
    had part in an incident that was linked later."""

    terms: list[Term]
    lines: list[Line]
    offered: list[ComplaintActForm]
    waits: list[str | Promise]
    receipt: ComplaintStep | None
    sealed: bool | None
    conflict: bool


def row(complaint: Complaint, now: datetime) -> Row:
    zone = ZoneInfo(complaint.casino.timezone)
    return Row(complaint, complaint.received_at.astimezone(zone), next_term(complaint, now))


def whole(
    complaint: Complaint, person: Person, now: datetime, *, failed: ComplaintActForm | None = None, shown_seal: str = ""
) -> Whole:
    """``complaint`` comes with its history. ``failed`` is a form that was sent and refused, shown as it came."""
    zone = ZoneInfo(complaint.casino.timezone)
    steps = list(complaint.steps.all())
    verbs = set(verbs_of(roles_at(person, complaint.casino)))
    own = "answer_complaint" in verbs and ruled_here(complaint, person)
    offered = [
        failed if failed is not None and failed.act == form.act else form(complaint=complaint, person=person)
        for form in FORMS.values()
        if form.permission in verbs
        and (not form.in_the_way(complaint, now, own=own) or (failed is not None and failed.act == form.act))
    ]
    waits = gate.before_answer(complaint, own=own) if complaint.status == Status.RECEIVED else []
    answered = gate.newest(complaint, Verb.ANSWERED)
    return Whole(
        terms=terms(complaint, now),
        lines=[_line(step, zone) for step in steps],
        offered=offered,
        waits=[why.words for why in waits] if "answer_complaint" in verbs else [],
        receipt=gate.newest(complaint, Verb.RECEIPT_ISSUED),
        sealed=(shown_seal == seal(complaint)) if shown_seal else None,
        conflict=answered is not None and ruled_here(complaint, answered.by),
    )


def _line(step: ComplaintStep, zone: ZoneInfo) -> Line:
    return Line(
        icon=ICONS[Verb(step.verb)],
        verb=step.get_verb_display(),
        at=step.at.astimezone(zone),
        who=str(step.by),
        told=told(step, zone),
        signed=signature_holds(step),
    )


def beside(incident: Incident, person: Person, now: datetime) -> dict[str, Any]:
    """The complaints about an incident, for its page: nothing for who has nothing to do with complaints. One query
    for these; two for others, and a third where there are complaints."""
    verbs = verbs_of(roles_at(person, incident.casino))
    if "see_complaints" not in verbs:
        return {"seen": False}
    rows = [_beside(one, now) for one in of_incident(person, incident)]
    return {"seen": True, "may_take": "take_complaint" in verbs, "rows": rows}


def _beside(complaint: Complaint, now: datetime) -> dict[str, Any]:
    """What a report of an incident has to say of its complaint: when it came, its receipt, its answer, and how far it
    went with the regulator."""
    zone = ZoneInfo(complaint.casino.timezone)
    receipt, answered, appealed, decided = (
        gate.newest(complaint, verb) for verb in (Verb.RECEIPT_ISSUED, Verb.ANSWERED, Verb.APPEALED, Verb.DECIDED)
    )
    lines = [
        (gettext("Recibido"), minute(complaint.received_at.astimezone(zone)), complaint.late),
        (gettext("Comprobante"), minute(receipt.at.astimezone(zone)) if receipt else gettext("falta"), False),
    ]
    if answered is not None:
        lines.append((gettext("Respuesta"), minute(answered.at.astimezone(zone)), bool(answered.after.get("late"))))
    for step in (appealed, decided):
        if step is not None:
            lines.append((step.get_verb_display(), told(step, zone)[0], False))
    return {"complaint": complaint, "lines": lines, "term": next_term(complaint, now)}
