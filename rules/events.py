"""The events of the contract, version 1.1: frozen values, one class a kind.

Every field is named as on the wire (contract section 1). A class says what must be there; what it
means for the game is ``advance``'s business, and whether it was right is the rulebook's.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from rules.cards import Card

Amount = Annotated[int, Meta(ge=0, le=10**15)]
"""Whole units of the currency's smallest coin; Chilean pesos have none below the peso."""
Count = Annotated[int, Meta(ge=0, le=10**9)]
Seat = Literal["1", "2", "3", "4", "5", "6", "7"]
Spot = Literal[
    "1", "2", "3", "4", "5", "6", "7",
    "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8",
    "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8",
    "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8",
    "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8",
    "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8",
    "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8",
    "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8",
]  # fmt: skip
"""A hand's place. The contract ends at ``.4``; a fifth hand is irregular play, so it can be written."""
MOST_SEATS = 7
"""Seats that a spot can name."""
DEALER = "dealer"
NOBODY = "none"
Action = Literal["hit", "stand", "double", "split", "surrender", "insurance", "even_money"]
Role = Literal["dealer", "pit_boss", "section_head", "player", "floor"]
On = Literal["main", "perfect_pairs", "insurance"]
Way = Literal["paid", "taken", "returned"]
Declarable = Literal[
    "exposed-card", "extra-cards-at-end", "stuck-cards", "cut-card-missed", "deal-order", "player-without-cards",
    "card-on-floor", "dealer-card-over-17", "unrequested-card",
    "deck-check", "shuffle", "cut-depth", "first-card-not-burned", "round-after-cut-card", "unexplained-burn",
    "card-count", "seat-limit", "card-face", "out-of-turn", "bet-limit", "double-not-allowed", "double-stake",
    "double-extra-card", "split-not-allowed", "split-stake", "split-aces-extra-card", "insurance-not-allowed",
    "insurance-over-half", "surrender-not-allowed", "even-money-not-allowed", "blackjack-paid-early",
    "dealer-stood-under-17", "wrong-payout", "unsettled-bet", "clearing-order", "discard-opened",
    "conduct-word-bet", "conduct-cash-bet",
]  # fmt: skip
"""Codes that a person can declare: all but those of the record itself, which nobody sees at a table, and those of
conduct, which have a kind of their own and need no cards."""


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag_field="kind", tag=True):
    """What happened at the table, and who says so.

    ``at`` is when it happened, not when it was stored. ``seq`` is the event's place in the table's
    stream; without one the reader gives it its place in the file.
    """

    at: Annotated[datetime, Meta(tz=True)]
    seq: Annotated[int, Meta(ge=1, le=2**53)] | None = None
    id: UUID | None = None
    table: str | None = None
    src: Literal["dealer", "shoe", "sheet", "supervisor", "surveillance", "system"] = "dealer"
    by: str | None = None
    v: Literal[1] = 1


class TableOpened(Event, frozen=True, tag="table_opened"):
    profile: str
    decks: Annotated[int, Meta(ge=1, le=64)] = 6
    currency: str = "CLP"
    chip: Annotated[int, Meta(ge=1, le=10**12)] = 1
    min: Amount | None = None
    max: Amount | None = None
    dealer: str | None = None
    pit_boss: str | None = None
    perfect_pairs: bool = False
    even_money: bool = True
    seats: Annotated[int, Meta(ge=1, le=99)] = 7


class DecksChecked(Event, frozen=True, tag="decks_checked"):
    counts: list[Count]
    backs: list[str]
    in_sequence: bool
    sealed: bool = False


class Shuffled(Event, frozen=True, tag="shuffled"):
    method: Literal["chemin", "normal", "machine"]
    passes: Annotated[int, Meta(ge=1, le=3)] = 1


class Cut(Event, frozen=True, tag="cut"):
    behind: Count


class Burned(Event, frozen=True, tag="burned"):
    why: Literal["first", "exposed", "stuck", "extra", "over_17", "refused", "other"]
    card: Card | None = None
    chosen_by: Spot | Role | None = None


class CutCardOut(Event, frozen=True, tag="cut_card_out"):
    pass


class ShoeEmpty(Event, frozen=True, tag="shoe_empty"):
    pass


class ShoeEnded(Event, frozen=True, tag="shoe_ended"):
    pass


class DealerChanged(Event, frozen=True, tag="dealer_changed"):
    dealer: str


class TableClosed(Event, frozen=True, tag="table_closed"):
    pass


class RoundOpened(Event, frozen=True, tag="round_opened"):
    round: int


class Bet(Event, frozen=True, tag="bet"):
    spot: Spot
    amount: Amount
    on: Literal["main", "perfect_pairs"] = "main"
    tender: Literal["chips", "cash", "word"] = "chips"
    owner: str | None = None


class BetsClosed(Event, frozen=True, tag="bets_closed"):
    pass


class Dealt(Event, frozen=True, tag="dealt"):
    to: Spot | Literal["dealer", "none"]
    card: Card
    face: Literal["up", "down"] = "up"


class Acted(Event, frozen=True, tag="acted"):
    spot: Spot
    action: Action
    amount: Amount | None = None


class Refused(Event, frozen=True, tag="refused"):
    spot: Spot


class Accepted(Event, frozen=True, tag="accepted"):
    spot: Spot


class Exposed(Event, frozen=True, tag="exposed"):
    card: Card


