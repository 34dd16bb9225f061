"""The table: what lies on the felt and what the record has said so far.

One object with slots that only ``advance`` changes. It describes and never judges; questions that several
rules ask (whose turn, what is settled, does the dealer still matter) are answered here, once.
"""

from __future__ import annotations

from datetime import datetime

from rules.cards import DECK, VALUE, is_natural, total
from rules.events import DEALER, seat_of
from rules.house import House

IDLE, BETTING, DEALING, PLAYING = range(4)
"""Phases of a round: none open, taking bets, initial deal, decisions and settlement."""


class Lying:
    """A card where it lies. ``order`` counts the cards of the round as drawn, from 1."""

    __slots__ = ("card", "counts", "face", "order", "seq")

    def __init__(self, card: str, order: int, seq: int, face: str, counts: bool = True) -> None:
        self.card = card
        self.order = order
        self.seq = seq
        self.face = face
        self.counts = counts


class Stake:
    """One bet: what of it is in play, what of it is void, and what has moved since.

    Amounts in the currency's smallest unit. ``void`` is money that never was a valid bet (late, by word,
    in cash, over half, not allowed) and has to go back.
    """

    __slots__ = (
        "given_back",
        "hand",
        "last",
        "on",
        "owner",
        "paid",
        "returned",
        "seqs",
        "stake",
        "stands",
        "taken",
        "touched",
        "void",
    )

    def __init__(self, hand: Hand, on: str, owner: str | None) -> None:
        self.hand = hand
        self.on = on
        self.owner = owner
        self.stake = 0
        self.void = 0
        self.given_back = 0
        """Void money already handed back."""
        self.paid = 0
        self.taken = 0
        self.returned = 0
        self.last = ""
        """What the latest event on it was: paid, taken, returned, or ``void`` money going back."""
        self.touched = False
        """Money has moved on it."""
        self.stands = False
        """It had been settled when the shoe ran out."""
        self.seqs: list[int] = []


class Hand:
    """A hand and what its player has said. The dealer's is one too."""

    __slots__ = (
        "asked", "cards", "claimed", "decided", "doubled", "doubled_at", "even_money", "excess", "frozen", "initial",
        "insured", "invalid", "lying", "main", "number", "opted", "seat", "short", "split", "split_aces", "spot", "stood",
        "surrendered", "total",
    )  # fmt: skip

    def __init__(self, spot: str) -> None:
        self.spot = spot
        seat, _, part = spot.partition(".")
        self.seat = seat
        self.number = (int(seat), int(part or 1)) if seat != DEALER and seat.isdigit() else (99, 1)
        self.cards: list[str] = []
        """The cards that count, in the order they came."""
        self.lying: list[Lying] = []
        """Every card in front of the hand, those that don't count too."""
        self.total = 0
        self.main: Stake | None = None
        self.asked = False
        """A card was asked for and has not come yet."""
        self.opted = False
        """The last card came after an explicit *hit*."""
        self.decided = False
        """A decision was taken on this hand (hit, stand, double, split): surrender's moment is over."""
        self.stood = False
        self.doubled = False
        self.doubled_at = 2
        """Cards it held when it doubled: one more is its own."""
        self.frozen = False
        """The player refused a card and has lost the right to more (seed 000, *Discrepancia en pedida*)."""
        self.surrendered = False
        self.claimed = False
        """A surrender was declared that isn't allowed: the hand plays on."""
        self.even_money = False
        self.insured = False
        self.split = False
        self.split_aces = False
        self.invalid = False
        """Got no card in the initial deal: out of the round."""
        self.short = 0
        """Chips missing from a double or split, and ..."""
        self.excess = 0
        """... chips too many: both can still be put right."""
        self.initial: tuple[str, ...] = ()
        """The two cards of the initial deal; a split changes the hand, not these."""

    def count(self) -> None:
        """Recount after cards moved."""
        self.cards = [lying.card for lying in self.lying if lying.counts]
        self.total = total(self.cards)

    @property
    def bust(self) -> bool:
        return self.total > 21

    @property
    def natural(self) -> bool:
        """21 in the two initial cards; after a split it is none (seed 000, *Separar*)."""
        return not self.split and len(self.cards) == 2 and is_natural(self.cards)

    @property
    def surplus(self) -> list[Lying]:
        """Cards in front of the hand that don't count and wait to be burned."""
        return [lying for lying in self.lying if not lying.counts]

    @property
    def ended(self) -> bool:
        """No further card belongs to this hand, whoever's turn it is."""
        return (
            self.stood
            or self.frozen
            or self.surrendered
            or self.even_money
            or self.total > 21
            or (self.doubled and len(self.cards) > self.doubled_at)
            or (self.split_aces and len(self.cards) > 1)
        )

    @property
    def out(self) -> bool:
        """The dealer's cards can't matter any more: bust, surrendered, evened or invalid."""
        return self.total > 21 or self.surrendered or self.even_money or self.invalid


