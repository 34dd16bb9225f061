"""Jobs of this app."""

from __future__ import annotations

from django.db.models import Sum
from django.utils import timezone

from pitboss.jobs.kinds import Progress, Result, Run, Steps, performs
from pitboss.reaudit.judge import judge_pieces
from pitboss.reaudit.models import Part, Piece, Reaudit
from pitboss.reaudit.plan import PART, PLAN, plan
from pitboss.replay.readings import EDITION, fingerprint

STEP = 60_000
"""Entries of a transaction, a fifth of a second: so often does the page see it move."""
MOST_SESSIONS = 200
"""Sessions of a transaction: what they found is held until it is written."""


class OtherRules(RuntimeError):
    """This worker runs by other rules than the reading was made of: an installation that was updated meanwhile."""


@performs(PLAN)
def plan_reaudit(run: Run) -> Result:
    """Divide it among the workers, and ask for every part."""
    reaudit = Reaudit.objects.get(pk=run.payload["reaudit"])
    if reaudit.cancelled_at is not None:
        return {"parts": 0}
    return {"parts": len(plan(reaudit, now=timezone.now()))}


@performs(PART)
def judge_part(run: Run) -> Steps:
    """Judge the sessions of a part, some in a transaction; what an earlier attempt has judged stays as it is."""
    part = Part.objects.select_related("reaudit__reading").get(
        reaudit=run.payload["reaudit"], number=run.payload["part"]
    )
    reading = part.reaudit.reading
    if reading.fingerprint != fingerprint():
        raise OtherRules(f"{reading} is of other rules than those of this worker, which are {EDITION}")
    while True:
        if Reaudit.objects.filter(pk=part.reaudit_id, cancelled_at__isnull=False).exists():
            return {"cancelled": True, **_sums(part)}
        some = _some(part)
        if not some:
            return _sums(part)
        judge_pieces(part.reaudit, some, now=timezone.now())
        yield Progress(_sums(part)["entries"], part.entries)


def _some(part: Part) -> list[Piece]:
    """The next sessions: as many as make a step, and one at least."""
    chosen: list[Piece] = []
    size = 0
    for piece in part.pieces.filter(done_at=None).order_by("pk")[:MOST_SESSIONS]:
        if chosen and size + piece.entries > STEP:
            break
        chosen.append(piece)
        size += piece.entries
    return chosen


def _sums(part: Part) -> dict[str, int]:
    done = part.pieces.filter(done_at__isnull=False).order_by()
    sums = done.aggregate(entries=Sum("entries"), events=Sum("events"), rounds=Sum("rounds"), findings=Sum("findings"))
    return {name: found or 0 for name, found in sums.items()}
