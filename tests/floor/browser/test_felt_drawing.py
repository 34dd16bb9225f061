"""The tablet's half-moon lies where the server's own drawing has it: one table, drawn by two programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from pitboss.drawing.table import draw
from rules.replay import Replay
from rules.scene import scene
from rules.wire import read
from tests.conftest import CHECKOUT
from tests.floor.browser.conftest import Opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHIFTS = CHECKOUT / "fixtures" / "shifts"
NEAR = 0.15
"""Both round to a tenth."""


def scenes(file: Path, every: int) -> Iterator[dict[str, Any]]:
    """Every so many events of a shift, and wherever a hand was split."""
    run = Replay()
    most = 1
    for place, got in enumerate(read(file.read_bytes().splitlines(keepends=True))):
        assert isinstance(got, tuple)
        run.feed(*got)
        shown = scene(run.table)
        hands = max((len(spot["hands"]) for spot in shown["spots"]), default=0)
        if place % every == 0 or hands > most:
            most = max(most, hands)
            yield shown


def unordered(shown: dict[str, Any]) -> dict[str, Any]:
    """Without the numbers of the drawn order, which only the desk shows."""
    hands = [hand for spot in shown["spots"] for hand in spot["hands"]] + [shown["dealer"]]
    for hand in hands:
        for card in hand["cards"]:
            card["order"] = None
    return shown


def test_every_card_number_bet_and_total_lies_in_the_same_place(opened: Opened) -> None:
    page = opened("/floor/")
    shown = [unordered(one) for file in sorted(SHIFTS.glob("demo-BJ-*.ndjson")) for one in scenes(file, 41)]
    assert len(shown) > 200
    assert max(len(spot["hands"]) for one in shown for spot in one["spots"]) >= 3
    drawn = felts(page, shown)
    for one, ours in zip(shown, drawn, strict=True):
        theirs = render_to_string("drawing/_table.html", {"drawing": draw(one), "label": "x"})
        assert not difference(places(theirs), places(ours)), one


def felts(page: Page, shown: list[dict[str, Any]]) -> list[str]:
    drawn: list[str] = page.evaluate(
        """async (scenes) => {
            const { felt } = await import("/static/pitboss/floor/js/felt.js");
            const write = (scene) => new XMLSerializer().serializeToString(felt(scene, { shoe: false, next: null }));
            return scenes.map(write);
        }""",
        shown,
    )
    return drawn


Place = tuple[str, float, float]


def places(svg: str) -> list[Place]:
    """Whatever is drawn, as (what it is, x, y) on the felt, groups moved to where they lie."""
    found: list[Place] = []

    def walk(node: ElementTree.Element, x: float, y: float, scale: float) -> None:
        moved = node.get("transform", "")
        if at := re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", moved):
            x, y = x + float(at[1]) * scale, y + float(at[2]) * scale
        if by := re.search(r"scale\(([\d.]+)\)", moved):
            scale *= float(by[1])
        kind = f"{node.tag.split('}')[-1]}.{node.get('class', '').split(' ')[0]}"
        here = (node.get("x", node.get("cx", "0")), node.get("y", node.get("cy", "0")))
        if kind.startswith(("text", "circle", "rect", "use")) and "hot-t" not in kind and "touch" not in kind:
            said = (node.text or "").strip() if kind.startswith("text") else node.get("href", "")
            found.append((f"{kind} {said}", x + float(here[0]) * scale, y + float(here[1]) * scale))
        for child in node:
            walk(child, x, y, scale)

    walk(ElementTree.fromstring(svg), 0.0, 0.0, 1.0)
    # what is said beside the dealer's odd card is the tablet's alone
    return sorted(one for one in found if not one[0].startswith("text.tbl__note no cuenta"))


def difference(theirs: list[Place], ours: list[Place]) -> list[object]:
    """What lies elsewhere, or is only on one of the two."""
    names, others = Counter(one[0] for one in theirs), Counter(one[0] for one in ours)
    if names != others:
        return [names - others, others - names]
    return [
        (one, other)
        for one, other in zip(theirs, ours, strict=True)
        if abs(one[1] - other[1]) > NEAR or abs(one[2] - other[2]) > NEAR
    ]
