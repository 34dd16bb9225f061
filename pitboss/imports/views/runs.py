"""A dry run and what it found; an import and what became of it; sheets of the rows that were refused."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from pitboss.audit.receipts import outcome_of_result
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.imports.access import imports_of, trials_of
from pitboss.imports.models import Trial
from pitboss.imports.page import told_refused
from pitboss.imports.verbs.take_file import take_file
from pitboss.imports.words import KINDS, SUITS, WHYS, field_word
from pitboss.incidents.refusal import Refused
from pitboss.ingest.files import kept
from pitboss.jobs.models import Job
from pitboss.languages import of_two

MOST = 100
"""Refused rows that a page shows; the sheet has the others."""


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def trial(request: PersonRequest, pk: int) -> HttpResponse:
    """What the file would do. POST imports it: the form says which result was seen."""
    shown = get_object_or_404(trials_of(request.user), pk=pk)
    context: dict[str, Any] = {"trial": shown, "job": shown.job, "share": _share(shown.job), **_words(shown)}
    status = 200
    if request.method == "POST":
        try:
            made = take_file(trial=shown, seen=request.POST.get("seen", ""), by=request.user, now=timezone.now())
            return redirect("imports:import", pk=made.pk)
        except Refused as refused:
            context["problems"], status = [reason.words for reason in refused.reasons], 400
    if shown.result is not None:
        context |= _told(shown)
    return render(request, "imports/_trial.html" if request.htmx else "imports/trial.html", context, status=status)


@require_safe
@signed_in
def done(request: PersonRequest, pk: int) -> HttpResponse:
    """How far an import is; its receipt once it is over."""
    shown = get_object_or_404(imports_of(request.user), pk=pk)
    context: dict[str, Any] = {
        "taken": shown,
        "trial": shown.trial,
        "job": shown.job,
        "share": _share(shown.job),
        **_words(shown.trial),
    }
    if shown.result is not None:
        counts = shown.result["counts"]
        told = {
            **shown.result,
            "rejected_count": counts["rejected"],
            "findings_count": counts["findings"],
            "incidents_count": counts["incidents"],
        }
        context |= {
            "outcome": outcome_of_result(told, shown.trial.file.name),
            "rejected": [told_refused(why) for why in shown.result["rejected"][:MOST]],
            "reasons": _reasons(shown.result),
            "sessions": shown.result["sessions"],
            "result": shown.result,
        }
    return render(request, "imports/_import.html" if request.htmx else "imports/import.html", context)


@require_safe
@signed_in
def trial_sheet(request: PersonRequest, pk: int) -> HttpResponseBase:
    """Rows that a dry run refused, as a CSV."""
    return _sheet(get_object_or_404(trials_of(request.user), pk=pk).result, f"ensayo-{pk}")


@require_safe
@signed_in
def import_sheet(request: PersonRequest, pk: int) -> HttpResponseBase:
    """Rows that an import refused, as a CSV."""
    return _sheet(get_object_or_404(imports_of(request.user), pk=pk).result, f"importacion-{pk}")


def _sheet(result: Mapping[str, Any] | None, name: str) -> HttpResponseBase:
    digest = (result or {}).get("sheet")
    if not digest:
        raise Http404
    file = kept(digest).open("rb")
    return FileResponse(file, as_attachment=True, filename=f"{name}.csv", content_type="text/csv; charset=utf-8")


def _share(job: Job | None) -> int | None:
    return None if job is None or not job.total else min(100, int(100 * job.progress / job.total))


def _words(shown: Trial) -> dict[str, Any]:
    """What was said of the file, for both pages."""
    told = shown.mapping.definition
    return {"suits": SUITS.get(told.get("suits", "")), "waits": shown.job is not None and shown.job.state == "queued"}


def _reasons(result: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Why rows were refused, most frequent first."""
    counted = sorted(result.get("rejected_by", {}).items(), key=lambda pair: -pair[1])
    return [(str(WHYS.get(why) or field_word(why)), count) for why, count in counted]


def _told(shown: Trial) -> dict[str, Any]:
    result, language = shown.result, of_two(get_language())
    zone = ZoneInfo(shown.file.casino.timezone)
    codes = [
        {
            **told,
            "code": code,
            "title": told["title"][language],
            "outcomes": sorted(told["outcomes"].items(), key=lambda pair: -pair[1]),
            "examples": [{**one, "text": one["text"][language]} for one in told["examples"]],
        }
        # By count: what was a JSON object in the database has no order of its own
        for code, told in sorted(result["codes"].items(), key=lambda pair: (-pair[1]["count"], pair[0]))
    ]
    kinds = sorted(result["kinds"].items(), key=lambda pair: (-pair[1], pair[0]))
    return {
        "result": result,
        "new": max(0, result["events"] + result["joining"] - result["known"]),
        "codes": codes,
        "kinds": [(str(KINDS.get(kind, kind)), count) for kind, count in kinds],
        "rejected": [told_refused(why) for why in result["rejected"][:MOST]],
        "reasons": _reasons(result),
        "sessions": [{**one, "from": _at(one["from"], zone), "to": _at(one["to"], zone)} for one in result["sessions"]],
        "since": _at(result["from"], zone),
        "until": _at(result["to"], zone),
    }


def _at(text: str | None, zone: ZoneInfo) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).astimezone(zone)
