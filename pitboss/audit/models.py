"""What the desk itself keeps: filters that somebody saved."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from pitboss.casino.models import Casino


class SavedFilter(models.Model):
    """An address of the inbox under a name. ``query`` is its canonical query string, ``?`` included.

    ``casino``: everybody of that casino sees it in the side bar; null: its owner alone. What it finds is always what
    the reader may see. The database lets nobody share without the role for it (migration ``0001_initial``).
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="saved_filters")
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1000)
    casino = models.ForeignKey(Casino, null=True, blank=True, on_delete=models.PROTECT, related_name="shared_filters")
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["name", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "name"], name="one_filter_a_name"),
            models.CheckConstraint(condition=models.Q(query__startswith="?"), name="a_filter_is_an_address"),
            models.CheckConstraint(condition=~models.Q(name=""), name="a_filter_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
