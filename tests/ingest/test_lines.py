"""Reading lines: each bad one has a defined answer, and no other line is lost."""

from __future__ import annotations

import io
import json

import pytest

from pitboss.ingest.lines import (
    LONGEST_LINE,
    Line,
    NotJson,
    Rejection,
    read_json,
    read_ndjson,
)

AT = "2026-11-29T22:14:02-03:00"
GOOD = {"kind": "dealt", "at": AT, "to": "1", "card": "Kd"}


def line(**changes: object) -> bytes:
    return json.dumps({**GOOD, **changes}).encode()


def told(body: bytes) -> list[Line | Rejection]:
    return list(read_ndjson(io.BytesIO(body)))


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (line(card="Xx"), "card"),
        (line(to="9"), "to"),
        (line(kind="danced"), "kind"),
        (line(at="2026-11-29T22:14:02"), "at"),
        (line(at="1999-12-31T23:59:59+00:00"), "at"),
        (line(at="2100-01-01T00:00:00+00:00"), "at"),
        (line(kind="bet", spot="1", amount=-1), "amount"),
        (line(kind="bet", spot="9", amount=1), "spot"),
        (line(id="not-a-uuid"), "id"),
        (line(v=2), "v"),
        (b'{"kind":"dealt","at":"' + AT.encode() + b'","to":"1"}', "card"),
    ],
)
def test_a_bad_value_is_told_by_line_and_field_and_the_others_go_on(raw: bytes, field: str) -> None:
    before, bad, after = told(line() + b"\n" + raw + b"\n" + line(card="5c") + b"\n")
    assert isinstance(before, Line)
    assert isinstance(after, Line)
    assert isinstance(bad, Rejection)
    assert (bad.line, bad.field) == (2, field)
    assert bad.expected


@pytest.mark.parametrize(
    "raw",
    [
        b'{"kind":"dealt","at":"2026-11-29T22:1',
        b'{"kind":"dealt","card":"\xff\xfe"}',
        b"\xff\xfe\x00",
        b"null",
        b"[]",
        b"7",
        b"[" * 40_000,
        b'{"a":' * 10_000,
        line(note="\x00"),
        line(extra=2**60),
        b'{"kind":"dealt","at":"' + AT.encode() + b'","to":"1","card":"Kd","x":"\\ud800"}',
        b'{"kind":"dealt","at":"' + AT.encode() + b'","to":"1","card":"Kd","x":NaN}',
        b'{"kind":"dealt","at":"' + AT.encode() + b'","to":"1","card":"Kd","x":1e999}',
    ],
)
def test_what_is_no_event_is_told_and_the_others_go_on(raw: bytes) -> None:
    before, bad, after = told(line() + b"\n" + raw + b"\n" + line() + b"\n")
    assert isinstance(before, Line)
    assert isinstance(after, Line)
    assert isinstance(bad, Rejection)
    assert bad.line == 2


def test_a_last_line_without_its_end_is_read_if_it_is_whole_and_told_if_it_is_cut() -> None:
    whole = told(line() + b"\n" + line())
    assert [type(item) for item in whole] == [Line, Line]
    cut = told(line() + b"\n" + line()[:-9])
    assert [type(item) for item in cut] == [Line, Rejection]


def test_a_megabyte_in_one_line_is_told_and_never_held() -> None:
    class Counting(io.BytesIO):
        largest = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            got = super().readline(size)
            self.largest = max(self.largest, len(got))
            return got

    stream = Counting(line() + b"\n" + b"x" * 1_000_000 + b"\n" + line() + b"\n")
    first, long, last = read_ndjson(stream)
    assert isinstance(first, Line)
    assert isinstance(long, Rejection)
    assert (long.line, long.field) == (2, "line")
    assert isinstance(last, Line)
    assert last.line == 3
    assert stream.largest <= LONGEST_LINE + 2


@pytest.mark.parametrize("extra", [-1, 0, 1, 2, 3])
def test_lines_about_the_longest_length_keep_their_numbers(extra: int) -> None:
    padded = line(note="")
    padded = line(note="x" * (LONGEST_LINE + extra - len(padded)))
    assert len(padded) == LONGEST_LINE + extra
    for end in (b"\n", b"\r\n"):
        first, second = told(padded + end + line() + end)
        assert isinstance(first, Rejection if extra > 0 else Line)
        assert isinstance(second, Line)
        assert second.line == 2


def test_blank_lines_a_byte_order_mark_and_windows_ends_are_no_fault() -> None:
    items = told(b"\xef\xbb\xbf" + line() + b"\r\n\r\n   \n" + line() + b"\r\n")
    assert [(type(item), item.line) for item in items] == [(Line, 1), (Line, 4)]


def test_an_unknown_field_is_kept_in_the_canonical_body() -> None:
    (item,) = told(b'{"z": 1.0, "to":"1", "card":"Kd", "at":"' + AT.encode() + b'", "kind":"dealt"}\n')
    assert isinstance(item, Line)
    assert item.body == f'{{"at":"{AT}","card":"Kd","kind":"dealt","to":"1","z":1}}'


def test_a_rejected_line_still_says_its_place_and_its_table() -> None:
    (item,) = told(line(seq=12, table="BJ-02", card="??") + b"\n")
    assert isinstance(item, Rejection)
    assert (item.seq, item.table, item.opening) == (12, "BJ-02", False)
    (lost,) = told(b'{"kind":"table_opened","at":"yesterday","profile":"cl-scj"}\n')
    assert isinstance(lost, Rejection)
    assert lost.opening


def test_a_json_body_is_one_event_or_a_list() -> None:
    assert [item.line for item in read_json(line())] == [1]
    one, two = read_json(b"[" + line() + b"," + line(card="??") + b"]")
    assert isinstance(one, Line)
    assert isinstance(two, Rejection)
    assert two.line == 2


@pytest.mark.parametrize("body", [b"", b"{", b"[", b"\xff", b"[{},", b"[" * 100_000])
def test_a_body_that_is_no_json_is_refused_as_a_whole(body: bytes) -> None:
    with pytest.raises(NotJson):
        read_json(body)
