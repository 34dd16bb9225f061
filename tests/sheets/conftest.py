"""Sheets of the cast's casino, printed once a run, and pictures of them read in this process as a worker does it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from pitboss.jobs.perform import perform
from pitboss.sheets.layout import page
from tests.sheets.photographed import Image, Photograph, marked, photographed, rendered

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from pitboss.sheets.models import Sending, Sheet

PRINTED_AT = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _files_of_this_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path / "home"))


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    """One of BJ-01."""
    return issued(cast)


def issued(cast: Cast, table: str = "BJ-01", *, pages: int = 2) -> Sheet:
    from pitboss.casino.models import Table
    from pitboss.sheets.verbs.issue import issue

    found = Table.objects.select_related("casino").get(casino=cast.casino, name=table)
    (made,) = issue(by=cast.rosa, now=PRINTED_AT, tables=[found], count=1, pages=pages)
    return made


def pages_of(sheet: Sheet) -> list[Image]:
    """Its pages as they come out of the printer."""
    from pitboss.sheets.printing import printed

    pdf = printed([sheet], language="es")
    return [rendered(pdf, number) for number in range(sheet.pages)]


def photo(blank: Image, cells: list[str], *, page_number: int = 1, seed: int = 1, **how: Any) -> Photograph:
    """These cells ticked, and photographed without accidents."""
    random = Random(seed)
    paper = marked(blank, page(1, page_number), cells, random, untidy=how.pop("untidy", False))
    return photographed(paper, random, **how)


def send(by: Person, *files: bytes, table: Any = None) -> Sending:
    """Sent, and read."""
    from pitboss.casino.models import Casino
    from pitboss.sheets.verbs.send import send as sent

    casino = Casino.objects.of(by).order_by("code")[0]
    uploads = [SimpleUploadedFile(f"{nth}.jpg", content) for nth, content in enumerate(files)]
    sending = sent(by=by, now=timezone.now(), casino=casino, files=uploads, table=table)
    assert perform(sending.job_id)
    return sending


def scanned(*pages: Image) -> bytes:
    """What a scanner makes of these pages: one PDF."""
    from PIL import Image as Pictures

    drawn = [Pictures.fromarray(one) for one in pages]
    out = BytesIO()
    drawn[0].save(out, "PDF", resolution=203, save_all=True, append_images=drawn[1:])
    return out.getvalue()


ROUND = [
    # Spot 2 bets 15,000 and wins with 20 against 18; spot 5 bets 10,000 and loses with 17
    "spot.2.bet.10", "spot.2.bet.5", "spot.2.came.won", "spot.5.bet.10", "spot.5.came.lost",
    *(
        f"card.{nth}.{kind}.{value}"
        for nth, (rank, suit, to) in enumerate(
            [
                ("T", "h", "2"), ("9", "c", "5"), ("9", "d", "dealer"),
                ("Q", "s", "2"), ("8", "h", "5"), ("9", "s", "dealer"),
            ],
            1,
        )
        for kind, value in (("rank", rank), ("suit", suit), ("to", to))
    ),
]  # fmt: skip


@pytest.fixture
def answers() -> Callable[..., dict[str, str]]:
    """A form as the page sends it for ``ROUND``, with what differs."""

    def filled(**more: str) -> dict[str, str]:
        said = {"date": "2026-11-28", "time": "22:15", "round": "7", "how": "record", "opens": "yes"}
        for spot, amount, result in (("2", "15000", "won"), ("5", "10000", "lost")):
            said |= {f"spot.{spot}.amount": amount, f"spot.{spot}.result": result}
        return said | more

    return filled


@pytest.fixture
def clean() -> Callable[[Image, list[str]], bytes]:
    """A page ticked and photographed well: nothing is doubtful."""
    return lambda blank, cells: photo(blank, cells, seed=4, upside_down=False).jpeg
