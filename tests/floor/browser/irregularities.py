"""Telling an irregularity at a tablet, tap by tap."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.accounts import pins
from tests.floor.browser.conftest import PIN, Opened, enter_pin
from tests.floor.live.serving import arrived

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

# seconds of a trained hand: a tap on a key in sight, reading the prescription, a digit of the PIN
TAP, READING, DIGIT = 1.1, 2.0, 0.3
FACTS: dict[str, tuple[str, ...]] = {
    "exposed-card": ("[data-card='9d']", "#to-5"),
    "extra-cards-at-end": ("[data-card='4s']",),
    "stuck-cards": ("#to-3", "[data-card='4c']", "[data-card='Jh']", "#card-Jh"),
    "cut-card-missed": ("#spots-4",),
    "deal-order": ("#spot-3", "#to-2", "#open-card", "[data-card='6s']"),
    "player-without-cards": ("#spot-6",),
    "card-on-floor": ("#open-card", "[data-card='Qc']", "#spot-1"),
    "dealer-card-over-17": ("#total-18", "[data-card='5s']"),
    "unrequested-card": ("#spot-2", "[data-card='8d']", "#reply-refused"),
}
"""By procedure: what is tapped between its picture and *Hecho*."""


@dataclass
class Hand:
    """Counts what it taps."""

    page: Page
    taps: int = 0

    def tap(self, *keys: str) -> None:
        for key in keys:
            for each in self.by_rank(key):
                self.page.locator(each).click()
                self.taps += 1

    def by_rank(self, key: str) -> list[str]:
        """A card, where the pad has no room for 52: its rank, then its suit."""
        card = re.fullmatch(r"\[data-card='(.)(.)'\]", key)
        if card is None:
            return [key]
        self.page.locator(".chooser .pad").wait_for()
        two = self.page.locator(".chooser .pad--two").count()
        return [f"[data-rank='{card[1]}']", f"[data-suit='{card[2]}']"] if two else [key]

    def tell(self, code: str) -> None:
        """From the table to the prescription."""
        self.tap("#irregularity", f"#pick-{code}", *FACTS[code])
        self.page.locator("#imperative").wait_for()

    def sign(self) -> None:
        self.tap("#done")
        enter_pin(self.page)
        self.page.locator(".recorded").wait_for()


@dataclass(frozen=True)
class Measured:
    code: str
    taps: int
    machine: float
    """Seconds from the first tap to the folio, all of them the machine's."""

    @property
    def hand(self) -> float:
        return self.taps * TAP + READING + len(PIN) * DIGIT

    def __str__(self) -> str:
        return f"{self.code:24}{self.taps:5}{len(PIN):5}{self.machine:9.1f}{self.hand:9.1f}"


HEADING = f"{'procedure':24}{'taps':>5}{'PIN':>5}{'machine':>9}{'by hand':>9}"


def measured(page: Page, code: str) -> tuple[Measured, str]:
    """The whole procedure, once; and the folio that it got."""
    hand = Hand(page)
    began = time.monotonic()
    hand.tell(code)
    hand.sign()
    folio = page.locator(".recorded__where b")
    folio.wait_for()
    took = time.monotonic() - began
    return Measured(code, hand.taps, took), folio.inner_text()


def at_table(opened: Opened, cast: Cast, person: Person | None = None, **options: object) -> Page:
    """The first table's page, held by Rosa or by that person."""
    path = f"/floor/tables/{cast.table.pk}/"
    if person is None:
        page = opened(path, person=True, **options)
    else:
        if not person.pin:
            pins.give_pin(person=person, pin=PIN, by=None, must_change=False)
        page = opened(f"/floor/sign-in/?next={path}", **options)
        page.fill("#pin-badge", person.badge)
        page.keyboard.press("Enter")
        enter_pin(page)
        arrived(page, path)
    page.locator("#irregularity").wait_for()
    return page
