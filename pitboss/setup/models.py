"""Every change of the set-up, whoever made it and by what way: written by triggers on the tables themselves."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino


class SetupLog(models.Model):
    """One row that was added, changed or taken away. ``before`` and ``after`` hold the columns that differ (all of
    them, of a new or a removed row), without passwords and PINs.

    ``by``: who was signed in; null: a command, or somebody at the database, as ``session`` then says. ``casino``: whose
    row it is; null: a person's, who may work at several.
    """

    class What(models.TextChoices):
        INSERT = "INSERT", _("Agregado")
        UPDATE = "UPDATE", _("Cambiado")
        DELETE = "DELETE", _("Quitado")

    at = models.DateTimeField()
    what = models.CharField(max_length=6, choices=What)
    table = models.CharField(max_length=63)
    row = models.BigIntegerField()
    casino = models.ForeignKey(Casino, null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    session = models.CharField(max_length=140)
    before: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    after: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)

    objects: ClassVar[models.Manager[SetupLog]] = models.Manager()

    class Meta:
        verbose_name = _("cambio de la configuración")
        verbose_name_plural = _("cambios de la configuración")
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [models.Index(fields=["table", "row"], name="setup_log_of_row")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.what} {self.table} {self.row}"
