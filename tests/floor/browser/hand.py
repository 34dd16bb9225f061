"""A hand at full mode: it reads what the page shows, taps keys that are in sight, and counts its taps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page

Event = dict[str, Any]

TAP = """async (selector) => {
  const full = document.querySelector(".full");
  const found = document.querySelector(selector);
  if (!found || !found.getClientRects().length) {
    const felt = document.querySelector("#felt svg").getAttribute("aria-label");
    throw new Error(`no ${selector} ${JSON.stringify(full.dataset)} ${full.innerText.slice(0, 200)}; ${felt}`);
  }
  found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  const until = performance.now() + 20000;
  // Whoever sees that the picture is behind waits for it, as the words above the cards say
  while (full.getAttribute("aria-busy") === "true" || full.dataset.stale === "yes") {
    if (performance.now() > until) throw new Error(`still busy after ${selector}`);
    await new Promise((go) => setTimeout(go, 1));
  }
  const keys = [...full.querySelectorAll("[id], [data-amount]")].filter((key) => key.getClientRects().length);
  const by = (name, from, read) => Object.fromEntries(
    keys.filter((key) => key.dataset[name] !== undefined).map((key) => [key.id.slice(from), read(key.dataset[name])]));
  return {
    ...full.dataset,
    ids: keys.map((key) => key.id).filter(Boolean),
    amounts: keys.map((key) => key.dataset.amount).filter(Boolean),
    for: by("for", 4, (spots) => spots.split(" ")),
    seats: by("bets", 5, (bets) => bets),
  };
}"""
LOOK = TAP.replace('found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));', "")


class Hand:
    """``hand.play(event)`` enters what happened at the table with as few taps as the page asks for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps: Counter[str] = Counter()
        self.house: Event = {}
        self.bets: dict[tuple[str, str], int] = {}
        self.stakes: dict[str, int] = {}
        page.locator(".full .key, .full .pad").first.wait_for()
        self.now: dict[str, Any] = self.look()

    def look(self) -> dict[str, Any]:
        self.now = self.page.evaluate(LOOK, ".full")
        return self.now

    def tap(self, selector: str, what: str) -> None:
        self.now = self.page.evaluate(TAP, selector)
        self.taps[what] += 1

    def key(self, name: str, what: str) -> None:
        self.tap(f'.full [id="{name}"]', what)

    def card(self, card: str, what: str = "card") -> None:
        self.tap(f'.pad [data-card="{card}"]', what)

    def spot(self, spot: str, what: str) -> None:
        """The spot itself, on the felt."""
        self.tap(f'#felt [data-spot="{spot.split(".")[0]}"]', what)

    def digits(self, number: int, what: str) -> None:
        for digit in re.findall(r"000|00|\d", str(number)):
            self.tap(f'[data-digits="{digit}"]', what)
        self.key("amount-enter", what)

    def other(self, name: str, what: str) -> None:
        self.key("other", what)
        self.key(f"o-{name}", what)

    def play(self, events: Iterable[Event]) -> None:
        for event in events:
            enter = getattr(self, f"_{event['kind']}", None)
            if enter is not None:
                enter(event)

    # ── the shoe ──

    def _table_opened(self, event: Event) -> None:
        """A field that says something else already is one tap."""
        self.house = event
        for name in ("profile", "dealer", "min", "max", "chip", "seats", "perfect_pairs", "even_money"):
            field, wanted = self.page.locator(f"#open-{name}"), event[name]
            if isinstance(wanted, bool):
                if field.is_checked() != wanted:
                    field.set_checked(wanted)
                    self.taps["open and close"] += 1
            elif field.input_value() != str(wanted):
                field.select_option(wanted) if isinstance(wanted, str) else field.fill(str(wanted))
                self.taps["open and close"] += 1
        self.key("open-table", "open and close")

    def step(self, name: str) -> None:
        """A key of the shoe's preparation, by the kind or the methods that it writes."""
        self.tap(f'.prepare [data-kind="{name}"]', "shoe")

    def _decks_checked(self, event: Event) -> None:
        self.step("decks_checked")

    def _shuffled(self, event: Event) -> None:
        # chemin and normal go together with one key
        if event["method"] != "normal":
            self.step("machine" if event["method"] == "machine" else "chemin-normal")

    def cut(self, behind: int) -> None:
        self.tap(f'.prepare [data-behind="{behind}"]', "shoe")

    def _cut(self, event: Event) -> None:
        self.cut(event["behind"])

    def _burned(self, event: Event) -> None:
        if event["card"] is not None:
            self.card(event["card"], "shoe")
        else:
            self.key("unseen", "shoe")

    def _cut_card_out(self, event: Event) -> None:
        if "cut-card" in self.now["ids"]:
            self.key("cut-card", "shoe")
        else:
            self.other("cut_card", "shoe")

    def _shoe_ended(self, event: Event) -> None:
        self.step("shoe_ended")

    def _dealer_changed(self, event: Event) -> None:
        self.other("dealer", "open and close")
        self.tap(f'.sub .key[data-badge="{event["dealer"]}"]', "open and close")

    def _table_closed(self, event: Event) -> None:
        self.other("close", "open and close")
        self.key("close-table", "open and close")

    # ── a round ──

    def _round_opened(self, event: Event) -> None:
        self.bets = {}

    def _bet(self, event: Event) -> None:
        where = (event["spot"], event.get("on", "main"))
        self.bets[where] = self.bets.get(where, 0) + event["amount"]

    def _bets_closed(self, event: Event) -> None:
        self._set_bets()

    def _set_bets(self) -> None:
        """Only what differs from the bets that the page proposes."""
        if not self.bets:
            return
        proposed = {
            (spot, on): int(amount)
            for spot, told in self.now["seats"].items()
            for on, amount in (bet.split(":") for bet in told.split())
        }
        wanted, self.bets = self.bets, {}
        self.stakes = {spot: amount for (spot, on), amount in wanted.items() if on == "main"}
        gone = {where: 0 for where in proposed if where not in wanted and (where[0], "main") in wanted}
        left = {where: 0 for where in proposed if where[1] == "main" and where not in wanted}
        for (spot, on), amount in sorted({**left, **wanted, **gone}.items(), key=lambda one: one[0][1]):
            if proposed.get((spot, on)) != amount:
                self._change_bet(spot, on, amount)

    def _change_bet(self, spot: str, on: str, amount: int) -> None:
        self.key(f"seat-{spot}", "bet")
        if on != "main":
            self.key(f"on-{on}", "bet")
        if amount == 0:
            self.key("amount-none", "bet")
        elif str(amount) in self.now["amounts"]:
            self.tap(f'.amount [data-amount="{amount}"]', "bet")
        else:
            self.digits(amount, "bet")

    def _dealt(self, event: Event) -> None:
        self._set_bets()
        to = event["to"]
        if self.now["to"] != to:
            self._aim(to)
        assert self.now["to"] == to, (event, self.now)
        self.card(event["card"])

    def _aim(self, to: str) -> None:
        """The hand that decides stands, one that would stand takes another card, or the spot itself is tapped."""
        if f"another-{to}" in self.now["ids"]:
            self.key(f"another-{to}", "another card")
            return
        # within a split seat the hand stands; elsewhere a tap on the spot says it of every hand passed over
        if self.now["step"] == "decision" and to.split(".")[0] == self.now["to"].split(".")[0] and to > self.now["to"]:
            self.key("act-stand", "stand")
            if self.now["to"] == to:
                return
        for _ in range(4):
            # of a split seat each tap means the next hand
            self.spot(to, "recipient")
            if self.now["to"] == to:
                return

    def _acted(self, event: Event) -> None:
        action, spot = event["action"], event["spot"]
        if action in ("hit", "stand"):
            return
        chip = self.house.get("chip", 1)
        half = self.stakes.get(spot, 0) // 2 // chip * chip
        if action == "insurance" and event.get("amount", half) != half:
            self.other("amount", "decision")
            self.key("amount-insurance", "decision")
            self.tap(f'.sub [data-whom="{spot}"]', "decision")
            self.digits(event["amount"], "decision")
            return
        meant = self.now["for"][action]
        while spot not in meant:
            self.spot(spot, "decision")
            meant = self.now["for"][action]
        self.key(f"act-{action}", "decision")
        if len(meant) > 1:
            self.tap(f'.sub [data-whom="{spot}"]', "decision")

    def _round_closed(self, event: Event) -> None:
        self.key("confirm", "payments")
