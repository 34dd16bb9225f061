"""The hand-over of a shift: what was told, and the two people who signed it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Pit
from pitboss.floor.device_models import Device, Signature


class Handover(models.Model):
    """One pit given from one supervisor to the next; written once. `summary` is what both read, as RFC 8785, and
    `sha256` what both signed over. `number` counts in its pit, without gaps."""

    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, related_name="handovers")
    number = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    since = models.DateTimeField()
    until = models.DateTimeField()
    outgoing = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    incoming = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="+")
    notes = models.TextField(blank=True, default="")
    summary = models.TextField()
    sha256 = models.CharField(max_length=64)
    outgoing_signature = models.OneToOneField(Signature, on_delete=models.PROTECT, related_name="+")
    incoming_signature = models.OneToOneField(Signature, on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Handover]] = models.Manager()

    class Meta:
        verbose_name = _("entrega de turno")
        ordering = ["pit", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["pit", "number"], name="floor_handover_numbered_once"),
            models.CheckConstraint(condition=~models.Q(outgoing=models.F("incoming")), name="floor_handover_needs_two"),
            models.CheckConstraint(condition=models.Q(since__lt=models.F("until")), name="floor_handover_lasts"),
        ]

    def __str__(self) -> str:
        return f"{self.pit} {self.number}"
