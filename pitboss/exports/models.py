"""Who exported what and why, what came of it, and who took it away.

All of it is only added to: what was asked stands, a part is done once, a download is a row (migration
``0002_account_is_kept``). The bundles themselves are files of PITBOSS_HOME and can be made again.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino
from pitboss.evidence.models import Checkpoint
from pitboss.exports.request import Question
from pitboss.jobs.models import Job


class Export(models.Model):
    """One request. ``question`` is ``Question.as_json`` of the whole period; each part answers some of it.

    ``checkpoint`` is made when the first part begins and holds for all of them. ``since`` and ``until`` repeat the
    question, for lists.
    """

    question: Any = models.JSONField()
    since = models.DateField(_("desde"))
    until = models.DateField(_("hasta"))
    casinos = models.ManyToManyField(Casino, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    asked_at = models.DateTimeField(_("pedida"))
    checkpoint = models.ForeignKey(Checkpoint, null=True, on_delete=models.PROTECT, related_name="exports")

    objects: ClassVar[models.Manager[Export]] = models.Manager()

    class Meta:
        verbose_name = _("exportación")
        ordering: ClassVar = ["-asked_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(why=""), name="export_says_why"),
            models.CheckConstraint(condition=models.Q(until__gte=models.F("since")), name="export_days_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.since} – {self.until}"

    def asked(self) -> Question:
        return Question.from_json(self.question)


class Part(models.Model):
    """One bundle: the whole period, or a calendar month of a long one. With ``done_at`` comes what it is, once.

    ``folder`` is the bundle's name, ``digest`` its request's hash, ``sha256`` that of the zip, ``manifest`` that of
    its manifest; ``size`` in bytes.
    """

    export = models.ForeignKey(Export, on_delete=models.PROTECT, related_name="parts")
    number = models.PositiveIntegerField()
    since = models.DateField()
    until = models.DateField()
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    done_at = models.DateTimeField(null=True)
    folder = models.CharField(max_length=200, blank=True, default="")
    digest = models.CharField(max_length=64, blank=True, default="")
    sha256 = models.CharField(max_length=64, blank=True, default="", db_index=True)
    manifest = models.CharField(max_length=64, blank=True, default="")
    size = models.PositiveBigIntegerField(null=True)
    incidents = models.PositiveIntegerField(null=True)
    sessions = models.PositiveIntegerField(null=True)
    entries = models.PositiveBigIntegerField(null=True)

    objects: ClassVar[models.Manager[Part]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["export", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["export", "number"], name="export_part_numbered_once"),
            models.CheckConstraint(
                condition=models.Q(
                    done_at=None, sha256="", manifest="", size=None, incidents=None, sessions=None, entries=None
                )
                | models.Q(
                    done_at__isnull=False,
                    size__isnull=False,
                    incidents__isnull=False,
                    sessions__isnull=False,
                    entries__isnull=False,
                )
                & ~models.Q(sha256="")
                & ~models.Q(manifest=""),
                name="export_part_is_done_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.export_id}/{self.number}"


class Handed(models.Model):
    """Somebody took a bundle away."""

    part = models.ForeignKey(Part, on_delete=models.PROTECT, related_name="handed")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[Handed]] = models.Manager()

    class Meta:
        verbose_name = _("descarga")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.part_id} {self.at:%Y-%m-%d %H:%M}"
