"""The play notation: one event a line, plain text, readable and writable; one to one with the events.

::

    @2026-11-28T20:00:00-03:00 table_opened cl-scj chip=500
    +12 bet 1 10000
    +2.5 dealt 1 Kd
    +1 burned 5s over_17          ! dealer-card-over-17[dealer] followed

A line is ``[time] kind positional… key=value… [! marks]``. ``@`` is an absolute time, ``+`` or ``-`` seconds
after the event before; without one the event is at the same instant. ``key:=value`` is JSON, for a field that the event
should not have. ``#`` and ``;`` begin a comment line. Marks are a worked example's: what the rules should find there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from rules.wire import Rejected, decode_line

POSITIONAL: dict[str, tuple[str, ...]] = {
    "table_opened": ("profile",),
    "decks_checked": ("counts", "backs", "in_sequence"),
    "shuffled": ("method",),
    "cut": ("behind",),
    "burned": ("card", "why"),
    "cut_card_out": (),
    "shoe_empty": (),
    "shoe_ended": (),
    "dealer_changed": ("dealer",),
    "table_closed": (),
    "round_opened": ("round",),
    "bet": ("spot", "amount"),
    "bets_closed": (),
    "dealt": ("to", "card"),
    "acted": ("spot", "action"),
    "refused": ("spot",),
    "accepted": ("spot",),
    "exposed": ("card",),
    "stuck": ("cards", "to"),
    "dropped": ("card",),
    "picked_up": ("card", "by_role"),
    "reordered": ("by_role", "announced", "moves"),
    "paid": ("spot", "amount"),
    "taken": ("spot", "amount"),
    "returned": ("spot", "amount"),
    "cards_collected": ("order",),
    "discard_opened": ("by_role",),
    "round_closed": (),
    "conduct": ("seat", "act"),
    "excluded": ("seat", "by_role"),
    "disputed": ("spot",),
    "ruled": ("by_role",),
    "cctv_requested": ("by_role",),
    "declared": ("code",),
    "seen": ("card",),
    "feed": ("state",),
    "corrected": ("ref", "by_role"),
}
NUMBERS = frozenset(
    {
        "behind",
        "round",
        "amount",
        "ref",
        "seq",
        "v",
        "decks",
        "chip",
        "min",
        "max",
        "seats",
        "passes",
        "total",
        "due",
        "nth",
        "of",
        "missed",
    }
)
FLAGS = frozenset({"in_sequence", "sealed", "announced", "shown", "perfect_pairs", "even_money"})
LISTS = frozenset({"counts", "backs", "cards", "spots", "amounts"})
WORDS = frozenset(
    {
        "profile", "method", "card", "why", "dealer", "pit_boss", "spot", "to", "action", "by_role", "order", "seat",
        "act", "on", "tender", "owner", "face", "from", "chosen_by", "src", "by", "table", "id", "currency", "code",
        "reason", "note", "about", "ruling", "role", "moved", "owed", "reply", "state", "did",
    }
)  # fmt: skip
ABSENT = "--"
"""A positional field that the event does not have at all; ``-`` is one that is null."""
START = datetime.fromisoformat("2026-01-01T20:00:00-03:00")
"""Time of a first line that gives none."""

_KEY = re.compile(r'(?P<key>[^\s"{\[=!]+?)(?P<typed>:?)=')
_BLANK = " \t"
_JSON = json.JSONDecoder()
_JSON_BEGINS = ('"', "{", "[")
_PLAIN = re.compile(r"[\w.:+*/@-]+", re.UNICODE)


class Mark(NamedTuple):
    """A finding that a worked example expects, its first event being the marked line."""

    code: str
    spot: str | None
    outcome: str
    cctv: bool


class Line(NamedTuple):
    """A line of a play: its number, the event as a JSON object, and its marks."""

    number: int
    event: dict[str, Any]
    marks: tuple[Mark, ...]


class Token(NamedTuple):
    """A word of a line: its key where it has one, and its value, already read where it was JSON."""

    key: str | None
    value: Any
    is_json: bool


def loads(text: str) -> Iterator[Line]:
    """The lines of a play. Raises ``Rejected`` at the first that can't be read, with its line and field."""
    clock = START
    for number, raw in enumerate(text.split("\n"), 1):
        body = raw.strip(" \t\r")
        if not body or body[0] in "#;":
            continue
        tokens, marked = _tokens(body, number)
        clock, at, tokens = _time(clock, tokens, number)
        kind = tokens[0].value if tokens and tokens[0].key is None else None
        if kind not in POSITIONAL:
            raise Rejected(number, "kind", "one of " + ", ".join(POSITIONAL))
        event: dict[str, Any] = {"kind": kind, "at": at or clock.isoformat()}
        _fill(event, tokens[1:], number)
        yield Line(number, event, tuple(_marks(marked, number)))


