"""A table as it stands: the row that the wall reads, written with the entries that changed it."""

from __future__ import annotations

from typing import Any

from pitboss.casino.models import TableSession
from pitboss.replay.models import Now
from pitboss.replay.rows import LANGUAGES
from pitboss.replay.run import Run
from rules import EDITION
from rules.house import House
from rules.scene import scene
from rules.table import BETTING, IDLE, Table
from rules.tablet.expects import expects

WRITTEN = ["number", "seq", "at", "edition", "state", "scene", "house", "words"]


def write_now(session: TableSession, run: Run) -> None:
    """Say how the table stands after everything that this run was fed; once there is an entry at all."""
    if run.last_at is None:
        return
    table = run.engine.table
    row = Now(
        session=session,
        number=run.number,
        seq=run.engine.last_seq,
        at=run.last_at,
        edition=EDITION,
        state=state_of(table),
        scene=scene(table),
        house=house_of(table.house),
        words={lang: _expected(run, lang) for lang in LANGUAGES},
    )
    Now.objects.bulk_create([row], update_conflicts=True, unique_fields=["session"], update_fields=WRITTEN)


def state_of(table: Table) -> Now.State:
    """Where the session is. A shoe that ended is being shuffled until the cut puts the next one in place."""
    if not table.opened:
        return Now.State.CLOSED if table.was_closed else Now.State.WAITING
    if table.round_open:
        return Now.State.BETTING if table.phase == BETTING else Now.State.PLAYING
    if table.phase != IDLE:
        return Now.State.PLAYING
    return Now.State.SHUFFLING if table.shoe.behind is None else Now.State.BETWEEN


def house_of(house: House) -> dict[str, Any]:
    """What a screen shows of the options: names as in the contract's ``table_opened``."""
    return {name: getattr(house, name) for name in ("profile", "decks", "seats", "chip", "min", "max", "currency")}


def _expected(run: Run, lang: str) -> dict[str, Any]:
    comes = expects(run.engine, lang)
    return {"expects": comes["words"], "missing": comes["missing"], "step": comes["step"]}
