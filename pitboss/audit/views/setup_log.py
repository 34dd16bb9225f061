"""Who changed what of the set-up."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import VERBS
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.setup.models import SetupLog

LINES = 50
TITLES = {model._meta.db_table: model._meta.verbose_name for model in apps.get_models()}


@require_safe
@signed_in
def setup_log(request: PersonRequest) -> HttpResponse:
    """``table`` and ``row`` narrow it to one object; ``page``. Newest first."""
    person = request.user
    casinos = Casino.objects.filter(pk__in=person.memberships.filter(role__in=VERBS["see_setup_log"]).values("casino"))
    if not person.is_active or not (person.is_superuser or casinos.exists()):
        raise PermissionDenied(f"{person} sees the set-up of no casino")
    lines = SetupLog.objects.select_related("by", "casino")
    if not person.is_superuser:
        colleagues = Person.objects.filter(memberships__casino__in=casinos)
        lines = lines.filter(Q(casino__in=casinos) | Q(table="accounts_person", row__in=colleagues.values("pk")))
    table, row = request.GET.get("table", ""), request.GET.get("row", "")
    if table in TITLES:
        lines = lines.filter(table=table)
    if row.isascii() and row.isdigit() and len(row) < 19:
        lines = lines.filter(row=int(row))
    page = Paginator(lines, LINES).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": [(line, TITLES.get(line.table, line.table), _changes(line)) for line in page],
        "narrowed": f"&table={table}&row={row}" if table in TITLES else "",
        "may_set_up": person.is_superuser or person.memberships.filter(role__in=VERBS["administer"]).exists(),
    }
    return render(request, "audit/setup_log.html", context)


def _changes(line: SetupLog) -> list[tuple[str, str, str]]:
    """Column, what it was, what it is."""
    names = dict.fromkeys([*line.before, *line.after])
    return [(name, _told(line.before.get(name)), _told(line.after.get(name))) for name in names if name != "id"]


def _told(value: Any) -> str:
    if value is None or value == "":
        return "—"
    if isinstance(value, bool):
        return gettext("sí") if value else gettext("no")
    return str(value)
