from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from pitboss.audit.footage_clock import countdown

OPENED = datetime(2026, 11, 14, 22, 0, tzinfo=UTC)
UNTIL = OPENED + timedelta(days=15)


@pytest.mark.parametrize(
    ("left", "state", "words"),
    [
        (timedelta(days=15), "calm", "15 días"),
        (timedelta(days=3), "calm", "3 días"),
        (timedelta(days=3) - timedelta(seconds=1), "soon", "2 días"),
        (timedelta(days=1), "soon", "1 día"),
        (timedelta(hours=23, minutes=59), "late", "23 h"),
        (timedelta(minutes=59), "late", "menos de 1 h"),
        (timedelta(0), "gone", "venció"),
        (timedelta(days=-9), "gone", "venció"),
    ],
)
def test_the_countdown_turns_amber_under_three_days_and_red_under_one(left: timedelta, state: str, words: str) -> None:
    with translation.override("es-cl"):
        keep = countdown(UNTIL, OPENED, UNTIL - left)
    assert (keep.state, keep.words) == (state, words)


def test_a_casino_without_a_term_has_no_countdown() -> None:
    with translation.override("es-cl"):
        keep = countdown(None, OPENED, OPENED)
    assert (keep.state, keep.words, keep.until) == ("unset", "sin definir", None)


def test_the_bar_fills_from_a_sliver_to_whole() -> None:
    runs = [countdown(UNTIL, OPENED, OPENED + timedelta(days=days)).run for days in (0, 7.5, 15)]
    assert runs == ["3", "22", "44"]


def test_an_event_dated_after_its_own_term_does_not_divide_by_zero() -> None:
    assert countdown(OPENED, OPENED, OPENED).state == "gone"
