"""What the rules saw, kept beside the ledger. Every row here can be made again from the ledger."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import Casino, TableSession
from pitboss.languages import of_two
from pitboss.ledger.models import Entry

BADGE = 40
"""Longest badge kept here; the ledger has it whole."""


class Severity(models.TextChoices):
    MINOR = "minor", _("Leve")
    MAJOR = "major", _("Grave")
    CRITICAL = "critical", _("Crítica")


class Standing(models.TextChoices):
    PRESCRIBED = "prescribed", _("Prescrito")
    TO_CONFIRM = "to_confirm", _("Por confirmar")
    NO_RULE = "no_rule", _("Texto en silencio")
    BREACH = "breach", _("Falta de procedimiento")


class Outcome(models.TextChoices):
    PENDING = "pending", _("Pendiente")
    FOLLOWED = "followed", _("Cumplida")
    CONTRARY = "contrary", _("Contraria")
    SUPERSEDED = "superseded", _("Reemplazada")
    NOTED = "noted", _("Anotada")


class Finding(models.Model):
    """One irregularity seen once, by one edition of the rules.

    ``id`` is a UUID version 5 of (session, number of the entry that raised it, code, spot, edition),
    so writing it twice changes nothing. ``answered`` is the entry that settled the outcome, null
    while it is pending. ``data`` is the finding as the contract has it (section 2), and beside that
    ``facts``, ``footage`` ([seconds before, seconds after]), ``text`` (per language: title, message,
    steps, say) and, when a correction took it away, ``withdrawn_by`` (the correction's ``seq``).

    ``dealer`` and ``supervisor``: badges of who dealt and who had the table then. ``favours``: seats that its money
    says got more than was due to them. ``ruling``: the word of the ruling that settled it, ``words`` where a person
    wrote it.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="findings")
    session = models.ForeignKey(TableSession, on_delete=models.PROTECT, related_name="findings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="findings")
    answered = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=160)
    edition = models.CharField(max_length=32)
    code = models.CharField(max_length=64)
    round = models.BigIntegerField(null=True, blank=True)
    spot = models.CharField(max_length=16, null=True, blank=True)  # noqa: DJ001 (null: the table's own)
    severity = models.CharField(max_length=16, choices=Severity)
    standing = models.CharField(max_length=16, choices=Standing)
    decides = models.CharField(max_length=32)
    outcome = models.CharField(max_length=16, choices=Outcome)
    cctv = models.BooleanField(default=False)
    at = models.DateTimeField()
    last_at = models.DateTimeField()
    data = models.JSONField(default=dict)
    dealer = models.CharField(max_length=BADGE, blank=True, default="")
    supervisor = models.CharField(max_length=BADGE, blank=True, default="")
    favours = ArrayField(models.CharField(max_length=16), default=list, blank=True)
    ruling = models.CharField(max_length=24, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["at", "entry_id", "code"]
        indexes: ClassVar = [
            models.Index(fields=["session", "edition", "round"], name="finding_round"),
            models.Index(fields=["casino", "-at"], name="finding_inbox"),
            # With the id, so that the cases of a code are found without reading the findings themselves
            models.Index(fields=["casino", "code", "-at"], include=["id"], name="finding_of_code"),
            # All that rates need of a finding, so that they are counted off the index alone
            models.Index(
                fields=["casino", "at"],
                include=["outcome", "code", "dealer", "supervisor", "ruling", "session"],
                name="finding_rates",
            ),
            models.Index(fields=["casino", "at"], condition=~models.Q(favours=[]), name="finding_favours"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.key}"

    def text(self, language: str) -> dict[str, Any]:
        """Title, message, steps and sentence to announce, in ``es`` or ``en``."""
        texts: dict[str, dict[str, Any]] = self.data.get("text", {})
        return texts.get(of_two(language), {})


class Round(models.Model):
    """One pase: where it stands in the ledger. A number opened twice has two rows (see ``first``).

    ``shoe`` counts the session's shoes from 1. ``dealer`` and ``supervisor`` are the badges of who had the table when
    it opened, empty where nobody said. ``hands`` is what it came to (``pitboss.replay.rounds``); null until a session
    that was replayed before they were kept is replayed again; ``seats`` are those that had a bet in it.
    """

    session = models.ForeignKey(TableSession, on_delete=models.PROTECT, related_name="rounds")
    number = models.BigIntegerField()
    first_entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    last_entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    shoe = models.PositiveIntegerField(null=True, blank=True)
    dealer = models.CharField(max_length=BADGE, blank=True, default="")
    supervisor = models.CharField(max_length=BADGE, blank=True, default="")
    hands = models.JSONField(null=True, blank=True)
    seats = ArrayField(models.CharField(max_length=16), default=list, blank=True)

    class Meta:
        ordering: ClassVar = ["first_entry_id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "first_entry"], name="one_round_a_first_entry"),
        ]
        indexes: ClassVar = [models.Index(fields=["session", "number"], name="round_number")]

    def __str__(self) -> str:
        return f"{self.session_id} pase {self.number}"


class Play(models.Model):
    """How much was played at a table in an hour, by whom: what rates are taken against. Counted off the rounds.

    ``hour`` is its beginning. ``rounds`` were opened in it; ``seat_1`` and so on: those in which that seat had a bet.
    """

    casino = models.ForeignKey(Casino, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(TableSession, on_delete=models.PROTECT, related_name="plays")
    hour = models.DateTimeField()
    dealer = models.CharField(max_length=BADGE, blank=True)
    supervisor = models.CharField(max_length=BADGE, blank=True)
    rounds = models.PositiveIntegerField()
    seat_1 = models.PositiveIntegerField()
    seat_2 = models.PositiveIntegerField()
    seat_3 = models.PositiveIntegerField()
    seat_4 = models.PositiveIntegerField()
    seat_5 = models.PositiveIntegerField()
    seat_6 = models.PositiveIntegerField()
    seat_7 = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "hour", "dealer", "supervisor"], name="one_play_an_hour"),
        ]
        indexes: ClassVar = [models.Index(fields=["casino", "hour"], name="play_hour")]

    def __str__(self) -> str:
        return f"{self.session_id} {self.hour:%Y-%m-%d %H} {self.dealer}: {self.rounds}"


