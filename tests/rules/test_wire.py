"""Lines in: what can't be read is told by line, field and expectation, and nothing else is lost."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from rules.events import Bet, Dealt, TableOpened
from rules.wire import LONGEST, Rejected, decode_line, encode, read

AT = "2026-11-28T20:00:00-03:00"


def line(kind: str, **fields: Any) -> bytes:
    return json.dumps({"kind": kind, "at": AT, **fields}).encode() + b"\n"


def outcome(raw: bytes) -> list[Any]:
    return list(read(io.BytesIO(raw)))


@pytest.mark.parametrize(
    ("raw", "field", "expected"),
    [
        (line("dealt", to="1", card="1s"), "card", "a card"),
        (line("dealt", to="9", card="Ks"), "to", "a spot"),
        (line("bet", spot="9", amount=1), "spot", "a spot"),
        (line("bet", spot="1", amount=-1), "amount", "0 or more"),
        (line("bet", spot="1", amount=1.5), "amount", "whole number"),
        (line("bet", spot="1"), "amount", "whole number"),
        (line("dealing", to="1", card="Ks"), "kind", "one of table_opened"),
        (b'{"at": "2026-11-28T20:00:00-03:00"}\n', "kind", "one of"),
        (b'{"kind": "bets_closed", "at": "2026-11-28T20:00:00"}\n', "at", "with offset"),
        (b'{"kind": "bets_closed"}\n', "at", "with offset"),
        (line("bets_closed", seq=0), "seq", "from 1"),
        (line("bets_closed", id="x"), "id", "a UUID"),
        (line("bets_closed", v=2), "v", "1"),
        (line("bets_closed", src="radio"), "src", "dealer, shoe"),
        (line("stuck", cards=["9h", "Zz"], to="2"), "cards", "a card"),
        (line("stuck", cards=["9h"], to="2"), "cards", "two or more"),
        (line("picked_up", card="9h", by_role="king"), "by_role", "pit_boss"),
        (
            line("corrected", ref=3, by_role="floor", instead={"kind": "bet", "at": AT, "spot": "1"}),
            "instead.amount",
            "",
        ),
        (b"[1, 2]\n", None, "one JSON object"),
        (b'{"kind": "bet', None, "one JSON object"),
        (b"nonsense\n", None, "one JSON object"),
        (b'{"kind": "dealer_changed", "at": "2026-11-28T20:00:00Z", "dealer": "\xff"}\n', None, "UTF-8"),
        (b"[" * 100_000 + b"\n", None, "a line of at most"),
        (b"[" * 60_000 + b"\n", None, "one JSON object"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_line_field_and_expectation(
    raw: bytes, field: str | None, expected: str
) -> None:
    good = line("bets_closed")
    before, rejected, *after = outcome(good + raw + (good if raw.endswith(b"\n") else b""))
    assert before[0] == 1
    assert isinstance(rejected, Rejected)
    assert rejected.line == 2
    assert rejected.field == field
    assert expected in rejected.expected
    assert [seq for seq, _ in after] == ([3] if raw.endswith(b"\n") else [])


def test_a_megabyte_in_one_line_is_one_rejected_line() -> None:
    good = line("bets_closed")
    found = outcome(good + b'{"kind": "' + b"x" * 1_000_000 + b'"}\n' + good)
    assert [type(one).__name__ for one in found] == ["tuple", "Rejected", "tuple"]
    assert found[1].expected == f"a line of at most {LONGEST} bytes"
    assert found[2][0] == 3


def test_unknown_fields_are_ignored_and_the_known_ones_read() -> None:
    seq, event = decode_line(line("bet", spot="3", amount=500, colour="red", seq=9), 4)
    assert seq == 9
    assert event == Bet(at=event.at, seq=9, spot="3", amount=500)


def test_the_place_in_the_file_is_the_default_seq_and_blank_lines_count() -> None:
    found = outcome(line("bets_closed") + b"\n  \n" + line("round_closed"))
    assert [seq for seq, _ in found] == [1, 4]


def test_a_byte_order_mark_and_windows_line_ends_are_no_obstacle() -> None:
    raw = b"\xef\xbb\xbf" + line("bets_closed").replace(b"\n", b"\r\n") + line("round_closed").replace(b"\n", b"\r\n")
    assert [seq for seq, _ in outcome(raw)] == [1, 2]


def test_the_same_id_again_is_the_same_event() -> None:
    one = line("bet", spot="1", amount=5, id="0194b6a0-0000-7000-8000-000000000001")
    assert len(outcome(one + one)) == 1


def test_an_id_with_another_content_is_rejected_and_the_first_stands() -> None:
    one = line("bet", spot="1", amount=5, id="0194b6a0-0000-7000-8000-000000000001")
    other = line("bet", spot="1", amount=6, id="0194b6a0-0000-7000-8000-000000000001")
    first, second = outcome(one + other)
    assert first[1].amount == 5
    assert (second.line, second.field) == (2, "id")


def test_a_rejected_line_says_its_seq_where_that_much_can_be_read() -> None:
    assert outcome(line("dealt", to="1", card="??", seq=7))[0].seq == 7
    assert outcome(b'{"kind": "dealt", "seq": 8, "card"')[0].seq == 8


def test_lines_split_over_blocks_are_put_together() -> None:
    whole = b"".join(line("dealt", to="1", card="Ks") for _ in range(2000))
    pieces = [whole[at : at + 777] for at in range(0, len(whole), 777)]
    found = list(read(pieces))
    assert len(found) == 2000
    assert all(isinstance(one, tuple) for one in found)


def test_what_is_encoded_is_read_back_equal() -> None:
    _, event = decode_line(line("table_opened", profile="cl-scj", chip=500, min=1000), 1)
    assert isinstance(event, TableOpened)
    assert decode_line(encode(event), 1)[1] == event
    _, card = decode_line(line("dealt", to="3.2", card="Th", face="down"), 1)
    assert isinstance(card, Dealt)
    assert decode_line(encode(card), 1)[1] == card
