"""LibreOffice opens the sheets, and finds dates, numbers and accents in them as they were meant."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pitboss.exports.cells import Column, Row, sheet, workbook
from pitboss.spreadsheet import defused

# ruff: noqa: DTZ001 (cells have the casino's clock and no zone)

AT = datetime(2026, 11, 30, 4, 0, tzinfo=UTC)
COLUMNS = [
    Column("Señal"),
    Column("Jornada", "date"),
    Column("Ocurrido", "moment", 20),
    Column("Dinero", "money"),
    Column("Palabras", width=40),
]
ROWS: list[Row] = [
    ["Ñandú", date(2026, 11, 29), datetime(2026, 11, 29, 21, 4, 5), -1234567, 'dijo «así», y "nada"; más'],
    ["Ágil", date(2026, 3, 1), datetime(2026, 3, 1, 0, 0, 0), 0, "=1+1"],
    ["007", None, None, None, "+56 9 1234"],
]
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"


@pytest.fixture(scope="module")
def office(
    tmp_path_factory: pytest.TempPathFactory, require_part: Callable[..., None]
) -> dict[str, list[list[tuple[str, str]]]]:
    """Both sheets as LibreOffice reads them: of each cell its type and its value."""
    require_part("soffice")
    folder = tmp_path_factory.mktemp("office")
    (folder / "hoja.csv").write_bytes(sheet(COLUMNS, ROWS))
    (folder / "libro.xlsx").write_bytes(workbook([("Hoja", COLUMNS, ROWS)], title="Hoja", at=AT))
    profile = f"-env:UserInstallation=file://{folder}/profile"
    for name, how in (("hoja.csv", ["--infilter=CSV:59,34,76,1,,0,false,true"]), ("libro.xlsx", [])):
        subprocess.run(
            [
                str(shutil.which("soffice")),
                profile,
                "--headless",
                *how,
                "--convert-to",
                "ods",
                "--outdir",
                str(folder),
                name,
            ],
            cwd=folder,
            check=True,
            capture_output=True,
            timeout=120,
        )
    return {name: cells(folder / f"{name}.ods") for name in ("hoja", "libro")}


def cells(path: Path) -> list[list[tuple[str, str]]]:
    with zipfile.ZipFile(path) as book:
        tree = ElementTree.fromstring(book.read("content.xml"))
    rows = []
    for row in tree.iter(f"{{{TABLE}}}table-row"):
        read: list[tuple[str, str]] = []
        for cell in row.iter(f"{{{TABLE}}}table-cell"):
            kind = cell.get(f"{{{OFFICE}}}value-type", "")
            said = cell.get(f"{{{OFFICE}}}date-value") or cell.get(f"{{{OFFICE}}}value") or "".join(cell.itertext())
            assert cell.get(f"{{{TABLE}}}formula") is None, said
            read += [(kind, said)] * min(int(cell.get(f"{{{TABLE}}}number-columns-repeated", "1")), len(COLUMNS))
        if any(said for _, said in read):
            rows.append(read[: len(COLUMNS)])
    return rows


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hoja", "libro"])
def test_libreoffice_reads_dates_numbers_and_accents(name: str, office: dict[str, list[list[tuple[str, str]]]]) -> None:
    heads, first, second, third = office[name]
    assert [said for _, said in heads] == [column.title for column in COLUMNS]
    assert first[:4] == [
        ("string", "Ñandú"),
        ("date", "2026-11-29"),
        ("date", "2026-11-29T21:04:05"),
        ("float", "-1234567"),
    ]
    assert first[4][1] == 'dijo «así», y "nada"; más'
    assert second[1] == ("date", "2026-03-01")
    assert second[3] == ("float", "0")
    assert second[4] == ("string", "'=1+1" if name == "hoja" else "=1+1")
    assert third[4] == ("string", "'+56 9 1234" if name == "hoja" else "+56 9 1234")


def test_a_sheet_gives_the_same_bytes_each_time() -> None:
    def book() -> bytes:
        return workbook([("Hoja", COLUMNS, ROWS)], title="Hoja", at=AT)

    assert book() == book()


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_what_somebody_typed_is_no_formula(text: str) -> None:
    def typed(cell: Sequence[str | int]) -> str:
        return sheet([Column("a")], [cell]).decode().split("\r\n")[1]

    assert defused(text) == f"'{text}"
    assert typed([text]).strip('"').startswith("'")
    assert typed([-5]) == "-5"
