"""Rulebooks by profile. Codes are never reused; another regulator is another list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.irregularity import Irregularity
from rules.rulebook import Rulebook
from rules.rulebooks import cl_scj, us_sd

RECORD = frozenset({"record-gap", "out-of-sequence", "source-mismatch", "feed-gap"})
"""Codes about the record itself: no regulator's, so none prescribes otherwise."""
BOOKS = {"cl-scj": cl_scj.book, "us-sd": us_sd.book}


def elsewhere(code: str, profile: str = "cl-scj") -> Iterator[tuple[str, Irregularity]]:
    """What the other regulators whose text was read prescribe for the same irregularity: profile and rule."""
    own = rulebook(profile).name
    for name in BOOKS:
        other = rulebook(name)
        if other.name != own and code in other.by_code and code not in RECORD:
            yield name, other.by_code[code]


@cache
def rulebook(profile: str) -> Rulebook:
    """The rulebook of a profile; a profile without one of its own is judged by ``cl-scj``."""
    return BOOKS.get(profile, cl_scj.book)()
