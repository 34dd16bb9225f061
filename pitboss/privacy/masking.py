"""What a reader without names is given: people as words, sentences left out, and of the money one seat's only.

One masking serves sheets, files and prints. Nothing is looked up here and nothing stored: the same input under the
same masking is the same output, so what was handed out can be made again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pitboss.accounts.names import pseudonym
from pitboss.ledger.sealed import FREE, PLAIN, WORD, is_sealed

PEOPLE: Final = ("by", "dealer", "pit_boss")
"""Fields of an event that hold a badge."""
MONEY: Final = frozenset({"bet", "paid", "taken", "returned"})
LEFT_OUT: Final = "—"


@dataclass(frozen=True, slots=True)
class Masking:
    """``casino`` is a primary key. ``named``: nothing is masked but what ``seat`` asks for. ``seat``: the bets of every
    other seat are left out; None: all stay."""

    casino: int
    named: bool = False
    seat: str | None = None

    def badge(self, badge: str) -> str:
        return badge if self.named or not badge else f"P-{pseudonym(self.casino, badge)}"

    def text(self, text: str) -> str:
        """A person's sentence: it may name anybody, so it is left out as a whole."""
        if is_sealed(text):
            return LEFT_OUT
        return text if self.named or not text else LEFT_OUT

    def event(self, body: Mapping[str, Any]) -> dict[str, Any] | None:
        """An event of the contract; None where it is another seat's bet."""
        if self._of_another(body.get("spot")) and body.get("kind") in MONEY:
            return None
        said: dict[str, Any] = {}
        for name, value in body.items():
            if name == "instead" and isinstance(value, Mapping):
                said[name] = self.event(value)
            elif name in PEOPLE and isinstance(value, str):
                said[name] = self.badge(value)
            elif name == "amount" and self._of_another(body.get("spot")):
                continue
            elif name == "owner" and isinstance(value, str):
                said[name] = self.badge(value)
            elif name in FREE or (name == "ruling" and not WORD.fullmatch(str(value))):
                said[name] = self.text(str(value))
            elif name in PLAIN or name in ("ruling", "owner") or self.named:
                said[name] = value
        return said

    def money(self, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Rows of a finding's money (contract, section 2)."""
        kept = (dict(row) for row in rows if not self._of_another(row.get("spot")))
        return [row | {"owner": self.badge(str(row["owner"]))} if row.get("owner") else row for row in kept]

    def step(self, after: Mapping[str, Any]) -> dict[str, Any]:
        """What a step says has changed: picks, numbers and dates stay, sentences and initials do not."""
        return {name: self._plain(value) for name, value in after.items()}

    def _plain(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return self.step(value)
        if isinstance(value, list):
            return [self._plain(one) for one in value]
        if isinstance(value, str) and not self.named and not _is_pick(value):
            return LEFT_OUT
        return value

    def _of_another(self, spot: object) -> bool:
        return self.seat is not None and spot is not None and str(spot).partition(".")[0] != self.seat


def _is_pick(value: str) -> bool:
    """A code, a date, a hash: what no person wrote as a sentence."""
    return bool(WORD.fullmatch(value)) or (value[:4].isdigit() and value[4:5] == "-")
