"""One text for one meaning: JSON as RFC 8785 writes it, so that equal events have equal bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import rfc8785


class NotCanonical(ValueError):
    """The value has no canonical form: a number beyond 2^53, a NaN, half a surrogate pair, a NUL."""


def canonical(value: Mapping[str, Any]) -> str:
    """The canonical text of a JSON object. Raises NotCanonical and says why."""
    try:
        text = rfc8785.dumps(dict(value)).decode("utf-8")
    except (rfc8785.CanonicalizationError, UnicodeError, RecursionError) as why:
        raise NotCanonical(str(why) or type(why).__name__) from why
    if "\\u0000" in text and _has_nul(value):
        raise NotCanonical("a text holds the character NUL, which the database cannot keep")
    return text


def _has_nul(value: object) -> bool:
    match value:
        case str():
            return "\0" in value
        case Mapping():
            return any(_has_nul(key) or _has_nul(inner) for key, inner in value.items())
        case list() | tuple():
            return any(_has_nul(inner) for inner in value)
    return False
