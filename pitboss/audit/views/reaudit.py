"""Re-audits: asked for, watched, and read."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pitboss.accounts.permissions import require
from pitboss.audit import reaudit as page
from pitboss.audit import reaudit_form
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.incidents.refusal import Refused
from pitboss.reaudit.access import casinos_of, reaudits_of
from pitboss.reaudit.models import Reaudit, Verdict
from pitboss.reaudit.progress import progress_of, progresses
from pitboss.reaudit.queries import by_code, by_table, editions_there, lines, scope, sessions_between, together
from pitboss.reaudit.verbs.ask import ask
from pitboss.reaudit.verbs.cancel import cancel
from pitboss.reaudit.verbs.retry import retry
from pitboss.replay.readings import EDITION, NotAReading, checked, words

SHOWN = 20
DOES = {"cancel": cancel, "retry": retry}


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def reaudits(request: PersonRequest) -> HttpResponse:
    """The form and all that was asked before. POST ``do=scope`` says what it would cover, ``do=ask`` asks."""
    casinos = list(casinos_of(request.user))
    if not casinos:
        raise PermissionDenied(f"{request.user} may not re-audit anywhere")
    theirs = reaudits_of(request.user)
    context: dict[str, Any] = {}
    status = 200
    if request.method == "POST":
        form = reaudit_form.filled(request.POST, casinos)
        if not form.problems and request.POST.get("do") == "ask":
            made = _ask(request, form)
            if made is not None:
                return redirect("audit:reaudit", pk=made.pk)
        elif not form.problems:
            _scope(form, context)
        status = 400 if form.problems else 200
    else:
        start = request.GET.get("from", "")
        source = (
            theirs.filter(pk=int(start)).first() if start.isascii() and start.isdigit() and len(start) < 19 else None
        )
        form = reaudit_form.like(source, casinos) if source else reaudit_form.blank(casinos, timezone.now())
    pages = Paginator(theirs, SHOWN)
    shown = pages.get_page(request.GET.get("page"))
    how_far = progresses(list(shown), timezone.now())
    return render(
        request,
        "audit/reaudits.html",
        {
            "form": form,
            "editions": editions_there() or [EDITION],
            "others": theirs.filter(planned_at__isnull=False)[:SHOWN],
            "history": [(one, how_far[one.pk]) for one in shown],
            "states": {state: page.state_words(state) for state in page.STATES},
            "page": shown,
            "edition": EDITION,
            **context,
        },
        status=status,
    )


@require_safe
@signed_in
def reaudit(request: PersonRequest, pk: int) -> HttpResponse:
    """One re-audit; for a script that asks while it runs, only how far it is."""
    shown = get_object_or_404(reaudits_of(request.user), pk=pk)
    at = progress_of(shown, timezone.now())
    context: dict[str, Any] = {
        "reaudit": shown,
        "at": at,
        "state": page.state_words(at.state),
        "left": page.left_words(at.left),
        "took": page.left_words(at.seconds),
    }
    if request.htmx:
        answer = render(request, "audit/_reaudit_progress.html", context)
        if at.over:
            answer["HX-Refresh"] = "true"
        return answer
    wanted = page.asked(request.GET)
    found = lines(shown, verdicts=wanted.verdicts, code=wanted.code or None, table=wanted.table)
    pages = Paginator(found, page.LINES)
    leaf = pages.get_page(request.GET.get("page"))
    codes = by_code(shown)
    context |= {
        "asked": wanted,
        "reading": page.reading_words(shown),
        "against": page.against_words(shown),
        "tables": shown.tables.select_related("casino").order_by("casino__code", "name"),
        "sum": together(codes),
        "codes": page.code_rows(codes, wanted),
        "by_table": by_table(shown),
        "lines": page.shown(list(leaf)),
        "page": leaf,
        "verdicts": Verdict.choices,
        "links": {name: wanted.query(verdict=name) for name in (*Verdict.values, "all")},
        "everything": page.Asked("", "", None).query(),
        "download": reverse("audit:reaudit_sheet", args=[shown.pk]) + wanted.query(),
        "previous_page": wanted.query(page=leaf.number - 1),
        "next_page": wanted.query(page=leaf.number + 1),
    }
    return render(request, "audit/reaudit.html", context)


@require_POST
@signed_in
def act(request: PersonRequest, pk: int, act: str) -> HttpResponse:
    """``cancel`` or ``retry``."""
    found = get_object_or_404(reaudits_of(request.user), pk=pk)
    # Refused: it was over already, or somebody else was quicker; the page says how it stands
    with suppress(Refused):
        DOES[act](reaudit=found, by=request.user, now=timezone.now())
    return redirect("audit:reaudit", pk=found.pk)


@require_safe
@signed_in
def sheet(request: PersonRequest, pk: int) -> HttpResponse:
    """The lines that are looked at, as CSV; for those who may export at every casino of it."""
    shown = get_object_or_404(reaudits_of(request.user), pk=pk)
    for casino in Casino.objects.filter(tables__in=shown.tables.all()).distinct():
        require(request.user, "export", casino)
    wanted = page.asked(request.GET)
    found = lines(shown, verdicts=wanted.verdicts, code=wanted.code or None, table=wanted.table)
    answer = HttpResponse("".join(page.sheet(shown, found)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="reaudit-{shown.pk}.csv"'
    return answer


def _ask(request: PersonRequest, form: reaudit_form.Form) -> Reaudit | None:
    """The re-audit that was asked for; else what is in the way is told in the form's problems."""
    mine = {one.pk: one for one in reaudits_of(request.user)}
    against, edition = reaudit_form.against_of(form, mine)
    try:
        return ask(
            by=request.user,
            now=timezone.now(),
            tables=form.tables,
            since=form.since,
            until=form.until,
            overlay=form.overlay,
            name=form.name,
            why=form.why,
            against=against,
            against_edition=edition or EDITION,
        )
    except Refused as why:
        form.problems |= {reason.code: str(reason.words) for reason in why.reasons}
    except NotAReading as why:
        form.problems["overlay"] = _no_reading(why)
    return None


def _scope(form: reaudit_form.Form, context: dict[str, Any]) -> None:
    try:
        context["reading"] = words(checked(form.overlay), get_language() or "es")
    except NotAReading as why:
        form.problems["overlay"] = _no_reading(why)
        return
    context["scope"] = scope(sessions_between(form.tables, form.since, form.until))


def _no_reading(why: NotAReading) -> str:
    return gettext("La lectura no se entiende: %(field)s no puede tener ese valor.") % {"field": why.field}
