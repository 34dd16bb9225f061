"""Signing in at the desk: user name or badge, and password."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.models import Person


class SignIn(AuthenticationForm):
    """A badge stands for the user name of whoever wears it; a user name of that very text goes first."""

    error_messages = {
        "invalid_login": _("El usuario o la contraseña no son correctos. Revise las mayúsculas e inténtelo otra vez."),
        "inactive": _("Esta cuenta está desactivada. Pídala a administración de su casino."),
    }

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data.get("username")
        if given and not Person.objects.filter(username=given).exists():
            wearer = Person.objects.filter(badge__iexact=given).exclude(badge="").first()
            if wearer is not None:
                self.cleaned_data["username"] = wearer.username
        return super().clean()
