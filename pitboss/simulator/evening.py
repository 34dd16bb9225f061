"""One believable evening: four tables of a pit, about ninety rounds each, and what went wrong at them.

`python -m pitboss.simulator.evening FOLDER` writes `demo-BJ-01.ndjson` and so on, and the answer sheet,
`demo-truth.ndjson`. What goes wrong is planned; when exactly is left to the cards, for each mishap waits for
its moment.
"""

import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from pitboss.simulator.mishaps.catalogue import CATALOGUE
from pitboss.simulator.mishaps.mishap import Mishap
from pitboss.simulator.profile import HOUSES
from pitboss.simulator.recorder import encode
from pitboss.simulator.session import TableSession

START = datetime.fromisoformat("2026-11-28T20:00:00-03:00")
# Chosen among forty: in this one everything planned finds its moment.
SEED = 20261149
ROUNDS = (94, 84, 98, 100)
# Everybody moves on by one table at the same time, as a pit's rota does.
DEALERS = ("R-2117", "R-2125", "R-2131", "R-2148")
RELIEF_MS = 40 * 60 * 1000
CROWDS = (3.0, 3.4, 3.4, 2.8)

# Round from which it may happen, code, course.
Plan = tuple[tuple[int, str, str], ...]

PLANS: dict[str, Plan] = {
    "BJ-01": (
        (6, "exposed-card", "followed"),
        (13, "wrong-payout", "followed"),
        (20, "unrequested-card", "followed-disputed-stood"),
        (28, "extra-cards-at-end", "followed"),
        (36, "deal-order", "followed-skipped"),
        (45, "conduct-touched-cards", "noted"),
        (52, "dealer-card-over-17", "followed"),
        (60, "card-on-floor", "followed"),
        (67, "insurance-not-allowed", "followed"),
        (75, "wrong-payout", "contrary"),
    ),
    "BJ-02": (
        (4, "clearing-order", "noted"),
        (11, "stuck-cards", "followed"),
        (19, "player-without-cards", "followed"),
        (27, "exposed-card", "contrary"),
        (33, "blackjack-paid-early", "contrary"),
        (41, "out-of-turn", "followed"),
        (49, "double-not-allowed", "followed"),
        (57, "conduct-interfered", "followed"),
        (65, "extra-cards-at-end", "followed-between"),
        (73, "dealer-stood-under-17", "contrary"),
        (78, "correction", "amount"),
    ),
    "BJ-03": (
        (8, "conduct-word-bet", "followed"),
        (16, "deal-order", "contrary"),
        (24, "card-on-floor", "contrary"),
        (30, "card-count", "followed"),
        (39, "unsettled-bet", "followed"),
        (42, "surrender-not-allowed", "followed"),
        (46, "bet-limit", "noted"),
        (50, "unexplained-burn", "followed"),
        (53, "double-extra-card", "followed"),
        (60, "cut-card-missed", "followed"),
    ),
    "BJ-04": (
        (0, "deck-check", "followed"),
        (8, "seat-limit", "noted"),
        (15, "unrequested-card", "noted"),
        (22, "conduct-foreign-object", "noted"),
        (29, "dealer-card-over-17", "contrary"),
        (34, "round-after-cut-card", "followed"),
        (40, "wrong-payout", "contrary-over"),
        (48, "stuck-cards", "contrary"),
        (54, "first-card-not-burned", "followed"),
        (61, "conduct-changed-bet", "noted-late-bet"),
        (68, "discard-opened", "noted"),
        (76, "dispute", "ruled-after-cctv"),
    ),
}


class Planned:
    """Lets happen what the plan says, from the round it says."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.mishaps: list[Mishap] = []

    def __call__(self, number: int) -> Sequence[Mishap]:
        due = [CATALOGUE[code](course) for first, code, course in self.plan if first == number]
        self.mishaps.extend(due)
        return due


def sessions() -> list[tuple[TableSession, Planned]]:
    """The four tables, not yet played, each with its plan."""
    tables = []
    for number, (table, plan) in enumerate(PLANS.items()):
        fate = Planned(plan)
        session = TableSession(
            table=table,
            # The pit boss opens one after the other.
            start=START + timedelta(minutes=2 * number),
            seed=SEED,
            rounds=ROUNDS[number],
            house=HOUSES[number],
            dealers=DEALERS[number:] + DEALERS[:number],
            pit_boss="R-1042",
            crowd=CROWDS[number],
            relief_ms=RELIEF_MS - 120_000 * number,
            fate=fate,
        )
        tables.append((session, fate))
    return tables


def files() -> dict[str, bytes]:
    """The shift as it lies in `fixtures/shifts/`: file name to bytes."""
    written: dict[str, bytes] = {}
    truths = []
    for session, _ in sessions():
        written[f"demo-{session.table}.ndjson"] = b"".join(encode(event) for _, event in session.play())
        truths.extend(sorted(session.truths, key=lambda truth: truth.seq))
    written["demo-truth.ndjson"] = b"".join(truth.line() for truth in truths)
    return written


def main() -> None:
    """Write the shift into the folder given."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m pitboss.simulator.evening FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files().items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
