"""Bodies of events are handed on as bytes: reading them is ``ingest``'s business, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from pitboss.api.limits import LARGEST_JSON, LARGEST_NDJSON
from pitboss.api.problems import TooLarge

Context = Mapping[str, Any] | None


def _read(stream: IO[bytes], largest: int) -> bytes:
    body = stream.read(largest + 1)
    if len(body) > largest:
        raise TooLarge(_("El cuerpo pasa de %(largest)d bytes.") % {"largest": largest})
    return body


class EventsAsJson(BaseParser):
    """One event, or a list of them, as it came."""

    media_type = "application/json"

    # The stubs want parsed data; a line's own bytes are what is read, told about and kept
    def parse(  # type: ignore[override]
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Context = None
    ) -> bytes:
        return _read(stream, LARGEST_JSON)


class EventsAsNdjson(BaseParser):
    """One event a line, as it came."""

    media_type = "application/x-ndjson"

    # As above: bytes, not parsed data
    def parse(  # type: ignore[override]
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Context = None
    ) -> bytes:
        return _read(stream, LARGEST_NDJSON)