class Unread(models.Model):
    """A line that could not be read, and its place in the stream.

    A rejected line with a readable ``seq`` fills its place (contract 5.19): a later replay has to know
    that, or it would report a gap that the first one did not. ``after`` is the number of the ledger entry
    that it came behind. The line's content is not kept.
    """

    session = models.ForeignKey(TableSession, on_delete=models.PROTECT, related_name="unread")
    seq = models.BigIntegerField()
    after = models.PositiveIntegerField()
    field = models.CharField(max_length=120)
    expected = models.TextField()
    received_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["session", "seq"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["session", "seq"], name="one_unread_a_seq")]

    def __str__(self) -> str:
        return f"{self.session_id} {self.seq}: {self.field}"


class Now(models.Model):
    """A session's table as it stands after its last entry, so that a wall of tables is one query.

    ``number`` and ``seq`` are that entry's. ``state``: how far the session is (``State``). ``scene`` is what lies on
    the felt (``rules.scene``), without words; ``house`` the options of the table; ``words`` what is expected next,
    per language: ``{"es": {"expects": …, "missing": [...]}, "en": …}``.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Por abrir")
        BETTING = "betting", _("Apuestas")
        PLAYING = "playing", _("En juego")
        BETWEEN = "between", _("Entre pases")
        SHUFFLING = "shuffling", _("Baraje")
        CLOSED = "closed", _("Cerrada")

    session = models.OneToOneField(TableSession, on_delete=models.PROTECT, related_name="now", primary_key=True)
    number = models.PositiveIntegerField()
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    edition = models.CharField(max_length=32)
    state = models.CharField(max_length=16, choices=State)
    scene = models.JSONField(default=dict)
    house = models.JSONField(default=dict)
    words = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.session_id} {self.number}: {self.state}"
