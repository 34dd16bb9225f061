"""Reports to be read on screen or printed."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pitboss.accounts.models import Person
from pitboss.accounts.names import names_for
from pitboss.audit import patterns as patterns_page
from pitboss.audit.played import played
from pitboss.casino.models import Casino
from pitboss.complaints.gate import newest
from pitboss.complaints.models import Complaint, Verb
from pitboss.complaints.queries import visible_to, with_history
from pitboss.evidence.models import Issued
from pitboss.evidence.verbs.issue import issue
from pitboss.incidents.models import Incident
from pitboss.incidents.patterns import patterns
from pitboss.incidents.queries import visible_to as incidents_seen_by
from pitboss.incidents.queries import with_findings
from pitboss.privacy.models import Access
from pitboss.privacy.verbs.record_access import record_access
from pitboss.replay.catalogue import titles
from pitboss.replay.scenes import round_of
from pitboss.reports.case_told import Told
from pitboss.reports.complaint_receipt import complaint_receipt
from pitboss.reports.handbook import handbook as typeset_handbook
from pitboss.reports.handing_out import hand_out
from pitboss.reports.incident_report import as_of, incident_report
from pitboss.reports.period_statistics import as_of as statistics_as_of
from pitboss.reports.period_statistics import period_statistics

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
    pdf = complaint_receipt(complaint, language=language, address=address)
    response = HttpResponse(
        hand_out(pdf, kind=Issued.Kind.RECEIPT, now=timezone.now(), at=issued.at), content_type="application/pdf"
    )
    response["Content-Disposition"] = f'inline; filename="{casino}-{folio}.pdf"'
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
@login_required
def incident(request: HttpRequest, casino: str, folio: str) -> HttpResponse:
    """The report of one incident as a PDF. ``lang``: es or en, else the reader's own. Http404 also for a case of
    another casino."""
    language = request.GET.get("lang") or (get_language() or "es")[:2]
    if language not in LANGUAGES:
        return HttpResponseBadRequest(f"lang is {language!r}; it can be es or en")
    person = request.user
    if not isinstance(person, Person):
        raise Http404("nobody is signed in")
    told = told_for(person, casino, folio)
    pdf, content = incident_report(told, language=language, verify=verify_address(request))
    now = timezone.now()
    # The printed code leads to the hash of what is told; the file itself has two more, unsigned and signed
    about = issue(content=content.encode(), kind=Issued.Kind.INCIDENT, now=now)
    response = HttpResponse(
        hand_out(pdf, kind=Issued.Kind.INCIDENT, now=now, at=as_of(told), about=about), content_type="application/pdf"
    )
    response["Content-Disposition"] = f'inline; filename="{casino}-{folio}-{language}.pdf"'
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
@login_required
def statistics(request: HttpRequest) -> HttpResponse:
    """The patterns of a period as a PDF; the address asks as that of the page does. Names are logged as there."""
    person = request.user
    casinos = patterns_page.casinos_of(person) if isinstance(person, Person) else {}
    if not casinos or not isinstance(person, Person):
        raise PermissionDenied(f"{person} may see patterns at no casino")
    language = (get_language() or "es")[:2]
    words = titles(language)
    now = timezone.now()
    asked = patterns_page.asked(request.GET, casinos, words, now)
    if asked.named:
        record_access(
            by=person, casinos=[asked.period.casino], what=Access.What.NAMES, named=True, now=now, asked=asked.address()
        )
    pdf = period_statistics(asked, patterns(asked.period), words, language=language)
    name = f"{asked.period.casino.code}-{asked.period.since}-{asked.period.until}.pdf"
    out = hand_out(pdf, kind=Issued.Kind.REPORT, now=now, at=statistics_as_of(asked))
    response = HttpResponse(out, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="pitboss-{name}"'
    patch_cache_control(response, private=True, no_store=True)
    return response


def told_for(person: Person, casino: str, folio: str) -> Told:
    """The case as this person may see it."""
    try:
        shown = with_findings(incidents_seen_by(person)).get(casino__code=casino, folio=folio)
    except Incident.DoesNotExist:
        raise Http404(f"no incident {casino} {folio} for {person}") from None
    return Told(
        incident=shown,
        played=played(shown),
        this=None if shown.round is None else round_of(shown.session, shown.round),
        complaints=list(visible_to(person).filter(incidents=shown)),
        names=names_for(person, shown.casino),
    )


def verify_address(request: HttpRequest) -> str:
    """Of the page where anybody can look a hash up."""
    return request.build_absolute_uri("/verify/")


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
