"""The table: what lies on the felt and what the record has said so far.

One object with slots that only ``advance`` changes. It describes and never judges; questions that several
rules ask (whose turn, what is settled, does the dealer still matter) are answered here, once.
"""

from __future__ import annotations

from datetime import datetime

from rules.cards import VALUE
from rules.events import DEALER, seat_of
from rules.hand import Hand, Lying, Stake
from rules.house import House
from rules.options import Options, expected
from rules.shoe import Shoe

IDLE, BETTING, DEALING, PLAYING = range(4)
"""Phases of a round: none open, taking bets, initial deal, decisions and settlement."""


class Table:
    """One table session. Everything a rule may ask about the moment before an event."""

    __slots__ = (
        "at",
        "bets",
        "bets_closed",
        "cardless",
        "cards_out",
        "chemin",
        "dealer",
        "dealer_name",
        "dealer_played",
        "decks_are_good",
        "decks_checked",
        "disordered",
        "disputed",
        "doubtful",
        "drawn",
        "dropped",
        "early",
        "excluded",
        "extra_row",
        "finding_is_open",
        "hands",
        "house",
        "last_bets",
        "last_hand",
        "normal",
        "opened",
        "options",
        "order",
        "paying",
        "phase",
        "pit_boss",
        "place",
        "play_begun",
        "raised",
        "reshuffling",
        "round",
        "round_open",
        "sealed",
        "seq",
        "settled_early",
        "shoe",
        "shoe_empty",
        "shoe_empty_at",
        "third_card",
        "uncertain",
        "values",
        "was_closed",
        "window_closed",
    )  # fmt: skip

    def __init__(
        self, house: House | None = None, options: Options | None = None, values: Options | None = None
    ) -> None:
        self.options = options or {}
        """What the house has set for itself, in force where neither the text nor the table's opening says otherwise."""
        self.values = values or {}
        """What another reading of the rules holds against all of them (``rules.overlay``)."""
        self.house = expected(house or House.of("cl-scj"), self.options).under(self.values)
        self.reset()

    def reset(self) -> None:
        """A new session: nothing is known of the one before."""
        self.opened = False
        self.was_closed = False
        self.dealer_name: str | None = None
        self.pit_boss: str | None = None
        self.seq = 0
        self.at: datetime | None = None
        self.place = 0
        self.decks_checked = False
        self.decks_are_good = True
        """What the last check found; true while there was none."""
        self.sealed = False
        self.chemin = False
        self.normal = False
        self.shoe = Shoe(6, 1)
        self.round: int | None = None
        self.round_open = False
        self.phase = IDLE
        self.excluded: set[str] = set()
        self.bets: dict[tuple[str, str, str | None], Stake] = {}
        self.last_bets = self.bets
        """The bets of the last round that had any, as they ended: most of them are made again."""
        self.new_round(None)

    def new_round(self, number: int | None) -> None:
        """Clear the felt."""
        self.round = number
        if self.bets:
            self.last_bets = self.bets
        self.bets = {}
        self.bets_closed = False
        self.hands: dict[str, Hand] = {}
        self.dealer = Hand(DEALER)
        self.order: list[str] = []
        self.drawn: list[Lying] = []
        self.disordered = False
        """A card of the initial deal went to another than the next in order, and nobody has put it right."""
        self.doubtful = False
        """Play went on over a disordered deal: the settlement has two readings."""
        self.play_begun = False
        self.cardless: list[Hand] = []
        self.dealer_played = False
        self.last_hand: Hand | None = None
        """The hand that played last; those before it in the order are passed over."""
        self.cards_out = 0
        self.window_closed = False
        """Insurance's moment is over."""
        self.third_card = False
        """A card has been dealt after the initial deal."""
        self.paying: Stake | None = None
        """The bet that the payment at hand speaks of, ..."""
        self.early = False
        """... whether it waits for the dealer's hand, ..."""
        self.uncertain = False
        """... and whether its cards can't yet say what it is due."""
        self.settled_early = False
        """Money moved on a bet before its cards could say what it was due, or they changed since."""
        self.shoe_empty = False
        self.disputed: set[str] = set()
        self.dropped: list[str] = []
        self.shoe_empty_at = 0
        self.reshuffling = False
        """The shoe ran out, and this house shuffles the discards to end the round."""
        self.extra_row: list[str] = []
        """Cards drawn one after another once the round was over."""
        self.finding_is_open = False
        """Some finding of the round waits for its answer."""
        self.raised: set[tuple[str, str | None, str | None, str | None]] = set()
        """What has been said about this round: code, spot, bet, owner."""

    # ── questions ────────────────────────────────────────────────────────────────────────────────

    @property
    def all_settled(self) -> bool:
        """Money has moved on every bet of the round."""
        for bet in self.bets.values():
            if not bet.touched and (bet.stake or bet.void):
                return False
        return bool(self.bets)

    @property
    def live_hands(self) -> list[Hand]:
        """Hands with a valid main bet for which the dealer's cards still matter."""
        return [
            hand
            for hand in self.hands.values()
            if hand.main is not None and hand.main.stake and not hand.main.touched and not hand.out and hand.cards
        ]

    @property
    def insurance_waits(self) -> bool:
        return any(bet.on == "insurance" and bet.stake and not bet.touched for bet in self.bets.values())

    @property
    def every_hand_out(self) -> bool:
        """Every hand bust, surrendered or out, and no insurance waits: the dealer draws nothing more."""
        for hand in self.hands.values():
            if hand.main is not None and (hand.main.stake or hand.invalid) and not hand.out:
                return False
        return not self.insurance_waits

    @property
    def dealer_shows(self) -> str | None:
        """Rank value of the dealer's first card: ``"A"``, ``"T"`` (ten or figure), ``"2"``..``"9"``; None before it."""
        if not self.dealer.cards:
            return None
        value = VALUE[self.dealer.cards[0]]
        return "A" if value == 1 else "T" if value == 10 else str(value)

    @property
    def reshuffled(self) -> bool:
        """The shoe ran out in this round, and the house shuffles the discards to end it."""
        return self.shoe_empty_at > 0 and self.house.shoe_out == "reshuffle"

    @property
    def dealer_natural(self) -> bool:
        return self.dealer.total == 21 and len(self.dealer.cards) == 2

    @property
    def next_recipient(self) -> str | None:
        """Who gets the next card of the initial deal; after it, the hand that asked, else nobody in particular."""
        if self.phase == BETTING and not self.drawn:
            order = self.deal_order()
            return order[0] if order else None
        if self.phase == DEALING and len(self.drawn) < len(self.order):
            return self.order[len(self.drawn)]
        for hand in self.hands.values():
            if hand.asked:
                return hand.spot
        if self.phase == PLAYING and self.last_hand is not None and not self.last_hand.ended:
            return self.last_hand.spot
        return None

    def said(self, code: str, spot: str | None = None, on: str | None = None, owner: str | None = None) -> bool:
        """This has been raised in this round already; one finding is enough."""
        return (code, spot, on, owner) in self.raised

    def said_anywhere(self, code: str) -> bool:
        return any(raised[0] == code for raised in self.raised)

    def deal_order(self) -> list[str]:
        """The initial deal by regulation: every bet clockwise, the dealer one, every bet again."""
        spots = [hand.spot for hand in sorted(self.hands.values(), key=lambda hand: hand.number) if hand.main]
        return [*spots, DEALER, *spots] if spots else []

    def in_play(self, spot: str) -> Hand | None:
        """The hand at a spot that can act: it has a bet and cards and is not out of the round."""
        hand = self.hands.get(spot)
        if hand is None or hand.main is None or not hand.cards or hand.invalid:
            return None
        return hand

    def hands_of(self, seat: str) -> list[Hand]:
        return [hand for hand in self.hands.values() if hand.seat == seat]

    def passed_over(self, hand: Hand) -> bool:
        """Play has moved on beyond this hand."""
        if self.dealer_played:
            return True
        return self.last_hand is not None and hand.number < self.last_hand.number

    def bet(self, spot: str, on: str, owner: str | None) -> Stake | None:
        found = self.bets.get((spot, on, owner))
        if found is None and on != "main":
            found = self.bets.get((seat_of(spot), on, owner))
        return found

    def needs_cards(self) -> bool:
        """The round can't be ended with the cards that lie: somebody has to draw."""
        if not self.round_open or not self.bets:
            return False
        if self.phase != PLAYING:
            return True
        if self.all_settled or self.every_hand_out:
            return False
        live = self.live_hands
        waiting = [hand for hand in live if not hand.natural]
        if not waiting:
            if not live and not self.insurance_waits:
                return False
            if self.insurance_waits or self.dealer_shows in ("A", "T"):
                return len(self.dealer.cards) < 2
            return False
        return self.dealer.total < 17

    def burn_is_asked(self, card: str | None) -> bool:
        """A card lies somewhere that has to be burned, and it is this one (or an unseen one)."""
        if card is None:
            return bool(self.shoe.to_burn) or any(hand.surplus for hand in self.everyone())
        if card in self.shoe.to_burn:
            return True
        return any(lying.card == card for hand in self.everyone() for lying in hand.surplus)

    def everyone(self) -> list[Hand]:
        return [*self.hands.values(), self.dealer]
