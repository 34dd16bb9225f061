"""A correction takes the place of what it corrects; the first entry stays in the record."""

from __future__ import annotations

from rules.notation import events_of
from rules.replay import corrections, replay

START = (
    "table_opened cl-scj\ndecks_checked 52,52,52,52,52,52 r,r,r,b,b,b no\nshuffled machine\ncut 60\nburned - first\n"
    "round_opened 1\nbet 1 500\ndealt 1 Th\ndealt dealer 7c\ndealt 1 9c\nacted 1 stand\ndealt dealer Tc\n"
)
PAID = '"kind":"paid","at":"2026-01-01T20:00:00-03:00","spot":"1"'


def found(play: str) -> list[tuple[str, str]]:
    pairs = [(event.seq or seq, event) for seq, event, _ in events_of(play)]
    return [(finding.code, finding.outcome) for finding in replay(pairs).findings]


def test_a_wrong_entry_put_right_raises_nothing() -> None:
    assert found(START + f'paid 1 400\ncorrected 13 floor instead={{{PAID},"amount":500}}\nround_closed\n') == []


def test_a_struck_entry_leaves_no_gap() -> None:
    assert found(START + "paid 1 500\npaid 1 500\ncorrected 14 pit_boss instead=-\nround_closed\n") == []


def test_the_last_of_two_corrections_counts() -> None:
    play = START + "paid 1 500\n"
    play += f'corrected 13 floor instead={{{PAID},"amount":400}}\n'
    play += f'corrected 13 floor instead={{{PAID},"amount":500}}\nround_closed\n'
    assert found(play) == []


def test_a_struck_correction_corrects_nothing() -> None:
    play = START + f'paid 1 500\ncorrected 13 floor instead={{{PAID},"amount":400}}\n'
    assert found(play + "corrected 14 floor\nround_closed\n") == []


def test_a_player_corrects_nothing() -> None:
    play = START + f'paid 1 500\ncorrected 13 player instead={{{PAID},"amount":400}}\nround_closed\n'
    assert found(play) == [("out-of-sequence", "noted")]


def test_a_missing_number_that_is_filled_completes_the_record() -> None:
    play = START + "round_closed seq=14\n"
    assert [code for code, _ in found(play)] == ["record-gap", "unsettled-bet"]
    filled = START + f'corrected 13 floor seq=14 instead={{{PAID},"amount":500}}\nround_closed seq=15\n'
    assert found(filled) == [("record-gap", "followed")]


def test_what_is_corrected_is_known_before_the_replay() -> None:
    pairs = [(seq, event) for seq, event, _ in events_of(START + "corrected 7 floor\n")]
    assert corrections(pairs) == {7: None}
