"""What the QR code of a sheet says: which sheet, which page of how many, whose table, by which layout.

``PB1/<26 letters>/<page>-<pages>/<layout>/<table>/<check>``, all of it in the alphabet that a QR code holds most
tightly. The row in the database is what counts; the table's name is there for people who scan a sheet with a telephone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from uuid import UUID

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no letter that is taken for a figure."""
_CODE: Final = re.compile(r"PB1/([0-9A-HJKMNP-TV-Z]{26})/([12])-([12])/([1-9][0-9]?)/([0-9A-Z $%*+.:-]*)/([0-9A-Z]{4})")


class NoCode(ValueError):
    """Not the code of a sheet of ours, or one that was damaged."""


@dataclass(frozen=True, slots=True)
class Code:
    sheet: UUID
    page: int
    pages: int
    layout: int
    table: str = ""

    def text(self) -> str:
        table = re.sub(r"[^0-9A-Z $%*+.:-]", "", self.table.upper())
        said = f"PB1/{short(self.sheet)}/{self.page}-{self.pages}/{self.layout}/{table}"
        return f"{said}/{_check(said)}"


def read(text: str) -> Code:
    """Raises NoCode."""
    found = _CODE.fullmatch(text.strip())
    if found is None or _check(text.strip().rpartition("/")[0]) != found[6]:
        raise NoCode(text[:80])
    number = 0
    for letter in found[1]:
        number = number * 32 + ALPHABET.index(letter)
    if number >= 1 << 128:
        raise NoCode(text[:80])
    return Code(UUID(int=number), int(found[2]), int(found[3]), int(found[4]), found[5])


def short(sheet: UUID) -> str:
    """All of the id in 26 letters; the last eight, in two groups, are what people call the sheet by."""
    number, letters = sheet.int, ""
    for _ in range(26):
        number, rest = divmod(number, 32)
        letters = ALPHABET[rest] + letters
    return letters


def spoken(sheet: UUID) -> str:
    end = short(sheet)[-8:]
    return f"{end[:4]}-{end[4:]}"


def _check(said: str) -> str:
    number = int.from_bytes(sha256(said.encode()).digest()[:3], "big") >> 4
    return "".join(ALPHABET[number >> shift & 31] for shift in (15, 10, 5, 0))
