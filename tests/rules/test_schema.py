"""The fields of every kind of event, as the contract's section 1 has them: type, bounds, choices and defaults.

``?`` may be null, ``=`` is what a missing field means. The names and types on the wire are what other people's programs
write, so they are entered here a second time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import inspect

from rules.cards import DECK
from rules.events import KINDS, Event, Move

SUITS, RANKS = "shdc", "A23456789TJQK"
CARDS = frozenset(rank + suit for suit in SUITS for rank in RANKS)
SEATS = frozenset("1234567")
SPOTS = SEATS | {f"{seat}.{hand}" for seat in SEATS for hand in range(2, 9)}
ROLES = frozenset({"dealer", "pit_boss", "section_head", "player", "floor"})
CODES = """
    bet-limit blackjack-paid-early card-count card-face card-on-floor clearing-order conduct-cash-bet
    conduct-word-bet cut-card-missed cut-depth deal-order dealer-card-over-17 dealer-stood-under-17 deck-check
    discard-opened double-extra-card double-not-allowed double-stake even-money-not-allowed exposed-card
    extra-cards-at-end first-card-not-burned insurance-not-allowed insurance-over-half out-of-turn
    player-without-cards round-after-cut-card seat-limit shuffle split-aces-extra-card split-not-allowed
    split-stake stuck-cards surrender-not-allowed unexplained-burn unrequested-card unsettled-bet wrong-payout
"""
DECLARABLE = frozenset(CODES.split())
NAMES = {
    DECLARABLE: "declarable",
    CARDS: "card",
    SEATS: "seat",
    SPOTS: "spot",
    ROLES: "role",
    SPOTS | ROLES: "spot/role",
}
FIELDS = """
table_opened: profile str; decks 1..64 =6; currency str ='CLP'; chip 1..10^12 =1; min 0..10^15? =None; max
    0..10^15? =None; dealer str? =None; pit_boss str? =None; perfect_pairs bool =False; even_money bool =True;
    seats 1..99 =7
decks_checked: counts list of 0+ 0..10^9; backs list of 0+ str; in_sequence bool; sealed bool =False
shuffled: method chemin/machine/normal; passes 1..3 =1
cut: behind 0..10^9
burned: why exposed/extra/first/other/over_17/refused/stuck; card card? =None; chosen_by spot/role? =None
cut_card_out:
shoe_empty:
shoe_ended:
dealer_changed: dealer str
table_closed:
round_opened: round ..
bet: spot spot; amount 0..10^15; on main/perfect_pairs ='main'; tender cash/chips/word ='chips'; owner str?
    =None
bets_closed:
dealt: to spot/dealer/none; card card; face down/up ='up'
acted: spot spot; action double/even_money/hit/insurance/split/stand/surrender; amount 0..10^15? =None
refused: spot spot
accepted: spot spot
exposed: card card
stuck: cards list of 2+ card; to spot/dealer/none
dropped: card card; from spot/dealer/none? =None
picked_up: card card; by_role role; shown bool =False
reordered: by_role role; announced bool; moves list of 0+ Move
paid: spot spot; amount 0..10^15; on insurance/main/perfect_pairs ='main'; owner str? =None
taken: spot spot; amount 0..10^15; on insurance/main/perfect_pairs ='main'; owner str? =None
returned: spot spot; amount 0..10^15; on insurance/main/perfect_pairs ='main'; owner str? =None
cards_collected: order left_to_right/right_to_left
discard_opened: by_role role; reason str? =None
round_closed:
conduct: seat seat; act
    asked_for_money/cash_bet/changed_bet/foreign_object/interfered/played_other_hand/touched_cards/word_bet;
    note str? =None
