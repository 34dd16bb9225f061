"""A value of a house rule and where it stands."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.sources import Cite
from rules.words import Text


class Value(msgspec.Struct, frozen=True):
    """``cite`` is None where no text gives the value: a settled reading or a house option, told in ``note``."""

    value: Any
    cite: Cite | None
    note: Text | None = None


class Profile(msgspec.Struct, frozen=True):
    """A rule set by its name, the text it comes from, and the values that this text gives."""

    name: str
    title: Text
    source: str
    values: dict[str, Value]
