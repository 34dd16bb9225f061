"""Which minutes of video belong to a case, and until when they are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pitboss.incidents.footage import Look, preserve_by, window

NIGHT = datetime(2026, 11, 29, 22, 14, tzinfo=UTC)


def test_the_window_covers_every_look_with_its_own_seconds() -> None:
    later = NIGHT + timedelta(seconds=40)
    found = window([Look(NIGHT, NIGHT, 30, 60), Look(NIGHT, later, 10, 20)])
    assert found is not None
    assert found.start == NIGHT - timedelta(seconds=30)
    assert found.end == NIGHT + timedelta(seconds=60)


def test_nothing_to_look_at_is_no_window() -> None:
    assert window([]) is None


def test_the_days_of_the_casino_are_calendar_days_and_unset_is_no_date() -> None:
    assert preserve_by(NIGHT, 15) == datetime(2026, 12, 14, 22, 14, tzinfo=UTC)
    assert preserve_by(NIGHT, None) is None
