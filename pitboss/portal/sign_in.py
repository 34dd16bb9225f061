"""The regulator's own door: user name and password here, the second factor behind it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.views import LoginView
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.sign_in import SignIn


class InspectorSignIn(SignIn):
    """Said only to whoever has the right password."""

    error_messages: Any = {
        **SignIn.error_messages,
        "not_inspector": _("Este ingreso es de la autoridad fiscalizadora. Entre por el ingreso de su casino."),
    }

    def confirm_login_allowed(self, user: AbstractBaseUser) -> None:
        super().confirm_login_allowed(user)  # type: ignore[arg-type]  # the stubs ask for a class with a pk
        if not getattr(user, "inspects", False):
            raise ValidationError(self.error_messages["not_inspector"], code="not_inspector")


class SignInView(LoginView):
    authentication_form = InspectorSignIn
    template_name = "portal/sign_in.html"
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        return reverse("portal:front")
