"""Tablets, the codes that enrol them, the keys that people sign with on them, and what happened with them."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino, Pit


class Device(models.Model):
    """A tablet of the floor. `token_hash` is the SHA-256 of the cookie's value, which is kept nowhere else."""

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="devices")
    pit = models.ForeignKey(Pit, null=True, blank=True, on_delete=models.PROTECT, related_name="devices")
    name = models.CharField(_("nombre"), max_length=60)
    token_hash = models.CharField(max_length=64, unique=True)
    browser = models.CharField(max_length=200, blank=True, default="")
    enrolled_at = models.DateTimeField(default=timezone.now)
    enrolled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects: ClassVar[models.Manager[Device]] = models.Manager()

    class Meta:
        verbose_name = _("tableta")
        ordering = ["casino", "name", "id"]

    def __str__(self) -> str:
        return self.name


class Enrolment(models.Model):
    """A code that makes one browser a tablet of ours, once. Only its SHA-256 is kept."""

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    pit = models.ForeignKey(Pit, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=60)
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    device = models.OneToOneField(Device, null=True, blank=True, on_delete=models.PROTECT, related_name="enrolment")

    objects: ClassVar[models.Manager[Enrolment]] = models.Manager()

    def __str__(self) -> str:
        return f"{self.name} {self.made_at:%Y-%m-%d %H:%M}"


class DeviceLog(models.Model):
    """Written once; the database refuses to change or remove it."""

    class What(models.TextChoices):
        CODE_MADE = "code_made", _("Código creado")
        ENROLLED = "enrolled", _("Tableta inscrita")
        REVOKED = "revoked", _("Tableta revocada")

    at = models.DateTimeField(default=timezone.now)
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.PROTECT, related_name="log")
    name = models.CharField(max_length=60)
    what = models.CharField(max_length=16, choices=What)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[models.Manager[DeviceLog]] = models.Manager()

    class Meta:
        verbose_name = _("registro de tabletas")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.name} {self.what}"


class SigningKey(models.Model):
    """What one person signs with on one tablet. The key itself is worked out from the installation's secret (see
    `signatures.secret_of`) and is in no table; it is good for what was signed before `ended_at`."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="keys")
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[SigningKey]] = models.Manager()

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "device"],
                condition=models.Q(ended_at__isnull=True),
                name="floor_one_signing_key_a_person_and_device",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.device_id}"


class Signature(models.Model):
    """Who signed what: written once. `signed` is the text that the mac was taken over, RFC 8785."""

    event_id = models.UUIDField(unique=True)
    kind = models.CharField(max_length=30)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.ForeignKey(SigningKey, on_delete=models.PROTECT, related_name="signatures")
    mac = models.CharField(max_length=64)
    signed = models.TextField()
    at = models.DateTimeField()
    received_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Signature]] = models.Manager()

    class Meta:
        verbose_name = _("firma")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id}"