def _tokens(body: str, number: int) -> tuple[list[Token], str]:
    """The words of a line, and what stands behind its ``!``."""
    found: list[Token] = []
    at = 0
    while at < len(body):
        if body[at] in _BLANK:
            at += 1
            continue
        if body[at] == "!":
            return found, body[at + 1 :]
        key = None
        named = _KEY.match(body, at)
        if named:
            key, at = named["key"], named.end()
        value, at, is_json = _word_at(body, at, key, number, typed=named is not None and named["typed"] != "")
        if key is None and is_json and isinstance(value, str) and body[at : at + 1] == "=":
            key = value
            value, at, is_json = _word_at(body, at + 1, key, number)
        found.append(Token(key, value, is_json))
    return found, ""


def _word_at(body: str, at: int, key: str | None, number: int, *, typed: bool = False) -> tuple[Any, int, bool]:
    """The word that starts here, up to a blank; a quoted word, list, object or ``typed`` value up to its own end."""
    if typed or body[at : at + 1] in _JSON_BEGINS:
        try:
            value, end = _JSON.raw_decode(body, at)
        except ValueError:
            raise Rejected(number, key, "a JSON value that ends on its line") from None
        return value, end, True
    end = at
    while end < len(body) and body[end] not in _BLANK:
        end += 1
    return body[at:end], end, False


def _time(clock: datetime, tokens: list[Token], number: int) -> tuple[datetime, str | None, list[Token]]:
    """The moment of a line; an absolute one keeps its own spelling (``Z`` or ``+00:00``)."""
    if not tokens or tokens[0].key is not None or tokens[0].is_json:
        return clock, None, tokens
    first: str = tokens[0].value
    try:
        if first[:1] == "@":
            moment = datetime.fromisoformat(first[1:])
            if moment.tzinfo is None:
                raise ValueError
            return moment, first[1:], tokens[1:]
        if first[:1] in ("+", "-") and first[1:2].isdigit():
            return clock + timedelta(seconds=float(first)), None, tokens[1:]
    except (ValueError, OverflowError):
        raise Rejected(number, "at", "@ and a date and time with offset, or + and seconds") from None
    return clock, None, tokens


def _fill(event: dict[str, Any], tokens: list[Token], number: int) -> None:
    kind = event["kind"]
    names = list(POSITIONAL[kind])
    for token in tokens:
        name = token.key
        if name is None:
            if not names:
                takes = " ".join(POSITIONAL[kind]) or "no values"
                raise Rejected(number, str(token.value), f"nothing more: {kind} takes {takes}")
            name = names.pop(0)
        if token.value == ABSENT and not token.is_json:
            continue
        event[name] = token.value if token.is_json else _value(name, token.value, number)
    if names:
        raise Rejected(number, names[0], f"{kind} {' '.join(POSITIONAL[kind])}")


def _value(name: str, word: str, number: int) -> Any:
    if word == "-":
        return None
    try:
        if name in NUMBERS:
            return int(word)
        if name in FLAGS:
            return {"yes": True, "no": False}[word]
        if name in ("counts", "amounts"):
            return [int(part) for part in word.split(",")]
        if name in LISTS:
            return word.split(",")
        if name == "moves":
            return [_move(part) for part in word.split(",")]
        return word if name in WORDS else json.loads(word)
    except (ValueError, KeyError):
        expected = "a number" if name in NUMBERS else "yes or no" if name in FLAGS else "a value"
        raise Rejected(number, name, expected) from None


