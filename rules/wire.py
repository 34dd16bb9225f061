"""NDJSON in: one event a line, and for a line that can't be read its number, its field and what was expected.

A bad line loses nothing but itself. Reading is bounded: a line may be as long as ``LONGEST`` bytes, and a file is
taken in blocks, so memory stays flat whatever its size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

import msgspec

from rules.events import KINDS, AnyEvent, Event

LONGEST = 64 * 1024
"""Bytes of the longest line that is read; an event needs a few hundred."""
BLOCK = 64 * 1024
"""Bytes read at a time: what a processor's cache holds together with the events that come of them."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
REMEMBERED = 10_000
"""At least so many of the latest ids are kept to drop a repetition. A store with a unique key drops any."""

_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyEvent)
_SEQ = re.compile(rb'"seq"\s*:\s*([0-9]{1,16})\s*[,}]')
_WHERE = re.compile(r" - at `\$\.?([^`]*)`$")
_MISSING = re.compile(r"missing required field `([^`]+)`")

EXPECTED: dict[str, str] = {
    "kind": "one of " + ", ".join(KINDS),
    "at": "a date and time with offset, as 2026-11-28T20:00:00-03:00",
    "seq": "a whole number from 1",
    "id": "a UUID",
    "v": "1",
    "src": "dealer, shoe, sheet, supervisor, surveillance or system",
    "card": "a card: one of A23456789TJQK and one of shdc, as Th",
    "cards": 'two or more cards, as ["9h", "4s"]',
    "spot": 'a spot: "1" to "7", after a split "3.2"',
    "seat": 'a seat: "1" to "7"',
    "to": 'a spot ("1" to "7", "3.2"), "dealer" or "none"',
    "from": 'a spot ("1" to "7", "3.2"), "dealer" or "none"',
    "amount": "a whole number of the currency's smallest unit, 0 or more",
    "behind": "a whole number of cards, 0 or more",
    "by_role": "dealer, pit_boss, section_head, player or floor",
    "counts": "a list of whole numbers, one a deck",
    "backs": "a list of colours, one a deck",
    "moves": "a list of {card, from, to}",
    "ref": "the seq of an earlier event",
    "spots": 'a list of spots, as ["2", "5"]',
    "amounts": "a list of whole numbers, 0 or more",
    "due": "a whole number of the currency's smallest unit, 0 or more",
    "total": "a whole number of points, 0 or more",
    "moved": "paid, taken or returned",
    "owed": "paid, taken or returned",
    "reply": "refused or accepted",
    "code": "a code of the catalogue",
    "round": "a whole number",
}


class Rejected(Exception):
    """A line that could not be read.

    ``line`` counts from 1; ``field`` is null where the line is no event at all; ``seq`` is its place in the
    stream where that much could be read.
    """

    def __init__(self, line: int, field: str | None, expected: str, seq: int | None = None) -> None:
        super().__init__(f"line {line}: {field or 'line'}: expected {expected}")
        self.line = line
        self.field = field
        self.expected = expected
        self.seq = seq

    def as_dict(self) -> dict[str, object]:
        return {"rejected": self.line, "field": self.field, "expected": self.expected}


def decode_line(raw: bytes, line: int) -> tuple[int, Event]:
    """One line as ``(seq, event)``; ``seq`` defaults to the line's number. Raises ``Rejected``."""
    if len(raw) > LONGEST:
        raise Rejected(line, None, f"a line of at most {LONGEST} bytes", _seq_of(raw[:LONGEST]))
    try:
        event: Event = _DECODER.decode(raw)
    except msgspec.ValidationError as error:
        raise _invalid(error, raw, line) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        expected = "UTF-8 text" if "UTF-8" in str(error) or isinstance(error, UnicodeDecodeError) else "one JSON object"
        raise Rejected(line, None, expected, _seq_of(raw)) from None
    return event.seq or line, event


def _invalid(error: msgspec.ValidationError, raw: bytes, line: int) -> Rejected:
    words = str(error)
    where = _WHERE.search(words)
    path = where.group(1) if where else ""
    field = path
    missing = _MISSING.search(words)
    if missing:
        name = missing.group(1)
        field = f"{path}.{name}" if path else name
        expected = EXPECTED.get(name, "a value: the field is needed")
    else:
        name = re.sub(r"\[.*?\]", "", path.rsplit(".", 1)[-1])
        plain = words[: where.start()] if where else words
        if path.endswith("]") and name == "cards":
            name = "card"
        expected = EXPECTED.get(name) or _plainly(plain)
    field = re.sub(r"\[.*?\]", "", field)
    if not field:
        return Rejected(line, None, "one JSON object with the fields of an event", _seq_of(raw))
    return Rejected(line, field, expected, _seq_of(raw))


def _plainly(words: str) -> str:
    """msgspec's sentence without its preface."""
    return words.removeprefix("Expected ").replace("`", "").split(", got")[0] or words


def _seq_of(raw: bytes) -> int | None:
    found = _SEQ.search(raw)
    return int(found.group(1)) if found else None


