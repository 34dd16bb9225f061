"""The handbook: a page a code in both languages, the same bytes twice, pictures that can be heard."""

from __future__ import annotations

import ctypes
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from pitboss.casino.set_option import set_option
from pitboss.replay.catalogue import catalogue, edition_date
from pitboss.replay.guidance import UNDRAWN, does_of, general, guidance
from pitboss.reports.handbook import handbook
from rules.words import LANGS

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

AT = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
FRONT = 2
LANGUAGES = pytest.mark.parametrize("language", ["es", "en"])
SignIn = Callable[["Person"], Client]


@cache
def made(language: str) -> bytes:
    began = time.perf_counter()
    pdf = handbook(casino=None, language=language, at=AT)
    print(f"handbook in {language}: {len(pdf) / 1000:,.0f} kB in {time.perf_counter() - began:.2f} s")
    return pdf


def texts(pdf: bytes) -> list[str]:
    """The words of each page, spaces as one."""
    document = pypdfium2.PdfDocument(pdf)
    return [squeezed(page.get_textpage().get_text_bounded()) for page in document]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\u00a0", " ").replace("\ufffe", ""))


def alternatives(pdf: bytes, place: int) -> Iterator[str]:
    """The alternative texts of a page's structure, in reading order."""
    page = pypdfium2.PdfDocument(pdf)[place]
    tree = pdfium.FPDF_StructTree_GetForPage(page.raw)
    try:
        for child in range(pdfium.FPDF_StructTree_CountChildren(tree)):
            yield from _alternatives(pdfium.FPDF_StructTree_GetChildAtIndex(tree, child))
    finally:
        pdfium.FPDF_StructTree_Close(tree)


def _alternatives(element: object) -> Iterator[str]:
    length = pdfium.FPDF_StructElement_GetAltText(element, None, 0)
    if length > 2:
        text = ctypes.create_string_buffer(length)
        pdfium.FPDF_StructElement_GetAltText(element, text, length)
        yield text.raw.decode("utf-16-le").rstrip("\0")
    for child in range(pdfium.FPDF_StructElement_CountChildren(element)):
        found = pdfium.FPDF_StructElement_GetChildAtIndex(element, child)
        if found:
            yield from _alternatives(found)


@LANGUAGES
def test_every_code_has_one_page_with_its_title_and_citations(language: str) -> None:
    pages = texts(made(language))
    every = guidance(language)
    assert len(every) == len(catalogue(language)) == 48
    for place, one in enumerate(every, FRONT):
        page = pages[place]
        assert one.rule.code in page, one.rule.code
        # In the page's head, and as its heading
        assert page.count(squeezed(one.rule.title)) >= 2, one.rule.code
        assert squeezed(one.imperative) in page, one.rule.code
        assert squeezed(one.rule.law) in page, one.rule.code
        for cited in one.rule.cited:
            assert squeezed(cited) in page, (one.rule.code, cited)
        for step in one.steps:
            assert step in page, (one.rule.code, step)
        for _, told in one.told:
            # A card's suit is drawn, so a sentence is compared up to its first card
            assert squeezed(re.split(r"(?:10|[A2-9JQK])[♠♥♦♣]", told)[0]).strip() in page, one.rule.code
        for other in one.elsewhere:
            assert squeezed(other.law) in page, one.rule.code
        assert f" {place + 1} " in f" {page} "
    annex = pages[FRONT + len(every) :]
    assert 2 <= len(annex) <= 6
    assert len(pages) == FRONT + len(every) + len(annex)


@LANGUAGES
def test_the_nine_procedures_come_first_and_conduct_last(language: str) -> None:
    groups = [one.group for one in guidance(language)]
    assert groups == ["procedures"] * 9 + ["table"] * (48 - 9 - 8) + ["conduct"] * 8


@LANGUAGES
def test_the_contents_name_the_page_of_every_code(language: str) -> None:
    pages = texts(made(language))
    for place, one in enumerate(guidance(language), FRONT + 1):
        assert f"{squeezed(one.rule.title)} {place}" in pages[1], one.rule.code


@LANGUAGES
def test_the_cover_names_regulator_edition_and_date(language: str) -> None:
    cover = texts(made(language))[0]
    assert ("Chile, regulador SCJ" if language == "es" else "Chile, regulator SCJ") in cover
    assert catalogue(language)[0].edition in cover
    assert f"{edition_date():%d-%m-%Y}" in cover


