"""What falls due, as a page and as a sheet; and the clocks of a casino, with who set them."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from pitboss.accounts.permissions import may, require
from pitboss.audit import clocks as house
from pitboss.audit import due as page
from pitboss.audit.clock_forms import FORMS, ClockForm
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino, Table


@require_safe
@signed_in
def due(request: PersonRequest) -> HttpResponse:
    """``casino``, ``what``, ``near``, ``role``, ``table``, ``text``; what can't be read is left out and told."""
    wanted = page.asked(request.GET)
    found = page.page(request.user, wanted, timezone.now(), longest=page.LONGEST)
    casinos = list(Casino.objects.of(request.user))
    context = {
        "asked": wanted,
        "found": found,
        "lapsed": found.lapsed,
        "running": found.running,
        "casinos": casinos,
        "tables": Table.objects.filter(casino__in=casinos).order_by("name").values_list("name", flat=True).distinct(),
        "choices": page.choices(),
        "download": reverse("audit:due_sheet") + wanted.address(),
    }
    return render(request, "audit/due.html", context)


@require_safe
@signed_in
def sheet(request: PersonRequest) -> HttpResponse:
    """The same list as CSV. It names no player: whoever sees the page may take it along."""
    found = page.page(request.user, page.asked(request.GET), timezone.now())
    answer = HttpResponse("".join(page.sheet(found)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="due-{timezone.localdate().isoformat()}.csv"'
    return answer


@require_safe
@signed_in
def clocks(request: PersonRequest) -> HttpResponse:
    """The clocks of a ``casino``, its special days and where its people are told."""
    return _clocks(request, _casino(request, request.GET.get("casino")))


@require_POST
@signed_in
def act(request: PersonRequest, act: str) -> HttpResponse:
    """One of the forms of that page, for who administers the casino."""
    casino = _casino(request, request.POST.get("casino"))
    if act not in FORMS:
        raise Http404(f"no form {act!r}")
    require(request.user, "administer", casino)
    form = FORMS[act](request.POST, casino=casino)
    if form.is_valid() and form.do(request.user, timezone.now()):
        return redirect(f"{reverse('audit:clocks')}?casino={casino.code}")
    return _clocks(request, casino, failed=form)


def _clocks(request: PersonRequest, casino: Casino, failed: ClockForm | None = None) -> HttpResponse:
    administers = may(request.user, "administer", casino)
    now = timezone.now()
    forms = [failed if failed and failed.act == form.act else form(casino=casino) for form in FORMS.values()]
    with timezone.override(ZoneInfo(casino.timezone)):
        context = {
            "casino": casino,
            "casinos": list(Casino.objects.of(request.user)),
            "clocks": house.shown(casino, now),
            "holidays": house.holidays(casino, now),
            "addresses": house.addresses(casino, secrets=administers),
            "history": house.history(casino),
            "forms": forms if administers else [],
        }
        return render(request, "audit/clocks.html", context, status=400 if failed else 200)


def _casino(request: PersonRequest, code: str | None) -> Casino:
    casinos = list(Casino.objects.of(request.user))
    if not casinos:
        raise PermissionDenied(f"{request.user} works at no casino")
    if not code:
        return casinos[0]
    for casino in casinos:
        if casino.code == code:
            return casino
    raise Http404(f"no casino {code!r} for {request.user}")