def read(source: IO[bytes] | Iterable[bytes]) -> Iterator[tuple[int, Event] | Rejected]:
    """Every line of a stream in order, blank ones left out, repeated ids dropped.

    A line with the ``id`` of an earlier one is the same event sent twice where their contents agree, and
    rejected where they don't.
    """
    known: dict[int, Event] = {}
    older: dict[int, Event] = {}
    line = 0
    for batch, readable in _batches(source):
        new = {event.id.int: event for event in batch if event.id is not None} if readable else {}
        if (
            len(new) == len(batch) < REMEMBERED - len(known)
            and known.keys().isdisjoint(new)
            and older.keys().isdisjoint(new)
        ):
            # Every line an event that was not there before: so it is nearly always.
            known.update(new)
            for at, event in enumerate(batch, line + 1):
                yield event.seq or at, event
        else:
            for at, found in enumerate(batch, line + 1):
                if found is None:
                    continue
                if isinstance(found, Rejected):
                    yield found
                    continue
                if found.id is not None:
                    first = known.get(found.id.int) or older.get(found.id.int)
                    if first is not None:
                        if first != found:
                            yield Rejected(at, "id", "an id of its own: another event has this one", found.seq)
                        continue
                    known[found.id.int] = found
                    if len(known) >= REMEMBERED:
                        known, older = {}, known
                yield found.seq or at, found
        line += len(batch)


def _batches(source: IO[bytes] | Iterable[bytes]) -> Iterator[tuple[Sequence[Any], bool]]:
    """What stands on each line (an event, why it can't be read, or None where the line is blank), some lines at a time,
    and whether all of them are events."""
    line = 1
    decode_lines = _DECODER.decode_lines
    for block, complete in _blocks(source):
        if not complete:
            yield [Rejected(line, None, f"a line of at most {LONGEST} bytes", _seq_of(block))], False
            line += 1
            continue
        ends = block.count(b"\n") + (not block.endswith(b"\n"))
        try:
            events = decode_lines(block)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            events = []
        if len(events) == ends:
            yield events, True
        else:
            yield [_on_line(raw, at) for at, raw in enumerate(block.split(b"\n")[:ends], line)], False
        line += ends


def _on_line(raw: bytes, line: int) -> Event | Rejected | None:
    if not raw.strip():
        return None
    try:
        return decode_line(raw, line)[1]
    except Rejected as rejected:
        return rejected


def _blocks(source: IO[bytes] | Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Whole lines in blocks of bounded size; ``False`` marks the start of a line too long to be read."""
    rest = b""
    skipping = False
    for chunk in _unmarked(_chunks(source)):
        if skipping:
            end = chunk.find(b"\n")
            if end < 0:
                continue
            chunk = chunk[end + 1 :]
            skipping = False
        rest += chunk
        end = rest.rfind(b"\n")
        if end >= 0:
            whole, rest = rest[: end + 1], rest[end + 1 :]
            yield from _short_enough(whole)
        if len(rest) > LONGEST:
            yield rest[:LONGEST], False
            rest = b""
            skipping = True
    if rest.strip():
        yield rest, True


def _short_enough(whole: bytes) -> Iterator[tuple[bytes, bool]]:
    """Split a block around lines that came whole but are too long."""
    # A line too long covers a whole window of half its length; where every window has a line end, none is.
    half = LONGEST // 2
    if all(whole.find(b"\n", at, at + half) >= 0 for at in range(0, len(whole) - half, half)):
        yield whole, True
        return
    start = at = 0
    while at < len(whole):
        end = whole.find(b"\n", at) + 1
        if end - 1 - at > LONGEST:
            if at > start:
                yield whole[start:at], True
            yield whole[at : at + LONGEST], False
            start = end
        at = end
    if start < len(whole):
        yield whole[start:], True


def _unmarked(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Without the byte order mark that some editors put first, however it is cut."""
    head = b""
    for chunk in chunks:
        head += chunk
        if head == BYTE_ORDER_MARK[: len(head)] and head != BYTE_ORDER_MARK:
            continue
        yield head.removeprefix(BYTE_ORDER_MARK)
        yield from chunks
        return
    yield head


def _chunks(source: IO[bytes] | Iterable[bytes]) -> Iterator[bytes]:
    read_block = getattr(source, "read", None)
    if read_block is None:
        yield from source
        return
    while chunk := read_block(BLOCK):
        yield chunk


def encode(event: Event) -> bytes:
    """One event as its NDJSON line, without the line end. Unknown fields of its source are not in it."""
    return msgspec.json.encode(event)


def events_in(lines: bytes) -> Iterator[list[Event]]:
    """Events that were read once, a line each, some at a time: what a processor's cache holds. No repetition is looked
    for. Raises msgspec's errors where a line cannot be read (another edition wrote it): read it by ``decode_line``."""
    decode_lines = _DECODER.decode_lines
    start, length = 0, len(lines)
    while start < length:
        end = length if length - start <= BLOCK else lines.rfind(b"\n", start, start + BLOCK) + 1
        if end <= start:
            end = lines.find(b"\n", start) + 1 or length
        yield decode_lines(lines[start:end])
        start = end
