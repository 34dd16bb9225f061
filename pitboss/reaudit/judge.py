"""Judge some sessions of a re-audit and write what came of it: one read a session, one COPY, one update."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
import psycopg
from django.db import connection
from psycopg.rows import tuple_row

from pitboss.reaudit.compare import Before, Compared, compare
from pitboss.reaudit.models import Piece, Reaudit
from pitboss.replay.again import Again, Told, judge

# One statement sees one moment: the entries of an open session, and what was found by then. The bodies come as one
# text, not as rows.
READ: Final = """
    WITH entry AS MATERIALIZED (
        SELECT count(*) AS entries, coalesce(bool_and(seq = number), true) AS straight,
               convert_to(coalesce(string_agg(body, E'\\n'), ''), 'UTF8') AS lines
        FROM (SELECT seq, number, body FROM ledger_entry WHERE session_id = %(session)s ORDER BY number) told
    )
    SELECT entries, lines,
           CASE WHEN NOT straight THEN (
               SELECT array_agg(seq ORDER BY number) FROM ledger_entry WHERE session_id = %(session)s
           ) END,
           (SELECT convert_to(json_agg(json_build_array(seq, after) ORDER BY after, seq)::text, 'UTF8')
            FROM replay_unread WHERE session_id = %(session)s),
           (SELECT convert_to(house::text, 'UTF8') FROM casino_tablesession WHERE id = %(session)s),
           {before}
    FROM entry
"""
OF_AN_EDITION: Final = """
    (SELECT convert_to(json_agg(json_build_object(
                'key', found.key, 'entry', entry.number, 'finding', found.id, 'side', json_build_object(
                    'code', found.code, 'round', found.round, 'spot', found.spot, 'severity', found.severity,
                    'standing', found.standing, 'decides', found.decides, 'outcome', found.outcome,
                    'cctv', found.cctv, 'prescribed', found.data -> 'prescribed', 'money', found.data -> 'money'
                )) ORDER BY entry.number, found.at, found.id)::text, 'UTF8')
     FROM replay_finding found JOIN ledger_entry entry ON entry.id = found.entry_id
     WHERE found.session_id = %(session)s AND found.edition = %(edition)s AND NOT found.data ? 'withdrawn_by')
"""
OF_ANOTHER: Final = """
    (SELECT convert_to(json_agg(json_build_object('key', key, 'entry', entry, 'finding', finding, 'side', now)
                                ORDER BY nth)::text, 'UTF8')
     FROM reaudit_line WHERE reaudit_id = %(against)s AND session_id = %(session)s AND now IS NOT NULL)
"""
ROOM: Final = "SET LOCAL work_mem = '64MB'; SET LOCAL jit = off"
"""A session's bodies are sorted in memory, and no statement is worth compiling."""
COPY: Final = """
    COPY reaudit_line (reaudit_id, session_id, key, nth, code, entry, verdict, differs, before, now, finding)
    FROM STDIN
"""
DONE: Final = """
    UPDATE reaudit_piece piece
    SET done_at = %s, events = came.events, rounds = came.rounds, findings = came.findings,
        unreadable = came.unreadable
    FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[])
         AS came (id, events, rounds, findings, unreadable)
    WHERE piece.id = came.id AND piece.done_at IS NULL
"""

_before: Final = msgspec.json.Decoder(list[Before])
_json: Final = msgspec.json.Encoder().encode


class JudgedAlready(Exception):
    """Somebody has judged one of these sessions for this re-audit meanwhile; nothing of it may stand twice."""


def judge_pieces(reaudit: Reaudit, pieces: Sequence[Piece], *, now: datetime) -> None:
    """Judge these, in the transaction around it. ``reaudit`` comes with its reading. Raises JudgedAlready."""
    overlay = reaudit.reading.overlay
    with connection.cursor() as cursor:
        cursor.execute(ROOM)
    came: list[tuple[Piece, Again]] = []
    lines: list[tuple[Piece, list[Compared]]] = []
    for piece in pieces:
        told, before = _read(reaudit, piece.session_id)
        again = judge(told, overlay)
        came.append((piece, again))
        lines.append((piece, list(compare(before, again.findings))))
    _write(reaudit, lines)
    with connection.cursor() as cursor:
        cursor.execute(
            DONE,
            [
                now,
                [piece.pk for piece, _ in came],
                [again.events for _, again in came],
                [again.rounds for _, again in came],
                [len(again.findings) for _, again in came],
                [again.unreadable for _, again in came],
            ],
        )
        if cursor.rowcount != len(came):
            raise JudgedAlready(reaudit.pk)


def _read(reaudit: Reaudit, session: int) -> tuple[Told, list[Before]]:
    connection.ensure_connection()
    statement = READ.format(before=OF_ANOTHER if reaudit.against_id else OF_AN_EDITION)
    asked = {"session": session, "edition": reaudit.against_edition, "against": reaudit.against_id}
    # Binary, and by the server's own parameters: the text of a session is megabytes
    with psycopg.Cursor(connection.connection, row_factory=tuple_row) as cursor:
        cursor.execute(statement.encode(), asked, binary=True)
        entries, lines, seqs, unread, house, before = cursor.fetchone() or _nobody()
    told = Told(
        lines=lines,
        seqs=range(1, entries + 1) if seqs is None else seqs,
        unread=[] if unread is None else [tuple(one) for one in msgspec.json.decode(unread)],
        house={option: kept["value"] for option, kept in msgspec.json.decode(house).items()},
    )
    return told, [] if before is None else _before.decode(before)


def _write(reaudit: Reaudit, lines: Iterable[tuple[Piece, list[Compared]]]) -> None:
    with connection.cursor() as cursor, cursor.copy(COPY) as copy:
        for piece, compared in lines:
            for one in compared:
                copy.write_row(
                    (
                        reaudit.pk,
                        piece.session_id,
                        one.key,
                        one.nth,
                        one.code,
                        one.entry,
                        one.verdict.value,
                        one.differs,
                        _text(one.before),
                        _text(one.now),
                        one.finding,
                    )
                )


def _text(side: dict[str, Any] | None) -> str | None:
    return None if side is None else _json(side).decode()


def _nobody() -> Any:
    raise LookupError("a statement without a row")
