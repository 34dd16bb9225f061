"""Events in."""

from __future__ import annotations

import io
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from pitboss.api.asked import EventsAsked, asked
from pitboss.api.described import FORBIDDEN, NOBODY, NOT_THERE, NOT_THIS_TYPE, TOO_LARGE, WRONG
from pitboss.api.doors import Door
from pitboss.api.parsers import EventsAsJson, EventsAsNdjson
from pitboss.api.schemas import JobSerializer, ReceiptSerializer
from pitboss.ingest.files import LARGEST_AT_ONCE, NoSuchCasino, queue_file
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import Line, NotJson, Rejection, read_json, read_ndjson

EVENT: dict[str, Any] = {
    "type": "object",
    "description": "An event of the contract, version 1. Unknown fields are kept and ignored.",
    "required": ["kind", "at"],
    "properties": {
        "kind": {"type": "string"},
        "at": {"type": "string", "format": "date-time"},
        "seq": {"type": "integer", "minimum": 1},
        "id": {"type": "string", "format": "uuid"},
        "table": {"type": "string"},
        "src": {"type": "string", "enum": ["dealer", "shoe", "sheet", "supervisor", "surveillance", "system"]},
        "by": {"type": "string"},
        "v": {"type": "integer", "enum": [1]},
    },
    "additionalProperties": True,
}
A_CARD = {"kind": "dealt", "at": "2026-11-29T22:14:02-03:00", "table": "BJ-07", "to": "3", "card": "6s"}


class Events(Door):
    """Put events into the ledger and hear what they mean.

    Each line is accepted, known already, or rejected with its field; none is lost silently. The answer comes
    when what it counts as accepted is on disk. Sending the same again changes nothing.
    """

    parser_classes = [EventsAsJson, EventsAsNdjson]

    @extend_schema(
        operation_id="events_create",
        tags=["events"],
        parameters=[EventsAsked],
        request={
            "application/json": {"oneOf": [EVENT, {"type": "array", "items": EVENT}]},
            "application/x-ndjson": {"type": "string", "description": "One event a line."},
        },
        responses={
            200: ReceiptSerializer,
            202: JobSerializer,
            422: ReceiptSerializer,
            **WRONG,
            **NOBODY,
            **FORBIDDEN,
            **NOT_THERE,
            **TOO_LARGE,
            **NOT_THIS_TYPE,
        },
        examples=[
            OpenApiExample(
                "A card",
                request_only=True,
                media_type="application/json",
                value=A_CARD,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        wanted = asked(EventsAsked, request.query_params).validated_data
        body = request.data
        if not isinstance(body, bytes) or not body.strip():
            raise exceptions.ParseError(_("El cuerpo está vacío: se esperaban eventos."))
        where = {"casino": wanted.get("casino"), "table": wanted.get("table")}
        if _media_type(request) == EventsAsNdjson.media_type:
            if len(body) > LARGEST_AT_ONCE:
                try:
                    job = queue_file(io.BytesIO(body), by=self.person, **where)
                except NoSuchCasino as unknown:
                    raise Http404 from unknown
                address = reverse("api:job", kwargs={"pk": job.pk}, request=request)
                return Response(JobSerializer(job).data, status=202, headers={"Location": address})
            items: list[Line | Rejection] = list(read_ndjson(io.BytesIO(body)))
        else:
            try:
                items = read_json(body)
            except NotJson as why:
                raise exceptions.ParseError(
                    _("Se esperaba un evento o una lista de eventos, en JSON y UTF-8.")
                ) from why
        intake = Intake(by=self.person, **where)
        receipt = intake.take(items)
        if receipt.nothing_taken:
            if intake.forbidden_tables == len(receipt.rejected):
                raise PermissionDenied
            if intake.unknown_tables == len(receipt.rejected):
                raise Http404
        return Response(receipt.as_dict(), status=422 if receipt.nothing_taken else 200)


def _media_type(request: Request) -> str:
    return request.content_type.partition(";")[0].strip().lower()
