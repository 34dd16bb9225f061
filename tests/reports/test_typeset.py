"""The typesetter: data is data, never markup; what cannot be set is told."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2
import pytest

from pitboss.reports import fonts, typeset
from pitboss.reports.typeset import NotTypeset

DATED = datetime(2026, 11, 1, tzinfo=UTC)
PLAIN = '#let data = json(bytes(sys.inputs.data))\n#set document(title: "t")\n#set text(font: "Inter", lang: "es")\n'


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(typeset, "TEMPLATES", tmp_path)
    return tmp_path


def text_of(pdf: bytes) -> str:
    return str(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded())


def test_data_is_never_markup(templates: Path) -> None:
    (templates / "plain.typ").write_text(PLAIN + "= #data.said")
    said = '#panic("x") *b* $x$ \\ [c] // d " \u2212'
    assert text_of(typeset.typeset("plain", {"said": said}, language="es", dated=DATED)).strip() == said


def test_the_language_and_the_date_reach_the_document(templates: Path) -> None:
    (templates / "plain.typ").write_text(PLAIN + "= #sys.inputs.language")
    pdf = typeset.typeset("plain", {}, language="en-us", dated=DATED)
    assert text_of(pdf).strip() == "en"
    assert pypdfium2.PdfDocument(pdf).get_metadata_dict()["CreationDate"].startswith("D:20261101")


@pytest.mark.parametrize("name", ["no_such", "../secrets", "print.typ", ""])
def test_a_template_that_is_not_there_is_told(name: str) -> None:
    with pytest.raises(NotTypeset, match="there is no template"):
        typeset.typeset(name, {}, language="es", dated=DATED)


def test_what_cannot_be_set_says_where(templates: Path) -> None:
    (templates / "plain.typ").write_text(PLAIN + "= #data.missing")
    with pytest.raises(NotTypeset, match="missing"):
        typeset.typeset("plain", {}, language="es", dated=DATED)


def test_a_picture_without_words_is_refused(templates: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
    (templates / "plain.typ").write_text(PLAIN + '= t\n#image(bytes(data.svg), format: "svg")')
    with pytest.raises(NotTypeset, match="alt"):
        typeset.typeset("plain", {"svg": svg}, language="es", dated=DATED)


def test_a_warning_is_logged(templates: Path, caplog: pytest.LogCaptureFixture) -> None:
    (templates / "plain.typ").write_text(PLAIN + '#set text(font: "No Such Face")\n= t')
    with caplog.at_level(logging.WARNING):
        typeset.typeset("plain", {}, language="es", dated=DATED)
    assert "no such face" in caplog.text.lower()


def test_no_font_of_the_machine_is_used() -> None:
    families = {font.family for font in typeset.fonts().fonts()}
    assert families == {
        "Inter",
        "Libertinus Serif",
        "New Computer Modern",
        "New Computer Modern Math",
        "DejaVu Sans Mono",
    }


def test_inter_is_cut_alike_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path))
    fonts.inter.cache_clear()
    again = fonts.inter()
    try:
        assert again.parent == tmp_path / "fonts"
        ours = {file.name: file.read_bytes() for file in again.iterdir()}
        assert sorted(ours) == ["Inter-400.ttf", "Inter-600.ttf", "Inter-700.ttf"]
        monkeypatch.setenv("PITBOSS_HOME", str(tmp_path / "other"))
        fonts.inter.cache_clear()
        assert {file.name: file.read_bytes() for file in fonts.inter().iterdir()} == ours
    finally:
        fonts.inter.cache_clear()
