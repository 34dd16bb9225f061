"""Walk a session's chain and say where it breaks, by arithmetic of our own and not the trigger's."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from pitboss.casino.models import TableSession
from pitboss.ledger.chain import BEFORE_THE_FIRST, link
from pitboss.ledger.models import Entry, Head, PrivateText, Salt
from pitboss.ledger.sealed import unfit

WHY = {
    "missing": _("falta un asiento en este lugar"),
    "unlinked": _("el asiento no continúa el anterior"),
    "changed": _("el asiento no es el que se registró"),
    "text": _("el texto apartado del asiento no es el que se registró"),
    "cut": _("el libro termina antes de su último asiento"),
    "beyond": _("el libro sigue más allá de su último asiento"),
    "head": _("el último asiento no es el que se anotó como último"),
}


@dataclass(frozen=True, slots=True)
class Break:
    """Where the chain fails. `number` is the place in the session; `why` one of the keys of WHY."""

    number: int
    why: str

    def __str__(self) -> str:
        return f"{self.number}: {WHY[self.why]}"


@dataclass(frozen=True, slots=True)
class Verified:
    session: TableSession
    entries: int
    last_hash: bytes
    breaks: tuple[Break, ...]

    @property
    def holds(self) -> bool:
        return not self.breaks


def verify(session: TableSession) -> Verified:
    """Recompute the chain of one session from its first entry. Memory stays flat however long it is.

    After a break the walk goes on from what is stored, so each damage is told once and where it is.
    Entries that are added meanwhile do no harm: the head is asked before and after. A text that was removed is no
    break; one that is kept has to be what its entry commits to.
    """
    before = _head(session)
    salt, texts = _texts(session)
    count, number, prev_hash = 0, 0, BEFORE_THE_FIRST
    breaks: list[Break] = []
    for entry in Entry.objects.filter(session=session).order_by("number").iterator(chunk_size=5_000):
        count += 1
        if entry.number != number + 1:
            breaks.append(Break(number + 1, "missing"))
        elif bytes(entry.prev_hash) != prev_hash:
            breaks.append(Break(entry.number, "unlinked"))
        if hash_of(entry) != bytes(entry.hash):
            breaks.append(Break(entry.number, "changed"))
        if entry.pk in texts and unfit(entry, texts[entry.pk], salt):
            breaks.append(Break(entry.number, "text"))
        number, prev_hash = entry.number, bytes(entry.hash)
        if (number, prev_hash) != before and number == before[0]:
            breaks.append(Break(number, "head"))
    after = _head(session)
    if number < before[0]:
        breaks.append(Break(number + 1, "cut"))
    elif number > after[0]:
        breaks.append(Break(after[0] + 1, "beyond"))
    return Verified(session=session, entries=count, last_hash=prev_hash, breaks=tuple(breaks))


def hash_of(entry: Entry) -> bytes:
    """The hash that this entry must have, given what is stored beside it."""
    return link(
        session=entry.session_id,
        number=entry.number,
        prev_hash=bytes(entry.prev_hash),
        event_id=entry.event_id,
        seq=entry.seq,
        kind=entry.kind,
        at=entry.at,
        received_at=entry.received_at,
        body=entry.body,
    )


def _texts(session: TableSession) -> tuple[bytes | None, dict[int, dict[str, str]]]:
    """The session's salt, and the texts that are kept beside its entries; they are few and short."""
    texts: dict[int, dict[str, str]] = {}
    rows = PrivateText.objects.filter(entry__session=session).values_list("entry_id", "place", "text")
    for entry_id, place, text in rows:
        texts.setdefault(entry_id, {})[place] = text
    salt = Salt.objects.filter(session=session).first() if texts else None
    return (bytes(salt.salt) if salt else None), texts


def _head(session: TableSession) -> tuple[int, bytes]:
    head = Head.objects.filter(session=session).first()
    return (head.number, bytes(head.hash)) if head else (0, BEFORE_THE_FIRST)
