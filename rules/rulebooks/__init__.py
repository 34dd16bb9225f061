"""Rulebooks by profile. Codes are never reused; another regulator is another list."""

from __future__ import annotations

from functools import cache

from rules.rulebook import Rulebook
from rules.rulebooks import cl_scj

BOOKS = {"cl-scj": cl_scj.book}


@cache
def rulebook(profile: str) -> Rulebook:
    """The rulebook of a profile; a profile without one of its own is judged by ``cl-scj``."""
    return BOOKS.get(profile, cl_scj.book)()
