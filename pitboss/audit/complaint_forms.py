"""The forms of complaints: taking one while the player waits, and one for each step that follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.models import Person
from pitboss.audit.act_forms import pick, text, words_field
from pitboss.casino.models import Casino, Table
from pitboss.complaints import gate, picks
from pitboss.complaints.models import Complaint, ComplaintStep
from pitboss.complaints.verbs.answer import answer
from pitboss.complaints.verbs.appeal import appeal
from pitboss.complaints.verbs.close import close
from pitboss.complaints.verbs.comment import comment
from pitboss.complaints.verbs.decide import decide
from pitboss.complaints.verbs.extend import extend
from pitboss.complaints.verbs.issue_receipt import issue_receipt
from pitboss.complaints.verbs.link import link
from pitboss.complaints.verbs.receive import Who
from pitboss.complaints.verbs.withdraw import withdraw
from pitboss.incidents.models import Incident
from pitboss.incidents.queries import visible_to
from pitboss.incidents.refusal import Why

MOST = 2**53 - 1
SEATS = 7


def minute_field(label: Any) -> forms.DateTimeField:
    """A moment to the minute, as people tell it."""
    widget = forms.DateTimeInput({"class": "input", "type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, widget=widget)


def day_field(label: Any) -> forms.DateField:
    widget = forms.DateInput({"class": "input", "type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget)


def amount_field(label: Any, *, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=least,
        max_value=MOST,
        widget=forms.NumberInput({"class": "input", "inputmode": "numeric"}),
    )


def mark_errors(form: forms.Form) -> None:
    """Each wrong field says so, and where its reason stands, to those who hear the page."""
    for name in form.fields if form.is_bound else ():
        field = form[name]
        if field.errors:
            field.field.widget.attrs |= {"aria-invalid": "true", "aria-describedby": f"{field.auto_id}-why"}


class TakeForm(forms.Form):
    """A complaint as it is taken. ``casino``: whose; its tables are the choices. Folios of incidents by comma."""

    name = text(_("Nombre"), 120, required=False)
    document = text(_("RUT o pasaporte"), 40, required=False)
    contact = text(_("Teléfono, correo o dirección"), 160, required=False)
    channel = pick(picks.Channel.choices, _("Cómo llegó"))
    received_at = minute_field(_("Recibido"))
    event_at = minute_field(_("Cuándo ocurrió, según el jugador"))
    table = forms.ChoiceField(label=_("Mesa"), required=False, widget=forms.Select({"class": "input"}))
    seat = forms.TypedChoiceField(
        label=_("Casilla"), required=False, coerce=int, empty_value=None, widget=forms.Select({"class": "input"})
    )
    about = pick(picks.About.choices, _("Sobre"))
    wish = pick(picks.Wish.choices, _("Lo que pide"))
    asked = amount_field(_("Monto que pide"), least=1)
    claim = forms.CharField(
        label=_("Lo que dice el jugador"),
        max_length=4000,
        widget=forms.Textarea({"rows": 5, "class": "input"}),
    )
    incidents = text(_("Folio del incidente, si se conoce"), 200, required=False)
    receipt = forms.ChoiceField(
        label=_("Comprobante"), required=False, widget=forms.Select({"class": "input"}), initial=picks.Language.ES
    )

    def __init__(self, data: Any = None, *, casino: Casino, person: Person, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.casino, self.person = casino, person
        self.tables = {table.name: table for table in Table.objects.filter(casino=casino)}
        self._choose("table", [("", gettext("No se sabe")), *((name, name) for name in self.tables)])
        self._choose("seat", [("", gettext("No se sabe")), *((str(n), str(n)) for n in range(1, SEATS + 1))])
        later = ("", gettext("Entregarlo después"))
        given = [
            (language, gettext("Entregarlo ahora: %(language)s") % {"language": label})
            for language, label in picks.Language.choices
        ]
        self._choose("receipt", [*given, later])
        mark_errors(self)

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields in the order of the conversation."""
        return [
            (gettext("Quién reclama"), [self[name] for name in ("name", "document", "contact")]),
            (
                gettext("Qué pasó"),
                [self[name] for name in ("event_at", "table", "seat", "about", "incidents", "claim")],
            ),
            (gettext("Qué pide"), [self[name] for name in ("wish", "asked")]),
            (gettext("Recepción"), [self[name] for name in ("received_at", "channel", "receipt")]),
        ]

    def clean_incidents(self) -> list[Incident]:
        folios = [folio for folio in self.cleaned_data["incidents"].replace(",", " ").split() if folio]
        found = {one.folio: one for one in visible_to(self.person).filter(casino=self.casino, folio__in=folios)}
        if strange := [folio for folio in folios if folio not in found]:
            raise ValidationError(gettext("No hay incidente %(folios)s.") % {"folios": ", ".join(strange)})
        return list(found.values())

    def told(self) -> dict[str, Any]:
        """As the verb takes it."""
        given = dict(self.cleaned_data)
        given.pop("receipt")
        who = Who(*(given.pop(name) for name in ("name", "document", "contact")))
        return {**given, "table": self.tables.get(given["table"]), "who": who, "casino": self.casino}

    def _choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = choices


