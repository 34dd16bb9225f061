"""How far a re-audit is: sums over sessions that were judged, each counted in the transaction that judged it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Max, Q, Sum

from pitboss.jobs.models import Job
from pitboss.reaudit.models import Part, Piece, Reaudit

PLANNING: Final = "planning"
RUNNING: Final = "running"
DONE: Final = "done"
FAILED: Final = "failed"
CANCELLED: Final = "cancelled"
NO_PIECES: Final[Mapping[str, Any]] = {
    "sessions_done": 0, "judged": 0, "replayed": 0, "of_rounds": 0, "found": 0, "not_read": 0, "last": None,
}  # fmt: skip
NO_PARTS: Final[Mapping[str, Any]] = {"every": 0, "done": 0, "failed": 0, "error": None}


@dataclass(frozen=True, slots=True)
class Progress:
    """``entries`` were planned, ``judged`` of them belong to sessions that are done; ``events`` were replayed in these
    (a session that was open may have grown since). ``rate``: events a second since it was planned. ``left``: seconds,
    None while nobody can say."""

    state: str
    parts: int
    parts_done: int
    parts_failed: int
    sessions: int
    sessions_done: int
    entries: int
    judged: int
    events: int
    rounds: int
    findings: int
    unreadable: int
    rate: float
    seconds: float
    left: float | None
    error: str = ""

    @property
    def over(self) -> bool:
        return self.state in (DONE, FAILED, CANCELLED)

    @property
    def per_second(self) -> int:
        return round(self.rate)

    @property
    def share(self) -> int:
        """Percent."""
        if self.state == DONE:
            return 100
        return min(99, 100 * self.judged // self.entries) if self.entries else 0


def progress_of(reaudit: Reaudit, now: datetime) -> Progress:
    """Two queries beside the re-audit with its job."""
    return progresses([reaudit], now)[reaudit.pk]


def progresses(reaudits: Sequence[Reaudit], now: datetime) -> dict[int, Progress]:
    """Of several, by their numbers, in two queries."""
    done = Q(done_at__isnull=False)
    pieces = {
        row["reaudit"]: row
        for row in Piece.objects.filter(reaudit__in=reaudits)
        .order_by()
        .values("reaudit")
        .annotate(
            sessions_done=Count("pk", filter=done),
            judged=Sum("entries", filter=done, default=0),
            replayed=Sum("events", default=0),
            of_rounds=Sum("rounds", default=0),
            found=Sum("findings", default=0),
            not_read=Sum("unreadable", default=0),
            last=Max("done_at"),
        )
    }
    parts = {
        row["reaudit"]: row
        for row in Part.objects.filter(reaudit__in=reaudits)
        .order_by()
        .values("reaudit")
        .annotate(
            every=Count("pk"),
            done=Count("pk", filter=Q(job__state=Job.State.DONE)),
            failed=Count("pk", filter=Q(job__state=Job.State.FAILED)),
            error=Max("job__error", filter=Q(job__state=Job.State.FAILED)),
        )
    }
    return {one.pk: _progress(one, pieces.get(one.pk, NO_PIECES), parts.get(one.pk, NO_PARTS), now) for one in reaudits}


def _progress(reaudit: Reaudit, sums: Mapping[str, Any], parts: Mapping[str, Any], now: datetime) -> Progress:
    state = _state(reaudit, sums["sessions_done"], parts)
    begun, until = reaudit.planned_at, now if state == RUNNING else sums["last"]
    seconds = max(0.0, (until - begun).total_seconds()) if begun and until else 0.0
    rate = sums["replayed"] / seconds if seconds else 0.0
    failed = reaudit.job.error if reaudit.job and reaudit.job.state == Job.State.FAILED else parts["error"] or ""
    return Progress(
        state=state,
        parts=parts["every"],
        parts_done=parts["done"],
        parts_failed=parts["failed"],
        sessions=reaudit.sessions,
        sessions_done=sums["sessions_done"],
        entries=reaudit.entries,
        judged=sums["judged"],
        events=sums["replayed"],
        rounds=sums["of_rounds"],
        findings=sums["found"],
        unreadable=sums["not_read"],
        rate=rate,
        seconds=seconds,
        left=(reaudit.entries - sums["judged"]) / rate if state == RUNNING and rate else None,
        error=failed.strip().rpartition("\n")[2],
    )


def _state(reaudit: Reaudit, sessions_done: int, parts: Mapping[str, Any]) -> str:
    if reaudit.planned_at is not None and sessions_done == reaudit.sessions:
        return DONE
    if reaudit.cancelled_at is not None:
        return CANCELLED
    if reaudit.planned_at is None:
        return FAILED if reaudit.job is not None and reaudit.job.state == Job.State.FAILED else PLANNING
    # As long as another part can still be done it goes on
    return FAILED if parts["failed"] and parts["failed"] + parts["done"] == parts["every"] else RUNNING
