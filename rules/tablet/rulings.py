"""Answers that a person gives: rulings, an explanation, an exclusion, and what was declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.events import seat_of
from rules.irregularity import Finding
from rules.kinds.declared import AS_PRESCRIBED
from rules.replay import Replay
from rules.tablet.segments import Segments, segments
from rules.words import Text, spot_name

Answer = dict[str, Any]
Offer = Callable[[Replay, Finding, str], Iterator[Answer]]


def answer(
    label: Segments, icon: str, events: list[dict[str, Any]], *, primary: bool = True, choose: Any = None
) -> Answer:
    """``choose``: ``{"name", "of": [{"value", "label", "events"}]}``, one of them to be picked; else None."""
    return {"label": label, "icon": icon, "primary": primary, "events": events, "choose": choose}


RULINGS = {
    "stands": Text("Vale como se jugó", "It stands as played"),
    "undone": Text("Se deshace la jugada", "The play is undone"),
    "void": Text("Se anula la mano", "The hand is void"),
}
OTHER = Text("Otra resolución", "Another ruling")
OTHERS = {
    "late": Text("Se advirtió tarde", "It was noticed too late"),
    "cards_gone": Text("Las cartas ya se recogieron", "The cards were collected already"),
    "player_left": Text("El jugador se retiró", "The player had left"),
    "house_favour": Text("A favor del jugador, por decisión de la casa", "For the player, by the house's decision"),
    "other": Text("Otro motivo", "Another reason"),
}


def ruled(finding: Finding, ruling: str) -> dict[str, Any]:
    """The event by which a pit boss (or the section head, where it is his) rules on a finding."""
    role = "section_head" if finding.decides == "section_head" else "pit_boss"
    event: dict[str, Any] = {"kind": "ruled", "by_role": role, "ruling": ruling, "code": finding.code}
    return event if finding.spot is None else event | {"spot": finding.spot}


def rule(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    for ruling, words in RULINGS.items():
        yield answer(segments(words, lang), "rule", [ruled(finding, ruling)], primary=False)


def explain(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    label = Text("Explicada por el jefe de mesa", "Explained by the pit boss")
    yield answer(segments(label, lang), "rule", [ruled(finding, "explained")])


def exclude(run: Replay, finding: Finding, lang: str) -> Iterator[Answer]:
    seat = seat_of(finding.spot or "")
    if seat and seat not in run.table.excluded:
        event = {"kind": "excluded", "seat": seat, "by_role": "pit_boss"}
        label = segments(Text("Excluir a {seat}", "Exclude {seat}"), lang, seat=spot_name(seat, lang))
        yield answer(label, "exclude", [event], primary=False)


def rule_on_declared(finding: Finding, lang: str) -> Iterator[Answer]:
    done = segments(Text("Hecho", "Done"), lang)
    of: list[dict[str, Any]]
    yield answer(done, "done", [ruled(finding, AS_PRESCRIBED)], primary=finding.standing != "no_rule")
    of = [
        {"value": ruling, "label": segments(words, lang), "events": [ruled(finding, ruling)]}
        for ruling, words in OTHERS.items()
    ]
    yield answer(segments(OTHER, lang), "rule", of[-1]["events"], primary=False, choose={"name": "ruling", "of": of})
