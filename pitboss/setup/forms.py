"""Forms that call the verbs of the house's settings: what a verb refuses is told at the form."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.models import Person
from pitboss.casino.clocks import ClockSetting, SpecialDay
from pitboss.casino.models import AMOUNTS, HouseSetting
from pitboss.casino.set_clock import NotAClock, set_clock, set_special_day
from pitboss.casino.set_option import NotAnOption, set_option


class PersonAddForm(BaseUserCreationForm):  # type: ignore[type-arg]  # Django's own takes no parameters at run time
    class Meta:
        model = Person
        fields = ("username", "name", "badge", "language")


class ByVerb(forms.ModelForm):  # type: ignore[type-arg]  # as above
    """``by`` is set on the class for the request; ``written`` is the row, once the form is valid."""

    by: ClassVar[Person]
    written: Any = None

    def write(self, given: dict[str, Any]) -> Any:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors:
            try:
                with transaction.atomic():
                    self.written = self.write(given)
            except (NotAnOption, NotAClock, PermissionDenied) as refused:
                self.add_error(None, str(refused))
            except DatabaseError:
                self.add_error(None, gettext("La base de datos no acepta este valor."))
        return given

    def _post_clean(self) -> None:
        """The verb has built and checked the row."""

    def save(self, commit: bool = True) -> Any:
        return self.written

    def save_m2m(self) -> None:
        """There is none."""


class OptionForm(ByVerb):
    value = forms.CharField(
        label=_("Valor"),
        required=False,
        help_text=_("Un monto, o «sí» o «no». Vacío: la opción deja de regir."),
    )

    class Meta:
        model = HouseSetting
        fields = ("casino", "table", "option", "value", "valid_from", "why")

    def clean_value(self) -> bool | int | None:
        text = str(self.cleaned_data["value"]).strip().lower()
        if not text:
            return None
        if self.cleaned_data.get("option") in AMOUNTS:
            digits = text.replace(".", "")
            if not (digits.isascii() and digits.isdigit()):
                raise forms.ValidationError(gettext("Se espera un monto entero."))
            return int(digits)
        if text in ("sí", "si", "yes", "true", "no", "false"):
            return text not in ("no", "false")
        raise forms.ValidationError(gettext("Se espera «sí» o «no»."))

    def write(self, given: dict[str, Any]) -> Any:
        return set_option(**given, by=self.by, now=timezone.now())


class ClockForm(ByVerb):
    class Meta:
        model = ClockSetting
        fields = ("casino", "clock", "value", "valid_from", "why")

    def write(self, given: dict[str, Any]) -> Any:
        return set_clock(**given, by=self.by, now=timezone.now())


class SpecialDayForm(ByVerb):
    class Meta:
        model = SpecialDay
        fields = ("casino", "day", "business", "why")

    def write(self, given: dict[str, Any]) -> Any:
        return set_special_day(**given, by=self.by, now=timezone.now())
