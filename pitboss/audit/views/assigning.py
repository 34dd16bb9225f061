"""Giving the marked cases of the list to somebody."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from pitboss.audit.filters import asked
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.incidents.queries import visible_to
from pitboss.incidents.takers import taker
from pitboss.incidents.verbs.assign_many import Given, assign_many

MOST = 500
"""Cases at once; a page of the list has far fewer."""


@require_POST
@signed_in
def assign(request: PersonRequest) -> HttpResponse:
    """Back to the list as its address says, with what came of each case that could not be given."""
    back = redirect(reverse("audit:inbox") + asked(request.GET).address())
    keys = [int(key) for key in request.POST.getlist("ids")[:MOST] if key.isascii() and key.isdigit()]
    keys = [key for key in keys if key < 2**63]
    named = request.POST.get("to", "")
    person = None if named == "none" else taker(list(Casino.objects.of(request.user)), named, request.user)
    if not keys:
        messages.warning(request, gettext("No hay casos marcados."))
        return back
    if person is None and named != "none":
        messages.warning(request, gettext("Falta elegir a quién se asignan."))
        return back
    among = {incident.pk: incident for incident in visible_to(request.user).filter(pk__in=keys)}
    _tell(request, assign_many(keys=keys, among=among, by=request.user, now=timezone.now(), to=person), person)
    return back


def _tell(request: PersonRequest, given: list[Given], to: object) -> None:
    done = sum(1 for one in given if one.step is not None)
    same = sum(1 for one in given if one.step is None and not one.reasons)
    if done and to is None:
        words = ngettext("%(n)s caso quedó sin asignar.", "%(n)s casos quedaron sin asignar.", done)
        messages.success(request, words % {"n": done})
    elif done:
        words = ngettext("%(n)s caso asignado a %(who)s.", "%(n)s casos asignados a %(who)s.", done)
        messages.success(request, words % {"n": done, "who": to})
    if same:
        words = ngettext("%(n)s caso ya estaba así.", "%(n)s casos ya estaban así.", same)
        messages.info(request, words % {"n": same})
    for one in given:
        if one.reasons:
            folio = one.incident.folio if one.incident else gettext("Un caso")
            messages.warning(request, f"{folio}: {' '.join(str(reason.words) for reason in one.reasons)}")
