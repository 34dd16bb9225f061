"""The cards of a simulated table as they truly leave its shoe, beside what its record says of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.simulator.recorder import Event, Recorder
from pitboss.simulator.session import TableSession
from pitboss.simulator.shoe import Shoe


@dataclass(slots=True)
class Step:
    """One event of the record, and the cards that came out of the shoe for it, in their order."""

    event: Event
    drawn: list[str]


class WatchedShoe(Shoe):
    """A shoe whose cards are noted as they leave it, those too that nobody at the table sees."""

    def __init__(self, shoe: Shoe, noted: list[tuple[int, str]], recorder: Recorder) -> None:
        for name in Shoe.__slots__:
            setattr(self, name, getattr(shoe, name))
        self._noted, self._recorder = noted, recorder

    def take(self) -> str:
        card = super().take()
        self._note(card)
        return card

    def take_unseen(self) -> None:
        self._note(self.cards[-1])
        super().take_unseen()

    def _note(self, card: str) -> None:
        self._noted.append((self._recorder.seq + 1, card))


class WatchedSession(TableSession):
    """A table session whose shoes are watched."""

    def __init__(self, **asked: Any) -> None:
        self.noted: list[tuple[int, str]] = []
        super().__init__(**asked)

    def make_ready(self) -> None:
        self.shoe = WatchedShoe(self.shoe, self.noted, self.recorder)
        super().make_ready()

    def steps(self) -> Iterator[Step]:
        """The record, event by event, each with its cards."""
        for _, event in self.play():
            drawn = []
            while self.noted and self.noted[0][0] <= event["seq"]:
                drawn.append(self.noted.pop(0)[1])
            yield Step(event, drawn)
