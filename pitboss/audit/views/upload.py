"""A file of events, and what became of its lines."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from pitboss.accounts.permissions import VERBS
from pitboss.casino.models import Casino
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    casinos = list(
        Casino.objects.filter(
            memberships__person=request.user, memberships__role__in=VERBS["upload"]
        ).distinct()
    )
    if not casinos:
        raise PermissionDenied(f"{request.user} may not upload anywhere")
    context = {"casinos": casinos, "casino": request.POST.get("casino", casinos[0].code)}
    if request.method != "POST":
        return render(request, "audit/upload.html", context)
    file = request.FILES.get("file")
    if file is None:
        context["problem"] = gettext("Elija un archivo antes de cargarlo.")
        return render(request, "audit/upload.html", context, status=400)
    if context["casino"] not in {casino.code for casino in casinos}:
        raise PermissionDenied(f"{request.user} may not upload to {context['casino']}")
    taking = Intake(by=request.user, casino=str(context["casino"]), verb="upload")
    receipt = taking.take(read_ndjson(file))
    return render(request, "audit/upload.html", context | {"receipt": receipt, "name": file.name})


@require_safe
@login_required
def progress(request: HttpRequest, job: int) -> HttpResponse:
    raise NotImplementedError
