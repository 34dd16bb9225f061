"""Files as they come: letters, separators, quotes, rows that are none."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.imports.reading import LONGEST, Reading, Row, Unread, columns, look, rows
from pitboss.imports.survey import MOST_VALUES, shapes_of

CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0"), max_size=8)


def put(folder: Path, content: bytes) -> Path:
    path = folder / "file.csv"
    path.write_bytes(content)
    return path


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40)
@given(table=st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=8), between=st.sampled_from(";,\t"))
def test_what_was_written_is_what_is_read(tmp_path: Path, table: list[list[str]], between: str) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=between, quoting=csv.QUOTE_ALL).writerows([["a", "b", "c"], *table])
    path = put(tmp_path, out.getvalue().encode())
    read = [row.cells for row in rows(path, Reading("utf-8", between)) if isinstance(row, Row)]
    assert read == [cells for cells in table if any(cells)]
    assert look(path).encodings == ("utf-8",)


@pytest.mark.parametrize(
    ("content", "encodings", "delimiters", "plain"),
    [
        ("Acción;Ñ\nSí;1\n".encode(), ("utf-8",), (";",), False),
        (b"\xef\xbb\xbf" + "Acción,Ñ\nSí,1\n".encode(), ("utf-8",), (",",), False),
        ("Acción;Ñ\nSí;1\n".encode("cp1252"), ("cp1252", "iso8859-15", "cp850"), (";",), False),
        (b"\x81 a;b\n1;2\n", ("iso8859-15", "cp850"), (";",), False),
        (b"a\tb\n1\t2\n", ("utf-8",), ("\t",), True),
        (b"a,b;c\n1,5;2\n", ("utf-8",), (";", ","), True),
    ],
)
def test_letters_and_separators_are_found_or_left_to_choose(
    tmp_path: Path, content: bytes, encodings: tuple[str, ...], delimiters: tuple[str, ...], plain: bool
) -> None:
    looked = look(put(tmp_path, content))
    assert (looked.encodings, set(looked.delimiters), looked.plain) == (encodings, set(delimiters), plain)


def test_rows_that_are_none_are_told_and_the_others_are_read(tmp_path: Path) -> None:
    path = put(
        tmp_path,
        b'sep=;\r\na;b\r\n1;"two\r\nlines"\r\n2;"never closed\r\n3;c\r\n\r\n4;\xff\r\n5;\0\r\n'
        + b"x" * (LONGEST + 9)
        + b"\r\n6;d",
    )
    assert columns(path, Reading()) == ["a", "b"]
    read = list(rows(path, Reading()))
    assert [(row.line, row.cells) for row in read if isinstance(row, Row)] == [
        (3, ["1", "two\r\nlines"]),
        (6, ["3", "c"]),
        (11, ["6", "d"]),
    ]
    assert [(row.line, row.why) for row in read if isinstance(row, Unread)] == [
        (5, "quote"), (8, "encoding"), (9, "encoding"), (10, "long"),
    ]  # fmt: skip
    assert read[-1].done == path.stat().st_size


def test_titles_are_told_apart_and_a_file_without_any_has_numbers(tmp_path: Path) -> None:
    path = put(tmp_path, b"Hora;;Hora\n1;2;3\n")
    assert columns(path, Reading()) == ["Hora", "#2", "Hora (2)"]
    assert columns(path, Reading(header=False)) == ["#1", "#2", "#3"]
    assert len(list(rows(path, Reading(header=False)))) == 2


def test_columns_are_counted_value_by_value_until_they_are_too_many(tmp_path: Path) -> None:
    lines = [f"{'CARTA' if n % 3 else 'PAGO'};{n}.000;" for n in range(1, 2 * MOST_VALUES)]
    survey = shapes_of(put(tmp_path, "\n".join(["tipo;monto;nada", *lines]).encode()), Reading())
    kind, amount, nothing = survey.columns
    assert kind.values == [("CARTA", 400), ("PAGO", 199)]
    assert amount.values is None
    assert set(amount.shapes or {}) == {"9.999", "99.999", "999.999"}
    assert (amount.shapes or {})["999.999"].most == [599, 0]
    assert (nothing.filled, nothing.values) == (0, [])
    assert (survey.rows, survey.unread) == (599, 0)
