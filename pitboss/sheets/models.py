"""Paper: sheets that were printed, pictures of them that came back, what a reader saw, and what a person confirmed.

All of it is written once; the database sees to it (migration ``0002_written_once``). What the reader saw and what the
person confirmed are kept apart, so that it can always be told who read what.
"""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino, Table, TableSession
from pitboss.jobs.models import Job
from pitboss.sheets.code import spoken


class Sheet(models.Model):
    """One printed sheet, for one round of one table. ``layout``: where its boxes are (``sheets.layout``)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="sheets")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sheets")
    layout = models.PositiveSmallIntegerField()
    pages = models.PositiveSmallIntegerField()
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[models.Manager[Sheet]] = models.Manager()

    class Meta:
        verbose_name = _("hoja de mesa")
        ordering: ClassVar = ["-issued_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(pages__range=(1, 2)), name="sheet_has_a_page_or_two"),
        ]
        indexes: ClassVar = [models.Index(fields=["casino", "-issued_at"], name="sheets_newest")]

    def __str__(self) -> str:
        return f"{self.name} {self.table.name}"

    @property
    def name(self) -> str:
        """What people call it: the eight letters printed beside its code."""
        return spoken(self.id)


class Sending(models.Model):
    """Some files that somebody sent at once: photographs, or what a scanner made. ``job`` reads them.

    ``table``: the one that they are said to be of, where the sender said it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField()
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[models.Manager[Sending]] = models.Manager()

    class Meta:
        verbose_name = _("envío de hojas")
        ordering: ClassVar = ["-sent_at"]

    def __str__(self) -> str:
        return f"{self.sent_at:%Y-%m-%d %H:%M} {self.by_id}"


class Picture(models.Model):
    """One picture of a sending, and what the reader made of it.

    ``image``: SHA-256 of the file as it came, ``nth`` its place in a file of several pages, from 1. Either ``sheet``
    and ``page`` with ``cells`` (a cell's name to ``[mark, confidence]``, mark 0 to 1) and ``upright`` (SHA-256 of the
    kept picture, straightened), or ``refused`` with the reason's code and ``missing`` with its particulars.
    """

    sending = models.ForeignKey(Sending, on_delete=models.PROTECT, related_name="pictures")
    image = models.CharField(max_length=64)
    nth = models.PositiveIntegerField(default=1)
    sheet = models.ForeignKey(Sheet, null=True, blank=True, on_delete=models.PROTECT, related_name="pictures")
    page = models.PositiveSmallIntegerField(null=True, blank=True)
    cells: Any = models.JSONField(default=dict, blank=True)
    warnings: Any = models.JSONField(default=list, blank=True)
    upright = models.CharField(max_length=64, blank=True)
    refused = models.CharField(max_length=24, blank=True)
    missing: Any = models.JSONField(default=list, blank=True)
    milliseconds = models.PositiveIntegerField()
    read_at = models.DateTimeField()

    objects: ClassVar[models.Manager[Picture]] = models.Manager()

    class Meta:
        verbose_name = _("imagen de una hoja")
        ordering: ClassVar = ["sending", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sending", "image", "nth"], name="sheets_picture_once_a_sending"),
            models.CheckConstraint(
                condition=models.Q(refused="", sheet__isnull=False, page__isnull=False) & ~models.Q(upright="")
                | ~models.Q(refused="") & models.Q(page__isnull=True),
                name="sheets_picture_read_or_refused",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.image[:8]}/{self.nth}: {self.refused or self.page}"


class Confirmation(models.Model):
    """What a person says that stands on a sheet: once a sheet. From here on the ledger has it.

    ``answers``: every field as confirmed; ``changed``: those where the reader had proposed otherwise, and what.
    ``how``: into the ledger as the table's own record, or as a second account of a round that is there already.
    """

    class How(models.TextChoices):
        RECORD = "record", _("Registro de la mesa")
        SECOND = "second", _("Segunda fuente")

    sheet = models.OneToOneField(Sheet, on_delete=models.PROTECT, related_name="confirmation")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    how = models.CharField(max_length=8, choices=How)
    played_at = models.DateTimeField()
    round = models.PositiveIntegerField()
    session = models.ForeignKey(TableSession, on_delete=models.PROTECT, related_name="+")
    pictures = models.ManyToManyField(Picture, related_name="+")
    answers: Any = models.JSONField()
    changed: Any = models.JSONField(default=dict, blank=True)
    events = models.PositiveIntegerField()

    objects: ClassVar[models.Manager[Confirmation]] = models.Manager()

    class Meta:
        verbose_name = _("hoja confirmada")
        ordering: ClassVar = ["-at"]

    def __str__(self) -> str:
        return f"{self.sheet_id}: {self.round}"