class Stuck(Event, frozen=True, tag="stuck"):
    cards: Annotated[list[Card], Meta(min_length=2)]
    to: Spot | Literal["dealer", "none"]


class Dropped(Event, frozen=True, tag="dropped"):
    card: Card
    from_: Spot | Literal["dealer", "none"] | None = msgspec.field(default=None, name="from")


class PickedUp(Event, frozen=True, tag="picked_up"):
    card: Card
    by_role: Role
    shown: bool = False


class Move(msgspec.Struct, frozen=True, gc=False):
    card: Card
    from_: Spot | Literal["dealer", "none"] = msgspec.field(name="from")
    to: Spot | Literal["dealer", "none"]


class Reordered(Event, frozen=True, tag="reordered"):
    by_role: Role
    announced: bool
    moves: list[Move]


class Settled(Event, frozen=True, tag="settled"):
    """Money moved on one bet; its three kinds say which way."""

    spot: Spot
    amount: Amount
    on: On = "main"
    owner: str | None = None


class Paid(Settled, frozen=True, tag="paid"):
    """The winnings alone, without the stake."""


class Taken(Settled, frozen=True, tag="taken"):
    """What the house collects."""


class Returned(Settled, frozen=True, tag="returned"):
    """A stake given back: a tie, or a void bet."""


class CardsCollected(Event, frozen=True, tag="cards_collected"):
    order: Literal["right_to_left", "left_to_right"]


class DiscardOpened(Event, frozen=True, tag="discard_opened"):
    by_role: Role
    reason: str | None = None


class RoundClosed(Event, frozen=True, tag="round_closed"):
    pass


class Conduct(Event, frozen=True, tag="conduct"):
    seat: Seat
    act: Literal[
        "changed_bet", "touched_cards", "interfered", "played_other_hand",
        "foreign_object", "asked_for_money", "word_bet", "cash_bet",
    ]  # fmt: skip
    note: str | None = None


class Excluded(Event, frozen=True, tag="excluded"):
    seat: Seat
    by_role: Role


class Disputed(Event, frozen=True, tag="disputed"):
    spot: Spot | Literal["dealer"]
    about: str | None = None


class Ruled(Event, frozen=True, tag="ruled"):
    by_role: Role
    ruling: str | None = None
    code: str | None = None
    spot: Spot | Literal["dealer"] | None = None


class CctvRequested(Event, frozen=True, tag="cctv_requested"):
    by_role: Role
    reason: str | None = None


class Declared(Event, frozen=True, tag="declared"):
    """A person says that something went wrong at a table whose cards are not recorded (contract 1.1).

    Which of the fields a code needs is said by ``rules.tablet.forms``; what is not known is left out.
    """

    code: Declarable
    spot: Spot | Literal["dealer"] | None = None
    round: int | None = None
    card: Card | None = None
    cards: list[Card] | None = None
    spots: list[Spot] | None = None
    amounts: list[Amount] | None = None
    to: Spot | Literal["dealer", "none"] | None = None
    total: Count | None = None
    amount: Amount | None = None
    due: Amount | None = None
    moved: Way | None = None
    owed: Way | None = None
    on: On = "main"
    role: Role | None = None
    face: Literal["up", "down"] | None = None
    reply: Literal["refused", "accepted"] | None = None
    behind: Count | None = None
    note: str | None = None


class Seen(Event, frozen=True, tag="seen"):
    """A second source's account of one card that came out of the shoe (contract 1.1). It moves nothing on the table.

    ``card`` null: something came out that the source could not read. ``nth`` is its place in the source's own count,
    from 1, begun again by ``feed`` ``started``; ``of`` how many there are, where the source told a whole ``round``.
    """

    card: Card | None
    nth: Annotated[int, Meta(ge=1, le=10**9)] | None = None
    of: Annotated[int, Meta(ge=1, le=10**4)] | None = None
    round: int | None = None
    to: Spot | Literal["dealer", "none"] | None = None
    did: Literal["dealt", "burned"] = "dealt"
    confidence: Annotated[float, Meta(ge=0, le=1)] | None = None


class Feed(Event, frozen=True, tag="feed"):
    """What became of a second source itself (contract 1.1): a new shoe in it, or a time in which it saw nothing."""

    state: Literal["started", "ended", "lost", "back", "missed"]
    missed: Count | None = None
    nth: Annotated[int, Meta(ge=1, le=10**9)] | None = None


class Corrected(Event, frozen=True, tag="corrected"):
    """A data-entry error put right. ``instead`` takes the place of ``ref``; null strikes it."""

    ref: Annotated[int, Meta(ge=1, le=2**53)]
    by_role: Role
    instead: AnyEvent | None = None
    reason: str | None = None


AnyEvent = (
    TableOpened | DecksChecked | Shuffled | Cut | Burned | CutCardOut | ShoeEmpty | ShoeEnded | DealerChanged
    | TableClosed | RoundOpened | Bet | BetsClosed | Dealt | Acted | Refused | Accepted | Exposed | Stuck | Dropped
    | PickedUp | Reordered | Paid | Taken | Returned | CardsCollected | DiscardOpened | RoundClosed | Conduct
    | Excluded | Disputed | Ruled | CctvRequested | Declared | Seen | Feed | Corrected
)  # fmt: skip

KINDS: dict[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in AnyEvent.__args__}
"""Every kind of the contract by its wire name."""


def seat_of(spot: str) -> str:
    """The seat a hand belongs to: ``"3.2"`` is played by the player of ``"3"``."""
    return spot.partition(".")[0]
