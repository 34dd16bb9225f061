"""The table seen from the pit: from a scene (plain dict) to places on a half-moon.

Dealer nearest, spot 1 on the left, as the pit boss sees it. Every number of the result is text ready to be
an SVG attribute, because a template would write a decimal comma in Spanish.

A scene has: ``round``, ``phase``, ``spots`` (``spot``, ``bets``, ``hands``), ``dealer``, ``burned``,
``shoe``, ``turn``, ``next``. A card of a hand has ``card``, ``order`` (place in which it left the shoe),
``face``, ``counts``, ``hot`` (out of place, or the card that a finding is about).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, pgettext

from pitboss.drawing.cards import face, is_card
from pitboss.drawing.formats import money

Scene = Mapping[str, Any]

# Middle and top of each spot. The felt is 792 by 392.
PLACES: Final = {
    "1": (78, 164), "2": (176, 66), "3": (286, 28), "4": (396, 16), "5": (506, 28), "6": (616, 66),
    "7": (714, 164),
}  # fmt: skip
CARD_WIDTH: Final = 46
CARD_HEIGHT: Final = 64
STEP: Final = 29
HAND_WIDTH: Final = 108
LABEL_WIDTH: Final = 70
DEALER_MIDDLE: Final = 396
DEALER_TOP: Final = 270
DEALER_SCALE: Final = 84 / 64
DEALER_WIDTH: Final = 330


@dataclass(frozen=True, slots=True)
class CardDrawing:
    x: str
    rank: str
    size: str
    suit: str
    red: bool
    down: bool
    hot: bool
    void: bool
    uncovered: bool
    order: str
    spoken: str


@dataclass(frozen=True, slots=True)
class HandDrawing:
    """Cards in a frame of its own, with the pill of the total; ``transform`` says where the frame goes."""

    transform: str
    cards: tuple[CardDrawing, ...]
    total: str
    note: str
    pill_x: str
    pill_y: str
    pill_width: str
    total_x: str
    note_x: str
    text_y: str
    ring: tuple[str, str, str, str] | None


@dataclass(frozen=True, slots=True)
class SpotDrawing:
    number: str
    number_x: str
    number_y: str
    text_y: str
    bet_x: str
    bet: str
    bet_size: str
    also: str
    also_size: str
    hands: tuple[HandDrawing, ...]
    slot_x: str
    slot_y: str
    empty_x: str
    empty_y: str
    empty: str


@dataclass(frozen=True, slots=True)
class DealerDrawing:
    hand: HandDrawing | None
    label_x: str
    total: str
    note: str
    ring: tuple[str, str, str, str] | None
    turn_at: tuple[str, str, str]
    slot_x: str


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards left as shares of a gauge 150 wide; ``cut`` is None when no cut card is known."""

    left: int
    behind: int | None
    cut_out: bool
    fill: str
    cut: str | None


@dataclass(frozen=True, slots=True)
class TableDrawing:
    spots: tuple[SpotDrawing, ...]
    dealer: DealerDrawing
    shoe: Shoe | None
    burned: tuple[str | None, ...]
    words: str


def draw(scene: Scene) -> TableDrawing:
    """The drawing of a scene. Never fails on odd play: what doesn't fit is tightened, not left out."""
    turn = scene.get("turn")
    by_number = {str(spot["spot"]): spot for spot in scene.get("spots", ())}
    spots = tuple(_spot(number, by_number.get(number), turn) for number in PLACES)
    crowded = len((by_number.get("4") or {}).get("hands", ())) > 2
    dealer = _dealer(scene.get("dealer") or {}, turn == "dealer", crowded)
    return TableDrawing(spots, dealer, _shoe(scene.get("shoe")), _burned(scene), words(scene))


def words(scene: Scene) -> str:
    """The table in one paragraph, for those who hear it."""
    said = []
    for spot in scene.get("spots", ()):
        for hand in spot.get("hands", ()):
            if hand.get("cards"):
                name = gettext("casilla %(spot)s") % {"spot": hand["spot"]}
                said.append(_said(name, hand))
        if not any(hand.get("cards") for hand in spot.get("hands", ())) and spot.get("bets"):
            said.append(gettext("casilla %(spot)s: sin cartas") % {"spot": spot["spot"]})
    dealer = scene.get("dealer") or {}
    if dealer.get("cards"):
        said.append(_said(gettext("croupier"), dealer))
    return "; ".join(said) or gettext("mesa sin cartas")


