"""The jobs of a checkpoint: to be sent, and to be time-stamped."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from pitboss.evidence import timestamp
from pitboss.evidence.models import Checkpoint, Dispatch, Stamp
from pitboss.evidence.verbs.send import SENDS, STAMPS
from pitboss.jobs.kinds import Result, Run, performs


@performs(SENDS)
def send(run: Run) -> Result:
    """Once a target: the row and the end of the job are one commit. A worker that dies between the sending and that
    sends again, the same file in the same place or a letter with the same Message-ID."""
    target = run.payload["target"]
    checkpoint = Checkpoint.objects.select_related("key").get(pk=run.payload["checkpoint"])
    if not checkpoint.dispatches.filter(target=target).exists():
        way, _colon, where = target.partition(":")
        (_put if way == "folder" else _mail)(checkpoint, where)
        Dispatch.objects.create(checkpoint=checkpoint, target=target, at=timezone.now())
    return {"target": target}


@performs(STAMPS)
def stamp(run: Run) -> Result:
    """Ask the authority of the settings, and keep what it answers if that verifies."""
    checkpoint = Checkpoint.objects.get(pk=run.payload["checkpoint"])
    if hasattr(checkpoint, "stamp"):
        return {"authority": checkpoint.stamp.authority}
    answer = timestamp.stamped(
        checkpoint.note.encode(), authority=run.payload["target"], roots=Path(settings.EVIDENCE_TSA_ROOTS)
    )
    Stamp.objects.create(
        checkpoint=checkpoint,
        authority=run.payload["target"],
        stamped_at=answer.at,
        response=answer.response,
    )
    return {"authority": run.payload["target"], "at": answer.at.isoformat()}


def file_name(checkpoint: Checkpoint) -> str:
    """Sorted by name they are sorted by size; two keys may have signed one size."""
    log = checkpoint.key.name.rpartition("/")[2]
    return f"{log}-{checkpoint.size:012}-{checkpoint.key.verifier.id.hex()}.checkpoint"


def _put(checkpoint: Checkpoint, folder: str) -> None:
    path = Path(folder) / file_name(checkpoint)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    # Whoever carries the folder off never meets half a file
    draft.write_text(checkpoint.note, encoding="utf-8")
    draft.replace(path)


def _mail(checkpoint: Checkpoint, address: str) -> None:
    log = checkpoint.key.name
    # Nobody is signed in here whose language could be taken
    with translation.override(settings.LANGUAGE_CODE):
        subject = _("Punto de control de %(log)s: %(size)d asientos") % {"log": log, "size": checkpoint.size}
        text = _(
            "Guarde el archivo adjunto donde nadie de la casa pueda cambiarlo. Con él se prueba más adelante que al"
            " registro no se le quitó ni cambió nada de lo que tenía a esta hora.\n\n"
            "Registro: %(log)s\nAsientos: %(size)d\nFirmado: %(at)s\nLlave: %(key)s\n"
        ) % {
            "log": log,
            "size": checkpoint.size,
            "at": timezone.localtime(checkpoint.at).isoformat(timespec="seconds"),
            "key": checkpoint.key.verifier,
        }
    letter = EmailMessage(
        subject,
        text,
        to=[address],
        headers={"Message-ID": f"<checkpoint.{checkpoint.pk}.{checkpoint.key.verifier.id.hex()}@{log.split('/')[0]}>"},
    )
    letter.attach(file_name(checkpoint), checkpoint.note, "text/plain")
    letter.send()
