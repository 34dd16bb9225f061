"""How much was played, by the hour: counted off the rounds as they are closed, in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import connection

from pitboss.casino.models import TableSession
from pitboss.replay.models import Play
from pitboss.replay.run import Span

SEATS: Final = ("1", "2", "3", "4", "5", "6", "7")
THE_FIRST_DAY: Final = datetime(1900, 1, 1, tzinfo=UTC)
_COLUMNS: Final = ("rounds", *(f"seat_{seat}" for seat in SEATS))
_COUNT: Final = f"""
    INSERT INTO replay_play (casino_id, session_id, hour, dealer, supervisor, {", ".join(_COLUMNS)})
    SELECT %s, session_id, date_trunc('hour', opened_at, 'UTC') AS hour, dealer, supervisor, count(*),
           {", ".join(f"count(*) FILTER (WHERE '{seat}' = ANY(seats))" for seat in SEATS)}
    FROM replay_round
    WHERE session_id = %s AND opened_at >= date_trunc('hour', %s::timestamptz, 'UTC')
    GROUP BY session_id, hour, dealer, supervisor
    ON CONFLICT (session_id, hour, dealer, supervisor) DO UPDATE
    SET {", ".join(f"{name} = EXCLUDED.{name}" for name in _COLUMNS)}
"""  # noqa: S608 (our own column names)


def count_plays(session: TableSession, spans: Sequence[Span]) -> None:
    """Count again since the hour before the first of these rounds that has ended, if one has.

    While a round is open nothing is counted, so that a bet on a tablet costs no statement more. The hour before is for
    a round that was never closed: nothing but the next one tells that it has ended.
    """
    ended = [span.first.at for span in spans[:-1]] + [span.first.at for span in spans[-1:] if span.closed_at]
    if ended:
        _count(session, min(ended) - timedelta(hours=1))


def count_all_plays(session: TableSession) -> None:
    """Count a session that was replayed from its opening: who dealt may have been corrected."""
    Play.objects.filter(session=session).delete()
    _count(session, THE_FIRST_DAY)


def _count(session: TableSession, since: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [session.table.casino_id, session.pk, since])
