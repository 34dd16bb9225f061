"""What a house sets for itself where the regulator's text leaves it room.

Three layers: the profile's value; over it what the house has set; over that what the event that opens the table says
itself. A text that gives a value outranks the house, but for what each opening of a table may say anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.house import House
from rules.profiles import is_silent

Options = Mapping[str, Any]
"""Option to value, as the house has set it."""
AMOUNTS = ("chip", "min", "max")
SAID_AT_OPENING = (*AMOUNTS, "perfect_pairs", "even_money")
"""What ``table_opened`` can say (contract 1). The rest of its table options (decks, seats, currency) only it says."""
SAID_NOWHERE = ("double_soft", "double_after_split", "round_up")
OPTIONS = (*SAID_AT_OPENING, *SAID_NOWHERE)
LARGEST = 10**12
"""The largest chip of the contract: no limit of a table is above it."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class NotAnOption(ValueError):
    """What was said is no option of a house, or no value of this one."""


def may_set(profile: str, option: str) -> bool:
    """May a house that plays by this profile set the option? Not where the profile's own text gives the value, unless
    the contract leaves it to each opening of a table."""
    return option in SAID_AT_OPENING or is_silent(profile, option)


def bound(house: House, options: Options) -> House:
    """The values of a table that has just opened, with the options that no event says."""
    free = {name: options[name] for name in SAID_NOWHERE if name in options and may_set(house.profile, name)}
    return msgspec.structs.replace(house, **free) if free else house


def expected(house: House, options: Options) -> House:
    """The values of a table that is still closed: how it will open if its opening says nothing."""
    said = {name: options[name] for name in SAID_AT_OPENING if name in options}
    return bound(msgspec.structs.replace(house, **said) if said else house, options)


def filled(raw: bytes, options: Options) -> bytes:
    """A line, with the house's options in it where it opens a table and leaves them out; so too inside a correction.
    Every other line as it is, one that cannot be read as well."""
    if not options or not (b"table_opened" in raw or b"\\u" in raw):
        return raw
    try:
        body = msgspec.json.decode(raw.removeprefix(BYTE_ORDER_MARK))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return raw
    if not isinstance(body, dict):
        return raw
    instead = body.get("instead") if body.get("kind") == "corrected" else None
    opening = instead if isinstance(instead, dict) else body
    if opening.get("kind") != "table_opened":
        return raw
    left_out = {name: options[name] for name in SAID_AT_OPENING if name in options and name not in opening}
    opening.update(left_out)
    return msgspec.json.encode(body) if left_out else raw


def checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as they were told, if each is one and has a value that it can have. Raises ``NotAnOption``."""
    for option, value in options.items():
        if option not in OPTIONS:
            raise NotAnOption(f"{option} is no option of a house; there are {', '.join(OPTIONS)}")
        if option in AMOUNTS:
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST:
                raise NotAnOption(f"{option} is {value!r}; it can be a whole amount from 1 to {LARGEST}")
        elif not isinstance(value, bool):
            raise NotAnOption(f"{option} is {value!r}; it can be true or false")
    return dict(options)
