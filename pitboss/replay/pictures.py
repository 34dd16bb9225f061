"""The engine's picture of a session, as a tablet's own engine draws it: for the time before that one is ready."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.casino.models import TableSession
from pitboss.replay.advance import held
from pitboss.replay.house import Options
from rules import tablet
from rules.replay import Replay
from rules.tally import Tally, row_of, tally


@dataclass(frozen=True, slots=True)
class Stands:
    """A session after its entry ``number``. ``tally``: what an engine that was fed the same has to have found."""

    number: int
    picture: dict[str, Any] | None
    tally: Tally


def stands(session: TableSession, *, picture: str | None = None) -> Stands:
    """How the session stands; with its picture in that language (``es``, ``en``) where one is asked for."""
    with held(session) as run:
        return Stands(
            number=run.number,
            picture=None if picture is None else tablet.picture(run.engine, picture),
            tally=tally(run.engine.findings),
        )


def blank(picture: str, house: Options) -> dict[str, Any]:
    """The picture of a table at which nothing has happened yet, in that language, by what the house has set."""
    return tablet.picture(Replay(options=house), picture)


def forms(profile: str, language: str) -> list[dict[str, Any]]:
    """What a person can declare at a table of that profile: groups of codes with the facts that each needs."""
    return tablet.forms(language, profile)


def declared(
    session: TableSession | None, code: str, facts: Mapping[str, Any], language: str, house: Options
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The events that declare it, and the finding that they would raise now: ``{"error": {field, expected}}`` while
    a fact is missing, cannot be read, or the code is none of the table's. ``house``: what is set for a table
    without a session; a session has its own."""
    events = tablet.declare(code, facts)
    if session is None:
        return events, tablet.preview(Replay(options=house), code, facts, language)
    with held(session) as run:
        return events, tablet.preview(run.engine, code, facts, language)


def found(session: TableSession) -> tuple[int, list[str]]:
    """The number of the last entry, and every finding of the session with its outcome: to see where two engines
    differ."""
    with held(session) as run:
        return run.number, sorted(row_of(finding) for finding in run.engine.findings)