def _move(part: str) -> dict[str, str]:
    card, _, way = part.partition(":")
    source, _, target = way.partition(">")
    if not (card and source and target):
        raise ValueError(part)
    return {"card": card, "from": source, "to": target}


def _marks(text: str, number: int) -> Iterator[Mark]:
    for part in text.split(" , "):
        words = part.split()
        if not words:
            continue
        code, _, spot = words[0].partition("[")
        if len(words) < 2 or len(words) > 3 or (len(words) == 3 and words[2] != "cctv"):
            raise Rejected(number, "!", "code[spot] outcome [cctv]")
        where = spot.rstrip("]")
        yield Mark(code, None if where in ("", "-") else where, words[1], len(words) == 3)


def dumps(events: Iterable[Mapping[str, Any]]) -> str:
    """Events, as JSON objects, as a play; ``loads`` gives the same objects back."""
    return "".join(f"{line}\n" for line in _written(events))


def _written(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    clock: datetime | None = None
    for event in events:
        moment = datetime.fromisoformat(event["at"])
        words: list[str] = []
        if clock is None or clock.utcoffset() != moment.utcoffset() or moment.isoformat() != event["at"]:
            words.append("@" + event["at"])
        elif moment != clock:
            words.append(_seconds(moment - clock))
        clock = moment
        kind = event["kind"]
        names = POSITIONAL[kind]
        words.append(kind)
        words.extend(_word(name, event[name]) if name in event else ABSENT for name in names)
        for name, value in event.items():
            if name not in names and name not in ("kind", "at"):
                words.append(_named(name, value))
        yield " ".join(words)


def _named(name: str, value: Any) -> str:
    """A field after its key. A value that is not of its name's kind (the field is another's, and unknown here) is
    JSON; where that would be read as a bare word, ``:=`` says so."""
    word = _word(name, value)
    if word[0] not in _JSON_BEGINS and not _is_read_as(name, word, value):
        word = _as_json(value)
        if word[0] not in _JSON_BEGINS:
            return f"{_name(name)}:={word}"
    return f"{_name(name)}={word}"


def _is_read_as(name: str, word: str, value: Any) -> bool:
    try:
        return json.dumps(_value(name, word, 0)) == json.dumps(value)
    except Rejected:
        return False


def _name(name: str) -> str:
    return name if re.fullmatch(r"\w+", name) else json.dumps(name)


def _seconds(step: timedelta) -> str:
    seconds = step.total_seconds()
    return f"{seconds:+.6f}".rstrip("0").rstrip(".")


def _word(name: str, value: Any) -> str:
    if value is None:
        return "-"
    if name in FLAGS and isinstance(value, bool):
        return "yes" if value else "no"
    if name in NUMBERS and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if name == "moves" and isinstance(value, list) and value and all(_is_move(move) for move in value):
        return ",".join(f"{move['card']}:{move['from']}>{move['to']}" for move in value)
    if name in LISTS and isinstance(value, list) and value and all(_is_plain(part) for part in value):
        return ",".join(str(part) for part in value)
    if name in WORDS and isinstance(value, str) and value not in ("-", ABSENT) and _PLAIN.fullmatch(value):
        return value
    return _as_json(value)


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=not _is_printable(value), separators=(",", ":"))


def _is_printable(value: Any) -> bool:
    """Words a person can read stay as they are; other text is written with escapes."""
    return not isinstance(value, str) or value.isprintable()


def _is_move(move: Any) -> bool:
    return isinstance(move, dict) and set(move) == {"card", "from", "to"} and all(_is_plain(v) for v in move.values())


def _is_plain(part: Any) -> bool:
    return isinstance(part, (int, str)) and not isinstance(part, bool) and bool(re.fullmatch(r"[\w.]+", str(part)))


def events_of(text: str) -> list[tuple[int, Any, tuple[Mark, ...]]]:
    """A play as ``(seq, event, marks)``, each event checked as on the wire. Raises ``Rejected``."""
    found = []
    for place, line in enumerate(loads(text), 1):
        raw = json.dumps(line.event).encode()
        try:
            seq, event = decode_line(raw, place)
        except Rejected as rejected:
            raise Rejected(line.number, rejected.field, rejected.expected) from None
        found.append((seq, event, line.marks))
    return found
