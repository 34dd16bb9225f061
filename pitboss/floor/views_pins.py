"""The page of PINs: administration gives them, the section head or administration ends a lock."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from pitboss.accounts import pins
from pitboss.accounts.models import Person, PinLog
from pitboss.accounts.permissions import may, require
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.floor.people import initials
from pitboss.floor.signatures import end_keys
from pitboss.floor.views_devices import casino_of

LOG_LINES = 30


@require_safe
@never_cache
@signed_in
def people(request: PersonRequest) -> HttpResponse:
    """Who works here, who has a PIN, who is locked, and what happened lately at the tablets."""
    return _page(request, casino_of(request, "administer", "unlock"))


@require_POST
@never_cache
@signed_in
def reset(request: PersonRequest, pk: int) -> HttpResponse:
    """A new PIN that nobody chose, shown this once; the person has to change it at first use.

    What the old PIN opens (signing keys on tablets) ends with it.
    """
    casino, person = _of(request, pk)
    require(request.user, "administer", casino)
    pin = pins.random_pin(person.badge)
    pins.give_pin(person=person, pin=pin, by=request.user, place=_("Página de PIN"))
    end_keys(person)
    return _page(request, casino, given={"person": person, "pin": f"{pin[:3]} {pin[3:]}"})


@require_POST
@signed_in
def unlock(request: PersonRequest, pk: int) -> HttpResponse:
    casino, person = _of(request, pk)
    require(request.user, "unlock", casino)
    pins.unlock(person=person, by=request.user, place=_("Página de PIN"))
    return HttpResponseRedirect(f"{reverse('floor:people')}?casino={casino.code}")


def _of(request: PersonRequest, pk: int) -> tuple[Casino, Person]:
    """The casino in hand and the person, who must work there and wear a badge."""
    casino = casino_of(request, "administer", "unlock")
    staff = Person.objects.filter(memberships__casino=casino, is_active=True).exclude(badge="").distinct()
    return casino, get_object_or_404(staff, pk=pk)


def _page(request: PersonRequest, casino: Casino, given: dict[str, Any] | None = None) -> HttpResponse:
    now = timezone.now()
    staff = (
        Person.objects.filter(memberships__casino=casino, is_active=True)
        .exclude(badge="")
        .distinct()
        .order_by("name")
        .prefetch_related("memberships")
    )
    rows = [
        {
            "person": person,
            "initials": initials(person.name),
            "roles": [m.get_role_display() for m in person.memberships.all() if m.casino_id == casino.pk],
            "locked": person.pin_locked_until if person.pin_locked_until and person.pin_locked_until > now else None,
        }
        for person in staff
    ]
    context = {
        "casino": casino,
        "rows": rows,
        "locked": [row for row in rows if row["locked"]],
        "given": given,
        "may_reset": may(request.user, "administer", casino),
        "may_unlock": may(request.user, "unlock", casino),
        "log": PinLog.objects.filter(person__memberships__casino=casino)
        .select_related("person", "by")
        .distinct()[:LOG_LINES],
    }
    return render(request, "floor/people.html", context)