excluded: seat seat; by_role role
disputed: spot spot/dealer; about str? =None
ruled: by_role role; ruling str? =None; code str? =None; spot spot/dealer? =None
cctv_requested: by_role role; reason str? =None
declared: code declarable; spot spot/dealer? =None; round ..? =None; card card? =None; cards list of 0+ card?
    =None; spots list of 0+ spot? =None; amounts list of 0+ 0..10^15? =None; to spot/dealer/none? =None; total
    0..10^9? =None; amount 0..10^15? =None; due 0..10^15? =None; moved paid/returned/taken? =None; owed
    paid/returned/taken? =None; on insurance/main/perfect_pairs ='main'; role role? =None; face down/up? =None;
    reply accepted/refused? =None; behind 0..10^9? =None; note str? =None
seen: card card?; nth 1..10^9? =None; of 1..10000? =None; round ..? =None; to spot/dealer/none? =None; did
    burned/dealt ='dealt'; confidence float? =None
feed: state back/ended/lost/missed/started; missed 0..10^9? =None; nth 1..10^9? =None
corrected: ref 1..2^53; by_role role; instead any event? =None; reason str? =None
event: at time tz=True; seq 1..2^53? =None; id uuid? =None; table str? =None; src
    dealer/sheet/shoe/supervisor/surveillance/system ='dealer'; by str? =None; v 1 =1
move: card card; from spot/dealer/none; to spot/dealer/none
"""
ENVELOPE = ("at", "seq", "id", "table", "src", "by", "v")


def _rows() -> Iterator[tuple[str, str]]:
    for row in re.split(r"\n(?! )", FIELDS.strip()):
        name, _, fields = row.partition(":")
        yield name, " ".join(fields.split())


ROWS = dict(_rows())


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_the_fields_of_the_contract(kind: str) -> None:
    own = [field for field in _fields(KINDS[kind]) if field.encode_name not in ENVELOPE]
    assert "; ".join(map(_written, own)) == ROWS[kind]


def test_every_event_has_its_envelope_and_a_move_its_card() -> None:
    assert "; ".join(map(_written, _fields(KINDS["round_closed"]))) == ROWS["event"]
    for kind in KINDS.values():
        assert "; ".join(_written(one) for one in _fields(kind) if one.encode_name in ENVELOPE) == ROWS["event"]
    assert "; ".join(map(_written, _fields(Move))) == ROWS["move"]
    assert set(KINDS) == set(ROWS) - {"event", "move"}
    assert set(DECK) == CARDS


def test_an_event_is_frozen_and_known_by_its_kind() -> None:
    for kind, event in KINDS.items():
        config = event.__struct_config__
        assert (config.tag, config.tag_field, config.frozen, config.omit_defaults) == (kind, "kind", True, True)
        with pytest.raises(TypeError):
            event("at")  # type: ignore[call-arg,arg-type]  # a field is always named


def _fields(kind: type[Event | Move]) -> tuple[inspect.Field, ...]:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _written(field: inspect.Field) -> str:
    default = "" if field.required else f" ={field.default!r}"
    return f"{field.encode_name} {_type(field.type)}{default}"


def _type(found: inspect.Type) -> str:
    match found:
        case inspect.LiteralType(values=values):
            return NAMES.get(frozenset(map(str, values))) or "/".join(map(str, values))
        case inspect.IntType(ge=least, le=most):
            return f"{_bound(least)}..{_bound(most)}"
        case inspect.UnionType(types=types):
            some = [one for one in types if not isinstance(one, inspect.NoneType)]
            null = "?" if len(some) < len(types) else ""
            if all(isinstance(one, inspect.StructType) for one in some):
                assert {one.cls for one in some if isinstance(one, inspect.StructType)} == set(KINDS.values())
                return f"any event{null}"
            return "/".join(map(_type, some)) + null
        case inspect.ListType(item_type=item, min_length=least):
            return f"list of {least or 0}+ {_type(item)}"
        case inspect.DateTimeType(tz=zoned):
            return f"time tz={zoned}"
        case inspect.StructType(cls=cls):
            return cls.__name__
    return type(found).__name__.removesuffix("Type").lower()


def _bound(number: int | float | None) -> str:
    """``10^15`` and ``2^53`` as the table has them."""
    if number is None:
        return ""
    for base, power in ((10, 9), (10, 12), (10, 15), (2, 53)):
        if number == base**power:
            return f"{base}^{power}"
    return str(number)
