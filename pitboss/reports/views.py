"""Reports to be read on screen or printed."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.complaints.gate import newest
from pitboss.complaints.models import Complaint, Verb
from pitboss.complaints.queries import visible_to, with_history
from pitboss.reports.complaint_receipt import complaint_receipt
from pitboss.reports.handbook import handbook as typeset_handbook

LANGUAGES = ("es", "en")


@require_safe
@login_required
def handbook(request: HttpRequest) -> HttpResponse:
    """The handbook as a PDF. ``lang``: es or en, else the reader's own; ``casino``: the code of one of the person's,
    else the first."""
    language = request.GET.get("lang") or (get_language() or "es")[:2]
    if language not in LANGUAGES:
        return HttpResponseBadRequest(f"lang is {language!r}; it can be es or en")
    pdf = typeset_handbook(casino=_casino(request), language=language, at=timezone.now())
    name = "pitboss-manual.pdf" if language == "es" else "pitboss-handbook.pdf"
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    # What a house has set is for its own people
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@login_required
def receipt(request: HttpRequest, casino: str, folio: str) -> HttpResponse:
    """The receipt of a complaint as a PDF. ``lang``: es or en, else the language in which it was last handed over.

    Http404 until it is handed over: there is no receipt before that."""
    person = request.user
    complaints = with_history(visible_to(person)) if isinstance(person, Person) else Complaint.objects.none()
    complaint = complaints.filter(casino__code=casino, folio=folio).first()
    issued = newest(complaint, Verb.RECEIPT_ISSUED) if complaint else None
    if complaint is None or issued is None:
        raise Http404(f"no receipt {casino} {folio} for {person}")
    language = request.GET.get("lang") or issued.after["language"]
    if language not in LANGUAGES:
        return HttpResponseBadRequest(f"lang is {language!r}; it can be es or en")
    address = request.build_absolute_uri(reverse("audit:complaint", args=[casino, folio]))
    response = HttpResponse(
        complaint_receipt(complaint, language=language, address=address), content_type="application/pdf"
    )
    response["Content-Disposition"] = f'inline; filename="{casino}-{folio}.pdf"'
    patch_cache_control(response, private=True, no_store=True)
    return response


def _casino(request: HttpRequest) -> Casino | None:
    """Http404 for a casino that the person has no role at."""
    if not isinstance(request.user, Person):
        return None
    casinos = Casino.objects.of(request.user)
    code = request.GET.get("casino")
    if not code:
        return casinos.first()
    casino: Casino | None = casinos.filter(code=code).first()
    if casino is None:
        raise Http404(f"no casino {code} for {request.user}")
    return casino
