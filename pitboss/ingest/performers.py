"""Jobs of this app."""

from __future__ import annotations

from pitboss.accounts.models import Person
from pitboss.ingest.files import KIND, take_kept
from pitboss.ingest.intake import Intake
from pitboss.ingest.receipt import Receipt
from pitboss.jobs.kinds import Progress, Run, Steps, performs

MOST_TOLD = 500
"""Rejections, findings and incidents that a result lists; its counts are whole."""


@performs(KIND)
def ingest_file(run: Run) -> Steps:
    """Take a kept file in, a transaction a chunk; its progress is in bytes.

    Every attempt reads from the start: which session a line belongs to depends on the lines before it.
    What an earlier attempt took is then counted as known already.
    """
    payload = run.payload
    intake = Intake(
        by=Person.objects.get(jobs=run.job_id),
        casino=payload["casino"],
        table=payload["table"],
        verb=payload["verb"],
        receipt=Receipt(most=MOST_TOLD),
    )
    for done in take_kept(payload["digest"], intake):
        yield Progress(max(done, run.progress), payload["bytes"])
    return intake.receipt.as_dict()
