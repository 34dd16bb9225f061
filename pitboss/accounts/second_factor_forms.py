"""What is typed in to show the second factor."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class CodeForm(forms.Form):
    """Six digits of the phone, or a code on paper."""

    code = forms.CharField(label=_("Código"), max_length=24, strip=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].error_messages["required"] = _("Escriba el código.")
