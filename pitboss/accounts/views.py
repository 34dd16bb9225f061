"""The switch between Spanish and English."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

A_YEAR = 365 * 24 * 60 * 60


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Keep the chosen language for this browser and, where we know who it is, for the person.

    POST `language` (`es-cl` or `en`) and `next`, the page to go back to.
    """
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest(f"language is {chosen!r}; it can be 'es-cl' or 'en'")
    if request.user.is_authenticated:
        request.user.language = chosen
        request.user.save(update_fields=["language"])
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=A_YEAR,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
    )
    return response
