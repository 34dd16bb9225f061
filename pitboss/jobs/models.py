"""Work that outlives a request. The row is the truth; the message that a worker gets only names it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino


class Job(models.Model):
    """One piece of work, done once. `attempts` is the fence: only the latest attempt may finish it."""

    class State(models.TextChoices):
        QUEUED = "queued", _("en cola")
        RUNNING = "running", _("en curso")
        DONE = "done", _("terminado")
        FAILED = "failed", _("fallido")

    key = models.CharField(max_length=200, unique=True)
    kind = models.CharField(max_length=60)
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="jobs", null=True, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="jobs", null=True, blank=True
    )
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    lease = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    progress = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(null=True, blank=True)
    payload = models.JSONField(default=dict, blank=True)
    result = models.JSONField(null=True, blank=True)
    error = models.TextField(blank=True, default="")
    asked_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Job]] = models.Manager()

    class Meta:
        verbose_name = _("trabajo")
        ordering = ["-asked_at"]
        indexes = [
            # The reaper looks at what is not over, which is little beside all that ever was
            models.Index(
                fields=["state", "lease"],
                condition=models.Q(state__in=["queued", "running"]),
                name="jobs_not_over",
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(lease__isnull=False) | ~models.Q(state="running"),
                name="jobs_running_has_a_lease",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}: {self.state}"
