"""Short plays of one round, and what the engine says of them in a line each."""

from __future__ import annotations

from rules.notation import events_of
from rules.replay import Replay, replay
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


def found(run: Replay) -> list[str]:
    """Every finding: first event, code, hand and outcome."""
    return [f"{f.events[0]} {f.code}[{f.spot or '-'}] {f.outcome}" for f in run.findings]


def money(run: Replay) -> list[str]:
    """The money of every finding: code, bet, expected and actual."""
    return [
        f"{f.code} {row['spot']} {row['on']} {row['expected']} {row['actual']} {row['difference']}"
        for f in run.findings
        for row in f.money
    ]


def settled(run: Replay) -> list[str]:
    """What every bet is due, as the cards lie."""
    return [
        f"{row['spot']} {row['on']} {row['result']} {row['kind']} {row['amount']}"
        + (f" {row['owner']}" if "owner" in row else "")
        for row in settlement(run.table)
    ]
