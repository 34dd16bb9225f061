"""The way in, and light or dark."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from pitboss.accounts.roles import Role
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Membership

A_YEAR = 365 * 24 * 60 * 60


@require_safe
@signed_in
def home(request: PersonRequest) -> HttpResponse:
    """To the page that a person's roles work with most; without a role, a page that says so."""
    roles = set(Membership.objects.filter(person=request.user).values_list("role", flat=True))
    if not roles:
        return render(request, "audit/no_casino.html", status=403)
    if request.user.inspects:
        return redirect("portal:front")
    if roles == {Role.SURVEILLANCE}:
        return redirect(f"{reverse('audit:inbox')}?status=open&cctv=yes")
    if roles == {Role.ADMINISTRATOR}:
        return redirect("audit:ledger")
    return redirect("audit:inbox")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep light or dark for this browser. POST ``theme`` and ``next``, the page to go back to."""
    chosen = request.POST.get("theme", "")
    if chosen not in ("light", "dark"):
        return HttpResponseBadRequest(f"theme is {chosen!r}; it can be 'light' or 'dark'")
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = redirect(back)
    response.set_cookie(
        "pitboss_theme",
        chosen,
        max_age=A_YEAR,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
    )
    return response
