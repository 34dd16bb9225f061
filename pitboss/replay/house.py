"""The options of the house in a replay.

Three layers: the profile's value; over it what the house had set when the session opened (kept with the session);
over that what the event that opened the table said itself. The rest of the contract's table options (decks, seats,
currency) only the event says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.casino.models import TableSession
from rules.events import Corrected, Event, TableOpened
from rules.house import House
from rules.profiles import is_silent

SAID_AT_OPENING = ("chip", "min", "max", "perfect_pairs", "even_money")
"""What ``table_opened`` can say (contract 1); the other options a house may set where its profile's text is silent."""

Options = Mapping[str, Any]
"""Option to value, as the house had set it."""


def options_of(session: TableSession) -> Options:
    """What the house had set when this session opened."""
    return {option: kept["value"] for option, kept in session.house.items()}


def housed(event: Event, body: Mapping[str, Any], options: Options) -> Event:
    """An opening with the house's options where ``body``, the event as it was said, leaves them out; so too inside a
    correction. Every other event as it is."""
    if isinstance(event, TableOpened):
        left_out = {name: options[name] for name in SAID_AT_OPENING if name in options and name not in body}
        return msgspec.structs.replace(event, **left_out) if left_out else event
    if isinstance(event, Corrected) and event.instead is not None:
        instead = housed(event.instead, body.get("instead") or {}, options)
        return event if instead is event.instead else msgspec.structs.replace(event, instead=instead)
    return event


def bound(house: House, options: Options) -> House:
    """The values of a table that has just opened, with the options that no event says. A text that gives a value
    outranks the house."""
    free = {
        name: value for name, value in options.items() if name not in SAID_AT_OPENING and may_set(house.profile, name)
    }
    return msgspec.structs.replace(house, **free) if free else house


def may_set(profile: str, option: str) -> bool:
    """May a house that plays by this profile set the option? Not where the profile's own text gives the value, unless
    the contract leaves it to each opening of a table."""
    return option in SAID_AT_OPENING or is_silent(profile, option)
