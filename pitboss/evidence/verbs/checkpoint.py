"""Sign the tree as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction

from pitboss.evidence.head import TreeHead, read_checkpoint
from pitboss.evidence.keys import keep, new_key, private_key
from pitboss.evidence.locks import SIGNER, hold
from pitboss.evidence.merkle import extends
from pitboss.evidence.models import Checkpoint, Key
from pitboss.evidence.note import VerifierKey, sign
from pitboss.evidence.queries import consistency, newest, root_at, tree_size
from pitboss.evidence.verbs.sequence import sequence


class Inconsistent(RuntimeError):
    """The tree no longer begins with the one signed last. Nothing is signed; somebody has to look."""


def checkpoint(*, reason: Checkpoint.Reason, now: datetime) -> Checkpoint:
    """Take in what has been committed, and sign the tree; where nothing came since, the last checkpoint again.

    Raises Inconsistent rather than sign a tree that does not extend the one signed last.
    """
    sequence()
    with transaction.atomic():
        hold(SIGNER)
        key = signing_key(now=now)
        last = newest()
        size = tree_size()
        if last is not None and last.size == size and last.key_id == key.pk:
            held_together(last, size)
            return last
        return signed(size=size, keys=[key], reason=reason, now=now)


def signing_key(*, now: datetime) -> Key:
    """The key in use; the log's first one is made here, and with it the log's name. Hold SIGNER."""
    key = Key.objects.filter(until=None).first()
    if key is not None:
        return key
    private = new_key()
    public = private.public_key().public_bytes_raw()
    origin = settings.EVIDENCE_ORIGIN or f"{settings.EVIDENCE_HOST}/evidence/log/{public[:4].hex()}"
    keep(private, origin)
    return Key.objects.create(name=origin, public=public, since=now)


def signed(*, size: int, keys: Sequence[Key], reason: Checkpoint.Reason, now: datetime) -> Checkpoint:
    """A checkpoint of that size by all of these keys; it is filed under the last. Hold SIGNER."""
    last = newest()
    root = root_at(size) if last is None else held_together(last, size)
    by = keys[-1]
    head = TreeHead(by.name, size, root)
    note = sign(str(head), [(key.name, private_key(key.verifier)) for key in keys])
    verifiers: list[VerifierKey] = [key.verifier for key in keys]
    if read_checkpoint(note, verifiers) != (head, tuple(verifiers)):
        raise Inconsistent(f"the signature of {head} does not verify")
    return Checkpoint.objects.create(size=size, root=root, key=by, note=note, reason=reason, at=now)


def held_together(last: Checkpoint, size: int) -> bytes:
    """The root of the tree at that size, if it is shown to extend the checkpoint. Raises Inconsistent."""
    old_root = bytes(last.root)
    try:
        root = root_at(size)
        shown = extends(old=last.size, new=size, old_root=old_root, new_root=root, proof=consistency(last.size, size))
    except (LookupError, ValueError) as why:
        raise Inconsistent(f"the tree of {size} leaves is not whole: {why}") from why
    if not shown:
        raise Inconsistent(
            f"the tree of {size} leaves does not begin with the {last.size} signed on {last.at:%Y-%m-%d}"
        )
    return root
