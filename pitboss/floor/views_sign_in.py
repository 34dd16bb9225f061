"""The first screen of a tablet: whom it knows, and the pad."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from pitboss.floor.devices import device_of, enrolled

HOME = "/floor/"


@require_safe
@never_cache
@ensure_csrf_cookie
@enrolled
def sign_in(request: HttpRequest) -> HttpResponse:
    """Everything else is the script's: it asks who was here lately, also without the network."""
    forward = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(forward, {request.get_host()}, require_https=request.is_secure()):
        forward = HOME
    return render(request, "floor/sign_in.html", {"device": device_of(request), "next": forward})
