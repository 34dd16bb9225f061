"""What people did with the copied cases: rows as the verbs write them, signed, as far as time has let them come."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from benchmarks.scale_house import House
from pitboss.incidents.gate import CHOICE_CODES
from pitboss.incidents.life import signature_of
from pitboss.incidents.models import Step, Verb

PLACES = ("en el foso", "junto a la caja", "desde la cámara 12", "en la mesa vecina", "al cierre", "en la entrada")
DID = ("revisé", "conté", "comparé", "anoté", "consulté", "mostré", "guardé", "pedí")
WHAT = ("las cartas", "el descarte", "las fichas", "la hoja de turno", "el video", "los sobres", "la apuesta",
        "el pago", "la relación de mazos", "la ficha de la mesa")  # fmt: skip
WHY = ("sin novedad", "y coincide con lo dicho", "y difiere en una carta", "antes del relevo",
       "con el jugador presente", "por orden del jefe de sección",
       "porque el jugador reclamó", "y quedó conforme")  # fmt: skip
RARE = ("cigüeñal", "azafrán", "lapislázuli", "trébuchet", "ñandú", "quillay", "albatros", "candelabro")
"""Words that stand in one case of a few thousand."""
SEEN = ("confirms",) * 8 + ("contradicts", "inconclusive")


@dataclass(frozen=True, slots=True)
class Case:
    """An incident as it was opened. ``codes`` are those of its findings that still count; ``money``: does any differ;
    ``boss``: who had the table; ``last`` is the number of its last step so far."""

    pk: int
    codes: frozenset[str]
    money: bool
    cctv: bool
    open: bool
    last_event_at: datetime
    footage: tuple[str, str]
    boss: int
    last: int
    ruled: bool
    asked: bool


class Lives:
    """Makes histories. ``first`` is the number in the database of the next step."""

    def __init__(self, first: int, now: datetime) -> None:
        self.next, self.now = first, now

    def of(self, case: Case, house: House, dice: Random) -> tuple[list[Step], str]:
        """The steps that people added, and the status that the case has come to."""
        steps: list[Step] = []
        status = "open"
        if not case.open:
            return steps, status
        # A few are left lying, at whatever point they had come to
        patience = dice.randrange(1, 8) if dice.random() < 0.03 else 99
        at, number = case.last_event_at, case.last
        for wait, verb, by, said in self._plan(case, house, dice):
            at += wait
            if at > self.now or not patience:
                break
            patience -= 1
            number += 1
            answers = next((one for one in reversed(steps) if one.verb == said.get("answers")), None)
            step = Step(
                pk=self.next,
                incident_id=case.pk,
                number=number,
                verb=verb,
                at=at,
                by_id=by,
                before=said.get("before", {}),
                after=said.get("after", {}),
                words=said.get("words", ""),
                answers_id=None if answers is None else answers.pk,
            )
            step.signature = signature_of(step)
            self.next += 1
            steps.append(step)
            status = step.after.get("status", status)
        return steps, status

    def _plan(self, case: Case, house: House, dice: Random) -> Iterator[tuple[timedelta, Verb, int, dict[str, Any]]]:
        """Wait, verb, by whom, and what is said, in order; four eyes throughout."""
        head, camera = dice.choice(house.people["section_head"])[0], dice.choice(house.people["surveillance"])[0]
        first, second = (pk for pk, _ in dice.sample(house.people["auditor"], 2))
        if not case.ruled:
            after = {"ruling": "as_prescribed"}
            if dice.random() < 0.15:
                after = {"ruling": "otherwise", "reason": dice.choice(("stands", "late", "cards_gone", "explained"))}
            yield _minutes(dice, 2, 50), Verb.RULED, case.boss, {"after": after, "words": words(dice)}
        if dice.random() < 0.3:
            yield _minutes(dice, 1, 300), Verb.COMMENTED, head, {"words": words(dice)}
        asks = case.cctv or case.asked or dice.random() < 0.05
        if asks and not case.asked:
            between = {"from": case.footage[0], "to": case.footage[1]}
            yield _minutes(dice, 1, 90), Verb.FOOTAGE_ASKED, case.boss, {"after": between, "words": words(dice)}
        if asks:
            clip = _clip(case, dice)
            yield _minutes(dice, 30, 1400), Verb.FOOTAGE_PRESERVED, camera, {"after": clip}
            seen = {"seen": dice.choice(SEEN), "reference": clip["reference"], "sha256": clip["sha256"]}
            yield _minutes(dice, 60, 3000), Verb.FOOTAGE_FOUND, camera, {"after": seen, "words": words(dice)}
        details = {"after": {"details": _details(case, dice)}}
        yield _minutes(dice, 60, 3000), Verb.COMPLETED, dice.choice((case.boss, head)), details
        if dice.random() < 0.04:
            returned = {"after": {"review": "returned"}, "words": words(dice)}
            yield _minutes(dice, 600, 6000), Verb.REVIEWED, first, returned
            yield _minutes(dice, 600, 3000), Verb.COMMENTED, case.boss, {"words": words(dice)}
        yield from self._ending(first, second, dice)
        if dice.random() < 0.01:
            again = {"before": {"status": "closed"}, "after": {"status": "open"}, "words": words(dice)}
            yield _minutes(dice, 6000, 60_000), Verb.REOPENED, first, again | {"answers": Verb.CLOSED}
            yield from self._ending(second, first, dice)

    def _ending(self, by: int, other: int, dice: Random) -> Iterator[tuple[timedelta, Verb, int, dict[str, Any]]]:
        approved = {"after": {"review": "approved"}, "words": words(dice) if dice.random() < 0.3 else ""}
        yield _minutes(dice, 1000, 15_000), Verb.REVIEWED, by, approved
        closed = {"before": {"status": "open"}, "after": {"status": "closed"}, "answers": Verb.REVIEWED}
        yield _minutes(dice, 60, 6000), Verb.CLOSED, other, closed


def words(dice: Random) -> str:
    """A sentence such as people leave behind; now and then with a word that hardly anybody uses."""
    text = f"{dice.choice(DID).capitalize()} {dice.choice(WHAT)} {dice.choice(PLACES)}, {dice.choice(WHY)}."
    return f"{text} Testigo: {dice.choice(RARE)}." if dice.random() < 1 / 4000 else text


def _minutes(dice: Random, least: int, most: int) -> timedelta:
    return timedelta(seconds=dice.randrange(60 * least, 60 * most))


def _clip(case: Case, dice: Random) -> dict[str, Any]:
    return {
        "reference": f"VMS-{case.pk:07d}",
        "camera": f"{dice.randrange(1, 40)}, techo",
        "from": case.footage[0],
        "to": case.footage[1],
        "copies": 1,
        "holder": "Vigilancia, armario 2",
        "sha256": hashlib.sha256(str(case.pk).encode()).hexdigest(),
    }


def _details(case: Case, dice: Random) -> dict[str, Any]:
    details: dict[str, Any] = {
        "announced": {"pick": dice.choice(("yes", "yes", "no"))},
        "persons": {"pick": "none"},
        "witnesses": {"pick": "none"},
        "cards_seized": {"pick": "no"},
        "passes_affected": {"pick": dice.choice(("this", "this", "none"))},
        "notifications": {"pick": "none"},
        "action_taken": {"picks": [dice.choice(("none", "payment_corrected", "staff_briefed"))]},
        "source": {"pick": "tablet", "confidence": "high"},
    }
    if case.money:
        details["money_corrected"] = {"pick": "nothing"}
    if CHOICE_CODES & case.codes:
        details["player_choice"] = {"pick": dice.choice(("kept", "burned"))}
    return details


def row(step: Step) -> dict[str, str]:
    """The step's cells as COPY has them."""
    return {str(field.column): _cell(getattr(step, field.attname)) for field in Step._meta.concrete_fields}


def _cell(value: Any) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, dict):
        value = json.dumps(value, ensure_ascii=False)
    return escaped(value.isoformat() if isinstance(value, datetime) else str(value))


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
