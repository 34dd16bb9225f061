"""A tablet goes on without the network, and what it said reaches the ledger once, in order, and means the same there.

A real server process, a real PostgreSQL, a real Chromium whose network is cut and whose pages are killed.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Error

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.floor.presence import unsent_at
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import verify
from pitboss.replay.models import Finding
from tests.conftest import CHROMIUM
from tests.floor.live.conftest import Screens
from tests.floor.live.plays import READY, card_over_17, plain_round
from tests.floor.live.serving import STORE, Screen, Server
from tests.workers import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("own_database")]


def ledger() -> list[str]:
    """The ids of the ledger's events, in its order."""
    return [str(one) for one in Entry.objects.order_by("session", "number").values_list("event_id", flat=True)]


def found() -> list[tuple[str, str]]:
    return sorted(Finding.objects.values_list("key", "outcome"))


def test_what_was_said_without_the_network_is_sent_once_in_order_and_means_the_same(tablet: Screen) -> None:
    tablet.open()
    said = tablet.say(*READY)
    tablet.wait("state.unsent === 0")
    tablet.context.set_offline(True)
    for event in card_over_17(1):
        said += tablet.say(event)
    assert tablet.state("state.unsent") == 13
    assert tablet.state("[state.source, state.online]") == ["engine", False]
    assert tablet.findings() == [("15:dealer-card-over-17:dealer", "followed")]
    assert ledger() == said[:6]
    tablet.context.set_offline(False)
    tablet.wait("state.unsent === 0 && state.online")
    assert ledger() == said
    assert found() == tablet.findings()
    assert tablet.state("state.differs") is None


def test_the_page_opens_without_the_network_and_has_what_was_said(tablet: Screen) -> None:
    tablet.open(page="table")
    said = tablet.say(*READY)
    tablet.wait("state.unsent === 0")
    tablet.context.set_offline(True)
    said += tablet.say(*card_over_17(1)[:9])
    tablet.page.reload()
    shell = tablet.page.content()
    tablet.bind()
    assert tablet.state("state.unsent") == 9
    assert tablet.state("state.table.name") == "BJ-01"
    assert tablet.findings() == [("15:dealer-card-over-17:dealer", "pending")]
    # The frame that the tablet keeps names nobody; who is who comes from its own store
    assert not {"Rosa", "Soto", "Iván", "R. Soto"} & set(shell.replace("<", " ").replace(">", " ").split())
    said += tablet.say(*card_over_17(1)[9:])
    tablet.context.set_offline(False)
    tablet.wait("state.unsent === 0")
    assert ledger() == said
    assert found() == tablet.findings() == [("15:dealer-card-over-17:dealer", "followed")]


def test_a_tablet_whose_battery_dies_has_lost_nothing_that_it_showed(
    browser: Browser, chromium: str, served: Server, cast: Cast, tmp_path: Path
) -> None:
    def started() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(tmp_path, executable_path=chromium, args=list(CHROMIUM))

    tablet = Screen(started(), served, cast.table, "Tableta 1")
    tablet.open(engine=False)
    said = tablet.say(*READY)
    tablet.wait("state.unsent === 0")
    tablet.context.set_offline(True)
    said += tablet.say(*plain_round(1))
    # No good-bye: every process of that browser is gone in the middle of what it does
    for pid in processes_of(tmp_path):
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(Error):
        tablet.page.evaluate("1")
    for lock in tmp_path.glob("Singleton*"):
        lock.unlink()
    tablet.take(started())
    tablet.open(engine=False)
    tablet.wait("state.unsent === 0")
    assert ledger() == said
    tablet.context.close()


