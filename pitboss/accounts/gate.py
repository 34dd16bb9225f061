"""Who has come in by both factors. A password alone shows an inspector, and whoever chose a second factor, nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, cast
from urllib.parse import urlencode

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

from pitboss.accounts.models import Person

PASSED: Final = "second_factor"
SEEN: Final = "second_factor_seen"
IDLE_SECONDS: Final = 20 * 60
"""An inspector's session that nothing is asked in for so long is over."""
LONGEST_SECONDS: Final = 8 * 60 * 60
"""And so is one that began so long ago, whatever is asked in it."""
A_MINUTE: Final = 60
OPEN: Final = frozenset({
    "accounts:sign_in", "accounts:sign_out", "accounts:language", "accounts:second_factor",
    "accounts:second_factor_enrol", "audit:theme", "portal:sign_in",
})  # fmt: skip
"""Pages that show nothing of a casino."""
PUBLIC: Final = frozenset({"evidence", "verify"})
"""Of what anybody may read."""


def passed(request: HttpRequest, person: Person) -> None:
    """Write into the session that this person has shown the second factor, and give the session a new name."""
    request.session.cycle_key()
    now = int(time.time())
    request.session[PASSED], request.session[SEEN] = [person.pk, now], now
    if person.inspects:
        request.session.set_expiry(IDLE_SECONDS)


def has_passed(request: HttpRequest) -> bool:
    """By both factors, and not too long ago."""
    mark = request.session.get(PASSED)
    if not isinstance(mark, list) or mark[0] != request.user.pk:
        return False
    person = cast(Person, request.user)
    return not person.inspects or time.time() - mark[1] < LONGEST_SECONDS


class SecondFactorMiddleware(MiddlewareMixin):
    """Sends whoever needs a second factor to the page that asks for it. In a session that began on a tablet the
    enrolled device is the other factor beside the PIN, for the tablet's own pages; not for an inspector, who has no
    business with a tablet."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        person = request.user
        if not isinstance(person, Person) or not (person.inspects or person.second_factor):
            return None
        if has_passed(request):
            now = int(time.time())
            if now - request.session.get(SEEN, 0) > A_MINUTE:
                request.session[SEEN] = now  # saving it puts the end of an idle session off
            return None
        match = request.resolver_match
        if match and (match.view_name in OPEN or match.namespace in PUBLIC):
            return None
        on_tablet = request.session.get("device") and match and match.app_names[:1] == ["floor"]
        if on_tablet and not person.inspects:
            return None
        if request.session.get(PASSED):
            logout(request)
        if request.path.startswith("/api/"):
            return JsonResponse({"detail": gettext("Falta el segundo factor.")}, status=403)
        where = f"{reverse('accounts:second_factor')}?{urlencode({'next': request.get_full_path()})}"
        if request.method not in ("GET", "HEAD"):
            where = reverse("accounts:second_factor")
        if request.headers.get("HX-Request"):
            return HttpResponse(status=204, headers={"HX-Redirect": where})
        return redirect(where)
