"""A file of events, and what became of its lines."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from pitboss.audit.receipts import outcome_of, outcome_of_result
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino
from pitboss.ingest.files import KIND, LARGEST_AT_ONCE, queue_file
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.jobs.models import Job

VERB = "upload"
SHOWN = 10


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def upload(request: PersonRequest) -> HttpResponse:
    """A small file is taken in while its sender waits; a large one becomes a job, whose page it goes to."""
    casinos = list(Casino.objects.where(request.user, VERB))
    if not casinos:
        raise PermissionDenied(f"{request.user} may not upload anywhere")
    code = str(request.POST.get("casino", casinos[0].code))
    context: dict[str, Any] = {"casinos": casinos, "casino": code, "jobs": _jobs(request, casinos[0])}
    if request.method != "POST":
        return render(request, "audit/upload.html", context)
    file = request.FILES.get("file")
    if code not in {casino.code for casino in casinos}:
        raise PermissionDenied(f"{request.user} may not upload to {code}")
    if file is None or not file.size:
        context["problem"] = gettext("El archivo falta o está vacío. Elija otro y cárguelo de nuevo.")
        return render(request, "audit/upload.html", context, status=400)
    if file.size > LARGEST_AT_ONCE:
        job = queue_file(file, by=request.user, casino=code, verb=VERB)
        return redirect("audit:progress", job=job.pk)
    receipt = Intake(by=request.user, casino=code, verb=VERB).take(read_ndjson(file))
    context["outcome"] = outcome_of(receipt, str(file.name))
    return render(request, "audit/upload.html", context)


@require_safe
@signed_in
def progress(request: PersonRequest, job: int) -> HttpResponse:
    """How far a large file is; its result once it is done. Only for whoever sent it."""
    shown = get_object_or_404(Job, pk=job, kind=KIND, asked_by=request.user)
    context: dict[str, Any] = {"job": shown, "name": _name(shown), "share": _share(shown)}
    if shown.state == Job.State.DONE and shown.result is not None:
        context["outcome"] = outcome_of_result(shown.result, _name(shown))
    return render(request, "audit/_job.html" if request.htmx else "audit/progress.html", context)


def _jobs(request: PersonRequest, casino: Casino) -> list[dict[str, Any]]:
    zone = ZoneInfo(casino.timezone)
    jobs = Job.objects.filter(kind=KIND, asked_by=request.user).order_by("-asked_at")[:SHOWN]
    return [{"job": job, "name": _name(job), "at": job.asked_at.astimezone(zone)} for job in jobs]


def _name(job: Job) -> str:
    """A kept file is known by its content, not by what somebody called it."""
    size = int(job.payload.get("bytes") or 0) / 1_000_000
    return gettext("archivo %(mark)s, %(size).1f MB") % {
        "mark": str(job.payload.get("digest"))[:8],
        "size": size,
    }


def _share(job: Job) -> int | None:
    """Percent done; None while nobody knows how much there is."""
    total = job.total or job.payload.get("bytes")
    return min(100, int(100 * job.progress / total)) if total else None
