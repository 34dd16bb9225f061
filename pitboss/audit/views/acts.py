"""Doing something with a case from its page, and fetching the footage that is kept with it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from pitboss.accounts.permissions import may
from pitboss.audit.acts import FORMS
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.audit.views.incident import found, page
from pitboss.incidents.evidence import NotEvidence, kept
from pitboss.incidents.models import Verb
from pitboss.incidents.refusal import Refused


@require_POST
@signed_in
def act(request: PersonRequest, casino: str, folio: str, act: str) -> HttpResponse:
    """One verb. Done, the page is shown anew; refused, it is shown with the form as it was sent and the reasons."""
    shown = found(request.user, casino, folio)
    if act not in FORMS:
        raise Http404(act)
    if not may(request.user, FORMS[act].permission, shown.casino):
        raise PermissionDenied(f"{request.user} may not {act}")
    with timezone.override(ZoneInfo(shown.casino.timezone)):
        form = FORMS[act](request.POST, request.FILES, incident=shown)
        status = 400
        if form.is_valid():
            try:
                form.do(request.user, timezone.now())
            except Refused as why:
                status = 409
                for reason in why.reasons:
                    form.add_error(None, str(reason.words))
            except NotEvidence as wrong:
                form.add_error("file", str(wrong))
            else:
                return redirect(reverse("audit:incident", args=[casino, folio]) + "#life")
        return page(request, found(request.user, casino, folio), failed=form, status=status)


@require_safe
@signed_in
def evidence(request: PersonRequest, casino: str, folio: str, sha256: str) -> HttpResponseBase:
    """A still or clip of this case, as it was kept. For whoever may add words to the case, and inspectors."""
    shown = found(request.user, casino, folio)
    if not (may(request.user, "comment", shown.casino) or may(request.user, "export", shown.casino)):
        raise PermissionDenied(f"{request.user} may not see footage")
    steps = shown.steps.filter(verb=Verb.FOOTAGE_PRESERVED, after__sha256=sha256, after__has_key="bytes")
    step = steps.first()
    if step is None or not kept(sha256).exists():
        raise Http404(sha256)
    media = step.after["type"]
    return FileResponse(kept(sha256).open("rb"), as_attachment=True, filename=sha256, content_type=media)
