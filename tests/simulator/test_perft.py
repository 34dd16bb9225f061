"""At every legal prefix of a small round, what the engine lets pass is what the plain description allows.

`benchmarks/perft.py` goes deeper; its figures stand in `docs/proof.md`. How many ways the dealer's own hand can go
(54,433 sequences of values, standing on all 17) is counted in `tests/figures/test_exact_figures.py`.
"""

import runpy
from pathlib import Path
from typing import Any

import pytest

from pitboss.simulator.perft import Position, count
from pitboss.simulator.profile import PROFILES

PERFT: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "perft.py"))
ROUND = PERFT["Round"]


@pytest.mark.parametrize("profile", list(PROFILES))
@pytest.mark.parametrize(
    ("spots", "values", "depth"),
    [
        (("1",), (1, 10), 5),
        (("1",), (5, 6), 4),
        (("1", "2"), (1,), 6),
        (("1", "2"), (5,), 6),
    ],
)
def test_the_engine_lets_pass_exactly_what_the_description_allows(
    profile: str, spots: tuple[str, ...], values: tuple[int, ...], depth: int
) -> None:
    walk = PERFT["Walk"](profile, ROUND(spots, values, depth))
    assert walk.differences == []
    assert walk.tried > 200


@pytest.mark.parametrize(
    ("profile", "counts"),
    [
        ("cl-scj", [2, 4, 10, 68, 342, 1565]),
        ("es-casino", [2, 4, 10, 68, 358, 1729]),
        ("ar-casino", [2, 4, 10, 64, 342, 1673]),
        ("lccartas", [2, 4, 10, 56, 266, 1249]),
        ("cl-casino", [2, 4, 10, 68, 342, 1561]),
    ],
)
def test_the_description_counts_as_published(profile: str, counts: list[int]) -> None:
    start = Position(PROFILES[profile], ("1",))
    assert [count(start, depth, (1, 10)) for depth in range(1, 7)] == counts


def test_a_description_with_an_error_in_it_is_told_from_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "may_surrender", lambda self, spot: False)
    walk = PERFT["Walk"]("cl-scj", ROUND(("1",), (5,), 4))
    assert any("only the engine allows acted 1 surrender" in line for line in walk.differences)