@LANGUAGES
def test_every_drawn_table_can_be_heard(language: str) -> None:
    pdf = made(language)
    for place, one in enumerate(guidance(language), FRONT):
        said = list(alternatives(pdf, place))
        drawn = one.shown is not None and one.shown.at_once and one.rule.code not in UNDRAWN
        tables = [
            text for text in said if ("croupier:" in text or "dealer:" in text or "spot" in text or "casilla" in text)
        ]
        assert bool(tables) is drawn, one.rule.code
        assert all(said), one.rule.code


def test_a_drawing_says_cards_that_lie_with_nobody_yet() -> None:
    (said,) = [text for text in alternatives(made("es"), FRONT) if "casilla 1" in text]
    assert re.search(r"fuera del sabot: \w+ de \w+", said)


@LANGUAGES
def test_it_is_made_alike_to_the_byte(language: str) -> None:
    assert handbook(casino=None, language=language, at=AT + timedelta(days=400)) == made(language)


@LANGUAGES
def test_it_says_of_itself_that_it_is_archivable_and_accessible(language: str) -> None:
    pdf = made(language)
    for mark in (b"<pdfaid:part>2</pdfaid:part>", b"<pdfaid:conformance>A</pdfaid:conformance>",
                 b"<pdfuaid:part>1</pdfuaid:part>"):  # fmt: skip
        assert mark in pdf
    document = pypdfium2.PdfDocument(pdf)
    assert document.get_metadata_dict()["CreationDate"].startswith(f"D:{edition_date():%Y%m%d}")
    assert document.is_tagged()
    assert len(list(document.get_toc())) >= 48


@pytest.mark.parametrize("language", LANGS)
def test_every_step_of_every_code_has_words_without_particulars(language: str) -> None:
    for rule in catalogue(language):
        for step in does_of(rule.code):
            assert "{" not in general(rule.code, step).of(language), (rule.code, step)


def test_the_options_of_the_house_stand_in_it_with_date_and_author(cast: Cast) -> None:
    for option, value, table in (("round_up", False, None), ("min", 25_000, cast.table)):
        set_option(casino=cast.casino, option=option, value=value, table=table, valid_from=AT - timedelta(days=3),
                   by=cast.ana, why="Acta 14", now=AT)  # fmt: skip
    pdf = handbook(casino=cast.casino, language="es", at=AT)
    assert handbook(casino=cast.casino, language="es", at=AT + timedelta(hours=1)) == pdf
    pages = texts(pdf)
    assert "Casino de ejemplo" in pages[0]
    assert "Casa, desde el 26-11-2026 17:00" in pages[0]
    values = next(page for page in pages[FRONT + 48 :] if "Lo que ha fijado Casino de ejemplo" in page)
    assert "Todas Redondeo a la ficha, a favor del jugador no 26-11-2026 17:00 Ana Pinto Acta 14" in values
    assert "BJ-01 Apuesta mínima $25.000 26-11-2026 17:00 Ana Pinto Acta 14" in values
    assert handbook(casino=cast.casino, language="es", at=AT - timedelta(days=5)) != pdf


@LANGUAGES
def test_the_catalogue_leads_to_it(language: str, cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.rosa)
    browser.post("/language/", {"language": "en" if language == "en" else "es-cl", "next": "/"})
    assert f'href="/rules/handbook.pdf?lang={language}"' in browser.get("/rules/").content.decode()
    answer = browser.get(f"/rules/handbook.pdf?lang={language}")
    assert answer["Content-Type"] == "application/pdf"
    assert "private" in answer["Cache-Control"]
    assert "Casino de ejemplo" in texts(answer.content)[0]
    assert texts(answer.content)[FRONT].count(guidance(language)[0].imperative)


def test_who_may_read_it(cast: Cast, client: Client, sign_in: SignIn) -> None:
    assert client.get("/rules/handbook.pdf").status_code == 302
    browser = sign_in(cast.tomas)
    assert browser.get("/rules/handbook.pdf?casino=CDE").status_code == 404
    assert browser.get("/rules/handbook.pdf?lang=fr").status_code == 400
    assert "Casino del sur" in texts(browser.get("/rules/handbook.pdf").content)[0]


def test_the_command_writes_the_file(cast: Cast, tmp_path: Path) -> None:
    call_command("handbook", lang="en", out=tmp_path / "handbook.pdf")
    assert (tmp_path / "handbook.pdf").read_bytes() == made("en")
    call_command("handbook", casino="CDS", out=tmp_path / "south.pdf")
    assert "Casino del sur" in texts((tmp_path / "south.pdf").read_bytes())[0]
    with pytest.raises(CommandError):
        call_command("handbook", casino="NONE")
