"""Incidents, the findings in them, and their history.

The database holds what must not be forgotten by code: a folio is used once, an incident is never
deleted or renumbered, its status moves only together with a step that says so, and steps are never
changed (migration ``0002_history_is_append_only``).
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino, Table, TableSession
from pitboss.incidents.picks import Part, WitnessRole
from pitboss.ledger.models import Entry
from pitboss.replay.models import BADGE, Finding, Outcome, Severity


class Status(models.TextChoices):
    OPEN = "open", _("Abierto")
    WITHDRAWN = "withdrawn", _("Retirado por corrección")
    CLOSED = "closed", _("Cerrado")


class FolioCounter(models.Model):
    """The last number given in one casino and year; its row lock keeps folios without gaps."""

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["casino", "year"], name="one_folio_counter_a_year"),
        ]

    def __str__(self) -> str:
        return f"{self.casino_id} {self.year}: {self.last}"


class Incident(models.Model):
    """One case. ``opened_at`` is when it happened at the table, ``recorded_at`` when it was stored.

    ``owed`` and ``overpaid`` are sums over its findings in the currency's smallest unit: what is due
    to players, and what they got too much. They stand apart and are never netted.
    ``dealer`` and ``supervisor`` are badges, ``seat`` the seat that it is about; empty where there is none.
    ``ruling``: why it was ruled otherwise than prescribed, or ``as_prescribed``; the database writes it with each step
    that rules, at the table or at the desk. Empty: nobody has ruled.
    ``assigned``: who works on it now; what the newest step of that verb says.
    ``retention_days`` is the casino's setting as it stood when the case was opened; null: not set. ``preserve_by``:
    when its recorder may lose the video; ``hold_until``: how long what was kept of it has to be there.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="incidents")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    folio = models.CharField(max_length=16)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="incidents")
    session = models.ForeignKey(TableSession, on_delete=models.PROTECT, related_name="incidents")
    round = models.BigIntegerField(null=True, blank=True)
    code = models.CharField(max_length=64)
    status = models.CharField(max_length=16, choices=Status, default=Status.OPEN)
    severity = models.CharField(max_length=16, choices=Severity)
    outcome = models.CharField(max_length=16, choices=Outcome)
    cctv = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    last_event_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    footage_from = models.DateTimeField(null=True, blank=True)
    footage_to = models.DateTimeField(null=True, blank=True)
    retention_days = models.PositiveIntegerField(null=True, blank=True)
    preserve_by = models.DateTimeField(null=True, blank=True)
    hold_until = models.DateTimeField(null=True, blank=True)
    owed = models.BigIntegerField(default=0)
    overpaid = models.BigIntegerField(default=0)
    ruling = models.CharField(max_length=24, blank=True, default="", db_default="")
    headline_es = models.TextField()
    headline_en = models.TextField()
    assigned = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    dealer = models.CharField(max_length=BADGE, blank=True, default="", db_default="")
    supervisor = models.CharField(max_length=BADGE, blank=True, default="", db_default="")
    seat = models.CharField(max_length=16, blank=True, default="", db_default="")
    findings = models.ManyToManyField(Finding, through="IncidentFinding", related_name="incidents")

    class Meta:
        ordering: ClassVar = ["-opened_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["casino", "year", "number"], name="one_folio_an_incident"),
            # As addresses have it
            models.UniqueConstraint(fields=["casino", "folio"], name="one_incident_a_folio"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["casino", "-opened_at", "-id"], name="incident_inbox"),
            # For who works at several casinos: the newest of all of them, without sorting any
            models.Index(fields=["-opened_at", "-id"], name="incident_newest"),
            models.Index(fields=["session", "round"], name="incident_round"),
            models.Index(fields=["table", "-opened_at"], name="incident_table"),
            # All that the inbox adds up and its side bar counts, so that both are read off the index alone
            models.Index(
                fields=["casino", "opened_at"],
                include=[
                    "status",
                    "severity",
                    "outcome",
                    "cctv",
                    "owed",
                    "overpaid",
                    "preserve_by",
                    "assigned",
                    "table",
                ],
                name="incident_facts",
            ),
            # What is open, with all that is counted of it beside each page
            models.Index(
                fields=["casino", "-opened_at"],
                include=["severity", "outcome", "cctv", "owed", "overpaid", "preserve_by", "assigned", "id"],
                condition=models.Q(status=Status.OPEN),
                name="incident_open_facts",
            ),
            # And all that patterns count of rulings
            models.Index(
                fields=["casino", "opened_at"],
                include=["code", "ruling", "status"],
                condition=~models.Q(ruling=""),
                name="incident_rulings",
            ),
            models.Index(
                fields=["assigned", "-opened_at"], condition=models.Q(assigned__isnull=False), name="incident_assigned"
            ),
            models.Index(
                fields=["casino", "dealer", "-opened_at"], condition=~models.Q(dealer=""), name="incident_dealer"
            ),
            models.Index(
                fields=["casino", "supervisor", "-opened_at"],
                condition=~models.Q(supervisor=""),
                name="incident_supervisor",
            ),
            models.Index(fields=["table", "seat", "-opened_at"], condition=~models.Q(seat=""), name="incident_seat"),
        ]

    def __str__(self) -> str:
        return self.folio

    def headline(self, language: str) -> str:
        """What happened, in one sentence, in ``es`` or ``en``."""
        return self.headline_en if language.startswith("en") else self.headline_es


