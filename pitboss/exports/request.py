"""What is asked for: the question, in one writing only, and what names it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from pitboss.ledger.canonical import canonical

FORMAT: Final = "pitboss request 1"
FULL, COMPLAINANT = "full", "complainant"
REDACTIONS: Final = (FULL, COMPLAINANT)
EVERYBODY, STAFF, NOBODY = "everybody", "staff", "nobody"
"""Whose names are in a bundle: witnesses' too, those of the house's people, or none."""
LANGUAGES: Final = ("es", "en")
LONGEST_DAYS: Final = 31
"""Gaming days of one bundle; a longer period is divided by calendar months."""


def named(text: str, size: int, root: bytes) -> bytes:
    """A question and the tree that it is answered from: what a bundle is called by is the SHA-256 of this."""
    return f"{text}\n{size}\n{root.hex()}\n".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Casinos by code, tables as ``CODE/NAME``, codes of irregularities, folios: each sorted, empty for all of them.

    ``since`` and ``until`` are gaming days, both included. ``outcome``: empty for any. ``seat``: whose bets a
    complainant's bundle leaves in. ``names``: whose names it holds. ``footage``: with the stills and clips.
    """

    casinos: tuple[str, ...]
    since: date
    until: date
    tables: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    folios: tuple[str, ...] = ()
    outcome: str = ""
    redaction: str = FULL
    seat: str = ""
    names: str = STAFF
    language: str = "es"
    footage: bool = False
    why: str

    @property
    def masked(self) -> bool:
        return self.redaction == COMPLAINANT

    @property
    def narrowed(self) -> bool:
        """Are cases of these tables and days left out on purpose?"""
        return bool(self.codes or self.folios or self.outcome)

    def as_json(self) -> dict[str, Any]:
        """As ``request.json`` has it; the days are called ``from`` and ``to``."""
        told = asdict(self) | {"format": FORMAT, "from": self.since.isoformat(), "to": self.until.isoformat()}
        del told["since"], told["until"]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in told.items()}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Question:
        """The question that was kept."""
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in told.items()
        }
        del given["format"]
        since, until = (date.fromisoformat(given.pop(name)) for name in ("from", "to"))
        return cls(since=since, until=until, **given)

    def text(self) -> str:
        return canonical(self.as_json())

    def digest(self, size: int, root: bytes) -> str:
        """What a bundle is called by, in hexadecimal."""
        return hashlib.sha256(named(self.text(), size, root)).hexdigest()

    def parts(self) -> Iterator[Question]:
        """Itself, or one question a calendar month where the period is long."""
        if (self.until - self.since).days < LONGEST_DAYS:
            yield self
            return
        begins = self.since
        while begins <= self.until:
            following = (begins.replace(day=1) + timedelta(days=32)).replace(day=1)
            ends = min(following - timedelta(days=1), self.until)
            yield replace(self, since=begins, until=ends)
            begins = following
