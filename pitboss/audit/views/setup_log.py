"""Who changed what of the set-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import ForeignKey, Model, Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from pitboss.accounts.models import Person
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.setup.models import SetupLog

LINES = 50
MODELS: dict[str, type[Model]] = {model._meta.db_table: model for model in apps.get_models()}


@require_safe
@signed_in
def setup_log(request: PersonRequest) -> HttpResponse:
    """``table`` and ``row`` narrow it to one object; ``page``. Newest first."""
    person = request.user
    casinos = Casino.objects.where(person, "see_setup_log").order_by()
    if not person.is_active or not (person.is_superuser or casinos.exists()):
        raise PermissionDenied(f"{person} sees the set-up of no casino")
    lines = SetupLog.objects.select_related("by", "casino")
    if not person.is_superuser:
        colleagues = Person.objects.filter(memberships__casino__in=casinos)
        lines = lines.filter(Q(casino__in=casinos) | Q(table="accounts_person", row__in=colleagues.values("pk")))
    table, row = request.GET.get("table", ""), request.GET.get("row", "")
    if table in MODELS:
        lines = lines.filter(table=table)
    if row.isascii() and row.isdigit() and len(row) < 19:
        lines = lines.filter(row=int(row))
    page = Paginator(lines, LINES).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": _lines(page.object_list),
        "narrowed": f"&table={table}&row={row}" if table in MODELS else "",
        "may_set_up": person.is_superuser or Casino.objects.where(person, "administer").exists(),
    }
    return render(request, "audit/setup_log.html", context)


def _lines(lines: Iterable[SetupLog]) -> list[tuple[SetupLog, str, list[tuple[str, str, str]]]]:
    """Each with the name of what it is about, and its changes in words. A query for each kind of row that is named."""
    told = list(lines)
    wanted: dict[type[Model], set[int]] = {}
    for line in told:
        for column, value in [*line.before.items(), *line.after.items()]:
            field = _field(line.table, column)
            if isinstance(field, ForeignKey) and value is not None:
                wanted.setdefault(field.related_model, set()).add(value)
    named = {
        model: {row.pk: str(row) for row in model._default_manager.filter(pk__in=ids)} for model, ids in wanted.items()
    }
    return [
        (line, str(MODELS[line.table]._meta.verbose_name), [_change(line, column, named) for column in _columns(line)])
        for line in told
    ]


def _columns(line: SetupLog) -> list[str]:
    return [column for column in dict.fromkeys([*line.before, *line.after]) if column != "id"]


def _field(table: str, column: str) -> Any:
    return next((one for one in MODELS[table]._meta.concrete_fields if one.attname == column), None)


def _change(line: SetupLog, column: str, named: Mapping[type[Model], Mapping[int, str]]) -> tuple[str, str, str]:
    """The column's name, what it was, what it is."""
    field = _field(line.table, column)

    def word(value: Any) -> str:
        if value is None or value == "":
            return "—"
        if isinstance(value, bool):
            return gettext("sí") if value else gettext("no")
        if isinstance(field, ForeignKey):
            return named[field.related_model].get(value, str(value))
        return str(dict(field.flatchoices).get(value, value)) if field is not None else str(value)

    if isinstance(field, ForeignKey):
        name = str(field.related_model._meta.verbose_name)
    else:
        name = column if field is None else str(field.verbose_name)
    return name, word(line.before.get(column)), word(line.after.get(column))
