from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from pitboss.drawing import formats


@pytest.mark.parametrize(("amount", "written"), [(0, "$0"), (1_234_567, "$1.234.567"), (-7_500, "−$7.500")])
def test_money_is_written_as_in_chile(amount: int, written: str) -> None:
    with translation.override("es-cl"):
        assert formats.money(amount) == written


def test_money_has_commas_in_english_as_the_rules_say_it() -> None:
    with translation.override("en"):
        assert formats.money(-1_234_567) == "−$1,234,567"


@pytest.mark.parametrize(("amount", "written"), [(30_000, "+$30.000"), (-10_000, "−$10.000"), (0, "$0")])
def test_a_difference_always_shows_its_sign(amount: int, written: str) -> None:
    with translation.override("es-cl"):
        assert formats.difference(amount) == written


def test_a_moment_is_written_day_first_and_to_the_second() -> None:
    at = datetime(2026, 11, 29, 22, 14, 6, tzinfo=ZoneInfo("America/Santiago"))
    assert formats.moment(at) == "29-11-2026 22:14:06"
    assert formats.brief(at) == "29-11 22:14"


def test_counts_are_grouped_from_ten_thousand_on() -> None:
    with translation.override("es-cl"):
        assert [formats.count(number) for number in (9_999, 12_345)] == ["9999", "12.345"]
