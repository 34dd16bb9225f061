"""One at a time, whatever the process: held to the end of the transaction, and by nobody who serves a table."""

from __future__ import annotations

from django.db import connection

SEQUENCER = 0x7069_7462_0001
SIGNER = 0x7069_7462_0002


def hold(lock: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock])
