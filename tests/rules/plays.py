"""Short plays of one round, and what the engine says of them in a line each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.irregularity import Finding
from rules.notation import events_of
from rules.replay import Replay, replay
from rules.scene import scene
from rules.settle import settlement

START = (
    "table_opened {profile}{table}\ndecks_checked 52,52,52,52,52,52 r,r,r,b,b,b no\nshuffled machine\ncut 60\n"
    "burned - first\nround_opened 1\n"
)


def played(play: str, profile: str = "cl-scj", table: str = "") -> Replay:
    """A round played; its events are parted by a comma or a line end, and the first of them has the number 7."""
    text = START.format(profile=profile, table=f" {table}" if table else "")
    lines = [line.strip() for line in play.replace(";", "\n").split("\n")]
    return replay([(seq, event) for seq, event, _ in events_of(text + "\n".join(lines))])


def told(run: Replay) -> list[str]:
    """Every finding in four lines: how it stands, what is prescribed, its sentence, the money (expected, actual)."""
    return [
        line
        for one in run.findings
        for line in (_head(one), f"  do {_steps(one.prescribed)}", f"  say {one.message('en')}", *_money(one))
    ]


def settled(run: Replay) -> list[str]:
    """What every bet is due, as the cards lie."""
    return [
        f"{row['spot']} {row['on']} {row['result']} {row['kind']} {row['amount']}"
        + (f" {row['owner']}" if "owner" in row else "")
        for row in settlement(run.table)
    ]


def pictured(run: Replay) -> list[str]:
    """The felt as the pictures show it: the moment, then every seat's bets and hands, and the dealer's.

    A card has its number in the drawn order; ``_`` lies face down, ``x`` does not count, ``!`` is out of place.
    """
    felt = scene(run.table)
    shoe = felt["shoe"]
    out = ", the cut card out" if shoe["cut_out"] else ""
    moment = f"{felt['phase']}, turn {felt['turn']}, next {felt['next']}"
    left = f"{shoe['left']} cards left, cut at {shoe['behind']}{out}"
    lines = [f"{moment}; {left}; burned {_row(felt['burned'])}; waiting {_row(felt['limbo'])}"]
    for seat in felt["spots"]:
        bets = [
            f"{bet['hand']} {bet['on']}{' ' + bet['owner'] if bet['owner'] else ''} {bet['amount']}"
            + (f" void {bet['void']}" if bet["void"] else "")
            for bet in seat["bets"]
        ]
        lines.append(f"seat {seat['spot']}: {', '.join(bets) or 'no bet'}; {', '.join(map(_hand, seat['hands']))}")
    return [*lines, _hand(felt["dealer"])]


def _hand(hand: dict[str, Any]) -> str:
    cards = [
        f"{card['card']}{card['order']}{'_' * (card['face'] == 'down')}{'x' * (not card['counts'])}{'!' * card['hot']}"
        for card in hand["cards"]
    ]
    return " ".join([hand["spot"], *cards, "soft" if hand["soft"] else "hard", str(hand["total"]), hand["state"]])


def _row(cards: list[str | None]) -> str:
    return " ".join(card or "?" for card in cards) or "nothing"


def _head(finding: Finding) -> str:
    events = ",".join(map(str, finding.events))
    place = "outside" if finding.round is None else f"round {finding.round}"
    flags = ", ".join(finding.cctv_reasons) or "no video"
    return f"{finding.key} {finding.outcome}, {finding.standing}, {finding.decides}, {place}, by {events}, {flags}"


def _steps(steps: list[dict[str, Any]]) -> str:
    return "; ".join(" ".join([step["do"], *_facts(step)]) for step in steps) or "-"


def _facts(step: dict[str, Any]) -> list[str]:
    return [f"{key}={','.join(v) if isinstance(v, list) else v}" for key, v in step.items() if key != "do"]


def _money(finding: Finding) -> Iterator[str]:
    for row in finding.money:
        owner = f" {row['owner']}" if row["owner"] else ""
        yield f"  money {row['spot']} {row['on']}{owner} {row['expected']} {row['actual']} {row['difference']}"