class IncidentFinding(models.Model):
    """A finding belongs to one case only, for good. ``outcome`` is the one last told in a step."""

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="links")
    finding = models.OneToOneField(Finding, on_delete=models.PROTECT, related_name="link")
    outcome = models.CharField(max_length=16, choices=Outcome)
    added_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.incident_id} {self.finding_id}"


class Verb(models.TextChoices):
    """What a step says was done: first the system's verbs, then those of people."""

    OPENED = "opened", _("Abierto")
    JOINED = "joined", _("Otro hallazgo del mismo caso")
    ANSWERED = "answered", _("Cambió el resultado")
    AMENDED = "amended", _("Cambió lo sabido")
    WITHDRAWN = "withdrawn", _("Retirado por corrección")
    RESTORED = "restored", _("Vuelto a abrir por los hechos")
    RULED = "ruled", _("Resuelto")
    FOOTAGE_ASKED = "footage_asked", _("Video pedido")
    FOOTAGE_PRESERVED = "footage_preserved", _("Video guardado")
    FOOTAGE_FOUND = "footage_found", _("Hallazgo de CCTV")
    COMPLETED = "completed", _("Informe completado")
    CARDS_HANDED_OVER = "cards_handed_over", _("Cartas entregadas")
    ASSIGNED = "assigned", _("Asignado")
    COMMENTED = "commented", _("Comentario")
    REVIEWED = "reviewed", _("Revisado por cumplimiento")
    CLOSED = "closed", _("Cerrado")
    REOPENED = "reopened", _("Nueva revisión abierta")


class Step(models.Model):
    """One line of an incident's history. Written once.

    ``before`` and ``after`` hold the fields that changed; ``by`` is null for the system itself;
    ``words`` are a person's, never the system's (screens word the system's steps from the verb).
    ``entry`` is the event of the ledger that said it, where it was said at the table and not here; ``answers`` the
    earlier step that this one takes up (a reopening its closing, a closing its review). ``to``: whom a case was given
    to; null where it was taken from somebody. ``signature``: see ``life``.
    """

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveIntegerField()
    verb = models.CharField(max_length=24, choices=Verb)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    to = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    words = models.TextField(blank=True)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    answers = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    signature = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["incident", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["incident", "number"], name="one_number_a_step"),
            models.UniqueConstraint(
                fields=["entry", "incident"], condition=models.Q(entry__isnull=False), name="one_step_an_event"
            ),
            models.CheckConstraint(
                condition=models.Q(to__isnull=True) | models.Q(verb="assigned"),
                name="only_an_assignment_is_to_somebody",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["incident", "-number"], condition=models.Q(verb="ruled"), name="step_rulings"),
            # Who wants footage, off a small index: without it every step there is would be looked through
            models.Index(
                fields=["incident"],
                condition=models.Q(verb="footage_asked") | models.Q(verb="amended", after__has_key="hold_until"),
                name="step_wants_footage",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.incident_id}.{self.number} {self.verb}"


class Witness(models.Model):
    """Who saw it, or is part of it: a player, somebody of the house. ``position`` says where or as what.

    Apart from the history, whose rows stay for good: a name can be taken out here one day.
    """

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="witnesses")
    step = models.ForeignKey(Step, on_delete=models.PROTECT, related_name="witnesses")
    part = models.CharField(max_length=16, choices=Part, default=Part.WITNESS, db_default=Part.WITNESS)
    role = models.CharField(max_length=16, choices=WitnessRole)
    position = models.CharField(max_length=60, blank=True, default="", db_default="")
    name = models.CharField(max_length=120)
    contact = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.get_role_display()})"


class Searched(models.Model):
    """What a case is found by, apart from it: the case's own row stays small for lists and sums.

    ``marks`` are codes, folio, table and badges, found also by how they begin; ``titles`` and ``told`` what the rules
    say, in both languages; ``said`` and ``said_marks`` are added by the database with each step that has words or names
    something (migration ``0007_search_and_assignment``). ``words`` is worked out by the database from all of it.
    """

    incident = models.OneToOneField(Incident, primary_key=True, on_delete=models.PROTECT, related_name="searched")
    marks = ArrayField(models.TextField(), default=list)
    titles_es = models.TextField(blank=True, default="")
    titles_en = models.TextField(blank=True, default="")
    told_es = models.TextField(blank=True, default="")
    told_en = models.TextField(blank=True, default="")
    said = models.TextField(blank=True, default="", db_default="")
    said_marks = ArrayField(models.TextField(), default=list, db_default=[])
    words = models.GeneratedField(
        expression=models.Func(
            *("marks", "said_marks", "titles_es", "titles_en", "told_es", "told_en", "said"),
            function="incidents_words",
        ),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        indexes: ClassVar = [GinIndex(fields=["words"], name="incident_words", fastupdate=False)]

    def __str__(self) -> str:
        return f"{self.incident_id}"
