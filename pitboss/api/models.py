"""Tokens by which programs of a person come in. Only a hash of each is kept."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models

from pitboss.accounts.models import Person
from pitboss.accounts.tokens import digest_of


class Token(models.Model):
    """One program's way in, as one person. ``revoked_at`` ends it; it is never deleted."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(max_length=80)
    digest = models.BinaryField(max_length=32, unique=True)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["person", "made_at"]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.name}"


def issue(*, person: Person, name: str, now: datetime) -> str:
    """A new token of this person. The words returned are shown once; they cannot be read back."""
    token = secrets.token_urlsafe(32)
    Token.objects.create(person=person, name=name, digest=digest_of(token), made_at=now)
    return token
