"""A line of a sheet, as every list of the desk and every bundle writes it."""

from __future__ import annotations

from pitboss.spreadsheet import csv_line


def test_what_somebody_typed_does_not_become_a_formula() -> None:
    assert csv_line(["=1+1", -5000, None, "a;b"]) == '\'=1+1;-5000;;"a;b"\r\n'
