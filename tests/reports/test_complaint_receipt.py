"""The receipt of a complaint: what it says in both languages, its seal, and the same bytes each time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pypdfium2
import pytest
from django.test import Client

from pitboss.accounts.models import Person
from pitboss.casino.cast import Cast
from pitboss.complaints.receipt import seal
from pitboss.reports.complaint_receipt import complaint_receipt
from tests.complaints.front import give_receipt, take

SignIn = Callable[[Person], Client]
SANTIAGO = ZoneInfo("America/Santiago")
ADDRESS = "https://pitboss.example/complaints/CDE/R-2026-0001/"


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    return " ".join(" ".join(str(page.get_textpage().get_text_bounded()).split()) for page in document)


def test_it_says_what_was_claimed_by_whom_and_until_when(cast: Cast) -> None:
    complaint = take(
        cast, received_at=datetime(2026, 9, 16, 12, 5, tzinfo=SANTIAGO),
        event_at=datetime(2026, 8, 15, 23, tzinfo=SANTIAGO), claim="La carta K♦ era mía.\n*No* se pagó",
    )  # fmt: skip
    told = text_of(complaint_receipt(complaint, language="es", address=ADDRESS))
    for words in (
        "Comprobante de reclamo", complaint.folio, "16-09-2026 12:05", "En persona", "Pedro Díaz", "12.345.678-5",
        "BJ-01, casilla 3", "Que se le pague: $15.000", "*No* se pagó", "01-10-2026", "10 días hábiles",
        "30-10-2026", "20 días hábiles", "75 días corridos", "6 meses", "terminó el 30-08-2026", "Rosa Soto",
        "jefe de mesa · R-1042",
    ):  # fmt: skip
        assert words in told, words
    assert seal(complaint) in told.replace(" ", "")
    english = text_of(complaint_receipt(complaint, language="en", address=ADDRESS))
    for words in ("Receipt of a complaint", "10 business days", "pit boss", "In person", "$15,000"):
        assert words in english, words


def test_the_same_complaint_gives_the_same_bytes_and_its_seal_outlives_the_name(cast: Cast) -> None:
    complaint = take(cast)
    first = complaint_receipt(complaint, language="es", address=ADDRESS)
    assert complaint_receipt(complaint, language="es", address=ADDRESS) == first
    sealed = seal(complaint)
    complaint.complainant.name = ""
    complaint.complainant.save()
    again = complaint_receipt(complaint, language="es", address=ADDRESS)
    assert sealed in text_of(again).replace(" ", "")
    assert "Pedro" not in text_of(again)


@pytest.mark.parametrize(("who", "status"), [("rosa", 200), ("felipe", 200), ("ivan", 404), ("tomas", 404)])
def test_it_is_shown_once_it_is_handed_over_to_those_who_see_complaints(
    cast: Cast, sign_in: SignIn, who: str, status: int
) -> None:
    complaint = take(cast, ago=timedelta(days=2))
    address = f"/complaints/CDE/{complaint.folio}/receipt.pdf"
    assert sign_in(cast.people[who]).get(address).status_code == 404
    give_receipt(cast, complaint)
    answer = sign_in(cast.people[who]).get(address)
    assert answer.status_code == status
    if status == 200:
        assert answer["content-type"] == "application/pdf"
        assert "Comprobante de reclamo" in text_of(answer.content)
        assert "Receipt" in text_of(sign_in(cast.people[who]).get(f"{address}?lang=en").content)
        assert sign_in(cast.people[who]).get(f"{address}?lang=fr").status_code == 400
