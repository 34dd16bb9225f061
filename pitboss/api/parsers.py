"""Bodies of events are handed on as bytes: reading them is ``ingest``'s business, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from pitboss.api.limits import LARGEST_JSON, LARGEST_NDJSON
from pitboss.api.problems import TooLarge


class EventsAsSent(BaseParser):
    """The body's own bytes, ``largest`` of them at the most. Raises TooLarge."""

    largest: ClassVar[int]

    # The stubs want parsed data; a line's own bytes are what is read, told about and kept
    def parse(  # type: ignore[override]
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        body = stream.read(self.largest + 1)
        if len(body) > self.largest:
            raise TooLarge(_("El cuerpo pasa de %(largest)d bytes.") % {"largest": self.largest})
        return body


class EventsAsJson(EventsAsSent):
    """One event, or a list of them, as it came."""

    media_type = "application/json"
    largest = LARGEST_JSON


class EventsAsNdjson(EventsAsSent):
    """One event a line, as it came."""

    media_type = "application/x-ndjson"
    largest = LARGEST_NDJSON
