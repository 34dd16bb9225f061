"""Files of other systems, the mappings that read them, what a dry run of both found, and what was imported.

A file and a mapping are written once. A dry run and an import get their result once. The database sees to all of it,
and to there being no import without a dry run of the same file and mapping that is done (``0002_what_stands``).
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino
from pitboss.jobs.models import Job

BY = settings.AUTH_USER_MODEL


class ImportFile(models.Model):
    """A file of a casino, known by its SHA-256; its bytes lie where those of uploads do (``ingest.files``).

    ``looked``: what it can be read as (``imports.reading.Looked``).
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    name = models.CharField(_("nombre"), max_length=120)
    size = models.PositiveBigIntegerField()
    looked = models.JSONField()
    by = models.ForeignKey(BY, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[ImportFile]] = models.Manager()

    class Meta:
        verbose_name = _("archivo por importar")
        ordering: ClassVar = ["-at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["casino", "digest"], name="imports_file_kept_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.digest[:8]})"


class Surveyed(models.Model):
    """What stands in the columns of a file when it is read that way (``imports.survey``); None until it was looked."""

    file = models.ForeignKey(ImportFile, on_delete=models.PROTECT, related_name="surveys")
    encoding = models.CharField(max_length=12)
    delimiter = models.CharField(max_length=1)
    header = models.BooleanField()
    result: Any = models.JSONField(null=True)
    job = models.OneToOneField(Job, null=True, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[models.Manager[Surveyed]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["file", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["file", "encoding", "delimiter", "header"], name="imports_surveyed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.file_id}: {self.encoding} {self.delimiter!r}"


class Mapping(models.Model):
    """One version of a mapping of a casino (``imports.definition``). A change is a new version beside it.

    ``digest``: SHA-256 over the definition's canonical JSON.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(_("nombre"), max_length=80)
    version = models.PositiveIntegerField()
    definition: Any = models.JSONField()
    digest = models.CharField(max_length=64)
    by = models.ForeignKey(BY, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[Mapping]] = models.Manager()

    class Meta:
        verbose_name = _("correspondencia")
        ordering: ClassVar = ["name", "-version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["casino", "name", "version"], name="imports_mapping_version_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="imports_mapping_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"


class Trial(models.Model):
    """A dry run: the whole file by a mapping through the engine, and nothing of it in the ledger.

    ``result`` as ``imports.trial`` tells it, ``result_digest`` its SHA-256: whoever asks for the import says it, and so
    shows to have had it before them.
    """

    file = models.ForeignKey(ImportFile, on_delete=models.PROTECT, related_name="trials")
    mapping = models.ForeignKey(Mapping, on_delete=models.PROTECT, related_name="trials")
    by = models.ForeignKey(BY, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    job = models.OneToOneField(Job, null=True, on_delete=models.PROTECT, related_name="+")
    result: Any = models.JSONField(null=True)
    result_digest = models.CharField(max_length=64, blank=True)
    done_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Trial]] = models.Manager()

    class Meta:
        verbose_name = _("ensayo")
        ordering: ClassVar = ["-at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(done_at=None, result=None, result_digest="")
                | (models.Q(done_at__isnull=False, result__isnull=False) & ~models.Q(result_digest="")),
                name="imports_trial_is_done_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.file_id} / {self.mapping_id}"


class Import(models.Model):
    """The file of a dry run taken into the ledger by its mapping. ``mark``: what its events carry as ``import``, the
    same for every import of the file. ``seen``: the result of the dry run that was read before."""

    trial = models.OneToOneField(Trial, on_delete=models.PROTECT, related_name="taken")
    seen = models.CharField(max_length=64)
    mark = models.UUIDField()
    by = models.ForeignKey(BY, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    job = models.OneToOneField(Job, null=True, on_delete=models.PROTECT, related_name="+")
    result: Any = models.JSONField(null=True)
    done_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Import]] = models.Manager()

    class Meta:
        verbose_name = _("importación")
        ordering: ClassVar = ["-at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(done_at=None, result=None) | models.Q(done_at__isnull=False, result__isnull=False),
                name="imports_import_is_done_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.trial_id}"
