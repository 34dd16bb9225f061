"""Under which folio a tablet's entry stands, once the ledger has it."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from pitboss.floor.access import asker_of
from pitboss.floor.answers import answer, refused
from pitboss.incidents.models import Incident


@require_GET
def folio(request: HttpRequest, pk: int, event: UUID) -> HttpResponse:
    """{"folio", "id", "outcome", "cctv", "preserve_by"} of the case that this event opened or joined; {"folio": null}
    where there is none (yet). 401 `sign_in`, 404 `table`."""
    asker = asker_of(request)
    if asker.nobody:
        return refused(401, "sign_in")
    table = asker.tables.filter(pk=pk).first()
    if table is None:
        return refused(404, "table")
    found = Incident.objects.filter(table=table, findings__entry__event_id=event).order_by("pk").first()
    if found is None:
        return answer({"folio": None})
    return answer(
        {
            "folio": found.folio,
            "id": found.pk,
            "outcome": found.outcome,
            "cctv": found.cctv,
            "preserve_by": found.preserve_by,
        }
    )
