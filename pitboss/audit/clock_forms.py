"""The forms of the page of clocks: each knows the verb that it calls. For who administers the casino."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.models import Person
from pitboss.accounts.roles import Role
from pitboss.audit.act_forms import number, pick, text
from pitboss.casino.clocks import LONGEST, Clock
from pitboss.casino.models import Casino
from pitboss.casino.set_clock import NotAClock, set_clock, set_special_day
from pitboss.reminders.models import Channel, Target
from pitboss.reminders.verbs.set_target import NotATarget, set_target, withdraw_target

WORDS: dict[str, str | Promise] = {
    "unknown": _("No existe."),
    "why": _("Falta el motivo."),
    "range": _("El número no cabe en este plazo."),
    "law": _("El regulador fija este plazo: el casino no puede dar menos, ni tomarse más para responder."),
    "order": _("Queda en desorden con otro plazo: la alarma va después del aviso, y cada conservación es más larga."),
    "address": _("No es una dirección de ese tipo."),
    "twice": _("Ya está anotado."),
}
"""Why a verb refused, by its reason."""


class ClockForm(forms.Form):
    """One verb. A refusal of it becomes an error of the whole form."""

    act: ClassVar[str]
    title: ClassVar[str | Promise]

    def __init__(self, data: Any = None, *, casino: Casino) -> None:
        super().__init__(data, auto_id=f"{self.act}-%s")
        self.casino = casino

    def do(self, by: Person, now: datetime) -> bool:
        """Whether it was done; if not, the form says why. PermissionDenied."""
        try:
            self.write(by, now)
        except (NotAClock, NotATarget) as why:
            self.add_error(None, str(WORDS[why.reason]))
            return False
        return True

    def write(self, by: Person, now: datetime) -> None:
        raise NotImplementedError


class SetClockForm(ClockForm):
    act, title = "set", _("Cambiar un plazo")
    clock = pick(Clock.choices, _("Plazo"))
    value = number(_("Valor; vacío: vuelve a regir el de origen"), LONGEST, required=False)
    why = text(_("Motivo"), 300)

    def write(self, by: Person, now: datetime) -> None:
        set_clock(casino=self.casino, valid_from=now, by=by, now=now, **self.cleaned_data)


class SpecialDayForm(ClockForm):
    act, title = "day", _("Anotar un día especial")
    day = forms.DateField(label=_("Día"), widget=forms.DateInput({"class": "input", "type": "date"}))
    business = pick([("no", _("No es hábil")), ("yes", _("Es hábil"))], _("Cuenta como"))
    why = text(_("Motivo"), 300)

    def write(self, by: Person, now: datetime) -> None:
        told = self.cleaned_data | {"business": self.cleaned_data["business"] == "yes"}
        set_special_day(casino=self.casino, by=by, now=now, **told)


class TargetForm(ClockForm):
    act, title = "target", _("Agregar un destino")
    role = pick(Role.choices, _("Función; vacío: recibe todo"), required=False)
    channel = pick(Channel.choices, _("Por"))
    address = text(_("Correo o dirección web"), 300)
    why = text(_("Motivo"), 300)

    def write(self, by: Person, now: datetime) -> None:
        set_target(casino=self.casino, by=by, now=now, **self.cleaned_data)


class WithdrawForm(ClockForm):
    act, title = "withdraw", _("Quitar un destino")
    target = forms.ModelChoiceField(
        Target.objects.none(), label=_("Destino"), empty_label=_("Elegir…"), widget=forms.Select({"class": "input"})
    )
    why = text(_("Motivo"), 300)

    def __init__(self, data: Any = None, *, casino: Casino) -> None:
        super().__init__(data, casino=casino)
        field = cast("forms.ModelChoiceField[Target]", self.fields["target"])
        field.queryset = Target.objects.standing().filter(casino=casino)

    def write(self, by: Person, now: datetime) -> None:
        withdraw_target(by=by, now=now, **self.cleaned_data)


FORMS: dict[str, type[ClockForm]] = {
    form.act: form for form in (SetClockForm, SpecialDayForm, TargetForm, WithdrawForm)
}
