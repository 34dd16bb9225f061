"""What the database refuses of the log: to the application, and to the owner who leaves the guards on."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from pitboss.casino.cast import Cast
from pitboss.database.roles import as_owner
from pitboss.evidence.check import faults
from pitboss.evidence.models import Checkpoint
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.rotate_key import rotate_key
from pitboss.evidence.verbs.sequence import sequence
from tests.evidence.night import more, night
from tests.ledger.events import NIGHT

LEAF = "INSERT INTO evidence_leaf (index, entry_id) SELECT {}, id FROM ledger_entry WHERE {}"
SIGNED = (
    "INSERT INTO evidence_checkpoint (size, root, key_id, note, reason, at) SELECT {}, {}, id, '{}', 'asked', now()"
    " FROM evidence_key WHERE {} ORDER BY id"
)
CHANGES = [
    "UPDATE evidence_leaf SET entry_id = entry_id + 1",
    "DELETE FROM evidence_leaf",
    "TRUNCATE evidence_leaf",
    "DELETE FROM evidence_taken",
    "TRUNCATE evidence_taken",
    "UPDATE evidence_taken SET number = number - 1",
    "UPDATE evidence_taken SET number = number + 1",
    "INSERT INTO evidence_taken (session_id, number) VALUES (1000000, 3)",
    "UPDATE evidence_tile SET hashes = sha256('forged')",
    "UPDATE evidence_tile SET hashes = substring(hashes FROM 1 FOR 32)",
    "UPDATE evidence_tile SET hashes = hashes || '\\x00'::bytea",
    "UPDATE evidence_tile SET level = level + 1, hashes = hashes || sha256('more')",
    "DELETE FROM evidence_tile",
    "TRUNCATE evidence_tile",
    "UPDATE evidence_checkpoint SET size = 0",
    "DELETE FROM evidence_checkpoint",
    "TRUNCATE evidence_checkpoint CASCADE",
    "UPDATE evidence_key SET public = sha256('forged')",
    "UPDATE evidence_key SET until = NULL",
    "UPDATE evidence_key SET until = now() WHERE until IS NOT NULL",
    "DELETE FROM evidence_key",
    "TRUNCATE evidence_key CASCADE",
    "INSERT INTO evidence_key (name, public, since, introduction) VALUES ('other.example', 'x', now(), 'x')",
    # A leaf beyond the end, an entry twice, one that is not there, one that passes over the one before it
    LEAF.format(9, "number = 4"),
    LEAF.format(5, "number = 2"),
    "INSERT INTO evidence_leaf (index, entry_id) VALUES (5, 1000000)",
    LEAF.format(5, "number = 5"),
    # Both entries that are missing, the later one first
    "INSERT INTO evidence_leaf (index, entry_id) SELECT 10 - number, id FROM ledger_entry WHERE number IN (4, 5)",
    # A smaller tree, another root, more than the tree has, a key that is over, a note that says something else
    SIGNED.format(2, "sha256('')", "x", "until IS NULL"),
    SIGNED.format(5, "sha256('forged')", "x", "until IS NULL"),
    SIGNED.format(99, "sha256('')", "x", "until IS NULL"),
    SIGNED.format(5, "(SELECT root FROM evidence_checkpoint LIMIT 1)", "x", "until IS NOT NULL"),
    SIGNED.format(5, "(SELECT root FROM evidence_checkpoint LIMIT 1)", "x", "until IS NULL"),
]
ONLY_THE_OWNER = [
    "ALTER TABLE evidence_leaf DISABLE TRIGGER ALL",
    "DROP TABLE evidence_checkpoint CASCADE",
    "CREATE OR REPLACE FUNCTION evidence_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "SET session_replication_role = replica",
]


def accepted(statements: list[str]) -> list[str]:
    through = []
    for statement in statements:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)
                through.append(statement)
                transaction.set_rollback(True)
        except DatabaseError:
            pass
    return through


@pytest.mark.services
def test_nothing_of_the_log_is_changed_left_out_or_turned_round(own_database: str, cast: Cast) -> None:
    first, _ = night(cast.casino, 3, 2)
    checkpoint(reason=Checkpoint.Reason.ASKED, now=NIGHT)
    rotate_key(now=NIGHT)
    more(first, 2)
    assert accepted(CHANGES + ONLY_THE_OWNER) == []
    with as_owner():
        assert accepted(CHANGES) == []
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
        # A replica checks no constraints by trigger; ours are there always
        assert accepted(CHANGES) == []
    assert sequence() == 2
    assert list(faults(7)) == []
