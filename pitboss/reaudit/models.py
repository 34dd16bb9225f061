"""Re-audits: by which reading, over which sessions, and finding by finding what differs.

Nothing here touches what was found before: findings of the day stay in ``replay``, incidents where they are. A
reading and a line are written once; a session is judged once in a re-audit, and then its row stands still. The
database sees to all of it (migration ``0002_what_stands``).
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Table, TableSession
from pitboss.jobs.models import Job


class Reading(models.Model):
    """An edition of the rules with what is laid over it, under a name: what a re-audit judges by.

    ``edition`` is the installed one's name and ``fingerprint`` the SHA-256 of its files. ``overlay`` is what differs
    (``pitboss.replay.readings``), ``{}`` where nothing does. ``digest``: SHA-256 of all three, so that one reading has
    one row.
    """

    name = models.CharField(_("nombre"), max_length=80)
    edition = models.CharField(_("edición"), max_length=32)
    fingerprint = models.CharField(max_length=64)
    overlay = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[models.Manager[Reading]] = models.Manager()

    class Meta:
        verbose_name = _("lectura del reglamento")
        ordering: ClassVar = ["-made_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(name=""), name="reading_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.edition} {self.digest[:8]})"


class Reaudit(models.Model):
    """One question: what would this reading have found at these tables, from one gaming day to another.

    Compared with what stands in ``replay`` under ``against_edition``, or with another re-audit (``against``). ``job``
    plans it; ``sessions`` and ``entries`` are what was planned.
    """

    reading = models.ForeignKey(Reading, on_delete=models.PROTECT, related_name="reaudits")
    against = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    against_edition = models.CharField(max_length=32, blank=True)
    since = models.DateField(_("desde"))
    until = models.DateField(_("hasta"))
    tables = models.ManyToManyField(Table, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("motivo"), max_length=300)
    asked_at = models.DateTimeField()
    job = models.OneToOneField(Job, null=True, on_delete=models.PROTECT, related_name="+")
    planned_at = models.DateTimeField(null=True)
    sessions = models.PositiveIntegerField(default=0)
    entries = models.PositiveBigIntegerField(default=0)
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[models.Manager[Reaudit]] = models.Manager()

    class Meta:
        verbose_name = _("reauditoría")
        ordering: ClassVar = ["-asked_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(why=""), name="reaudit_says_why"),
            models.CheckConstraint(condition=models.Q(until__gte=models.F("since")), name="reaudit_days_in_order"),
            models.CheckConstraint(
                condition=models.Q(against__isnull=True) ^ models.Q(against_edition=""),
                name="reaudit_against_one_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(cancelled_at__isnull=True) ^ models.Q(cancelled_by__isnull=False),
                name="reaudit_cancelled_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.since} – {self.until}"


class Part(models.Model):
    """Some sessions that one job judges: about as many entries as every other part has."""

    reaudit = models.ForeignKey(Reaudit, on_delete=models.PROTECT, related_name="parts")
    number = models.PositiveIntegerField()
    entries = models.PositiveBigIntegerField()
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[models.Manager[Part]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["reaudit", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["reaudit", "number"], name="reaudit_part_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.reaudit_id}/{self.number}"


class Piece(models.Model):
    """One session of a re-audit. With ``done_at`` come its counts, once; the sums of a re-audit are sums over these.

    ``unreadable``: entries that this edition cannot read.
    """

    reaudit = models.ForeignKey(Reaudit, on_delete=models.PROTECT, related_name="pieces")
    part = models.ForeignKey(Part, on_delete=models.PROTECT, related_name="pieces")
    session = models.ForeignKey(TableSession, on_delete=models.PROTECT, related_name="+")
    entries = models.PositiveBigIntegerField()
    done_at = models.DateTimeField(null=True)
    events = models.PositiveBigIntegerField(null=True)
    rounds = models.PositiveBigIntegerField(null=True)
    findings = models.PositiveBigIntegerField(null=True)
    unreadable = models.PositiveBigIntegerField(null=True)

    objects: ClassVar[models.Manager[Piece]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["part", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["reaudit", "session"], name="reaudit_judges_a_session_once"),
            models.CheckConstraint(
                condition=models.Q(done_at=None, events=None, rounds=None, findings=None, unreadable=None)
                | models.Q(
                    done_at__isnull=False,
                    events__isnull=False,
                    rounds__isnull=False,
                    findings__isnull=False,
                    unreadable__isnull=False,
                ),
                name="reaudit_piece_is_done_whole",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["reaudit"], condition=models.Q(done_at=None), name="reaudit_to_do"),
        ]

    def __str__(self) -> str:
        return f"{self.reaudit_id}: {self.session_id}"


class Verdict(models.TextChoices):
    SAME = "same", _("Igual")
    CHANGED = "changed", _("Distinta")
    NEW = "new", _("Solo ahora")
    GONE = "gone", _("Solo antes")


class Line(models.Model):
    """One finding as it was found before, and as this reading finds it; null where it is not found.

    ``key`` names it inside the session, ``nth`` counts those of one key. ``entry`` is the number in the ledger of the
    event that raised it. ``before`` and ``now``: code, round, spot, severity, standing, decides, outcome, cctv,
    prescribed, money. ``differs`` names which of them differ. ``finding``: the row in ``replay`` it was set beside.
    """

    reaudit = models.ForeignKey(Reaudit, on_delete=models.PROTECT, related_name="lines")
    session = models.ForeignKey(TableSession, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=160)
    nth = models.PositiveIntegerField()
    code = models.CharField(max_length=64)
    entry = models.PositiveIntegerField()
    verdict = models.CharField(max_length=8, choices=Verdict)
    differs = ArrayField(models.CharField(max_length=16), default=list, blank=True)
    before: Any = models.JSONField(null=True)
    now: Any = models.JSONField(null=True)
    finding = models.UUIDField(null=True)

    objects: ClassVar[models.Manager[Line]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["session", "entry", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["reaudit", "session", "key", "nth"], name="reaudit_line_once"),
            models.CheckConstraint(
                condition=models.Q(verdict="new", before=None, now__isnull=False)
                | models.Q(verdict="gone", before__isnull=False, now=None)
                | models.Q(verdict__in=["same", "changed"], before__isnull=False, now__isnull=False),
                name="reaudit_line_has_its_sides",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["reaudit", "verdict", "code"], name="reaudit_line_verdict"),
        ]

    def __str__(self) -> str:
        return f"{self.reaudit_id} {self.session_id} {self.key}: {self.verdict}"
