"""What the reader gives back: a sheet with its cells, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from pitboss.sheets.code import Code

LINE: Final = 0.9
"""From this confidence on a cell counts as read; below it a person is asked."""

Reason = Literal["not_an_image", "too_small", "too_large", "no_corners", "corner", "no_code", "layout", "folded"]


class Unreadable(ValueError):
    """No sheet could be made out. ``missing``: the corners that were not found, by name."""

    def __init__(self, reason: Reason, missing: tuple[str, ...] = ()) -> None:
        super().__init__(f"{reason} {' '.join(missing)}".strip())
        self.reason: Reason = reason
        self.missing = missing


@dataclass(frozen=True, slots=True)
class Seen:
    """One cell. ``mark``: 0 empty to 1 marked; ``confidence``: 0.5 to 1, how sure that is."""

    mark: float
    confidence: float

    @property
    def marked(self) -> bool:
        return self.mark >= 0.5

    @property
    def doubtful(self) -> bool:
        return self.confidence < LINE


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """One page of a sheet. ``upright``: the page straightened, as JPEG, ``DOTS`` dots a millimetre.

    ``warnings``: ``turned`` it lay upside down, ``bent`` the paper was far from flat, ``dim`` little contrast.
    """

    code: Code
    cells: dict[str, Seen]
    upright: bytes
    warnings: tuple[str, ...] = ()
    milliseconds: dict[str, float] = field(default_factory=dict)


DOTS: Final = 6
"""Dots a millimetre of a page that was straightened."""