class ComplaintActForm(forms.Form):
    """One verb. ``permission`` is what it takes to be offered it."""

    act: ClassVar[str]
    permission: ClassVar[str]
    title: ClassVar[str | Promise]
    verb: ClassVar[Callable[..., ComplaintStep]]

    def __init__(self, data: Any = None, *, complaint: Complaint, person: Person) -> None:
        super().__init__(data, auto_id=f"{self.act}-%s")
        self.complaint, self.person = complaint, person
        mark_errors(self)

    @classmethod
    def in_the_way(cls, complaint: Complaint, now: datetime, *, own: bool) -> list[Why]:
        """What would be refused whatever the form said. ``own``: the person had part in the incident."""
        return gate.going_on(complaint)

    def told(self) -> Mapping[str, Any]:
        """As the verb takes it."""
        return self.cleaned_data

    def do(self, now: datetime) -> ComplaintStep:
        return type(self).verb(complaint=self.complaint, by=self.person, now=now, **self.told())


class ReceiptForm(ComplaintActForm):
    act, permission, title, verb = "receipt", "take_complaint", _("Entregar comprobante"), issue_receipt
    language = pick(picks.Language.choices, _("Idioma"))
    sent_by = pick(picks.SentBy.choices, _("Cómo se entrega"))


class LinkForm(ComplaintActForm):
    act, permission, title, verb = "link", "take_complaint", _("Vincular a un incidente"), link
    incident = text(_("Folio del incidente"), 16)
    words = words_field()

    def clean_incident(self) -> Incident:
        folio = self.cleaned_data["incident"]
        found = visible_to(self.person).filter(casino=self.complaint.casino_id, folio=folio).first()
        if found is None:
            raise ValidationError(gettext("No hay incidente %(folios)s.") % {"folios": folio})
        return found


class AnswerForm(ComplaintActForm):
    act, permission, title, verb = "answer", "answer_complaint", _("Responder"), answer
    answer = pick(picks.Answer.choices, _("Respuesta"))
    paid = amount_field(_("Monto pagado"))
    words = words_field(required=True, label=_("Lo que se responde"))
    sent_by = pick(picks.SentBy.choices, _("Cómo se envía"))

    @classmethod
    def in_the_way(cls, complaint: Complaint, now: datetime, *, own: bool) -> list[Why]:
        return gate.before_answer(complaint, own=own)

    def told(self) -> Mapping[str, Any]:
        return self.cleaned_data | {"paid": self.cleaned_data["paid"] or 0}


class AppealForm(ComplaintActForm):
    act, permission, title, verb = "appeal", "follow_complaint", _("Anotar recurso a la SCJ"), appeal
    filed_on = day_field(_("Presentado el"))
    reference = text(_("Referencia de la SCJ"), 120)
    admitted = text(_("Si fue fuera de plazo: resolución que lo admitió"), 400, required=False)

    @classmethod
    def in_the_way(cls, complaint: Complaint, now: datetime, *, own: bool) -> list[Why]:
        return gate.before_appeal(complaint)


class ExtendForm(ComplaintActForm):
    act, permission, title, verb = "extend", "follow_complaint", _("Anotar prórroga de la SCJ"), extend
    on = day_field(_("Fecha de la prórroga"))
    reference = text(_("Referencia de la SCJ"), 120)
    words = words_field()

    @classmethod
    def in_the_way(cls, complaint: Complaint, now: datetime, *, own: bool) -> list[Why]:
        return gate.before_extension(complaint)


class DecideForm(ComplaintActForm):
    act, permission, title, verb = "decide", "follow_complaint", _("Anotar decisión de la SCJ"), decide
    on = day_field(_("Fecha de la decisión"))
    decision = pick(picks.Decision.choices, _("Decisión"))
    amount = amount_field(_("Monto que debe pagar el casino"))
    reference = text(_("Referencia de la SCJ"), 120)
    words = words_field()

    @classmethod
    def in_the_way(cls, complaint: Complaint, now: datetime, *, own: bool) -> list[Why]:
        return gate.before_decision(complaint)

    def told(self) -> Mapping[str, Any]:
        return self.cleaned_data | {"amount": self.cleaned_data["amount"] or 0}


class CloseForm(ComplaintActForm):
    act, permission, title, verb = "close", "follow_complaint", _("Cerrar el reclamo"), close
    words = words_field()

    @classmethod
    def in_the_way(cls, complaint: Complaint, now: datetime, *, own: bool) -> list[Why]:
        return gate.before_closing(complaint, now)


class WithdrawForm(ComplaintActForm):
    act, permission, title, verb = "withdraw", "take_complaint", _("Anotar desistimiento"), withdraw
    words = words_field(required=True, label=_("Cómo consta"))

    @classmethod
    def in_the_way(cls, complaint: Complaint, now: datetime, *, own: bool) -> list[Why]:
        return gate.before_withdrawal(complaint)


class CommentForm(ComplaintActForm):
    act, permission, title, verb = "comment", "take_complaint", _("Comentar"), comment
    words = words_field(required=True, label=_("Comentario"))

    @classmethod
    def in_the_way(cls, complaint: Complaint, now: datetime, *, own: bool) -> list[Why]:
        return []


def first_values(incident: Incident | None) -> dict[str, Any]:
    """What a new complaint's form begins with: now, in person; of an incident, its moment and its table."""
    now = timezone.localtime()
    values: dict[str, Any] = {"received_at": now, "channel": picks.Channel.IN_PERSON}
    if incident is not None:
        values |= {
            "event_at": timezone.localtime(incident.opened_at),
            "table": incident.table.name,
            "incidents": incident.folio,
        }
    return values
