"""The entries of a session as lines, made by PostgreSQL and handed through: no entry becomes an object here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db import connection

from pitboss.exports.request import Question

BLOCK: Final = 1 << 18
"""Bytes that are hashed and squeezed at once."""

# CSV under a quote and a delimiter that no JSON text can hold is the line itself, with nothing doubled or escaped
COPY: Final = r"""
    COPY (
        SELECT '{{"number":' || number || ',"event_id":"' || event_id || '","seq":' || seq || ',"kind":"' || kind
            || '","at":' || (extract(epoch FROM at) * 1000000)::bigint
            || ',"received_at":' || (extract(epoch FROM received_at) * 1000000)::bigint
            || {body} || ',"hash":"' || encode(hash, 'hex') || '"' || {texts} || '}}'
        FROM ledger_entry entry WHERE session_id = {session} AND number <= {last} ORDER BY number
    ) TO STDOUT (FORMAT csv, QUOTE E'\x01', ESCAPE E'\x01', DELIMITER E'\x02')
"""
BODY: Final = """',"body":' || to_json(body)::text"""
TEXTS: Final = """
    CASE WHEN strpos(body, '"sealed:') > 0 THEN coalesce((
        SELECT ',"texts":' || json_object_agg(place, text ORDER BY place)::text
        FROM ledger_privatetext WHERE entry_id = entry.id), '') ELSE '' END
"""
# A badge, or money that is not of this seat
OTHERS: Final = r"""
    body ~ '"(by|dealer|pit_boss|owner)":"[^"]'
    OR body ~ '"amounts?":' AND body ~ '"(spot|seat)":"(?!{seat}[".])'
"""


def lines(session: int, last: int, question: Question) -> Iterator[bytes]:
    """Blocks of whole lines, from the session's first entry to the one numbered ``last``."""
    body, texts = BODY, TEXTS
    if question.masked:
        others = OTHERS.format(seat=int(question.seat))
        body, texts = f"""CASE WHEN {others} THEN ',"sealed":true' ELSE {BODY} END""", "''"
    block = bytearray()
    statement = COPY.format(session=int(session), last=int(last), body=body, texts=texts)
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for line in copy:
            block += line
            if len(block) >= BLOCK:
                yield bytes(block)
                block.clear()
    if block:
        yield bytes(block)
