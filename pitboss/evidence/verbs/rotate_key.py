"""Let another key sign from now on; the old one vouches for it and stays published."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction

from pitboss.evidence.keys import keep, new_key, private_key
from pitboss.evidence.locks import SIGNER, hold
from pitboss.evidence.models import Checkpoint, Key
from pitboss.evidence.note import NotANote, VerifierKey, opened, sign
from pitboss.evidence.queries import tree_size
from pitboss.evidence.verbs.checkpoint import signed, signing_key
from pitboss.evidence.verbs.sequence import sequence

FORMAT = "pitboss key rotation 1"


class SameKey(ValueError):
    """The key given from outside is one that the log has had already."""


@dataclass(frozen=True, slots=True)
class Rotated:
    key: Key
    checkpoint: Checkpoint  # signed by both, filed under the new key


def rotate_key(*, now: datetime) -> Rotated:
    """The old key signs the new one and the new one itself; then both sign the tree as it stands.

    With PITBOSS_LOG_KEY the new key is that file's, and the old one has to be in PITBOSS_HOME still.
    """
    sequence()
    with transaction.atomic():
        hold(SIGNER)
        old = signing_key(now=now)
        private = new_key()
        new = Key(name=old.name, public=private.public_key().public_bytes_raw(), since=now)
        if Key.objects.filter(public=new.public).exists():
            raise SameKey(f"{new.verifier} has signed for this log before")
        new.introduction = sign(
            introduction_text(old.verifier, new.verifier, now),
            [(old.name, private_key(old.verifier)), (new.name, private)],
        )
        keep(private, new.name)
        old.until = now
        old.save(update_fields=["until"])
        new.save(force_insert=True)
        both = signed(size=tree_size(), keys=[old, new], reason=Checkpoint.Reason.ROTATION, now=now)
    return Rotated(new, both)


def introduction_text(old: VerifierKey, new: VerifierKey, now: datetime) -> str:
    """Five lines: the format, the log, the vkey that ends, the vkey that begins, and when."""
    return f"{FORMAT}\n{old.name}\n{old}\n{new}\n{now.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}\n"


def introduces(note: str, old: VerifierKey, new: VerifierKey) -> bool:
    """Do both keys say in this note that the one follows the other?"""
    try:
        parts, by = opened(note, [old, new])
    except NotANote:
        return False
    return by == (old, new) and parts.text.startswith(f"{FORMAT}\n{old.name}\n{old}\n{new}\n")
