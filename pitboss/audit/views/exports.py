"""Bundles: ask for one, watch it being made, take it away, and who took what before and why."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pitboss.audit import exports as page
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.exports.access import casinos_of, exports_of
from pitboss.exports.index import index as index_of
from pitboss.exports.models import Export, Handed
from pitboss.exports.progress import progress_of
from pitboss.exports.queries import preview
from pitboss.exports.verbs.ask import ask
from pitboss.exports.verbs.hand_out import hand_out
from pitboss.exports.verbs.retry import retry as try_again
from pitboss.incidents.refusal import Refused

SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def exports(request: PersonRequest) -> HttpResponse:
    """The form and all that was asked before. POST ``do=preview`` says what it would bring, ``do=ask`` asks."""
    casinos = list(casinos_of(request.user))
    if not casinos:
        raise PermissionDenied(f"{request.user} may export from no casino")
    theirs = exports_of(request.user)
    context: dict[str, Any] = {}
    status = 200
    if request.method == "POST":
        form = page.filled(request.POST, casinos, timezone.now())
        if not form.problems and request.POST.get("do") == "ask":
            made = _ask(request, form)
            if made is not None:
                return redirect("audit:export_one", pk=made.pk)
        elif not form.problems:
            context["preview"] = preview(form.question())
        status = 400 if form.problems else 200
    else:
        start = request.GET.get("from", "")
        source = (
            theirs.filter(pk=int(start)).first() if start.isascii() and start.isdigit() and len(start) < 19 else None
        )
        form = page.like(source, casinos) if source else page.blank(casinos, timezone.now())
    pages = Paginator(theirs, SHOWN)
    shown = pages.get_page(request.GET.get("page"))
    rows = [(one, at := progress_of(one), page.state_words(at.state)) for one in shown]
    return render(
        request, "audit/exports.html", {"form": form, "history": rows, "page": shown, **context}, status=status
    )


@require_safe
@signed_in
def one(request: PersonRequest, pk: int) -> HttpResponse:
    """One export; for a script that asks while it is made, only how far it is."""
    shown = get_object_or_404(exports_of(request.user), pk=pk)
    at = progress_of(shown)
    context: dict[str, Any] = {"export": shown, "at": at, "state": page.state_words(at.state)}
    if request.htmx:
        answer = render(request, "audit/_export_progress.html", context)
        if at.over:
            answer["HX-Refresh"] = "true"
        return answer
    question = shown.asked()
    context |= {
        "asked": page.asked_words(question),
        "preview": preview(question),
        "handed": Handed.objects.filter(part__export=shown).select_related("by", "part")[:100],
        "refused": request.GET.get("gone", ""),
    }
    return render(request, "audit/export_one.html", context)


@require_safe
@signed_in
def bundle(request: PersonRequest, pk: int, number: int) -> HttpResponseBase:
    """The zip. Each time is written down, with whoever took it."""
    shown = get_object_or_404(exports_of(request.user), pk=pk)
    part = get_object_or_404(shown.parts, number=number)
    try:
        path = hand_out(part=part, by=request.user, now=timezone.now())
    except Refused:
        return redirect(f"{reverse('audit:export_one', args=[shown.pk])}?gone=1")
    answer = FileResponse(
        path.open("rb"), as_attachment=True, filename=f"{part.folder}.zip", content_type="application/zip"
    )
    patch_cache_control(answer, private=True, no_store=True)
    return answer


@require_safe
@signed_in
def index(request: PersonRequest, pk: int) -> HttpResponse:
    """The signed note that names every bundle of a long period."""
    shown = get_object_or_404(exports_of(request.user).select_related("checkpoint__key"), pk=pk)
    note = index_of(shown)
    if note is None:
        raise Http404(f"the bundles of export {pk} are not all made")
    answer = HttpResponse(note, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="export-{pk}-index.note"'
    return answer


@require_POST
@signed_in
def retry(request: PersonRequest, pk: int) -> HttpResponse:
    """Try again what gave up; where nothing did, the page says how it stands."""
    shown = get_object_or_404(exports_of(request.user), pk=pk)
    with suppress(Refused):
        try_again(export=shown, by=request.user, now=timezone.now())
    return redirect("audit:export_one", pk=shown.pk)


def _ask(request: PersonRequest, form: page.Form) -> Export | None:
    """The export that was asked for; else what is in the way is told in the form's problems."""
    try:
        return ask(by=request.user, now=timezone.now(), question=form.question(), casinos=form.chosen)
    except Refused as why:
        form.problems |= {reason.code: str(reason.words) for reason in why.reasons}
    return None