class Shoe:
    """Six decks counted card by card. A card is known by the event that drew it; the shoe knows copies."""

    __slots__ = (
        "behind", "burned", "copies", "cut_out", "dealt", "decks", "drawn", "first_burned", "limbo",
        "number", "rounds", "stuck", "to_burn",
    )  # fmt: skip

    def __init__(self, decks: int, number: int) -> None:
        self.decks = decks
        self.number = number
        self.copies: dict[str, int] = dict.fromkeys(DECK, decks)
        self.drawn = 0
        self.dealt = False
        self.first_burned = False
        self.behind: int | None = None
        """Cards behind the cut card; None while nobody has cut."""
        self.cut_out = False
        self.rounds = 0
        self.burned: list[str | None] = []
        self.limbo: list[str] = []
        """Out of the shoe and nobody's yet: exposed, stuck, or drawn for nobody."""
        self.to_burn: list[str] = []
        """Those of them that may be burned: of stuck cards only one."""
        self.stuck: list[str] = []
        """The stuck cards of which none has been burned yet."""

    @property
    def left(self) -> int:
        return self.decks * 52 - self.drawn

    def leave(self, card: str | None) -> None:
        """One card comes out. It may go below zero: then the shoe held more than its decks."""
        self.drawn += 1
        if card is not None:
            self.copies[card] -= 1

    def take_from_limbo(self, card: str) -> bool:
        """The card was out already; it now has a place."""
        if card not in self.limbo:
            return False
        self.limbo.remove(card)
        if card in self.to_burn:
            self.to_burn.remove(card)
        return True

    def wait(self, card: str) -> None:
        """Out of the shoe, without a place yet."""
        self.limbo.append(card)
        self.to_burn.append(card)


class Drawn:
    """A card of the initial deal: where it should have gone is its place in the order."""

    __slots__ = ("card", "lying", "seq", "to")

    def __init__(self, card: str, to: str, seq: int, lying: Lying | None) -> None:
        self.card = card
        self.to = to
        self.seq = seq
        self.lying = lying


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
        "excluded",
        "extra_row",
        "finding_is_open",
        "hands",
        "house",
        "last_card",
        "last_hand",
        "normal",
        "opened",
        "order",
        "phase",
        "pit_boss",
        "place",
        "play_begun",
        "raised",
        "round",
        "round_at",
        "round_open",
        "sealed",
        "seq",
        "shoe",
        "shoe_empty",
        "shoe_empty_at",
        "surrender_closed",
        "was_closed",
        "window_closed",
    )  # fmt: skip

    def __init__(self, house: House | None = None) -> None:
        self.house = house or House.of("cl-scj")
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
        self.round_at: datetime | None = None
        self.phase = IDLE
        self.excluded: set[str] = set()
        self.new_round(None)

    def new_round(self, number: int | None) -> None:
        """Clear the felt."""
        self.round = number
        self.bets: dict[tuple[str, str, str | None], Stake] = {}
        self.bets_closed = False
        self.hands: dict[str, Hand] = {}
        self.dealer = Hand(DEALER)
        self.order: list[str] = []
        self.drawn: list[Drawn] = []
        self.disordered = False
        """A card of the initial deal went to another than the next in order, and nobody has put it right."""
        self.doubtful = False
        """Play went on over a disordered deal: the settlement has two readings."""
        self.play_begun = False
        self.cardless: list[Hand] = []
        self.dealer_played = False
        self.last_hand: Hand | None = None
        """The hand that played last; those before it in the order are passed over."""
        self.last_card: tuple[Hand, Lying] | None = None
        self.cards_out = 0
        self.window_closed = False
        """Insurance's moment is over."""
        self.surrender_closed = False
        self.shoe_empty = False
        self.disputed: set[str] = set()
        self.dropped: list[str] = []
        self.shoe_empty_at = 0
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
        return bool(self.bets) and all(bet.touched for bet in self.bets.values() if bet.stake or bet.void)

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
        return not self.insurance_waits and all(
            hand.out for hand in self.hands.values() if hand.main is not None and (hand.main.stake or hand.invalid)
        )

    @property
    def dealer_shows(self) -> str | None:
        """Rank value of the dealer's first card: ``"A"``, ``"T"`` (ten or figure), ``"2"``..``"9"``; None before it."""
        if not self.dealer.cards:
            return None
        value = VALUE[self.dealer.cards[0]]
        return "A" if value == 1 else "T" if value == 10 else str(value)

    @property
    def dealer_natural(self) -> bool:
        return is_natural(self.dealer.cards)

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
