"""Cards that nobody gets: where they lie, and how long they can still be dealt or burned."""

from __future__ import annotations

from rules.notation import events_of
from rules.replay import Replay, replay

START = (
    "table_opened cl-scj\ndecks_checked 52,52,52,52,52,52 r,r,r,b,b,b no\nshuffled machine\ncut 60\nburned - first\n"
)
ROUND = (
    "round_opened {}\nbet 1 500\ndealt 1 {}\ndealt dealer 7c\ndealt 1 9c\nacted 1 stand\ndealt dealer Tc\n"
    "paid 1 500\ncards_collected right_to_left\n"
)


def after(play: str) -> Replay:
    return replay([(event.seq or seq, event) for seq, event, _ in events_of(START + play)])


def codes(run: Replay) -> list[tuple[str, str]]:
    return [(finding.code, finding.outcome) for finding in run.findings]


def test_an_extra_card_left_lying_is_not_the_next_one_like_it() -> None:
    run = after(ROUND.format(1, "Th") + "round_closed\ndealt none Kh\n" + ROUND.format(2, "Kh") + "round_closed\n")
    assert run.table.shoe.copies["Kh"] == 4
    assert run.table.shoe.drawn == 1 + 4 + 1 + 4
    assert codes(run) == [("extra-cards-at-end", "contrary")]


def test_a_card_exposed_and_dealt_on_in_the_round_is_one_card() -> None:
    run = after("exposed Kh\n" + ROUND.format(1, "Kh") + "round_closed\n")
    assert run.table.shoe.copies["Kh"] == 5


def test_a_card_exposed_in_a_round_that_is_over_is_not_dealt_in_the_next() -> None:
    play = ROUND.format(1, "Th") + "exposed Kh\nround_closed\n" + ROUND.format(2, "Kh") + "round_closed\n"
    assert after(play).table.shoe.copies["Kh"] == 4


def test_an_extra_card_can_be_burned_after_the_round_is_closed() -> None:
    run = after(ROUND.format(1, "Th") + "dealt none Kh\nround_closed\nburned Kh extra\n")
    assert run.table.shoe.copies["Kh"] == 5
    assert codes(run) == [("extra-cards-at-end", "followed")]


def test_two_equal_cards_drawn_for_nobody_are_put_in_order_as_two() -> None:
    play = (
        "round_opened 1\nbet 1 500\nbet 2 500\nstuck Th,Th none\ndealt none Th\ndealt none Th\n"
        "dealt dealer 7c\ndealt 1 9c\ndealt 2 8c\n"
        "reordered pit_boss yes Th:none>1,Th:none>2\n"
    )
    run = after(play)
    assert [[lying.card for lying in run.table.hands[spot].lying] for spot in ("1", "2")] == [
        ["Th", "9c"],
        ["Th", "8c"],
    ]
    first, second = (run.table.hands[spot].lying[0] for spot in ("1", "2"))
    assert first is not second
    assert ("deal-order", "followed") in codes(run)
