"""Sheets to be printed: made and set while the person waits."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino, Table
from pitboss.incidents.refusal import Refused
from pitboss.languages import of_two
from pitboss.sheets.printing import printed
from pitboss.sheets.verbs.issue import issue
from pitboss.sheets.views.sending import shown


@require_POST
@signed_in
def print_sheets(request: PersonRequest) -> HttpResponse:
    """A PDF of new sheets for the chosen tables; or the page again, saying why not."""
    theirs = Table.objects.filter(casino__in=Casino.objects.where(request.user, "print_sheets"))
    chosen = [int(one) for one in request.POST.getlist("tables") if one.isascii() and one.isdigit() and len(one) < 10]
    tables = list(theirs.filter(pk__in=chosen).select_related("casino").order_by("casino__code", "name"))
    count = request.POST.get("count", "")
    number = int(count) if count.isascii() and count.isdigit() and len(count) < 4 else 0
    pages = 1 if request.POST.get("pages") == "1" else 2
    try:
        made = issue(by=request.user, now=timezone.now(), tables=tables, count=number, pages=pages)
    except Refused as why:
        return shown(request, print_problems=[str(reason.words) for reason in why.reasons])
    answer = HttpResponse(printed(made, language=of_two(get_language())), content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="hojas.pdf"'
    return answer
