"""Who is reminded, of what, and what came of each attempt to tell them. Rows are only added (migration ``0002``)."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.roles import Role
from pitboss.casino.models import Casino


class What(models.TextChoices):
    """What falls due."""

    FOOTAGE = "footage", _("Guardar el video")
    REVIEW = "review", _("Revisar el caso")
    ANSWER = "answer", _("Responder el reclamo")
    APPEAL = "appeal", _("Vence el plazo para recurrir")
    DECISION = "decision", _("Decide la SCJ")


class Threshold(models.TextChoices):
    """How near it is: the second goes one role further up, the third to administration too."""

    SOON = "soon", _("Por vencer")
    ALARM = "alarm", _("A punto de vencer")
    LAPSED = "lapsed", _("Vencido")


class Channel(models.TextChoices):
    EMAIL = "email", _("Correo")
    WEBHOOK = "webhook", _("Webhook")


class TargetQuerySet(models.QuerySet["Target"]):
    def standing(self) -> TargetQuerySet:
        """Those that still hold."""
        return self.filter(withdrawal=None)


class Target(models.Model):
    """Where one role of a casino is told: a mailbox, or the address of a system. Written once; see ``Withdrawal``.

    ``role`` empty: whatever falls due, for a system that takes it all. A webhook's secret is not here: it is worked
    out from the installation's secret and this row's own ``key``.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="reminder_targets")
    role = models.CharField(_("función"), max_length=20, choices=Role, blank=True, default="")
    channel = models.CharField(_("por"), max_length=10, choices=Channel)
    address = models.CharField(_("dirección"), max_length=300)
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    set_at = models.DateTimeField()

    objects: ClassVar = TargetQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["casino", "role", "channel", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(why=""), name="reminder_target_says_why"),
            models.CheckConstraint(
                condition=models.Q(channel=Channel.EMAIL, address__contains="@")
                | models.Q(channel=Channel.WEBHOOK, address__regex=r"^https?://"),
                name="reminder_target_has_its_address",
            ),
            models.CheckConstraint(
                condition=models.Q(role="") | models.Q(role__in=Role.values), name="reminder_target_role_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role or '*'} {self.channel} {self.address}"


class Withdrawal(models.Model):
    """A target is told no more: who said so, and why. For good; another target is another row."""

    target = models.OneToOneField(Target, on_delete=models.PROTECT, related_name="withdrawal")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(why=""), name="reminder_withdrawal_says_why")
        ]

    def __str__(self) -> str:
        return f"{self.target_id} {self.at:%Y-%m-%d}"


class Reminder(models.Model):
    """One threshold that one thing crossed: once, whoever looks and however often.

    ``item`` names it (``footage:123``); a term that is extended is due at another time, and reminded of again.
    ``roles`` are who it was for, ``facts`` what it said, as JSON.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="reminders")
    item = models.CharField(max_length=40)
    what = models.CharField(max_length=12, choices=What)
    threshold = models.CharField(max_length=10, choices=Threshold)
    due_at = models.DateTimeField()
    at = models.DateTimeField()
    roles = models.JSONField(default=list)
    facts = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["item", "due_at", "threshold"], name="one_reminder_a_threshold"),
        ]
        indexes: ClassVar = [models.Index(fields=["casino", "-at"], name="reminder_by_moment")]

    def __str__(self) -> str:
        return f"{self.item} {self.threshold} {self.due_at:%Y-%m-%d %H:%M}"


class Delivery(models.Model):
    """A reminder on its way to one target. ``key`` is its name to whoever gets it: the same at every attempt."""

    reminder = models.ForeignKey(Reminder, on_delete=models.PROTECT, related_name="deliveries")
    target = models.ForeignKey(Target, on_delete=models.PROTECT, related_name="deliveries")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["reminder", "target"], name="one_delivery_a_target"),
        ]

    def __str__(self) -> str:
        return f"{self.reminder_id} → {self.target_id}"


class Attempt(models.Model):
    """One try at a delivery and how it ended: ``told`` is the server's answer or what went wrong, shortened."""

    delivery = models.ForeignKey(Delivery, on_delete=models.PROTECT, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    delivered = models.BooleanField()
    told = models.CharField(max_length=300)

    class Meta:
        ordering: ClassVar = ["delivery", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["delivery", "number"], name="one_number_an_attempt"),
            models.UniqueConstraint(fields=["delivery"], condition=models.Q(delivered=True), name="delivered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.delivery_id}.{self.number} {'ok' if self.delivered else self.told}"