def processes_of(profile: Path) -> list[int]:
    """The browser that works on this profile, with its children."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command = (place / "cmdline").read_bytes()
        except OSError:
            continue
        if f"--user-data-dir={profile}".encode() in command:
            found.append(int(place.name))
    return found


def test_a_server_killed_in_the_middle_of_a_post_has_each_entry_once(tablet: Screen) -> None:
    tablet.open()
    said = tablet.say(*READY)
    for number in range(1, 13):
        said += tablet.say(*plain_round(number))
        if number % 4 == 2:
            tablet.server.kill()
        if number % 4 == 0:
            tablet.server.start()
            tablet.page.evaluate("window.kept.retry()")
    tablet.wait("state.unsent === 0")
    assert ledger() == said
    assert [entry.number for entry in Entry.objects.order_by("number")] == list(range(1, len(said) + 1))
    tablet.wait("state.online")
    assert tablet.state("state.differs") is None
    assert verify(TableSession.objects.get()).holds


def test_two_tablets_at_one_table_are_both_heard_and_the_later_one_is_told(screens: Screens) -> None:
    first, second = screens("Tableta 1"), screens("Tableta 2", badge="R-2117")
    first.open()
    said = first.say(*READY)
    first.wait("state.unsent === 0")
    second.open()
    second.wait("state.conflict")
    assert second.state("state.conflict.name") == "Tableta 1"
    assert first.state("state.conflict") is None
    first.wait("state.others.length === 1")
    second.wait("state.picture.seq === 6")
    first.context.set_offline(True)
    mine = first.say(*plain_round(1)[:5])
    yours = second.say({"kind": "exposed", "card": "9d"}, {"kind": "burned", "card": "9d", "why": "exposed"})
    second.wait("state.unsent === 0")
    first.context.set_offline(False)
    first.wait("state.unsent === 0")
    second.wait("state.picture.seq === 13")
    assert ledger() == said + yours + mine
    assert found() == first.findings() == second.findings()
    for tablet in (first, second):
        assert tablet.state("[state.differs, state.trouble]") == [None, None]


def test_a_page_that_waits_its_turn_learns_what_the_other_page_has_sent(tablet: Screen) -> None:
    # Deaf to the server's news, the second page has only its sister's word that something was sent
    tablet.context.route("**/floor/api/stream/**", lambda route: route.abort())
    tablet.open(engine=False)
    tablet.page.evaluate(TWO_PAGES_IN_ONE, [STORE, tablet.table.pk, tablet.badge])
    tablet.page.wait_for_function("() => window.sister.state.unsent === 0 && window.kept.state.unsent === 0")
    assert len(ledger()) == 1


TWO_PAGES_IN_ONE = """async ([address, pk, badge]) => {
    const turn = () => new Promise((holding) => {
        navigator.locks.request(`pitboss-send-${pk}`, () => new Promise((over) => holding(over)));
    });
    const asked = (store) => new Promise((done) => store.subscribe((state) => state.unsent && done()));
    const { openTable } = await import(address);
    window.sister = await openTable(pk, { lang: "es", person: () => ({ badge, role: "pit_boss" }) });
    const before = await turn();
    await window.kept.say([{ kind: "table_opened", profile: "cl-scj", min: 5000, max: 500000, dealer: "R-2117" }]);
    await asked(window.sister);
    const between = turn();
    window.sister.retry();
    before();
    (await between)();
}"""


def test_an_entry_that_the_ledger_will_not_have_stays_with_its_reason(tablet: Screen) -> None:
    tablet.open()
    said = tablet.say(*READY, *plain_round(1)[:3])
    unsigned = {"kind": "ruled", "by_role": "pit_boss", "ruling": "as_prescribed"}
    (refused,) = tablet.say(unsigned)
    said += tablet.say(*plain_round(1)[3:])
    tablet.wait("state.unsent === 0 && state.aside.length === 1")
    assert ledger() == said
    assert tablet.state("state.aside[0].why.field") == "signed"
    assert tablet.state("state.aside[0].id") == refused
    assert tablet.state("state.differs") is None
    tablet.page.reload()
    tablet.bind(engine=False)
    assert tablet.state("state.aside[0].id") == refused
    tablet.page.evaluate("id => window.kept.release(id)", refused)
    tablet.wait("state.aside.length === 0")


def test_what_was_said_last_is_taken_back_with_one_tap_sent_or_not(tablet: Screen) -> None:
    tablet.open()
    tablet.say(*READY)
    tablet.say(*plain_round(1)[:4])
    tablet.wait("state.unsent === 0")
    tablet.context.set_offline(True)
    tablet.say({"kind": "dealt", "to": "3", "card": "5c"})
    assert [code.split(":")[1] for code, _ in tablet.findings()] == ["deal-order"]
    tablet.page.evaluate("window.kept.undo()")
    tablet.wait("state.picture.findings.length === 0")
    tablet.say({"kind": "dealt", "to": "dealer", "card": "9c"})
    tablet.context.set_offline(False)
    tablet.wait("state.unsent === 0")
    correction = Entry.objects.get(kind="corrected")
    struck = Entry.objects.get(seq=11)
    assert f'"ref":11,"ref_id":"{struck.event_id}"' in correction.body
    assert tablet.findings() == []
    assert tablet.state("state.differs") is None
    # Once more takes back what was said before it, which the ledger has by now
    tablet.page.evaluate("window.kept.undo()")
    tablet.wait("state.unsent === 0")
    assert Entry.objects.filter(kind="corrected").count() == 2
    assert tablet.state("state.picture.expects.to") == "dealer"


def test_a_tablet_that_was_revoked_keeps_what_it_has_and_says_what_it_needs(tablet: Screen) -> None:
    tablet.open(engine=False)
    tablet.say(*READY)
    tablet.wait("state.unsent === 0")
    type(tablet.device).objects.filter(pk=tablet.device.pk).update(revoked_at="2026-01-01T00:00:00Z")
    tablet.say(*plain_round(1))
    tablet.wait("state.needs === 'device'")
    assert tablet.state("state.unsent") == 11
    type(tablet.device).objects.filter(pk=tablet.device.pk).update(revoked_at=None)
    tablet.page.evaluate("window.kept.retry()")
    tablet.wait("state.unsent === 0 && state.needs === null")
    assert len(ledger()) == 17


def test_what_a_tablet_still_holds_is_known_to_the_hand_over(tablet: Screen) -> None:
    tablet.open(engine=False)
    tablet.say(*READY)
    tablet.wait("state.unsent === 0")
    assert unsent_at([tablet.table.pk], timezone.now()) == []
    tablet.page.route("**/events/", lambda route: route.abort())
    tablet.say(*plain_round(1))
    tablet.page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    assert eventually(lambda: bool(unsent_at([tablet.table.pk], timezone.now())))
    (owing,) = unsent_at([tablet.table.pk], timezone.now())
    assert (owing.device.name, owing.unsent) == ("Tableta 1", 11)


def test_a_wrong_clock_on_the_tablet_does_not_reach_the_ledger(screens: Screens) -> None:
    tablet = screens("Tableta 1")
    tablet.context.add_init_script("const real = Date.now; Date.now = () => real() + 3 * 3600 * 1000;")
    tablet.open(engine=False)
    tablet.wait("state.online && state.table")
    tablet.say(*READY)
    tablet.wait("state.unsent === 0")
    last = Entry.objects.latest("number")
    assert abs((last.received_at - last.at).total_seconds()) < 2
