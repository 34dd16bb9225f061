"""Worked examples: at once the test, the page and the bug report.

They lie beside the rules as TOML, one file a code; a reader without them (the tablet) still has every rule.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
FOLDER = FIXTURES / "irregularities"

OPEN = "table_opened {profile}{table}\n"
SHOE = (
    OPEN
    + "decks_checked 52,52,52,52,52,52 red,red,red,blue,blue,blue no\n"
    + "shuffled chemin\nshuffled normal passes=2\ncut 78\nburned - first\n"
)
SETUPS = {"none": "", "open": OPEN, "shoe": SHOE, "round": SHOE + "round_opened 1\n"}


class Example(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One play with its marks. ``settle`` and ``money`` are rows to be compared where given."""

    name: str
    es: str
    en: str
    play: str
    table: str = ""
    setup: str = "round"
    settle: str | None = None
    money: str | None = None
    source: str | None = None
    profile: str = "cl-scj"
    """The page's, not written at the example."""

    @property
    def text(self) -> str:
        """The whole play, the setup before it."""
        options = f" {self.table}" if self.table else ""
        return SETUPS[self.setup].format(profile=self.profile, table=options) + self.play


class Page(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One file: the examples of a code, of a profile or of a subject, all played by one profile."""

    code: str
    profile: str = "cl-scj"
    example: list[Example] = []

    def __post_init__(self) -> None:
        for example in self.example:
            example.profile = self.profile


def pages(regulator: str = "scj") -> Iterator[Page]:
    """Every file of examples of a regulator, by name."""
    for path in sorted((FOLDER / regulator).glob("*.toml")):
        yield page(path)


def page(path: Path) -> Page:
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Page)


def examples_of(code: str, regulator: str = "scj") -> list[Example]:
    """The worked examples of one code; none where the folder isn't there."""
    path = FOLDER / regulator / f"{code.replace('-', '_')}.toml"
    return page(path).example if path.exists() else []
