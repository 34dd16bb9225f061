"""Who is asking: a program by ``Authorization: Bearer TOKEN``, a browser by its session."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from pitboss.accounts.models import Person
from pitboss.accounts.tokens import digest_of
from pitboss.api.models import Token


class BearerAuthentication(authentication.BaseAuthentication):
    """A token stands for its person, in that person's language, with that person's roles: no more."""

    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[Person, Token] | None:
        parts = authentication.get_authorization_header(request).split()
        if not parts or parts[0].lower() != self.keyword.lower().encode():
            return None
        if len(parts) != 2:
            raise exceptions.AuthenticationFailed(_("La cabecera Authorization debe ser «Bearer TOKEN»."))
        token = (
            Token.objects.filter(digest=digest_of(parts[1].decode("latin-1")), revoked_at__isnull=True)
            .select_related("person")
            .first()
        )
        if token is None or not token.person.is_active:
            raise exceptions.AuthenticationFailed(_("El token no existe o fue revocado."))
        if "HTTP_ACCEPT_LANGUAGE" not in request.META:
            translation.activate(token.person.language)
        return token.person, token

    def authenticate_header(self, request: Request) -> str:
        return self.keyword


# The library registers subclasses in a hook without types
class BearerDescribed(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the description tells of the token; found by its being a subclass."""

    target_class = BearerAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token of `manage.py api_token`."}
