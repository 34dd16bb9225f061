"""The language that a person reads: the one he or she has chosen, and Spanish until then."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin


class PersonMiddleware(MiddlewareMixin):
    """LocaleMiddleware has gone by the cookie or the browser. A person's own choice outranks both, and on the pages
    the browser's wish is no choice: a shared tablet set up in English still greets a Chilean floor in Spanish.
    Programs say what they read with the header, as is usual."""

    def process_request(self, request: HttpRequest) -> None:
        if request.user.is_authenticated:
            translation.activate(request.user.language)
        elif settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and not request.path.startswith("/api/"):
            translation.activate(settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = translation.get_language()
