"""The sessions of a bundle, and the places of lines that could not be read."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.casino.models import TableSession
from pitboss.exports import shapes
from pitboss.exports.queries import Upto
from pitboss.exports.shapes import written
from pitboss.exports.telling import instant, maybe
from pitboss.ledger.models import Head, PrivateText, Salt
from pitboss.replay.house import options_of
from pitboss.replay.models import Unread


def sessions_file(
    sessions: Mapping[int, TableSession],
    upto: Mapping[int, Upto],
    elsewhere: Mapping[int, list[str]],
    unread: Mapping[int, list[Unread]],
    *,
    masked: bool,
) -> bytes:
    heads = dict(Head.objects.filter(session__in=list(sessions)).values_list("session", "number"))
    salts: dict[int, bytes] = {}
    if not masked:
        # A salt without texts proves nothing and could only help to guess
        given = PrivateText.objects.filter(entry__session__in=list(sessions)).values("entry__session")
        salts = {one.session_id: bytes(one.salt) for one in Salt.objects.filter(session__in=given)}
    told = [
        shapes.Session(
            session=pk,
            casino=session.table.casino.code,
            table=session.table.name,
            table_number=session.table_id,
            number=session.number,
            profile=session.profile,
            house=dict(options_of(session)),
            gaming_day=session.gaming_day.isoformat(),
            opened_at=instant(session.opened_at),
            closed_at=maybe(session.closed_at),
            entries=upto[pk].number,
            hash=upto[pk].hash.hex(),
            whole=session.closed_at is not None and heads.get(pk) == upto[pk].number,
            salt=salts[pk].hex() if pk in salts else None,
            unread=len(unread.get(pk, ())),
            elsewhere=elsewhere[pk],
        )
        for pk, session in sorted(sessions.items())
    ]
    return written({"format": "pitboss sessions 1", "sessions": told})


def unread_of(upto: Mapping[int, Upto]) -> dict[int, list[Unread]]:
    """By session, in the order of the replay; those that came behind the last entry here are left out."""
    told: dict[int, list[Unread]] = {}
    for one in Unread.objects.filter(session__in=list(upto)).order_by("session", "after", "seq"):
        if one.after < upto[one.session_id].number:
            told.setdefault(one.session_id, []).append(one)
    return told


def unread_file(rows: list[Unread]) -> bytes:
    return written([{"seq": one.seq, "after": one.after, "field": one.field, "expected": one.expected} for one in rows])
