"""The rules in a tablet's browser find and draw what they find and draw here: the same files, another Python."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.held import Held
from tests.conftest import CHECKOUT
from tests.floor.live.serving import Screen

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("own_database")]
SHIFTS = sorted(
    file for file in (CHECKOUT / "fixtures" / "shifts").glob("demo-*.ndjson") if not file.stem.endswith("truth")
)
PLAY = """async ([lang, placed]) => {
    window.engine ??= await (await import("/static/pitboss/floor/js/engine.js")).Engine.start("es");
    await window.engine.speak(lang);
    const told = await window.engine.reset(placed);
    return { told, found: await window.engine.found(), forms: await window.engine.forms() };
}"""


def placed(lines: list[bytes]) -> list[dict[str, Any]]:
    return [{"seq": number, "event": json.loads(line)} for number, line in enumerate(lines, start=1)]


def test_whole_shifts_are_found_and_drawn_the_same_in_the_browser(tablet: Screen) -> None:
    assert SHIFTS
    tablet.page.goto(f"{tablet.server.address}/floor/sign-in/")
    for lang in ("es", "en"):
        for file in SHIFTS:
            stream = placed(file.read_bytes().splitlines())
            there = tablet.page.evaluate(PLAY, [lang, stream])
            here = Held(lang)
            told = json.loads(here.reset(json.dumps(stream)))
            assert there["found"] == json.loads(here.found()), file.name
            assert there["told"] == told, file.name
            assert there["forms"] == json.loads(here.forms())
            assert told["tally"]["count"] > 0


def test_an_installation_without_the_engine_works_from_the_server_s_pictures(tablet: Screen) -> None:
    tablet.page.route("**/floor/api/engine/", lambda route: route.fulfill(json={"engine": None}))
    tablet.open(engine=False)
    tablet.wait("state.engine === 'failed'")
    tablet.say({"kind": "table_opened", "profile": "cl-scj", "dealer": "R-2117"})
    tablet.wait("state.unsent === 0 && state.picture.seq === 1")
    assert tablet.state("[state.source, state.picture.expects.step]") == ["server", "prepare"]
    shown = tablet.page.evaluate("window.kept.preview('exposed-card', {card: '9d'})")
    assert shown["code"] == "exposed-card"
    (declared,) = tablet.page.evaluate("window.kept.declare('exposed-card', {card: '9d'})")
    assert (declared["kind"], declared["card"]) == ("declared", "9d")
    assert len(tablet.page.evaluate("window.kept.forms()")) > 2