def _said(name: str, hand: Mapping[str, Any]) -> str:
    cards = ", ".join(face(card["card"]).spoken if is_card(card["card"]) else "?" for card in hand["cards"])
    return gettext("%(name)s: %(cards)s, total %(total)s") % {
        "name": name,
        "cards": cards,
        "total": hand.get("total", 0),
    }


def _spot(number: str, spot: Mapping[str, Any] | None, turn: str | None) -> SpotDrawing:
    middle, top = PLACES[number]
    bets = list(spot.get("bets", ())) if spot else []
    hands = [hand for hand in (spot.get("hands", ()) if spot else ()) if hand.get("cards")]
    bet, also = _bet(bets)
    number_x, size = float(middle), 17.0
    if bet:
        # neighbours are near: a long label is set smaller, never into the next number
        size = max(12.0, min(17.0, 17 * LABEL_WIDTH / (_width(bet, 17) + _width(also, 13))))
        wide = _width(bet, size) + _width(also, size * 13 / 17)
        number_x = middle - (26 + 6 + wide) / 2 + 13
        # the rim of the felt is near at both ends
        number_x = min(max(number_x, 20.0), 792 - 20 - 19 - wide)
    empty = ""
    if not hands:
        empty = gettext("Sin cartas") if bets else gettext("Sin apuesta")
    return SpotDrawing(
        number=number,
        number_x=_n(number_x),
        number_y=_n(top + 10),
        text_y=_n(top + 15),
        bet_x=_n(number_x + 19),
        bet=bet,
        bet_size=_n(size),
        also=also,
        also_size=_n(size * 13 / 17),
        hands=_hands(number, hands, turn),
        slot_x=_n(middle - CARD_WIDTH / 2),
        slot_y=_n(top + 30),
        empty_x=_n(middle),
        empty_y=_n(top + 114),
        empty=empty,
    )


