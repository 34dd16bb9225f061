"""The pages of administration: tablets in and out, and the tablet's own side of being enrolled."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pitboss.accounts.permissions import may, require
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.drawing.qr import qr
from pitboss.floor.device_models import Device, DeviceLog
from pitboss.floor.devices import CannotEnrol, device_of, enrol, keep_cookie, make_code, revoke, waiting

LOG_LINES = 20
NAME_LENGTH = 60


def casino_of(request: PersonRequest, *verbs: str) -> Casino:
    """The casino of `?casino=` (or the form's), else the first one where the person may do one of these.

    Raises PermissionDenied.
    """
    asked = request.POST.get("casino") or request.GET.get("casino")
    casinos = Casino.objects.of(request.user)
    for casino in casinos.filter(code=asked) if asked else casinos:
        if any(may(request.user, verb, casino) for verb in verbs):
            return casino
    raise PermissionDenied(f"{request.user.get_username()} may not {' or '.join(verbs)}")


@require_safe
@never_cache
@signed_in
def devices(request: PersonRequest) -> HttpResponse:
    """The tablets of a casino."""
    return _page(request, casino_of(request, "administer"))


@require_POST
@never_cache
@signed_in
def new_code(request: PersonRequest) -> HttpResponse:
    """A code for one more tablet: the page shows it as QR and as a link, this once."""
    casino = casino_of(request, "administer")
    pit = next((one for one in casino.pits.all() if str(one.pk) == request.POST.get("pit")), None)
    name = request.POST.get("name", "").strip()[:NAME_LENGTH] or _("Tableta %(number)s") % {
        "number": Device.objects.filter(casino=casino).count() + 1
    }
    enrolment, code = make_code(casino=casino, by=request.user, name=name, pit=pit)
    link = request.build_absolute_uri(reverse("floor:enrol", args=[code]))
    return _page(request, casino, enrolment=enrolment, link=link, drawing=qr(link, _("Código QR de la tableta")))


@require_POST
@signed_in
def revoke_device(request: PersonRequest, pk: int) -> HttpResponse:
    device = get_object_or_404(
        Device.objects.select_related("casino"), pk=pk, casino__in=Casino.objects.of(request.user)
    )
    require(request.user, "administer", device.casino)
    revoke(device=device, by=request.user)
    return HttpResponseRedirect(f"{reverse('floor:devices')}?casino={device.casino.code}")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enrol_here(request: HttpRequest, code: str) -> HttpResponse:
    """On the tablet itself: looking does not use the code up (link previews look), confirming the name does."""
    try:
        enrolment = waiting(code)
        if request.method != "POST":
            return render(request, "floor/enrol.html", {"enrolment": enrolment, "already": device_of(request)})
        name = request.POST.get("name", "").strip()[:NAME_LENGTH]
        _device, token = enrol(code=code, name=name, browser=request.headers.get("user-agent", ""))
    except CannotEnrol as why:
        return render(request, "floor/enrol.html", {"why": str(why)}, status=410)
    response = HttpResponseRedirect(reverse("floor:sign_in"))
    keep_cookie(response, token)
    return response


def _page(request: PersonRequest, casino: Casino, **more: Any) -> HttpResponse:
    tablets = Device.objects.filter(casino=casino).select_related("pit", "enrolled_by", "revoked_by")
    context = {
        "casino": casino,
        "tablets": [tablet for tablet in tablets if tablet.revoked_at is None],
        "revoked": [tablet for tablet in tablets if tablet.revoked_at is not None],
        "pits": casino.pits.all(),
        "log": DeviceLog.objects.filter(casino=casino).select_related("by")[:LOG_LINES],
        "made": None,
        **more,
    }
    return render(request, "floor/devices.html", context)
