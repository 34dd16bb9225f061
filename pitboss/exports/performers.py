"""Jobs of this app."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.utils import timezone

from pitboss.evidence.models import Checkpoint
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.exports import files
from pitboss.exports.bundle import Made, write
from pitboss.exports.models import Export, Part
from pitboss.exports.verbs.ask import PART
from pitboss.jobs.kinds import Progress, Run, Steps, performs


@performs(PART)
def make_part(run: Run) -> Steps:
    """One bundle. An attempt that died leaves a draft and nothing else; the next one begins anew."""
    part = Part.objects.select_related("export").get(export=run.payload["export"], number=run.payload["part"])
    if part.done_at is not None:
        return {"sha256": part.sha256}
    signed = _checkpoint(part.export)
    yield Progress(0)
    (question,) = [one for number, one in enumerate(part.export.asked().parts(), 1) if number == part.number]
    with NamedTemporaryFile(dir=files.folder(), prefix=".draft-", delete=False) as draft:
        try:
            with closing(write(draft, question, signed)) as steps:
                for so_far in steps:
                    if isinstance(so_far, Made):
                        made = so_far
                    else:
                        yield Progress(*so_far)
            draft.flush()
            part.sha256, part.size = files.settle(Path(draft.name), files.place(part.export_id, part.number))
        finally:
            Path(draft.name).unlink(missing_ok=True)
    part.done_at, part.folder, part.digest, part.manifest = timezone.now(), made.folder, made.digest, made.manifest
    part.incidents, part.sessions, part.entries = made.incidents, made.sessions, made.entries
    part.save()
    return {"sha256": part.sha256, "incidents": made.incidents, "entries": made.entries}


def _checkpoint(export: Export) -> Checkpoint:
    """The export's checkpoint, made by whichever part comes first."""
    held = Export.objects.select_for_update(of=("self",), no_key=True).get(pk=export.pk)
    if held.checkpoint is None:
        held.checkpoint = checkpoint(reason=Checkpoint.Reason.EXPORT, now=timezone.now())
        held.save(update_fields=["checkpoint"])
    return held.checkpoint
