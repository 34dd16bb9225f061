"""The inspector's first page."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from pitboss.evidence.models import Checkpoint
from pitboss.portal.period import Period, inspected


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Every casino that the person inspects, in the period from ``since`` to ``until``."""
    if not request.user.is_authenticated:
        return redirect("portal:sign_in")
    person = request.user
    if not person.inspects:
        raise PermissionDenied(f"{person.username} inspects no casino")
    period = Period.asked(request.GET)
    shown = {
        "period": period,
        "inspected": inspected(person, period),
        "newest": Checkpoint.objects.select_related("key").first(),
    }
    return render(request, "portal/front.html", shown)
