"""Rulings are signed on the tablet with the person's key, which only the PIN opens there; checked here.

A mac is HMAC-SHA256 over the RFC 8785 text of the whole event, its id, time and author included: it fits that
event and no other. Each person has a key of their own on each tablet. The key is worked out from the installation's
secret and the row's id, so that reading the database is not enough to sign.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import may
from pitboss.floor.device_models import Device, Signature, SigningKey
from pitboss.ledger.canonical import NotCanonical, canonical

CHIEFS: Final = frozenset({"pit_boss", "section_head"})
VERBS: Final[Mapping[str, str]] = {
    "ruled": "rule",
    "reordered": "rule",
    "excluded": "rule",
    "handover": "hand_over",
    "resumed": "see",
}
"""What somebody must be allowed to, by the kind of what is signed. The last two are no events of a table."""
AHEAD: Final = timedelta(minutes=5)
"""How far a tablet's clock may run ahead of ours."""


class NotSigned(ValueError):
    """The signature does not hold. `field` and `expected` are for the receipt; `str()` is one line for a log."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(f"{field}: expected {expected}")
        self.field, self.expected = field, expected


def needs_signature(event: Mapping[str, Any]) -> bool:
    """Must this event of a table be signed? A decision must; that a croupier put cards in order, or that somebody
    was sent away by nobody in charge, is a fact which whoever saw it may record."""
    if event.get("kind") == "ruled":
        return True
    return event.get("kind") in ("reordered", "excluded") and event.get("by_role") in CHIEFS


@transaction.atomic
def key_for(person: Person, device: Device) -> SigningKey:
    """The person's living key on this tablet; made at the first sign-in, the same at the later ones."""
    key, made = SigningKey.objects.get_or_create(person=person, device=device, ended_at=None)
    if not made:
        key.used_at = timezone.now()
        key.save(update_fields=["used_at"])
    return key


def end_keys(person: Person, device: Device | None = None) -> int:
    """What is signed from now on with the person's keys does not count: the PIN that opened them has changed."""
    keys = SigningKey.objects.filter(person=person, ended_at__isnull=True)
    if device is not None:
        keys = keys.filter(device=device)
    return keys.update(ended_at=timezone.now())


def secret_of(key: SigningKey) -> bytes:
    """The 32 bytes that the tablet signs with."""
    return hmac.new(
        settings.FLOOR_SECRET.encode(), f"signing key 1\n{key.pk}\n{key.person_id}\n{key.device_id}".encode(), "sha256"
    ).digest()


def handed_out(key: SigningKey) -> dict[str, str]:
    """As the tablet gets it at sign-in, over https and once the PIN was right."""
    return {"key_id": str(key.pk), "key": b64encode(secret_of(key)).decode()}


def mac_of(secret: bytes, event: Mapping[str, Any]) -> str:
    """64 hex digits. Raises NotCanonical."""
    return hmac.new(secret, canonical(event).encode(), hashlib.sha256).hexdigest()


def check(event: Mapping[str, Any], signed: object, device: Device) -> Signature:
    """The signature of this event, made on this tablet by a person who may do what the event does.

    `event` is as the tablet sent it, before anything is added to it. The answer is not stored yet: `keep` it in the
    transaction that stores the event. Raises NotSigned.
    """
    body = {name: value for name, value in event.items() if name != "signed"}
    if not isinstance(signed, Mapping):
        raise NotSigned("signed", "an object with by, key_id and mac")
    event_id, at = _id_of(body.get("id"), "id"), _moment(body.get("at"))
    key = _key(_id_of(signed.get("key_id"), "signed.key_id"), device)
    if signed.get("by") != key.person.badge or body.get("by") != key.person.badge:
        raise NotSigned("signed.by", f"the key of {body.get('by')!r}, who is said to have done it")
    try:
        right = mac_of(secret_of(key), body)
    except NotCanonical as why:
        raise NotSigned("signed.mac", f"an event that can be signed: {why}") from why
    if not hmac.compare_digest(right.encode(), str(signed.get("mac")).encode()):
        raise NotSigned("signed.mac", "the HMAC-SHA256 of this event with that key")
    if at > timezone.now() + AHEAD:
        raise NotSigned("at", "a moment that has come")
    if key.ended_at is not None and at >= key.ended_at:
        raise NotSigned("signed.key_id", "a key that was good when it was used")
    verb = VERBS.get(str(body.get("kind")))
    if verb is None or not may(key.person, verb, device.casino):
        raise NotSigned("signed.by", f"somebody who may {verb or 'sign that'} at {device.casino.code}")
    return Signature(
        event_id=event_id,
        kind=str(body["kind"]),
        person=key.person,
        key=key,
        mac=right,
        signed=canonical(body),
        at=at,
    )


def keep(signatures: Iterable[Signature]) -> None:
    """Store them, for good; one that is there already (the tablet sent it twice) stays as it is."""
    Signature.objects.bulk_create(signatures, ignore_conflicts=True)


def _key(key_id: UUID, device: Device) -> SigningKey:
    key = SigningKey.objects.select_related("person").filter(pk=key_id).first()
    if key is None or key.device_id != device.pk:
        raise NotSigned("signed.key_id", "a key of this tablet")
    return key


def _id_of(value: object, field: str) -> UUID:
    try:
        return UUID(str(value))
    except ValueError:
        raise NotSigned(field, "a UUID") from None


def _moment(value: object) -> datetime:
    try:
        at = parse_datetime(str(value))
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise NotSigned("at", "an ISO 8601 time with its offset")
    return at
