"""How far an export is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitboss.exports.models import Export
from pitboss.jobs.models import Job

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
STATES: Final = (WAITING, RUNNING, DONE, FAILED)


@dataclass(frozen=True, slots=True)
class Progress:
    """``entries`` of ``total`` are in, as far as parts have said how many they have; ``share`` in hundredths."""

    state: str
    parts: int
    done: int
    failed: int
    entries: int
    total: int
    error: str

    @property
    def over(self) -> bool:
        return self.state in (DONE, FAILED)

    @property
    def share(self) -> int:
        if self.state == DONE:
            return 100
        # Each part counts alike until all have said how large they are
        within = self.entries / self.total if self.total else 0.0
        running = self.parts - self.done
        return min(99, int(100 * (self.done + (within * running if running else 0)) / max(self.parts, 1)))


def progress_of(export: Export) -> Progress:
    """The parts come with their jobs."""
    parts = list(export.parts.all())
    jobs = [part.job for part in parts if part.done_at is None]
    failed = [job for job in jobs if job.state == Job.State.FAILED]
    if not jobs:
        state = DONE
    elif len(failed) == len(jobs):
        state = FAILED
    elif any(job.state == Job.State.RUNNING for job in jobs) or len(jobs) < len(parts):
        state = RUNNING
    else:
        state = WAITING
    return Progress(
        state=state,
        parts=len(parts),
        done=len(parts) - len(jobs),
        failed=len(failed),
        entries=sum(job.progress for job in jobs),
        total=sum(job.total or 0 for job in jobs),
        error=_last_line(failed),
    )


def _last_line(failed: list[Job]) -> str:
    lines = failed[0].error.strip().splitlines() if failed else []
    return lines[-1][:300] if lines else ""
