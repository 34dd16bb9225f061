"""The person's own language, once we know who it is."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin


class PersonMiddleware(MiddlewareMixin):
    """LocaleMiddleware has guessed from the cookie or the browser; somebody signed in has said."""

    def process_request(self, request: HttpRequest) -> None:
        if request.user.is_authenticated:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
