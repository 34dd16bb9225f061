"""The tree over all tables and its signed heads. Everything here is only added to; the database sees to it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import TableSession
from pitboss.evidence.note import VerifierKey
from pitboss.ledger.models import Entry


class Leaf(models.Model):
    """Where in the tree an entry stands. Its record is made of the entry (see `record`), its hash is in the tile.

    The trigger asks for all that a foreign key would, once a statement and not once a row: the entry is there, the
    indexes leave no gap, and each session's entries come in their order, from the first.
    """

    index = models.PositiveBigIntegerField(primary_key=True)
    entry = models.OneToOneField(Entry, on_delete=models.DO_NOTHING, related_name="leaf", db_constraint=False)

    objects: ClassVar[models.Manager[Leaf]] = models.Manager()

    class Meta:
        verbose_name = _("hoja del árbol")

    def __str__(self) -> str:
        return str(self.index)


class Taken(models.Model):
    """How far each session's entries are in the tree. Kept by the trigger of `Leaf`.

    No constraint on the session: its check would hold a lock on a row of the floor's for as long as a batch takes.
    """

    session = models.OneToOneField(
        TableSession, on_delete=models.DO_NOTHING, related_name="+", primary_key=True, db_constraint=False
    )
    number = models.PositiveIntegerField()

    objects: ClassVar[models.Manager[Taken]] = models.Manager()

    class Meta:
        verbose_name = _("asientos incorporados al árbol")

    def __str__(self) -> str:
        return f"{self.session_id} · {self.number}"


class Tile(models.Model):
    """A row of up to 256 hashes of the tree (see `tiles`). It grows at its end until it is full, and never otherwise.

    So the first ``n`` hashes of a tile are what it was when it had ``n``: older partial tiles are not kept apart.
    """

    level = models.PositiveSmallIntegerField()
    index = models.PositiveBigIntegerField()
    hashes = models.BinaryField()

    objects: ClassVar[models.Manager[Tile]] = models.Manager()

    class Meta:
        verbose_name = _("parte del árbol")
        constraints = [
            models.UniqueConstraint(fields=["level", "index"], name="evidence_tile_once"),
            models.CheckConstraint(condition=models.Q(level__lt=8), name="evidence_tile_level"),
        ]

    def __str__(self) -> str:
        return f"{self.level}/{self.index}"


class Key(models.Model):
    """A public key of the log. The private half is a file (see `keys`), never in the database.

    ``introduction`` is the note by which the key before it, and this one, say that it takes over; empty for the first.
    """

    name = models.CharField(_("nombre"), max_length=200)
    public = models.BinaryField(max_length=32, unique=True)
    since = models.DateTimeField(_("desde"))
    until = models.DateTimeField(_("hasta"), null=True, blank=True)
    introduction = models.TextField(blank=True, default="")

    objects: ClassVar[models.Manager[Key]] = models.Manager()

    class Meta:
        verbose_name = _("llave del registro")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["name"], condition=models.Q(until=None), name="evidence_one_key_signs"),
            models.CheckConstraint(
                condition=models.Q(until=None) | models.Q(until__gte=models.F("since")), name="evidence_key_ends_later"
            ),
        ]

    def __str__(self) -> str:
        return str(self.verifier)

    @property
    def verifier(self) -> VerifierKey:
        return VerifierKey(self.name, bytes(self.public))

    def told(self) -> dict[str, str | None]:
        """As the page of the keys and every bundle tell it (docs/evidence.md); times are ISO 8601 in UTC."""
        return {
            "vkey": str(self.verifier),
            "id": self.verifier.id.hex(),
            "from": _utc(self.since),
            "until": _utc(self.until) if self.until else None,
            "introduction": self.introduction or None,
        }


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


class Checkpoint(models.Model):
    """A signed head of the tree: ``note`` is what left the house, to the letter."""

    class Reason(models.TextChoices):
        HOURLY = "hourly", _("cada hora")
        EXPORT = "export", _("por una exportación")
        ROTATION = "rotation", _("por un cambio de llave")
        ASKED = "asked", _("a pedido")

    size = models.PositiveBigIntegerField(_("asientos"))
    root = models.BinaryField(max_length=32)
    key = models.ForeignKey(Key, on_delete=models.PROTECT, related_name="checkpoints")
    note = models.TextField()
    reason = models.CharField(_("motivo"), max_length=10, choices=Reason)
    at = models.DateTimeField(_("firmado"))

    objects: ClassVar[models.Manager[Checkpoint]] = models.Manager()

    class Meta:
        verbose_name = _("punto de control")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["size", "key"], name="evidence_size_signed_once_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.size} {bytes(self.root).hex()[:16]}"


class Dispatch(models.Model):
    """That a checkpoint has left the machine: to whom, and when. What has not yet is in the jobs."""

    checkpoint = models.ForeignKey(Checkpoint, on_delete=models.PROTECT, related_name="dispatches")
    target = models.CharField(_("destino"), max_length=300)  # `mail:<address>` or `folder:<path>`
    at = models.DateTimeField(_("enviado"))

    objects: ClassVar[models.Manager[Dispatch]] = models.Manager()

    class Meta:
        verbose_name = _("envío de un punto de control")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["checkpoint", "target"], name="evidence_sent_once_a_target"),
        ]

    def __str__(self) -> str:
        return f"{self.checkpoint_id} {self.target}"


class Stamp(models.Model):
    """What a time-stamping authority answered about a checkpoint's note (RFC 3161), verified before it is kept."""

    checkpoint = models.OneToOneField(Checkpoint, on_delete=models.PROTECT, related_name="stamp")
    authority = models.CharField(_("autoridad"), max_length=300)  # its address
    stamped_at = models.DateTimeField(_("hora certificada"))
    response = models.BinaryField()  # the whole TimeStampResp, DER

    objects: ClassVar[models.Manager[Stamp]] = models.Manager()

    class Meta:
        verbose_name = _("sello de tiempo")

    def __str__(self) -> str:
        return f"{self.checkpoint_id} {self.stamped_at:%Y-%m-%dT%H:%M:%SZ}"


class Issued(models.Model):
    """A document that was handed out, known again by its hash. It says nothing of what is in it or who has it.

    ``about``: the hash of the request that it answers, where there was one; ``checkpoint``: what it stands on. The same
    bytes handed out again are the same row, with the time of the first.
    """

    class Kind(models.TextChoices):
        BUNDLE = "bundle", _("Paquete de exportación")
        MANIFEST = "manifest", _("Lista de archivos de un paquete")
        REPORT = "report", _("Informe de un período")
        INCIDENT = "incident", _("Informe de un incidente")
        RECEIPT = "receipt", _("Comprobante de un reclamo")
        SHIFT = "shift", _("Informe de turno")

    sha256 = models.CharField(max_length=64)
    kind = models.CharField(max_length=12, choices=Kind)
    at = models.DateTimeField()
    about = models.CharField(max_length=64, blank=True, default="")
    checkpoint = models.ForeignKey(Checkpoint, null=True, on_delete=models.PROTECT, related_name="+")

    objects: ClassVar[models.Manager[Issued]] = models.Manager()

    class Meta:
        verbose_name = _("documento entregado")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sha256", "kind"], name="evidence_issued_once"),
            models.CheckConstraint(condition=models.Q(sha256__regex=r"^[0-9a-f]{64}$"), name="evidence_issued_hash"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.sha256[:8]}"
