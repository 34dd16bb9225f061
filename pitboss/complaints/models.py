"""Complaints of players, what was done with each, and which incidents it is about.

The database holds the order of the steps, the terms and who may do what (migration ``0002_life``). What a complaint
says is written once; its status and the two terms that begin later move only together with a step that says so.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino, Table
from pitboss.complaints.picks import About, Channel, Wish
from pitboss.incidents.models import Incident


class Status(models.TextChoices):
    RECEIVED = "received", _("Por responder")
    ANSWERED = "answered", _("Respondido")
    APPEALED = "appealed", _("Ante la SCJ")
    DECIDED = "decided", _("Decidido por la SCJ")
    CLOSED = "closed", _("Cerrado")
    WITHDRAWN = "withdrawn", _("Desistido")


class ComplaintCounter(models.Model):
    """The last number given in one casino and year, as ``incidents.FolioCounter``."""

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["casino", "year"], name="one_complaint_counter_a_year"),
        ]

    def __str__(self) -> str:
        return f"{self.casino_id} {self.year}: {self.last}"


class Complaint(models.Model):
    """One complaint. ``received_at`` is when it reached the casino, ``recorded_at`` when it was written down here,
    ``event_at`` when, as the player says, it happened; ``seat`` counts from 1.

    ``late``: it came after ``window_until``, and was taken all the same. ``clocks`` are the casino's terms as they
    stood when it came (clock to ``{"value", "unit"}``); every date here is counted with them. ``appeal_until`` is known
    once it is answered, ``decision_due`` once it is appealed. ``asked``: in the currency's smallest unit, null where
    the player named no amount. ``claim`` is what he says happened; who he is stands in ``Complainant``.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="complaints")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    folio = models.CharField(max_length=16)
    status = models.CharField(max_length=16, choices=Status, default=Status.RECEIVED)
    received_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    channel = models.CharField(max_length=16, choices=Channel)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    event_at = models.DateTimeField()
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="complaints")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    about = models.CharField(max_length=16, choices=About)
    claim = models.TextField()
    wish = models.CharField(max_length=16, choices=Wish)
    asked = models.BigIntegerField(null=True, blank=True)
    late = models.BooleanField(default=False)
    clocks = models.JSONField(default=dict)
    window_until = models.DateTimeField()
    answer_due = models.DateTimeField()
    appeal_until = models.DateTimeField(null=True, blank=True)
    decision_due = models.DateTimeField(null=True, blank=True)
    incidents = models.ManyToManyField(Incident, through="ComplaintIncident", related_name="complaints")

    class Meta:
        ordering: ClassVar = ["-received_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["casino", "year", "number"], name="one_folio_a_complaint"),
            models.UniqueConstraint(fields=["casino", "folio"], name="a_complaint_is_found_by_its_folio"),
            models.CheckConstraint(condition=~models.Q(claim=""), name="a_complaint_says_something"),
            models.CheckConstraint(
                condition=models.Q(event_at__lte=models.F("received_at")), name="a_complaint_follows_its_event"
            ),
            models.CheckConstraint(
                condition=models.Q(received_at__lte=models.F("recorded_at")), name="a_complaint_is_received_first"
            ),
            models.CheckConstraint(condition=models.Q(asked=None) | models.Q(asked__gte=1), name="an_amount_is_asked"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["casino", "-received_at", "-id"], name="complaint_list"),
            models.Index(fields=["casino", "status", "answer_due"], name="complaint_due"),
        ]

    def __str__(self) -> str:
        return self.folio


class Verb(models.TextChoices):
    RECEIVED = "received", _("Recibido")
    RECEIPT_ISSUED = "receipt_issued", _("Comprobante entregado")
    LINKED = "linked", _("Vinculado a un incidente")
    ANSWERED = "answered", _("Respuesta del casino")
    APPEALED = "appealed", _("El jugador recurrió a la SCJ")
    EXTENDED = "extended", _("La SCJ prorrogó su plazo")
    DECIDED = "decided", _("Decisión de la SCJ")
    CLOSED = "closed", _("Cerrado")
    WITHDRAWN = "withdrawn", _("El jugador desistió")
    COMMENTED = "commented", _("Comentario")


class ComplaintStep(models.Model):
    """One line of a complaint's history. Written once, by a person, signed (``life``).

    ``at`` is when it was written, never another day; what happened on an earlier day (an appeal, a decision) says so
    in ``after``. ``before`` and ``after`` hold what the step changed or said; ``answers`` is the step it takes up.
    """

    complaint = models.ForeignKey(Complaint, on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveIntegerField()
    verb = models.CharField(max_length=24, choices=Verb)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    words = models.TextField(blank=True)
    answers = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    signature = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["complaint", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["complaint", "number"], name="one_number_a_complaint_step"),
        ]

    def __str__(self) -> str:
        return f"{self.complaint_id}.{self.number} {self.verb}"


class ComplaintIncident(models.Model):
    """The complaint is about this incident; ``step`` said so. For good."""

    complaint = models.ForeignKey(Complaint, on_delete=models.PROTECT, related_name="links")
    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="complaint_links")
    step = models.OneToOneField(ComplaintStep, on_delete=models.PROTECT, related_name="link")

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["complaint", "incident"], name="an_incident_is_linked_once"),
        ]

    def __str__(self) -> str:
        return f"{self.complaint_id} {self.incident_id}"


class Complainant(models.Model):
    """Who complains. Apart from everything that stays for good: here, and nowhere else, a name is taken out one day.

    The database lets each field be emptied and nothing else be done with it.
    """

    complaint = models.OneToOneField(Complaint, on_delete=models.PROTECT, related_name="complainant")
    name = models.CharField(max_length=120, blank=True)
    document = models.CharField(max_length=40, blank=True)
    contact = models.CharField(max_length=160, blank=True)

    def __str__(self) -> str:
        return self.name or "—"
