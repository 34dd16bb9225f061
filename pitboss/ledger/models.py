"""What was said to happen, in order, for good. Only `append` adds to it and nothing changes it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import TableSession


class Entry(models.Model):
    """One event as it was said. `number` and the two hashes are the database's own doing (see `chain`).

    `at` is when it happened at the table, `received_at` when it reached us. `body` is the whole event as
    RFC 8785 canonical JSON: a person is in it by badge only, and free text by a commitment to it (see `sealed`).
    """

    # Its constraints below begin with the session: an index of its own would be a second one over every entry
    session = models.ForeignKey(TableSession, on_delete=models.PROTECT, related_name="entries", db_index=False)
    number = models.PositiveIntegerField(_("número"))
    event_id = models.UUIDField()
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=30)
    at = models.DateTimeField()
    received_at = models.DateTimeField()
    body = models.TextField()
    prev_hash = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)

    objects: ClassVar[models.Manager[Entry]] = models.Manager()

    class Meta:
        verbose_name = _("asiento")
        ordering = ["session", "number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="ledger_number_used_once"),
            models.UniqueConstraint(fields=["session", "event_id"], name="ledger_event_stored_once"),
            models.CheckConstraint(condition=models.Q(kind__regex=r"^[a-z_]+$"), name="ledger_kind_is_a_word"),
        ]

    def __str__(self) -> str:
        return f"{self.session} · {self.number} {self.kind}"


class Head(models.Model):
    """The last entry of each session's chain, so that a chain cut short is noticed. Kept by the triggers."""

    session = models.OneToOneField(TableSession, on_delete=models.PROTECT, related_name="head", primary_key=True)
    number = models.PositiveIntegerField(default=0)
    hash = models.BinaryField(max_length=32)

    objects: ClassVar[models.Manager[Head]] = models.Manager()

    class Meta:
        verbose_name = _("último asiento")

    def __str__(self) -> str:
        return f"{self.session} · {self.number}"


class PrivateText(models.Model):
    """What an entry only commits to: the value, as canonical JSON, at its place in the event (`note`,
    `instead/note`). It can be taken away, never changed."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="texts")
    place = models.TextField()
    text = models.TextField()

    objects: ClassVar[models.Manager[PrivateText]] = models.Manager()

    class Meta:
        verbose_name = _("texto apartado")

    def __str__(self) -> str:
        return f"{self.entry_id} {self.place}"


class Salt(models.Model):
    """What the commitments of a session are made with; it goes when the last of its texts has gone."""

    session = models.OneToOneField(TableSession, on_delete=models.PROTECT, related_name="+", primary_key=True)
    salt = models.BinaryField(max_length=32)

    objects: ClassVar[models.Manager[Salt]] = models.Manager()

    class Meta:
        verbose_name = _("sal de una sesión")

    def __str__(self) -> str:
        return str(self.session_id)
