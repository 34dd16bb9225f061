"""The forms about personal data: a term, a hold, what is stored of somebody, an export."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from pitboss.audit.act_forms import number, pick, text
from pitboss.privacy.kinds import Kind


def why() -> forms.CharField:
    return text(_("Motivo"), 300)


class TermForm(forms.Form):
    kind = pick(Kind.choices, _("Qué"))
    days = number(_("Días (vacío: el plazo por defecto)"), 36_500, required=False)
    why = why()


class HoldForm(forms.Form):
    folio = text(_("Folio del caso"), 16)
    why = why()


class LiftForm(forms.Form):
    why = why()


class ReportForm(forms.Form):
    who = text(_("Credencial, o nombre de un testigo o reclamante"), 120)
    why = why()


class ExportForm(forms.Form):
    """``named`` is offered only to whoever may read names; it asks for the reason."""

    format = forms.ChoiceField(
        label=_("Formato"),
        choices=[("csv", _("Planilla CSV: una línea por caso")), ("ndjson", _("NDJSON: un objeto completo por caso"))],
        widget=forms.RadioSelect,
        initial="csv",
    )
    seat = forms.ChoiceField(
        label=_("Apuestas"),
        required=False,
        choices=[
            ("", _("Las de todas las casillas")),
            *((str(seat), format_lazy("{} {}", _("Solo las de la casilla"), seat)) for seat in range(1, 8)),
        ],
        widget=forms.Select({"class": "input"}),
    )
    named = forms.BooleanField(label=_("Con nombres, credenciales y palabras"), required=False)
    why = text(_("Motivo"), 300, required=False)

    def __init__(self, *args: Any, may_name: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_name:
            del self.fields["named"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("named") and not given.get("why", "").strip():
            self.add_error("why", _("Diga para qué se necesitan los nombres."))
        return given
