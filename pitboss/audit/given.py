"""What the address of a list asks for, value by value, before it means anything."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final
from urllib.parse import urlencode

DAYS: Final = ("since", "until")
LAST_PAGE: Final = 100_000


@dataclass(slots=True)
class Given:
    """``values``: what could be read, as text; ``days`` of it the dates; ``unread``: name and text of the rest."""

    values: dict[str, str]
    days: dict[str, date] = field(default_factory=dict)
    unread: list[tuple[str, str]] = field(default_factory=list)


def given(query: Mapping[str, str], names: Iterable[str], allowed: Mapping[str, Container[str]]) -> Given:
    """``names``: what is looked for; ``allowed``: what those of them can be that cannot be anything. The database
    cannot hold a NUL, so nothing can be found by one."""
    read = Given({name: value for name in names if (value := query.get(name, "").replace("\0", "").strip())})
    for name in DAYS:
        if name in read.values:
            try:
                read.days[name] = date.fromisoformat(read.values[name])
            except ValueError:
                read.unread.append((name, read.values.pop(name)))
    for name, choices in allowed.items():
        if name in read.values and read.values[name] not in choices:
            read.unread.append((name, read.values.pop(name)))
    return read


def page_of(query: Mapping[str, str]) -> int:
    """Counted from 1; what is no page is the first."""
    text = query.get("page", "1")
    return min(int(text), LAST_PAGE) if text.isascii() and text.isdigit() and int(text) > 0 else 1


def address(values: Mapping[str, str | int | None], names: Sequence[str]) -> str:
    """The query string in the order of the names, without empty values; starts with ``?``."""
    return "?" + urlencode([(name, values[name]) for name in names if values.get(name) not in (None, "")])
