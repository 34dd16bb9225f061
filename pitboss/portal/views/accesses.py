"""The log of accesses: what an inspector asked to see, and who of the house saw names or took records out."""

from __future__ import annotations

from typing import Final
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.privacy.models import Access

LINES: Final = 100


@require_safe
@signed_in
def accesses(request: PersonRequest) -> HttpResponse:
    """``casino``: its code; ``what``: one kind; ``who``: a user name. Newest first, so many a page."""
    casinos = Casino.objects.where(request.user, "see_accesses")
    if not casinos:
        raise PermissionDenied(f"{request.user.username} sees the log of accesses of no casino")
    code = request.GET.get("casino")
    casino = next((one for one in casinos if one.code == code), None) if code else casinos[0]
    if casino is None:
        raise Http404(f"no casino {code} for {request.user.username}")
    page = Paginator(_asked(request, casino), LINES).get_page(request.GET.get("page"))
    narrowed = request.GET.copy()
    narrowed.pop("page", None)
    shown = {
        "casino": casino,
        "casinos": casinos,
        "kinds": Access.What.choices,
        "what": request.GET.get("what", ""),
        "who": request.GET.get("who", ""),
        "page": page,
        "narrowed": f"&{narrowed.urlencode()}" if narrowed else "",
    }
    with timezone.override(ZoneInfo(casino.timezone)):
        return render(request, "portal/accesses.html", shown)


def _asked(request: PersonRequest, casino: Casino) -> QuerySet[Access]:
    lines = Access.objects.filter(casino=casino).select_related("person").order_by("-pk")
    if request.GET.get("what") in Access.What.values:
        lines = lines.filter(what=request.GET["what"])
    if who := request.GET.get("who", "").strip():
        lines = lines.filter(person__name__icontains=who) | lines.filter(person__username=who)
    return lines
