"""The door for gateways: ``POST /api/shoes/reads/`` with ``Authorization: Shoe TOKEN`` (docs/shoes.md)."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from pitboss.shoes.reads import MOST_READS, read_of
from pitboss.shoes.tokens import device_of
from pitboss.shoes.verbs.take import Revoked, take

MOST_WAITING = 2**31 - 1


@csrf_exempt
@require_POST
def reads(request: HttpRequest) -> HttpResponse:
    """``{"reads": [...], "waiting": 0, "protocol": "tcp, ndjson", "wire": "up"}``: one answer a read, and
    the server's clock.

    401 for a token that opens nothing, 400 for a body that is no such object, 413 for too many reads. An empty list
    says that the gateway is there.
    """
    device = device_of(request)
    if device is None:
        return _nobody()
    try:
        body = msgspec.json.decode(request.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _answer({"field": "body", "expected": "one JSON object in UTF-8"}, 400)
    if not isinstance(body, dict) or not isinstance(body.get("reads"), list):
        return _answer({"field": "reads", "expected": "a list of reads"}, 400)
    waiting, protocol = body.get("waiting", 0), body.get("protocol", "")
    if type(waiting) is not int or not 0 <= waiting <= MOST_WAITING:
        return _answer({"field": "waiting", "expected": "how many reads the gateway still holds"}, 400)
    if not isinstance(protocol, str) or "\0" in protocol:
        return _answer({"field": "protocol", "expected": "how the gateway reads this shoe, in words"}, 400)
    if body.get("wire", "") not in ("", "up", "down"):
        return _answer({"field": "wire", "expected": "up or down: the wire between shoe and gateway"}, 400)
    if len(body["reads"]) > MOST_READS:
        return _answer({"field": "reads", "expected": f"at most {MOST_READS} reads in one sending"}, 413)
    now = timezone.now()
    try:
        answers = take(
            device=device,
            reads=[read_of(one) for one in body["reads"]],
            waiting=waiting,
            protocol=protocol,
            wire=body.get("wire", ""),
            now=now,
        )
    except Revoked:
        return _nobody()
    return _answer({"answers": [one.as_dict() for one in answers], "now": now}, 200)


def _nobody() -> HttpResponse:
    answer = _answer({"field": "authorization", "expected": "Shoe TOKEN, of a shoe that is in force"}, 401)
    answer.headers["WWW-Authenticate"] = "Shoe"
    return answer


def _answer(value: dict[str, Any], status: int) -> HttpResponse:
    response = HttpResponse(msgspec.json.encode(value), content_type="application/json", status=status)
    response.headers["Cache-Control"] = "no-store"
    return response
