"""Full mode in a real browser on a real server: what is tapped is what the ledger has."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.taps import shift
from tests.floor.browser.sitting import Floor, checked, floor  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROUNDS, SEED, LOOSE = (int(one) for one in os.environ.get("PITBOSS_TAPS", "100 3 0").split())


def test_a_shift_of_a_hundred_rounds_takes_few_taps_and_the_ledger_has_what_was_played(
    floor: Floor,  # noqa: F811
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    session, played = shift(rounds=ROUNDS, seed=SEED, loose=bool(LOOSE))
    at = floor.table()
    at.hand.play(played)
    taps, cards = at.hand.taps, sum(event["kind"] == "dealt" for event in played)
    each = taps.total() / cards
    with capsys.disabled():
        kinds = ", ".join(f"{kind} {count}" for kind, count in taps.most_common())
        print(f"\n{ROUNDS} rounds, {cards} cards, {taps.total()} taps, {each:.3f} a card: {kinds}")
    ledger = at.ledger()
    assert checked(tmp_path, ledger, "check") == []
    settled = Counter(
        (row["round"], row["spot"], row["on"], row.get("owner"), row["result"], row["kind"], row["amount"])
        for row in checked(tmp_path, ledger, "settle")
    )
    assert settled == Counter((*row[:4], *row[4]) for row in session.settlements)
    assert LOOSE or each <= 1.3
    assert floor.complaints == []
