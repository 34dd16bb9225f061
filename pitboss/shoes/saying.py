"""What a read says in the ledger's words: one event, or none for a button that is about the next card."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pitboss.casino.models import TableSession
from pitboss.replay.next_card import Ahead, looked_at
from pitboss.shoes.models import Mode, ShoeDevice
from pitboss.shoes.reads import Read, id_of
from pitboss.shoes.seats import Beside

STATES = {
    "shoe_started": "started",
    "shoe_ended": "ended",
    "lost": "lost",
    "back": "back",
    "missed": "missed",
    "error_button": "missed",
}
MISSED = ("missed", "error_button")
Event = dict[str, Any]


@dataclass(slots=True)
class Teller:
    """One session's reads turned into events, in their order; the device's count moves on with them.

    The table is looked at when the first card asks for it and then moved on by what was guessed: a batch that waited
    for the network costs no more than one card.
    """

    device: ShoeDevice
    session: TableSession
    _ahead: Ahead | None = None
    _beside: Beside | None = None

    def tell(self, read: Read, at: datetime) -> Event | None:
        """The event without its place in the ledger."""
        device = self.device
        if read.what == "burn_button":
            device.burning = True
            return None
        if not read.is_a_card:
            return self._envelope(read, at) | self._feed(read)
        burned, device.burning = device.burning, False
        device.nth += 1
        if device.mode == Mode.RECORD and read.what == "card":
            said = self._record(read, burned, at)
        else:
            said = self._seen(read, burned, at)
        return self._envelope(read, at) | said

    def _feed(self, read: Read) -> Event:
        said: Event = {"kind": "feed", "state": STATES[read.what]}
        if read.what == "shoe_started":
            self.device.nth, self.device.burning = 0, False
            if self._beside is not None:
                self._beside.started()
        elif read.what in MISSED:
            # What nobody read came out all the same: it has its places in the count
            count = read.missed or 1
            said |= {"missed": count, "nth": self.device.nth + 1}
            self.device.nth += count
        if read.what == "error_button":
            said["why"] = "error_button"
        return said

    def _seen(self, read: Read, burned: bool, at: datetime) -> Event:
        said: Event = {"kind": "seen", "card": read.card, "nth": self.device.nth}
        if burned:
            said["did"] = "burned"
        if self.device.mode != Mode.WITNESS:
            # A card that nobody could read: the table has none of it until somebody says which it was
            return said
        guess = self._table_beside().guess(read.card, burned, at)
        if guess.to is not None:
            said |= {"to": guess.to, "confidence": guess.confidence}
        return said

    def _record(self, read: Read, burned: bool, at: datetime) -> Event:
        """The table's own card. Nobody else says it, so it is said in any case, with how sure its place is."""
        ahead, card = self._table_ahead(), str(read.card)
        guess = ahead.next()
        if burned or guess.burn:
            why = guess.burn or ahead.burn_why(card)
            ahead.burned(card, why, at)
            sure = 1.0 if burned else guess.confidence
            return {"kind": "burned", "card": card, "why": why, "nth": self.device.nth, "confidence": sure}
        to = guess.to or "none"
        ahead.dealt(card, to, at)
        return {"kind": "dealt", "to": to, "card": card, "nth": self.device.nth, "confidence": guess.confidence}

    def _table_ahead(self) -> Ahead:
        if self._ahead is None:
            with looked_at(self.session) as engine:
                self._ahead = Ahead(engine)
        return self._ahead

    def _table_beside(self) -> Beside:
        if self._beside is None:
            self._beside = Beside(self.session, self._table_ahead())
        return self._beside

    def _envelope(self, read: Read, at: datetime) -> Event:
        """What every event of a shoe has. ``read``, beside the contract, says which read it was: device, buffer, place
        in it, the device's own number, its clock in milliseconds since 1970, what was added to that. One text, because
        the ledger seals what may name somebody, and this is known to be numbers."""
        numbers = (read.seq, read.clock_ms, read.offset_ms)
        said = "/".join("-" if one is None else str(one) for one in numbers)
        return {
            "id": str(id_of(self.device.pk, read)),
            "at": at.isoformat(),
            "table": self.session.table.name,
            "src": "shoe",
            "read": f"{self.device.pk}/{read.boot}/{read.n}/{said}",
        }
