"""The page of administration: which shoes send, how they are, and one more or one less."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino, Table
from pitboss.shoes.models import Mode, ShoeDevice, ShoeLog, ShoeRefusal
from pitboss.shoes.verbs.make import TableHasOne, make
from pitboss.shoes.verbs.revoke import revoke

VERB = "administer"
SILENT = timedelta(minutes=2)
"""A gateway says at least twice a minute that it is there."""
DRIFT_MS = 2000
"""What the rules let two clocks differ by."""
LINES = 20


@dataclass(frozen=True, slots=True)
class Row:
    """A shoe in force, as the page shows it. ``state``: ``new``, ``sends``, ``waits``, ``cut`` (its wire) or ``silent``
    (the gateway); ``drift``: seconds added to its clock, with their sign, where it is too far off."""

    device: ShoeDevice
    state: str
    drift: str


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@signed_in
def shoes(request: PersonRequest) -> HttpResponse:
    """The shoes of a casino. POST makes one: its token is on the page that answers, and on no other."""
    casino = _casino(request)
    context: dict[str, Any] = {"said": {"table": "", "name": "", "mode": Mode.WITNESS.value}}
    status = 200
    if request.method == "POST":
        status = _make(request, casino, context)
    now = timezone.now()
    devices = ShoeDevice.objects.filter(casino=casino).select_related("table", "made_by", "revoked_by")
    devices = devices.annotate(refused=Count("refusals"))
    taken = {device.table_id for device in devices if device.revoked_at is None}
    context |= {
        "casino": casino,
        "casinos": list(Casino.objects.where(request.user, VERB)),
        "modes": Mode.choices,
        "tables": [table for table in casino.tables.all() if table.pk not in taken],
        "rows": [_row(device, now) for device in devices if device.revoked_at is None],
        "revoked": [device for device in devices if device.revoked_at is not None],
        "refusals": ShoeRefusal.objects.filter(device__casino=casino).select_related("device__table")[:LINES],
        "log": ShoeLog.objects.filter(casino=casino).select_related("by", "device__table")[:LINES],
    }
    return render(request, "shoes/shoes.html", context, status=status)


@require_POST
@signed_in
def revoke_shoe(request: PersonRequest, pk: int) -> HttpResponse:
    casinos = Casino.objects.of(request.user)
    device = get_object_or_404(ShoeDevice.objects.select_related("casino"), pk=pk, casino__in=casinos)
    revoke(device=device, by=request.user, now=timezone.now())
    return redirect(f"{reverse('shoes:shoes')}?casino={device.casino.code}")


def _make(request: PersonRequest, casino: Casino, context: dict[str, Any]) -> int:
    """Make the shoe that the form asks for; what is in the way is told in ``problem``. The answer's status."""
    said = {name: request.POST.get(name, "").strip() for name in ("table", "name", "mode")}
    context["said"] = said
    tables = {str(table.pk): table for table in Table.objects.filter(casino=casino).select_related("casino")}
    table = tables.get(said["table"])
    if table is None:
        context["problem"] = gettext("Elegir la mesa del sabot.")
    elif said["mode"] not in Mode.values:
        context["problem"] = gettext("Elegir para qué sirven las cartas que lee.")
    else:
        name = said["name"][:60] or gettext("Sabot de %(table)s") % {"table": table.name}
        try:
            context["made"], context["token"] = make(table=table, name=name, mode=Mode(said["mode"]), by=request.user)
        except TableHasOne:
            context["problem"] = gettext("Esa mesa ya tiene un sabot. Revocar el anterior antes de inscribir otro.")
        else:
            context["said"] = {"table": "", "name": "", "mode": said["mode"]}
            return 200
    return 400


def _row(device: ShoeDevice, now: datetime) -> Row:
    if device.seen_at is None:
        state = "new"
    elif now - device.seen_at > SILENT:
        state = "silent"
    elif device.wire == "down":
        state = "cut"
    else:
        state = "waits" if device.waiting else "sends"
    offset = device.offset_ms or 0
    seconds = number_format(abs(offset) / 1000, 1)
    return Row(device, state, f"{'+' if offset > 0 else '−'}{seconds}" if abs(offset) > DRIFT_MS else "")


def _casino(request: PersonRequest) -> Casino:
    """That of ``?casino=`` or the form's, else the first that the person administers. PermissionDenied."""
    code = request.POST.get("casino") or request.GET.get("casino")
    casinos = Casino.objects.where(request.user, VERB)
    casino = (casinos.filter(code=code) if code else casinos).first()
    if casino is None:
        raise PermissionDenied(f"{request.user.get_username()} administers no such casino")
    return casino
