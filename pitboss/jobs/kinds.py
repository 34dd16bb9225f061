"""Which function does which kind of job.

An app keeps its performers in `performers.py`:

    @performs("ingest.file")
    def ingest_file(run: Run) -> Steps:
        for done in batches_from(run.progress):
            ...                            # one transaction, together with the progress it yields
            yield Progress(done, total)
        return {"entries": 1234}

A performer that yields does one transaction a step, and a later attempt goes on at `run.progress`. One that
only returns is one transaction altogether. Either way the last of its effects and `done` are one commit.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.module_loading import autodiscover_modules

Result = Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Run:
    """One attempt at a job, as its performer sees it. Ids only: a performer reads what it needs."""

    job_id: int
    attempt: int
    payload: Mapping[str, Any]
    progress: int  # what earlier attempts have committed
    casino_id: int | None
    asked_by_id: int | None


@dataclass(frozen=True, slots=True)
class Progress:
    done: int
    total: int | None = None


Steps = Generator[Progress, None, Result]
Performer = Callable[[Run], Result | Steps]
P = TypeVar("P", bound=Performer)

_performers: dict[str, Performer] = {}


class UnknownKind(LookupError):
    """No app has a performer of that kind: an older worker, or a kind that was taken away."""


def performs(kind: str) -> Callable[[P], P]:
    """Name the function that does the jobs of this kind. A kind has one."""

    def name(performer: P) -> P:
        if _performers.setdefault(kind, performer) is not performer:
            raise ValueError(f"Two functions perform {kind!r}: {_performers[kind]} and {performer}")
        return performer

    return name


def performer_of(kind: str) -> Performer:
    """The function that does this kind. Raises UnknownKind."""
    if kind not in _performers:
        autodiscover_modules("performers")
    try:
        return _performers[kind]
    except KeyError:
        raise UnknownKind(f"Nothing here performs {kind!r}; known are {sorted(_performers)}") from None
