"""What somebody may do with a case now, and where the case stands on its way to being closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext

from pitboss.accounts.models import Person
from pitboss.accounts.names import Names
from pitboss.accounts.permissions import roles_at, verbs_of
from pitboss.audit import act_forms
from pitboss.audit.act_forms import ActForm
from pitboss.audit.report_form import CompleteForm
from pitboss.audit.step_words import told, who
from pitboss.incidents import gate
from pitboss.incidents.custody import custody_of
from pitboss.incidents.life import NOT_BY_THEM, recorders
from pitboss.incidents.models import Incident, Status, Step, Verb, Witness
from pitboss.replay.models import Finding

FORMS: Final[dict[str, type[ActForm]]] = {
    form.act: form
    for form in (
        act_forms.RuleForm, act_forms.AskFootageForm, act_forms.PreserveFootageForm, act_forms.FindFootageForm,
        CompleteForm, act_forms.HandOverCardsForm, act_forms.ReviewForm, act_forms.CloseForm, act_forms.ReopenForm,
        act_forms.AssignForm, act_forms.CommentForm,
    )
}  # fmt: skip
"""By their place in the address, in the order of a case's life."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One line of the way to closing. ``done`` is None while it is missing; ``told`` is what it said."""

    name: str
    done: Step | None
    at: datetime | None = None
    who: str = ""
    told: list[str] = field(default_factory=list)
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class Clip:
    """Kept footage. ``here``: its file was attached and can be fetched."""

    reference: str
    camera: str
    start: datetime
    end: datetime
    copies: int
    holder: str
    sha256: str
    here: bool


@dataclass(frozen=True, slots=True)
class Way:
    """``offered``: the forms of what this person may do now, the report's apart. ``missing``: what keeps the case from
    being reviewed. ``named``: witnesses and others, for those who may see names. ``barred``: why somebody whose role
    would allow it neither reviews nor closes this case."""

    stages: list[Stage]
    missing: list[str | Promise]
    offered: list[ActForm]
    report: CompleteForm | None
    names: Names
    named: list[Witness]
    barred: str
    clips: list[Clip]


def way(incident: Incident, person: Person, failed: ActForm | None = None) -> Way:
    """``incident`` comes with findings and steps. Two queries, for roles and witnesses; ``failed`` is a form that was
    sent and refused, shown as it came."""
    zone = ZoneInfo(incident.casino.timezone)
    findings, steps = list(incident.findings.all()), list(incident.steps.all())
    verbs = set(verbs_of(roles_at(person, incident.casino)))
    own = is_own(person, findings, steps)
    offered = [
        failed if failed is not None and failed.act == form.act else form(incident=incident)
        for form in FORMS.values()
        if form.permission in verbs and fits(form, incident, steps, person, own=own)
    ]
    names = Names(incident.casino_id, "see_staff" in verbs, "see_witnesses" in verbs, person.badge)
    barred = own and bool(verbs & {"review", "close"}) and incident.status == Status.OPEN
    return Way(
        stages=stages(incident, steps, zone),
        missing=[why.words for why in gate.missing(incident, findings, steps)] if incident.status == "open" else [],
        offered=[form for form in offered if not isinstance(form, CompleteForm)],
        report=next((form for form in offered if isinstance(form, CompleteForm)), None),
        names=names,
        named=list(incident.witnesses.all()) if names.witnesses else [],
        barred=gettext("Usted registró, resolvió o vio el video de este caso: no lo revisa ni lo cierra.")
        if barred
        else "",
        clips=[_clip(step, zone) for step in steps if step.verb == Verb.FOOTAGE_PRESERVED],
    )


def is_own(person: Person, findings: Sequence[Finding], steps: Sequence[Step]) -> bool:
    """As ``life.own_case``, of what is at hand already."""
    if any(step.by_id == person.pk and step.verb in NOT_BY_THEM for step in steps):
        return True
    return bool(person.badge) and person.badge in recorders(findings)


def fits(form: type[ActForm], incident: Incident, steps: Sequence[Step], person: Person, *, own: bool) -> bool:
    """Is it the moment for it? What would be refused is not offered."""
    if form.act == "comment":
        return True
    if form.act == "hand-over-cards":
        return bool(custody_of(steps))
    if form.act == "reopen":
        return incident.status == Status.CLOSED
    if incident.status != Status.OPEN:
        return False
    reviewed = gate.is_reviewed(steps)
    if form.act == "review":
        return not own and reviewed is None
    if form.act == "close":
        return not own and reviewed is not None and reviewed.by_id != person.pk
    return True


def stages(incident: Incident, steps: Sequence[Step], zone: ZoneInfo) -> list[Stage]:
    newest = {step.verb: step for step in steps}
    wanted = [(gettext("Resolución"), Verb.RULED, gettext("La dice quien tiene la mesa a cargo"))]
    if incident.cctv or Verb.FOOTAGE_ASKED in newest or Verb.FOOTAGE_PRESERVED in newest:
        wanted += [
            (gettext("Video pedido"), Verb.FOOTAGE_ASKED, gettext("Nadie lo ha pedido")),
            (gettext("Video guardado"), Verb.FOOTAGE_PRESERVED, gettext("Le toca a vigilancia")),
            (gettext("Hallazgo de CCTV"), Verb.FOOTAGE_FOUND, gettext("Lo firma vigilancia")),
        ]
    lines = [_stage(name, newest.get(verb), zone, lacking) for name, verb, lacking in wanted]
    closed = incident.status == Status.CLOSED
    reviewed = newest.get(Verb.REVIEWED) if closed else gate.is_reviewed(steps)
    lines.append(_stage(gettext("Revisión"), reviewed, zone, gettext("Alguien que no resolvió ni registró")))
    lines.append(_stage(gettext("Cierre"), newest.get(Verb.CLOSED) if closed else None, zone, gettext("Otra persona")))
    return lines


def _stage(name: str, step: Step | None, zone: ZoneInfo, lacking: str) -> Stage:
    if step is None:
        return Stage(name, None, lacking=lacking)
    said = [] if step.verb == Verb.FOOTAGE_PRESERVED else told(step, zone)
    if step.words:
        said.append(f"«{step.words}»")
    return Stage(name, step, step.at.astimezone(zone), who(step), said)


def _clip(step: Step, zone: ZoneInfo) -> Clip:
    after: dict[str, Any] = step.after
    return Clip(
        reference=after["reference"],
        camera=after["camera"],
        start=datetime.fromisoformat(after["from"]).astimezone(zone),
        end=datetime.fromisoformat(after["to"]).astimezone(zone),
        copies=after["copies"],
        holder=after["holder"],
        sha256=after["sha256"],
        here="bytes" in after,
    )
