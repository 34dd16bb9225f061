"""The ledger's status, and walking a chain on request."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from pitboss.accounts.permissions import may, require
from pitboss.audit import chains
from pitboss.audit.house import house_of
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.ledger.verify import verify


@require_safe
@signed_in
def sessions(request: PersonRequest) -> HttpResponse:
    """Sessions per table with what their chains end in."""
    pages = Paginator(chains.sessions_of(request.user), chains.SESSIONS)
    page = pages.get_page(request.GET.get("page"))
    return render(
        request,
        "audit/ledger.html",
        {"chains": [chains.chain(session) for session in page], "page": page, "total": pages.count},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def session(request: PersonRequest, session: int) -> HttpResponse:
    """One chain; POST walks it from its first entry and shows whether it holds, or where it breaks."""
    shown = get_object_or_404(chains.sessions_of(request.user), pk=session)
    casino = shown.table.casino
    result = None
    if request.method == "POST":
        require(request.user, "verify", casino)
        result = chains.report(verify(shown))
    return render(
        request,
        "audit/session.html",
        {
            "chain": chains.chain(shown),
            "house": house_of(shown, get_language() or "es", chains.zone_of(shown)),
            "result": result,
            "may_verify": result is not None or may(request.user, "verify", casino),
            "now": timezone.localtime(timezone=chains.zone_of(shown)),
        },
    )
