"""A finding as it was found before, beside the same one as it is found now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from pitboss.reaudit.models import Verdict

COMPARED: Final = ("outcome", "severity", "standing", "decides", "cctv", "prescribed", "money")
"""What is compared, in this order; code, round and spot are what a finding is known by."""


class Before(msgspec.Struct, frozen=True):
    """One that was found: its name in the session, the number of its first entry, and what it says (``Line``)."""

    key: str
    entry: int
    side: dict[str, Any]
    finding: UUID | None = None


class Compared(msgspec.Struct, frozen=True):
    """One row of the difference, before it is written."""

    key: str
    nth: int
    code: str
    entry: int
    verdict: Verdict
    differs: list[str]
    before: dict[str, Any] | None
    now: dict[str, Any] | None
    finding: UUID | None


def compare(before: Iterable[Before], now: Iterable[tuple[str, int, dict[str, Any]]]) -> Iterator[Compared]:
    """Each of both once, those of one name in the order they were raised."""
    was = {name: one for one, name in _counted(list(before), lambda one: one.key)}
    found = {name: one for one, name in _counted(list(now), lambda one: one[0])}
    for name, (key, entry, side) in found.items():
        earlier = was.pop(name, None)
        differs = [] if earlier is None else [one for one in COMPARED if earlier.side.get(one) != side.get(one)]
        verdict = Verdict.NEW if earlier is None else Verdict.CHANGED if differs else Verdict.SAME
        yield Compared(
            key=key,
            nth=name[1],
            code=side["code"],
            entry=entry,
            verdict=verdict,
            differs=differs,
            before=earlier.side if earlier else None,
            now=side,
            finding=earlier.finding if earlier else None,
        )
    for (key, nth), earlier in was.items():
        yield Compared(
            key=key,
            nth=nth,
            code=earlier.side["code"],
            entry=earlier.entry,
            verdict=Verdict.GONE,
            differs=[],
            before=earlier.side,
            now=None,
            finding=earlier.finding,
        )


def _counted(every: Sequence[Any], key: Any) -> Iterator[tuple[Any, tuple[str, int]]]:
    """Each with its name and which of that name it is, from 1."""
    seen: dict[str, int] = {}
    for one in every:
        name = key(one)
        seen[name] = seen.get(name, 0) + 1
        yield one, (name, seen[name])
