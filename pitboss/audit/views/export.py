"""The inbox's incidents as a file, with names masked unless somebody who may read them says what for."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from pitboss.audit.filters import asked
from pitboss.audit.privacy_forms import ExportForm
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.incidents.models import Incident
from pitboss.incidents.queries import incident_list
from pitboss.privacy.export import MOST, ndjson, records, sheet
from pitboss.privacy.masking import Masking
from pitboss.privacy.models import Access
from pitboss.privacy.verbs.record_access import record_access
from pitboss.replay.catalogue import titles


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def export(request: PersonRequest) -> HttpResponse:
    """The address carries the inbox's filter. Only casinos where the person may export; names, where allowed too."""
    now = timezone.now()
    wanted = asked(request.GET)
    casinos = list(Casino.objects.where(request.user, "export"))
    if not casinos:
        raise PermissionDenied(f"{request.user} may export from no casino")
    naming = set(Casino.objects.where(request.user, "see_names"))
    may_name = naming.issuperset(casinos)
    incidents = wanted.narrow(incident_list(request.user, wanted.filters), now).filter(casino__in=casinos)
    form = ExportForm(request.POST if request.method == "POST" else None, may_name=may_name)
    if request.method == "POST" and form.is_valid():
        return _file(request, form, incidents, casinos)
    context = {
        "form": form,
        "count": min(incidents.order_by().count(), MOST),
        "most": MOST,
        "may_name": may_name,
        "tokens": wanted.tokens(titles(get_language() or "es")),
        "back": wanted.address(),
    }
    return render(request, "audit/export.html", context, status=422 if form.errors else 200)


def _file(
    request: PersonRequest, form: ExportForm, incidents: QuerySet[Incident], casinos: list[Casino]
) -> HttpResponse:
    now = timezone.now()
    given = form.cleaned_data
    named = bool(given.get("named"))
    masking = {one.pk: Masking(one.pk, named=named, seat=given["seat"] or None) for one in casinos}
    record_access(
        by=request.user,
        casinos=casinos,
        what=Access.What.EXPORT,
        named=named,
        now=now,
        asked=request.META.get("QUERY_STRING", ""),
        why=given["why"],
        rows=min(incidents.order_by().count(), MOST),
    )
    rows = records(incidents, masking)
    csv = given["format"] == "csv"
    answer = HttpResponse(
        "".join(sheet(rows) if csv else ndjson(rows)),
        content_type=f"{'text/csv' if csv else 'application/x-ndjson'}; charset=utf-8",
    )
    name = f"incidentes-{now:%Y%m%d-%H%M%S}.{given['format']}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
