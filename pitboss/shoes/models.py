"""Electronic shoes as the server knows them: who may send reads, for which table, and how far each has come.

What a shoe read is in the ledger and nowhere else. Here is what the ledger cannot say: the token's hash, the place up
to which reads were taken, and the reads that were refused.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino, Table


class Mode(models.TextChoices):
    WITNESS = "witness", _("Testigo: la tableta anota las cartas y el sabot las confirma")
    RECORD = "record", _("Registro: nadie anota las cartas, las da el sabot")


class ShoeDevice(models.Model):
    """A shoe of one table. ``token_hash`` is the SHA-256 of its token, which is kept nowhere else.

    ``boot`` and ``last_n`` name the last read that was taken; ``nth`` counts what came out since the device's shoe
    began, ``burning`` says that its burn button waits for the next card. ``offset_ms``: how far the device's clock is
    behind the gateway's, as last measured. ``waiting``: reads that the gateway still holds, and ``wire``: is the
    shoe's wire ``up`` or ``down``, as it last said.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="shoes")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="shoes")
    name = models.CharField(_("nombre"), max_length=60)
    token_hash = models.CharField(max_length=64, unique=True)
    mode = models.CharField(_("modo"), max_length=8, choices=Mode)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    seen_at = models.DateTimeField(null=True, blank=True)
    protocol = models.CharField(max_length=60, blank=True, default="")
    boot = models.CharField(max_length=16, blank=True, default="")
    last_n = models.BigIntegerField(default=0)
    nth = models.PositiveIntegerField(default=0)
    burning = models.BooleanField(default=False)
    offset_ms = models.BigIntegerField(null=True, blank=True)
    waiting = models.PositiveIntegerField(default=0)
    wire = models.CharField(max_length=4, blank=True, default="")

    objects: ClassVar[models.Manager[ShoeDevice]] = models.Manager()

    class Meta:
        verbose_name = _("sabot")
        ordering: ClassVar = ["casino", "table__name", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(revoked_at__isnull=True), name="shoes_one_in_force_a_table"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="shoes_have_a_name"),
            models.CheckConstraint(condition=models.Q(mode__in=Mode.values), name="shoes_mode_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.table_id})"


class ShoeLog(models.Model):
    """Written once; the database refuses to change or remove it."""

    class What(models.TextChoices):
        MADE = "made", _("Sabot inscrito")
        REVOKED = "revoked", _("Sabot revocado")

    at = models.DateTimeField(default=timezone.now)
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    device = models.ForeignKey(ShoeDevice, on_delete=models.PROTECT, related_name="log")
    name = models.CharField(max_length=60)
    what = models.CharField(max_length=8, choices=What)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[models.Manager[ShoeLog]] = models.Manager()

    class Meta:
        verbose_name = _("registro de sabots")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.name} {self.what}"


class ShoeRefusal(models.Model):
    """A read that was not taken, with the field and what was expected there. Written once: the same read sent again
    is answered from here."""

    device = models.ForeignKey(ShoeDevice, on_delete=models.PROTECT, related_name="refusals")
    boot = models.CharField(max_length=16)
    n = models.BigIntegerField()
    at = models.DateTimeField()
    field = models.CharField(max_length=120)
    expected = models.CharField(max_length=300)
    said = models.CharField(max_length=1000)

    objects: ClassVar[models.Manager[ShoeRefusal]] = models.Manager()

    class Meta:
        verbose_name = _("lectura rechazada")
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["device", "boot", "n"], name="shoes_refused_once"),
        ]

    def __str__(self) -> str:
        return f"{self.device_id} {self.boot}/{self.n} {self.field}"
