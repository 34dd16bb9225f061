"""Saved filters: keeping the list's address under a name, and looking after one's own."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from pitboss.audit.filters import Asked
from pitboss.audit.models import SavedFilter
from pitboss.audit.saved import Kept, read, shelf
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.audit.verbs.drop_filter import drop_filter
from pitboss.audit.verbs.rename_filter import Taken, rename_filter
from pitboss.audit.verbs.save_filter import TooMany, save_filter
from pitboss.casino.models import Casino
from pitboss.replay.catalogue import titles


@require_safe
@signed_in
def filters(request: PersonRequest) -> HttpResponse:
    """All that are saved, with what each asks for in words; one's own can be renamed and taken away."""
    kept = shelf(request.user, list(Casino.objects.of(request.user)), timezone.now())
    names = titles(get_language() or "es")
    lists = [(kept.own, gettext("Míos")), (kept.shared, gettext("Compartidos por otras personas"))]
    shown = [(word, [(one, _words(one, names)) for one in some]) for some, word in lists]
    return render(request, "audit/filters.html", {"lists": shown, "any": kept.own or kept.shared})


@require_POST
@signed_in
def save(request: PersonRequest) -> HttpResponse:
    """Keep an address of the inbox; it is read first, so that only what is a filter is kept."""
    wanted = read(request.POST.get("query", "")[:1000])
    name = _name(request)
    code = request.POST.get("casino", "")
    casino = get_object_or_404(Casino.objects.of(request.user), code=code) if code else None
    if not name or not _is_filter(wanted):
        messages.warning(request, gettext("Falta el nombre, o no hay filtro que guardar."))
    else:
        try:
            save_filter(by=request.user, name=name, query=wanted.plain(), casino=casino, now=timezone.now())
        except TooMany:
            messages.warning(request, gettext("Ya tiene todos los filtros que caben. Borre alguno primero."))
        else:
            messages.success(request, gettext("Filtro guardado: %(name)s.") % {"name": name})
    return redirect(reverse("audit:inbox") + wanted.address())


@require_POST
@signed_in
def rename(request: PersonRequest, pk: int) -> HttpResponse:
    saved = get_object_or_404(SavedFilter, pk=pk, owner=request.user)
    if name := _name(request):
        try:
            rename_filter(saved=saved, by=request.user, name=name)
        except Taken:
            messages.warning(request, gettext("Ya tiene un filtro que se llama %(name)s.") % {"name": name})
    return redirect("audit:filters")


@require_POST
@signed_in
def drop(request: PersonRequest, pk: int) -> HttpResponse:
    saved = get_object_or_404(SavedFilter, pk=pk, owner=request.user)
    drop_filter(saved=saved, by=request.user)
    messages.success(request, gettext("Filtro borrado: %(name)s.") % {"name": saved.name})
    return redirect("audit:filters")


def _name(request: PersonRequest) -> str:
    return " ".join(request.POST.get("name", "").replace("\0", "").split())[:60]


def _is_filter(wanted: Asked) -> bool:
    return len(wanted.plain()) in range(2, 1001)


def _words(kept: Kept, names: dict[str, str]) -> str:
    return ", ".join(f"{token.label}: {token.value}" for token in read(kept.query).tokens(names))
