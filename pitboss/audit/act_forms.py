"""The forms of an incident's page: picks first, words last. Each knows the verb that it calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar, cast

from django import forms
from django.utils import timezone
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.models import Person
from pitboss.incidents import picks
from pitboss.incidents.models import Incident, Step
from pitboss.incidents.refusal import NOT_TAKEN
from pitboss.incidents.takers import handle, takers
from pitboss.incidents.verbs.ask_footage import ask_footage
from pitboss.incidents.verbs.assign import assign
from pitboss.incidents.verbs.close import close
from pitboss.incidents.verbs.comment import comment
from pitboss.incidents.verbs.find_footage import find_footage
from pitboss.incidents.verbs.hand_over_cards import hand_over_cards
from pitboss.incidents.verbs.preserve_footage import preserve_footage
from pitboss.incidents.verbs.reopen import reopen
from pitboss.incidents.verbs.review import review
from pitboss.incidents.verbs.rule import rule

CHOOSE: Any = [("", _("Elegir…"))]


def words_field(*, required: bool = False, label: Any = None) -> forms.CharField:
    return forms.CharField(
        label=label or _("Palabras"),
        required=required,
        max_length=4000,
        widget=forms.Textarea({"rows": 2, "class": "input"}),
    )


def pick(choices: Any, label: Any, *, required: bool = True) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, required=required, choices=[*CHOOSE, *choices], widget=forms.Select({"class": "input"})
    )


def text(label: Any, most: int, *, required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=required,
        max_length=most,
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
    )


def number(label: Any, most: int, *, required: bool = True) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, required=required, min_value=0, max_value=most, widget=forms.NumberInput({"class": "input"})
    )


def moment(label: Any, *, required: bool = True) -> forms.DateTimeField:
    widget = forms.DateTimeInput({"class": "input", "type": "datetime-local", "step": 1}, format="%Y-%m-%dT%H:%M:%S")
    return forms.DateTimeField(label=label, required=required, widget=widget)


class ActForm(forms.Form):
    """One verb. ``permission`` is what it takes to be offered it; ``done``: what its button says."""

    act: ClassVar[str]
    permission: ClassVar[str]
    title: ClassVar[str | Promise]
    verb: ClassVar[Callable[..., Step | None]]

    def __init__(self, data: Any = None, files: Any = None, *, incident: Incident) -> None:
        super().__init__(data, files, auto_id=f"{self.act}-%s")
        self.incident = incident
        self.add_fields()
        for name in self.fields if self.is_bound else ():
            field = self[name]
            if field.errors:
                field.field.widget.attrs |= {"aria-invalid": "true", "aria-describedby": f"{field.auto_id}-why"}

    def add_fields(self) -> None:
        """Those that depend on the case."""

    def told(self) -> Mapping[str, Any]:
        """As the verb takes it."""
        return self.cleaned_data

    def do(self, by: Person, now: datetime) -> Step | None:
        """The row that it added; None where there was nothing to change."""
        return type(self).verb(incident=self.incident, by=by, now=now, **self.told())


class RuleForm(ActForm):
    act, permission, title, verb = "rule", "rule", _("Resolver"), rule
    ruling = pick(picks.Ruling.choices, _("Resolución"))
    reason = pick(picks.Reason.choices, _("Motivo, si fue de otro modo"), required=False)
    words = words_field()

    def told(self) -> Mapping[str, Any]:
        return self.cleaned_data | {"reason": self.cleaned_data["reason"] or None}


class AskFootageForm(ActForm):
    act, permission, title, verb = "ask-footage", "ask_footage", _("Pedir el video"), ask_footage
    words = words_field(label=_("Motivo"))


class PreserveFootageForm(ActForm):
    act, permission, title, verb = "preserve-footage", "preserve_footage", _("Guardar el video"), preserve_footage
    reference = text(_("Referencia en el sistema de video"), 120)
    camera = text(_("Cámara"), 60)
    start = moment(_("Desde"))
    end = moment(_("Hasta"))
    copies = number(_("Copias"), 99)
    holder = text(_("Quién lo guarda y dónde"), 120)
    file = forms.FileField(
        label=_("Imagen o clip"),
        required=False,
        widget=forms.FileInput({"class": "input", "accept": "image/jpeg,image/png,video/*"}),
    )
    sha256 = forms.RegexField(
        r"^[0-9A-Fa-f]{64}\Z",
        label=_("Huella SHA-256, si el archivo queda en el sistema de video"),
        required=False,
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
    )
    late = text(_("Venció el plazo del video: cómo es que todavía estaba"), 400, required=False)
    words = words_field()

    def __init__(self, data: Any = None, files: Any = None, *, incident: Incident) -> None:
        super().__init__(data, files, incident=incident)
        if incident.preserve_by is None or timezone.now() <= incident.preserve_by:
            del self.fields["late"]
        self.initial = {"start": incident.footage_from, "end": incident.footage_to, "copies": 1}


class FindFootageForm(ActForm):
    act, permission, title, verb = "find-footage", "find_footage", _("Firmar lo que muestra"), find_footage
    seen = pick(picks.Seen.choices, _("Hallazgo"))
    words = words_field(required=True, label=_("Lo que se ve"))
    pin = forms.CharField(
        label=_("Su PIN, para firmar"),
        max_length=12,
        widget=forms.PasswordInput({"class": "input", "inputmode": "numeric", "autocomplete": "off"}),
    )


class HandOverCardsForm(ActForm):
    act, permission, title, verb = "hand-over-cards", "hand_over_cards", _("Entregar las cartas"), hand_over_cards
    to = text(_("Quién las recibe (cargo o credencial) y dónde"), 120)
    at = moment(_("Cuándo se entregaron"))
    initials = text(_("Iniciales de quien entrega y de quien recibe"), 60)
    words = words_field()


class ReviewForm(ActForm):
    act, permission, title, verb = "review", "review", _("Revisar"), review
    verdict = pick(picks.Verdict.choices, _("Revisión"))
    words = words_field()


class CloseForm(ActForm):
    act, permission, title, verb = "close", "close", _("Cerrar el caso"), close
    words = words_field()


class ReopenForm(ActForm):
    act, permission, title, verb = "reopen", "reopen", _("Abrir una nueva revisión"), reopen
    words = words_field(required=True, label=_("Motivo"))


class AssignForm(ActForm):
    act, permission, title, verb = "assign", "assign", _("Asignar"), assign
    to = forms.CharField(label=_("Asignar a"), max_length=60, widget=forms.Select({"class": "input"}))
    words = words_field()

    def __init__(self, data: Any = None, files: Any = None, *, incident: Incident) -> None:
        super().__init__(data, files, incident=incident)
        names = [(named, str(one)) for named, one in self.people.items()]
        select = cast(forms.Select, self.fields["to"].widget)
        select.choices = [*CHOOSE, *names, ("none", _("Nadie"))]
        if incident.assigned is not None:
            self.initial = {"to": handle(incident.assigned)}

    @cached_property
    def people(self) -> dict[str, Person]:
        """Who may be given this case, by badge."""
        return {handle(one): one for one in takers([self.incident.casino])}

    def clean_to(self) -> Person | None:
        named = self.cleaned_data["to"]
        if named != "none" and named not in self.people:
            raise forms.ValidationError(str(NOT_TAKEN.words))
        return self.people.get(named)


class CommentForm(ActForm):
    act, permission, title, verb = "comment", "comment", _("Comentar"), comment
    words = words_field(required=True, label=_("Comentario"))
