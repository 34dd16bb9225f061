"""Reading at its bounds: any cut, lines as long as allowed and longer, repeated ids, and what a bad line is told."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from rules import wire
from rules.events import Event
from rules.wire import Rejected, decode_line, read

AT = '"at":"2026-01-01T00:00:00Z"'


def _line(length: int, seq: int) -> bytes:
    """An event whose line is so many bytes long."""
    bare = f'{{"kind":"dealer_changed",{AT},"seq":{seq},"dealer":""}}'
    return bare.replace('""}', f'"{"x" * (length - len(bare))}"}}').encode()


def _told(found: tuple[int, Event] | Rejected) -> object:
    return (found.line, found.field, found.expected, found.seq) if isinstance(found, Rejected) else found


def _one_by_one(text: bytes) -> Iterator[object]:
    """The same, a line at a time and without any bound but the longest line."""
    for at, raw in enumerate(text.removeprefix(wire.BYTE_ORDER_MARK).split(b"\n"), 1):
        if raw.strip():
            try:
                yield _told(decode_line(raw, at))
            except Rejected as rejected:
                yield _told(rejected)


@pytest.mark.parametrize("mark", [b"", wire.BYTE_ORDER_MARK])
@pytest.mark.parametrize("end", [b"", b"\n"])
@pytest.mark.parametrize(
    "lengths",
    [
        (120, 119, 121, 90, 240, 0, 100),
        (121, 90), (90, 121), (360, 361, 90), (121, 121, 121), (0, 0, 120, 0, 500), (90, 90, 90, 90, 90), (119, 120),
    ],
)  # fmt: skip
def test_any_cut_of_a_file_reads_the_same_lines(
    lengths: tuple[int, ...], end: bytes, mark: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "LONGEST", 120)
    text = mark + b"\n".join(_line(length, at) if length else b"" for at, length in enumerate(lengths, 7)) + end
    wanted = list(_one_by_one(text))
    for size in (*range(1, 10), 59, 60, 61, 119, 120, 121, 122, 240, 10_000):
        cut = [text[at : at + size] for at in range(0, len(text), size)]
        assert [_told(found) for found in read(cut)] == wanted, size
        monkeypatch.setattr(wire, "BLOCK", size)
        assert [_told(found) for found in read(io.BytesIO(text))] == wanted, size


def test_a_line_as_long_as_allowed_is_read_and_a_longer_one_still_tells_its_place() -> None:
    assert decode_line(_line(wire.LONGEST, 3), 1)[0] == 3
    for source in ([_line(wire.LONGEST + 1, 3)], [_line(wire.LONGEST + 1, 3) + b"\n" + _line(90, 4)]):
        first = next(iter(read(source)))
        assert _told(first) == (1, None, "a line of at most 65536 bytes", 3)
    with pytest.raises(Rejected) as caught:
        decode_line(_line(wire.LONGEST + 1, 3), 9)
    assert _told(caught.value) == (9, None, "a line of at most 65536 bytes", 3)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b'[{"seq": 5}]', (2, None, "one JSON object with the fields of an event", 5)),
        (b'{"seq": 5, "kind"', (2, None, "one JSON object", 5)),
        (b'{"seq": 5, "kind": "\xff"}', (2, None, "UTF-8 text", 5)),
        (b'{"seq":5,"a":' + b"[" * 30_000, (2, None, "one JSON object", 5)),
        (f'{{"kind":"cards_collected",{AT},"seq":5}}'.encode(), (2, "order", "a value: the field is needed", 5)),
        (f'{{"kind":"paid",{AT},"spot":"1"}}'.encode(), (2, "amount", wire.EXPECTED["amount"], None)),
        (f'{{"kind":"table_opened",{AT},"profile":"cl-scj","decks":"six"}}'.encode(), (2, "decks", "int", None)),
        (f'{{"kind":"cards_collected",{AT},"order":"up"}}'.encode(), (2, "order", "Invalid enum value 'up'", None)),
        (f'{{"kind":"stuck",{AT},"cards":["9h","1x"]}}'.encode(), (2, "cards", wire.EXPECTED["card"], None)),
        (f'{{"kind":"reordered",{AT},"by_role":"floor","announced":true,"moves":[{{"card":"1x","from":"1","to":"2"}}]}}'
         .encode(), (2, "moves.card", wire.EXPECTED["card"], None)),
        (f'{{"kind":"reordered",{AT},"by_role":"floor","announced":true,"moves":[{{"from":"1","to":"2"}}]}}'
         .encode(), (2, "moves.card", wire.EXPECTED["card"], None)),
        (f'{{"kind":"corrected",{AT},"ref":1,"by_role":"floor","instead":{{"kind":"reordered",{AT},"by_role":"floor",'
         '"announced":true,"moves":[{"card":"9h","from":"9","to":"2"}]}}'.encode(),
         (2, "instead.moves.from", wire.EXPECTED["from"], None)),
    ],
)  # fmt: skip
def test_a_bad_line_is_told_by_its_field_and_its_place(raw: bytes, told: tuple[object, ...]) -> None:
    with pytest.raises(Rejected) as caught:
        decode_line(raw, 2)
    assert _told(caught.value) == told
    assert [_told(found) for found in read([b"\n" + raw + b"\n"])] == [told]


def test_a_rejection_says_line_field_and_what_was_expected() -> None:
    assert str(Rejected(3, "card", "a card")) == "line 3: card: expected a card"
    assert str(Rejected(3, None, "one JSON object")) == "line 3: line: expected one JSON object"


def test_a_rejection_is_written_as_an_object() -> None:
    assert Rejected(3, "card", "a card", 9).as_dict() == {"rejected": 3, "field": "card", "expected": "a card"}


def test_a_file_that_ends_within_its_mark_is_no_text() -> None:
    assert list(read([])) == []
    assert list(read([wire.BYTE_ORDER_MARK])) == []
    assert [_told(found) for found in read([b"\xef", b"\xbb"])] == [(1, None, "one JSON object", None)]


def _with_id(number: int, dealer: str = "Ana", seq: int | None = None) -> bytes:
    place = "" if seq is None else f',"seq":{seq}'
    name = f"00000000-0000-4000-8000-{number:012d}"
    return f'{{"kind":"dealer_changed",{AT},"id":"{name}","dealer":"{dealer}"{place}}}'.encode()


def test_lines_without_a_number_take_the_one_of_their_line() -> None:
    text = b"\n".join([_with_id(1), _with_id(2), b"", _with_id(3, seq=40), _with_id(4)])
    for size in (30, 115, 117, 500):
        cut = [text[at : at + size] for at in range(0, len(text), size)]
        assert [found[0] for found in read(cut) if not isinstance(found, Rejected)] == [1, 2, 40, 5]


def test_the_same_id_is_the_same_event_or_a_fault() -> None:
    lines = [_with_id(1), _with_id(2), _with_id(1), _with_id(2, "Eva", seq=9), b"", _with_id(3)]
    for source in ([b"\n".join(lines)], [line + b"\n" for line in lines]):
        assert [_told(found) if isinstance(found, Rejected) else found[0] for found in read(source)] == [
            1, 2, (4, "id", "an id of its own: another event has this one", 9), 6,
        ]  # fmt: skip


@pytest.mark.parametrize("together", [1, 2, 3, 5, 50])
def test_a_repetition_is_dropped_as_long_as_it_is_remembered(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "REMEMBERED", 4)
    numbers = [1, 2, 3, 1, 4, 5, 6, 3, 7, 6, 8, 9, 10, 8, 9, 11, 12, 10, 13, 14, 15, 16, 17, 13, 14]
    lines = [_with_id(number) + b"\n" for number in numbers]
    source = [b"".join(lines[at : at + together]) for at in range(0, len(lines), together)]
    kept = [found[0] for found in read(source) if not isinstance(found, Rejected)]
    first = {number: numbers.index(number) + 1 for number in numbers}
    assert kept == sorted(first.values())


def test_a_repetition_long_ago_is_no_longer_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "REMEMBERED", 4)
    lines = [_with_id(number) + b"\n" for number in (*range(1, 13), 1, 12)]
    assert [found[0] for found in read(lines) if isinstance(found, tuple)] == [*range(1, 14)]
