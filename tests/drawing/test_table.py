"""The drawing is given odd scenes on purpose: whatever was played must be shown."""

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from pitboss.drawing.table import Scene, draw

RANKS = "A23456789TJQK"


def lying(*codes: str, **more: Any) -> list[dict[str, Any]]:
    return [
        {"card": code, "order": place, "face": "up", "counts": True, "hot": False, **more}
        for place, code in enumerate(codes, start=1)
    ]


def hand(spot: str, *codes: str, state: str = "live", total: int = 17) -> dict[str, Any]:
    return {"spot": spot, "cards": lying(*codes), "total": total, "soft": False, "state": state}


def table(spots: list[dict[str, Any]], dealer: list[dict[str, Any]] | None = None, **more: Any) -> Scene:
    return {
        "round": 1,
        "phase": "playing",
        "spots": spots,
        "dealer": {"cards": dealer or [], "total": 17, "soft": False},
        "burned": [],
        "shoe": {"left": 234, "decks": 6, "behind": 78, "cut_out": False},
        "turn": None,
        "next": None,
        **more,
    }


def spot(number: str, *hands: dict[str, Any], amount: int = 10_000, **bet: Any) -> dict[str, Any]:
    return {
        "spot": number,
        "bets": [{"on": "main", "owner": None, "amount": amount, **bet}],
        "hands": list(hands),
    }


def svg(scene: Scene) -> ElementTree.Element:
    with translation.override("es-cl"):
        drawing = draw(scene)
        text = render_to_string("drawing/_table.html", {"drawing": drawing, "label": drawing.words})
    return ElementTree.fromstring(text)


def scale_of(transform: str) -> tuple[float, float, float]:
    numbers = [float(number) for number in re.findall(r"[-\d.]+", transform)]
    return numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else 1.0


def test_an_empty_table_has_seven_spots_without_a_bet() -> None:
    texts = [element.text for element in svg(table([])).iter("text")]
    assert [text for text in texts if text in list("1234567")] == list("1234567")
    assert texts.count("Sin apuesta") == 7


def test_a_bet_without_cards_says_so() -> None:
    texts = [element.text for element in svg(table([spot("3")])).iter("text")]
    assert "Sin cartas" in texts
    assert "$10.000" in texts


def test_numbers_in_the_drawing_never_have_a_decimal_comma() -> None:
    scene = table([spot("2", hand("2", "8s", "3h", "Tc"))], lying("As", "6c", "5s"), turn="dealer")
    for element in svg(scene).iter():
        for name, value in element.attrib.items():
            if name in {"x", "y", "cx", "cy", "width", "height", "r", "transform"}:
                assert "," not in value, (element.tag, name, value)


@pytest.mark.parametrize("number", list("1234567"))
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8])
def test_a_hand_of_any_length_stays_in_its_place(number: str, count: int) -> None:
    with translation.override("es-cl"):
        drawing = draw(table([spot(number, hand(number, *[f"{rank}s" for rank in RANKS[:count]]))]))
    drawn = next(one for one in drawing.spots if one.number == number).hands[0]
    left, _, scale = scale_of(drawn.transform)
    right = left + (float(drawn.cards[-1].x) + 46) * scale
    assert left >= 4
    assert right <= 788
    assert right - left <= 110
    assert float(drawn.pill_x) * scale + left >= 4
    assert (float(drawn.pill_x) + float(drawn.pill_width)) * scale + left <= 790


@pytest.mark.parametrize("number", list("1234567"))
@pytest.mark.parametrize("count", [2, 3, 4])
def test_split_hands_lie_below_each_other_on_the_felt(number: str, count: int) -> None:
    names = [number, *(f"{number}.{part}" for part in range(2, count + 1))]
    with translation.override("es-cl"):
        drawing = draw(table([spot(number, *(hand(name, "8s", "8h", "Tc") for name in names))]))
    frames = [scale_of(one.transform) for one in next(s for s in drawing.spots if s.number == number).hands]
    assert len(frames) == count
    for (_, upper, scale), (_, lower, _) in pairwise(frames):
        assert lower - upper >= 64 * scale
    _, last, scale = frames[-1]
    assert last + 64 * scale <= 388


def test_a_dealer_with_ten_cards_still_fits() -> None:
    with translation.override("es-cl"):
        dealer = draw(table([], lying(*[f"{rank}h" for rank in RANKS[:10]]))).dealer
    assert dealer.hand is not None
    left, _, scale = scale_of(dealer.hand.transform)
    assert left + (float(dealer.hand.cards[-1].x) + 46) * scale <= 396 + 170


def test_a_natural_is_named_and_a_bust_is_told() -> None:
    scene = table(
        [
            spot("5", hand("5", "As", "Kd", state="natural", total=21)),
            spot("6", hand("6", "Ks", "Kd", "5c", state="bust", total=25)),
        ]
    )
    texts = [element.text for element in svg(scene).iter("text")]
    assert "BJ" in texts
    assert "pasada" in texts


def test_a_hot_card_and_one_that_does_not_count_are_marked() -> None:
    scene = table([], [*lying("As", "6c"), *lying("5s", hot=True, counts=False)], turn="dealer")
    classes = [element.attrib.get("class", "") for element in svg(scene).iter("g")]
    assert any("card--hot" in name and "card--void" in name for name in classes)
    assert sum("card--hot" in name for name in classes) == 1


def test_order_numbers_stand_under_the_cards() -> None:
    orders = [
        e.text for e in svg(table([spot("2", hand("2", "9c", "Tc"))])).iter("text") if e.get("class") == "tbl__order"
    ]
    assert orders == ["1", "2"]


def test_the_table_is_told_in_words_too() -> None:
    with translation.override("es-cl"):
        said = draw(table([spot("2", hand("2", "9c", "Tc", total=19))], lying("6d"))).words
    assert "casilla 2: nueve de tréboles, diez de tréboles, total 19" in said
    assert "croupier: seis de diamantes" in said


def test_side_bets_stand_small_behind_the_stake() -> None:
    bets = {"spot": "2", "hands": [hand("2", "9c", "9d")], "bets": [
        {"on": "main", "owner": None, "amount": 10_000},
        {"on": "perfect_pairs", "owner": None, "amount": 1_000},
        {"on": "insurance", "owner": None, "amount": 5_000},
    ]}  # fmt: skip
    with translation.override("es-cl"):
        drawn = next(one for one in draw(table([bets])).spots if one.number == "2")
    assert (drawn.bet, drawn.also) == ("$10.000", " +PP +S")


def test_the_gauge_shows_what_is_left_and_where_the_cut_card_is() -> None:
    with translation.override("es-cl"):
        shoe = draw(table([])).shoe
    assert shoe is not None
    assert (shoe.left, shoe.fill, shoe.cut) == (234, "112.5", "37.5")


def test_a_scene_with_almost_nothing_in_it_is_drawn() -> None:
    with translation.override("es-cl"):
        assert draw({}).words == "mesa sin cartas"