def _bet(bets: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """The main bet, and in small ``+PP`` for a bet on Perfect Pairs, ``+S`` for insurance."""
    if not bets:
        return "", ""
    main = sum(bet["amount"] for bet in bets if bet.get("on", "main") == "main")
    on = {bet.get("on") for bet in bets}
    marks = (("perfect_pairs", "PP"), ("insurance", pgettext("seguro", "S")))
    return money(main), "".join(f" +{mark}" for name, mark in marks if name in on)


def _hands(number: str, hands: Sequence[Mapping[str, Any]], turn: str | None) -> tuple[HandDrawing, ...]:
    """One hand hangs under its number; two stand one below the other; more become a small column.

    At the ends of the table the column has less room, so that two hands are already small there.
    """
    middle, top = PLACES[number]
    ends = number in "17"
    if len(hands) == 1 or (len(hands) == 2 and not ends):
        return tuple(
            _hand(hand, float(middle), top + 30 + 104 * place, 1.0, str(hand["spot"]) == turn)
            for place, hand in enumerate(hands)
        )
    scale = 0.62 if ends else 0.72
    row = 44 if ends else 51
    return tuple(
        _hand(hand, float(middle), top + 30 + row * place, scale, str(hand["spot"]) == turn, beside=True)
        for place, hand in enumerate(hands)
    )


def _hand(
    hand: Mapping[str, Any], middle: float, top: float, scale: float, has_turn: bool, beside: bool = False
) -> HandDrawing:
    cards = hand["cards"]
    room = (HAND_WIDTH / scale) - (50 if beside else 0)
    step = _step(len(cards), room)
    width = CARD_WIDTH + step * (len(cards) - 1)
    total, note = _total(hand), _note(hand)
    if beside:
        note = ""
    pill = 18 + _width(total, 18) + (6 + _width(note, 14) if note else 0)
    if beside:
        left = middle - HAND_WIDTH / 2
        pill_x, pill_y = width + 4, (CARD_HEIGHT - 26) / 2
    else:
        left = middle - width * scale / 2
        ordered = any(card.get("order") for card in cards)
        pill_x, pill_y = (width - pill) / 2, CARD_HEIGHT + (12 if ordered else 6)
        # a long pill at either end of the table must stay on the felt
        pill_x += max(0.0, 8 - (left + pill_x)) - max(0.0, left + pill_x + pill - 784)
    ring = None
    if has_turn:
        ring = (_n(-6), _n(-6), _n(width + 12), _n(CARD_HEIGHT + 12))
    return HandDrawing(
        transform=f"translate({_n(left)} {_n(top)})" + (f" scale({_n(scale)})" if scale != 1 else ""),
        cards=_cards(cards, step),
        total=total,
        note=note,
        pill_x=_n(pill_x),
        pill_y=_n(pill_y),
        pill_width=_n(pill),
        total_x=_n(pill_x + 9),
        note_x=_n(pill_x + 9 + _width(total, 18) + 6),
        text_y=_n(pill_y + 19),
        ring=ring,
    )


def _cards(cards: Sequence[Mapping[str, Any]], step: float) -> tuple[CardDrawing, ...]:
    drawn = []
    for place, card in enumerate(cards):
        known = is_card(str(card.get("card") or ""))
        seen = face(card["card"]) if known else None
        drawn.append(
            CardDrawing(
                x=_n(step * place),
                rank=seen.rank if seen else "?",
                size="21" if seen and seen.rank == "10" else "24",
                suit=seen.suit if seen else "",
                red=bool(seen and seen.red),
                down=card.get("face", "up") == "down",
                hot=bool(card.get("hot")),
                void=not card.get("counts", True),
                uncovered=place == len(cards) - 1 or step >= CARD_WIDTH,
                order=str(card["order"]) if card.get("order") else "",
                spoken=seen.spoken if seen else "?",
            )
        )
    return tuple(drawn)


def _dealer(dealer: Mapping[str, Any], has_turn: bool, crowded: bool) -> DealerDrawing:
    """``crowded``: spot 4 reaches down to the dealer, so whose turn it is stands at the side."""
    cards = dealer.get("cards") or []
    step = 50.0
    if len(cards) > 1:
        step = min(50.0, (DEALER_WIDTH / DEALER_SCALE - CARD_WIDTH) / (len(cards) - 1))
    width = (CARD_WIDTH + step * max(len(cards) - 1, 0)) * DEALER_SCALE
    left = DEALER_MIDDLE - width / 2
    hand = None
    if cards:
        hand = HandDrawing(
            transform=f"translate({_n(left)} {DEALER_TOP}) scale({_n(DEALER_SCALE)})",
            cards=_cards(cards, step),
            total="", note="", pill_x="", pill_y="", pill_width="", total_x="", note_x="", text_y="",
            ring=None,
        )  # fmt: skip
    ring = (_n(left - 10), _n(DEALER_TOP - 10), _n(width + 20), "104") if has_turn else None
    return DealerDrawing(
        hand=hand,
        label_x=_n(left - 24),
        total=str(dealer.get("total") or "") if cards else "",
        note=gettext("suave") if dealer.get("soft") else "",
        ring=ring,
        turn_at=(_n(left + width + 24), "294", "start") if crowded else ("396", "252", "middle"),
        slot_x=_n(DEALER_MIDDLE - 30),
    )


def _shoe(shoe: Mapping[str, Any] | None) -> Shoe | None:
    if not shoe:
        return None
    full = 52 * (shoe.get("decks") or 6)
    left, behind = shoe.get("left") or 0, shoe.get("behind")
    share = 150 / full
    return Shoe(
        left=left,
        behind=behind,
        cut_out=bool(shoe.get("cut_out")),
        fill=_n(min(left, full) * share),
        cut=_n(behind * share) if behind is not None else None,
    )


def _burned(scene: Scene) -> tuple[str | None, ...]:
    """Burned cards as codes, None for one that nobody saw. Takes codes or dicts with ``card``."""
    burned = (card.get("card") if isinstance(card, Mapping) else card for card in scene.get("burned", ()))
    return tuple(card if card and is_card(card) else None for card in burned)


def _total(hand: Mapping[str, Any]) -> str:
    return "BJ" if hand.get("state") == "natural" else str(hand.get("total", ""))


def _note(hand: Mapping[str, Any]) -> str:
    notes = {
        "bust": gettext("pasada"),
        "doubled": gettext("doblada"),
        "surrendered": gettext("retirada"),
        "void": gettext("nula"),
    }
    return notes.get(str(hand.get("state")), "")


def _step(cards: int, room: float) -> float:
    return float(STEP) if cards < 2 else min(float(STEP), (room - CARD_WIDTH) / (cards - 1))


def _width(text: str, size: float) -> float:
    """About how wide Inter sets a short label; good to a few pixels, which is what centring needs."""
    return sum(0.29 if letter in ".,·il" else 0.3 if letter == " " else 0.585 for letter in text) * size


def _n(value: float) -> str:
    """Short text of a number; small ones are scales and keep three places."""
    return f"{value:.{1 if abs(value) >= 2 else 3}f}".rstrip("0").rstrip(".")
