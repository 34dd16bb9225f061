"""Answers of the floor's JSON addresses, and the bodies that come to them."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

JSON = "application/json"


class NotReadable(ValueError):
    """A body that is not the JSON object it should be; ``field`` and ``expected`` say what was."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(f"{field}: expected {expected}")
        self.field, self.expected = field, expected


def answer(value: object, status: int = 200) -> HttpResponse:
    """As JSON, never kept by a cache: it is true now and only now."""
    response = HttpResponse(msgspec.json.encode(value), content_type=JSON, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response


def refused(status: int, why: str, **more: Any) -> HttpResponse:
    """401 `sign_in`, 403 `device` or `role`, 404 `table`: a word that the tablet has a sentence for."""
    return answer({"why": why, **more}, status)


def unreadable(why: NotReadable) -> HttpResponse:
    return answer({"why": "unreadable", "field": why.field, "expected": why.expected}, 400)


def object_in(request: HttpRequest) -> dict[str, Any]:
    """The JSON object that came. NotReadable."""
    try:
        value = msgspec.json.decode(request.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise NotReadable("body", "one JSON object in UTF-8") from wrong
    if not isinstance(value, dict):
        raise NotReadable("body", "one JSON object in UTF-8")
    return value


def whole_number(given: object, field: str, least: int = 0) -> int:
    """A number from JSON or from an address. NotReadable."""
    try:
        number = int(given) if isinstance(given, str | int) and not isinstance(given, bool) else None
    except ValueError:
        number = None
    if number is None or not least <= number < 2**53:
        raise NotReadable(field, f"a whole number, {least} or more")
    return number
