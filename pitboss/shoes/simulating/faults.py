"""What goes wrong between a shoe and its table, each at a known card, and how it ought to be reported.

A fault changes what the device emits, what the record says, or the wire; never the cards that were played. ``expected``
is the code and the cause of the finding (contract 1.1), None where nothing may be found: the gateway has put it right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from pitboss.shoes.simulating.playing import Step
from pitboss.simulator.cards import DECK

MISMATCH, GAP = "source-mismatch", "feed-gap"
EXPECTED: dict[str, tuple[str, str] | None] = {
    "dropped-read": (MISMATCH, "missed-read"),
    "one-read-for-two": (MISMATCH, "missed-read"),
    "doubled-read": (GAP, "doubled-read"),
    "unreadable": (GAP, "unreadable"),
    "error-button": (GAP, "missed"),
    "lost-lines": (GAP, "missed"),
    "burn-button": (MISMATCH, "burned-card"),
    "swapped-card": (MISMATCH, "swapped-card"),
    "wrong-card-keyed": (MISMATCH, "wrong-card-keyed"),
    "extra-card": (MISMATCH, "extra-card"),
    "stuck-pair": (MISMATCH, "stuck-pair"),
    "reconnect": None,
    "line-noise": None,
    "clock-drift": None,
}


@dataclass(slots=True)
class Emission:
    """One line of the device, so many seconds behind its beat. ``noise``: it arrives damaged the first time.
    ``number``: the device's number of it, once it has one."""

    what: str
    card: str | None = None
    after: float = 0.0
    lost: bool = False
    noise: bool = False
    number: int = 0


@dataclass(slots=True)
class Beat:
    """One card's time at a table: what the device emits, and what the record says by then."""

    steps: list[Step]
    lines: list[Emission]
    faults: list[Fault] = field(default_factory=list)
    cut_for: float = 0.0
    drift: float = 0.0


@dataclass(slots=True)
class Fault:
    """One that was injected. ``ids``: events of the record that show it; ``lines``: lines of the device that do."""

    kind: str
    table: str
    ids: list[str] = field(default_factory=list)
    lines: list[Emission] = field(default_factory=list)


Change = Callable[[Beat, Beat, Random], list[Emission]]


def beats(steps: Sequence[Step]) -> list[Beat]:
    """The record in beats, one for each event that took cards out of the shoe. What goes before it goes with it."""
    found: list[Beat] = []
    waiting: list[Step] = []
    for step in steps:
        waiting.append(step)
        if step.event["kind"] == "shoe_ended":
            found.append(Beat(waiting, [Emission("shoe_ended")]))
            waiting = []
        elif step.drawn:
            found.append(Beat(waiting, _lines(step)))
            waiting = []
    if waiting:
        found.append(Beat(waiting, []))
    return found


def _lines(step: Step) -> list[Emission]:
    event = step.event
    first = event["kind"] == "burned" and event.get("why") == "first"
    ahead = [Emission("shoe_started"), Emission("burn_button")] if first else []
    return ahead + [Emission("card", card, after=0.01 * place) for place, card in enumerate(step.drawn)]


def inject(kind: str, table: str, all_beats: Sequence[Beat], at: int, rng: Random) -> Fault:
    """Let it go wrong at this beat (with the next one, where two cards are needed)."""
    beat, following = all_beats[at], all_beats[at + 1]
    fault = Fault(kind, table)
    fault.lines = CHANGES[kind](beat, following, rng)
    fault.ids = [str(beat.steps[-1].event["id"])]
    if kind == "one-read-for-two":
        fault.ids = [str(following.steps[-1].event["id"])]
    beat.faults.append(fault)
    return fault


def fits(beat: Beat) -> bool:
    """One ordinary card, dealt to somebody: a fault on it is nothing else as well."""
    last = beat.steps[-1]
    return last.event["kind"] == "dealt" and len(last.drawn) == 1 and last.event["card"] == last.drawn[0]


def other(beat: Beat, following: Beat, rng: Random) -> str:
    """A card of another value than both: the play shows it sooner, and it is not taken for its neighbour."""
    near = {_worth(line.card) for one in (beat, following) for line in one.lines if line.card is not None}
    return rng.choice([one for one in DECK if _worth(one) not in near])


def _worth(card: str) -> str:
    return "A23456789TTTT"["A23456789TJQK".index(card[0])]


def _card(beat: Beat) -> Emission:
    return next(line for line in beat.lines if line.what == "card")


def _drop(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    beat.lines.remove(_card(beat))
    return []


def _one_for_two(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    following.lines.remove(_card(following))
    return []


def _double(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    again = Emission("card", _card(beat).card, after=0.15)
    beat.lines.append(again)
    return [again]


def _unreadable(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    line = _card(beat)
    line.what, line.card = "unreadable", None
    return [line]


def _error_button(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    line = _card(beat)
    line.what, line.card, line.after = "error_button", None, 0.2
    return [line]


def _lose(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    _card(beat).lost = True
    return []


def _burn_button(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    beat.lines.insert(0, Emission("burn_button"))
    return [_card(beat)]


def _swap(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    line = _card(beat)
    line.card = other(beat, following, rng)
    return [line]


def _key_wrongly(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    event = beat.steps[-1].event
    beat.steps[-1].event = {**event, "card": other(beat, following, rng)}
    return [_card(beat)]


def _extra(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    extra = Emission("card", other(beat, following, rng), after=0.8)
    beat.lines.append(extra)
    return [extra]


def _stick(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    stuck = Emission("card", other(beat, following, rng), after=0.1)
    beat.lines.append(stuck)
    return [stuck]


def _reconnect(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    beat.cut_for = 1.5
    return []


def _noise(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    _card(beat).noise = True
    return []


def _drift(beat: Beat, following: Beat, rng: Random) -> list[Emission]:
    beat.drift = rng.choice((-7.5, 6.0, 0.9))
    return []


CHANGES: dict[str, Change] = {
    "dropped-read": _drop,
    "one-read-for-two": _one_for_two,
    "doubled-read": _double,
    "unreadable": _unreadable,
    "error-button": _error_button,
    "lost-lines": _lose,
    "burn-button": _burn_button,
    "swapped-card": _swap,
    "wrong-card-keyed": _key_wrongly,
    "extra-card": _extra,
    "stuck-pair": _stick,
    "reconnect": _reconnect,
    "line-noise": _noise,
    "clock-drift": _drift,
}
