"""Engines kept warm in this process, so that an event need not replay its whole session.

A run is taken out while it is being fed and put back when its transaction has committed: one that
was fed for a transaction that failed is dropped. Whether a kept run still fits the ledger is decided by
the hash of its last entry, never by its number alone.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from pitboss.replay.run import Run

MOST = 64
"""Tables of a floor, with room to spare; a run of a whole day holds about 1 MB."""

_lock = Lock()
_runs: OrderedDict[int, Run] = OrderedDict()


def take(session: int) -> Run | None:
    """The kept run of this session, no longer kept."""
    with _lock:
        return _runs.pop(session, None)


def keep(run: Run) -> None:
    """Keep this run, unless a younger one of the session is there; forget the least used."""
    with _lock:
        there = _runs.get(run.session)
        if there is None or there.number <= run.number:
            _runs[run.session] = run
            _runs.move_to_end(run.session)
        while len(_runs) > MOST:
            _runs.popitem(last=False)


def forget() -> None:
    """Drop everything, as a restart would."""
    with _lock:
        _runs.clear()
