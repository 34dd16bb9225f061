"""Signed heads: what they say, that they never go back, and how one key follows another."""

from __future__ import annotations

import base64
import json
import stat
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from pitboss.casino.cast import Cast
from pitboss.database.roles import as_owner
from pitboss.evidence import queries
from pitboss.evidence.check import faults
from pitboss.evidence.head import proven, read_checkpoint
from pitboss.evidence.keys import NoSuchKey
from pitboss.evidence.merkle import extends
from pitboss.evidence.models import Checkpoint, Key
from pitboss.evidence.verbs.checkpoint import Inconsistent, checkpoint
from pitboss.evidence.verbs.rotate_key import SameKey, introduces, rotate_key
from pitboss.ledger.models import Entry
from tests.evidence.night import more, night
from tests.ledger.events import NIGHT

ASKED = Checkpoint.Reason.ASKED
ORIGIN = "casino.example/evidence/log/main"


def test_a_checkpoint_states_the_tree_of_all_that_is_committed(cast: Cast) -> None:
    night(cast.casino, 3, 4)
    made = checkpoint(reason=ASKED, now=NIGHT)
    head, by = read_checkpoint(made.note, queries.verifiers())
    assert (head.origin, head.size, head.root) == (ORIGIN, 7, queries.root_at(7))
    assert by == (made.key.verifier,)


def test_an_empty_ledger_can_be_signed_too(cast: Cast) -> None:
    made = checkpoint(reason=ASKED, now=NIGHT)
    assert made.size == 0
    night(cast.casino, 1)
    assert checkpoint(reason=ASKED, now=NIGHT).size == 1
    assert list(faults(1)) == []


def test_nothing_new_is_not_signed_again(cast: Cast) -> None:
    (session,) = night(cast.casino, 2)
    first = checkpoint(reason=ASKED, now=NIGHT)
    assert checkpoint(reason=ASKED, now=NIGHT + timedelta(hours=1)) == first
    more(session, 1)
    assert checkpoint(reason=ASKED, now=NIGHT + timedelta(hours=2)) != first


def test_each_checkpoint_extends_the_one_before_and_proves_its_entries(cast: Cast) -> None:
    _, second = night(cast.casino, 300, 5)
    old = checkpoint(reason=ASKED, now=NIGHT)
    late = more(second, 40)
    new = checkpoint(reason=ASKED, now=NIGHT)
    path = queries.consistency(old.size, new.size)
    assert extends(old=305, new=345, old_root=bytes(old.root), new_root=bytes(new.root), proof=path)
    keys = queries.verifiers()
    written = json.loads(queries.consistency_text(old, new))
    assert (written["old"], written["new"]) == (old.note, new.note)
    assert [base64.b64decode(hashed) for hashed in written["path"]] == path
    proofs = queries.proofs_of(Entry.objects.values_list("pk", flat=True), new)
    assert len(proofs) == 345
    for index, record in enumerate(queries.records(0, 345)):
        (proof,) = [one for one in proofs.values() if one.index == index]
        assert proven(proof, record, keys).size == 345
    assert queries.proof_of(late[0].pk, old) is None


def test_the_private_key_is_a_file_that_only_its_owner_reads(cast: Cast, log_home: Path) -> None:
    made = checkpoint(reason=ASKED, now=NIGHT)
    (file,) = (log_home / "log-keys").iterdir()
    assert file.name == f"{made.key.verifier.id.hex()}.pem"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_without_its_private_key_nothing_is_signed_and_nothing_is_made_up(cast: Cast, log_home: Path) -> None:
    made = checkpoint(reason=ASKED, now=NIGHT)
    (log_home / "log-keys" / f"{made.key.verifier.id.hex()}.pem").unlink()
    night(cast.casino, 1)
    with pytest.raises(NoSuchKey):
        checkpoint(reason=ASKED, now=NIGHT)
    assert list(Checkpoint.objects.all()) == [made]
    assert Key.objects.count() == 1


def test_a_new_key_is_introduced_by_the_old_one_and_both_sign_once(cast: Cast) -> None:
    (session,) = night(cast.casino, 3)
    before = checkpoint(reason=ASKED, now=NIGHT)
    more(session, 1)
    later = NIGHT + timedelta(days=1)
    rotated = rotate_key(now=later)
    old, new = queries.verifiers()
    assert introduces(rotated.key.introduction, old, new)
    assert not introduces(rotated.key.introduction, new, old)
    assert read_checkpoint(rotated.checkpoint.note, [old, new])[1] == (old, new)
    assert Key.objects.get(pk=before.key_id).until == rotated.key.since == later
    more(session, 1)
    after = checkpoint(reason=ASKED, now=later)
    assert read_checkpoint(after.note, [old, new])[1] == (new,)
    assert [one.size for one in Checkpoint.objects.order_by("pk")] == [3, 4, 5]
    assert read_checkpoint(before.note, [old, new])[1] == (old,)
    assert list(faults(5)) == []


def test_a_key_from_outside_signs_and_is_left_where_it_is(
    cast: Cast, log_home: Path, settings: LazySettings, tmp_path: Path
) -> None:
    given = tmp_path / "given.pem"
    private = Ed25519PrivateKey.generate()
    given.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    first = checkpoint(reason=ASKED, now=NIGHT)
    settings.EVIDENCE_KEY_FILE = str(given)
    assert rotate_key(now=NIGHT).key.verifier.public == private.public_key().public_bytes_raw()
    assert [file.stem for file in (log_home / "log-keys").iterdir()] == [first.key.verifier.id.hex()]
    night(cast.casino, 1)
    assert read_checkpoint(checkpoint(reason=ASKED, now=NIGHT).note, queries.verifiers())[0].size == 1
    with pytest.raises(SameKey):
        rotate_key(now=NIGHT)
    given.write_text("nothing")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("rotate_key")


def test_the_log_is_called_what_it_was_called_first(cast: Cast, settings: LazySettings) -> None:
    settings.EVIDENCE_ORIGIN = ""
    settings.EVIDENCE_HOST = "first.example"
    made = checkpoint(reason=ASKED, now=NIGHT)
    assert made.key.name == f"first.example/evidence/log/{bytes(made.key.public)[:4].hex()}"
    settings.EVIDENCE_HOST = "second.example"
    night(cast.casino, 1)
    assert checkpoint(reason=ASKED, now=NIGHT).note.startswith("first.example/")


def test_the_commands_print_what_was_signed(cast: Cast) -> None:
    night(cast.casino, 2)
    printed = StringIO()
    call_command("checkpoint", stdout=printed)
    assert printed.getvalue() == Checkpoint.objects.get().note
    printed = StringIO()
    call_command("rotate_key", stdout=printed)
    assert printed.getvalue() == Key.objects.get(until=None).introduction
    printed = StringIO()
    call_command("verify_log", stdout=printed)
    assert "2 asientos" in printed.getvalue()


LAST_TILE = "UPDATE evidence_tile SET hashes = {} WHERE level = 0 AND index = 1"
TAMPERED = {
    "UPDATE ledger_entry SET hash = sha256('forged') WHERE number = 7": {"tile"},
    "DELETE FROM ledger_entry WHERE number = 7": {"entry", "tile"},
    "UPDATE casino_tablesession SET table_id = (SELECT min(id) FROM casino_table)": {"tile"},
    LAST_TILE.format("overlay(hashes PLACING sha256('forged') FROM 1)"): {"tile", "checkpoint"},
    LAST_TILE.format("substring(hashes FROM 1 FOR 64)"): {"tile", "checkpoint"},
    "DELETE FROM evidence_tile WHERE level = 1": {"tile", "checkpoint"},
    "UPDATE evidence_checkpoint SET root = sha256('forged')": {"checkpoint"},
    "UPDATE evidence_checkpoint SET note = replace(note, '270', '271')": {"signature"},
    "UPDATE evidence_key SET introduction = replace(introduction, 'Z', 'z') WHERE until IS NULL": {"key"},
}


@pytest.mark.django_db(transaction=True)
def test_what_the_owner_of_the_database_changes_is_found_and_not_signed(cast: Cast) -> None:
    """As somebody who owns the tables and takes their guards away first."""
    night(cast.casino, 270)
    checkpoint(reason=ASKED, now=NIGHT)
    rotate_key(now=NIGHT)
    assert list(faults(270)) == []
    found = {}
    with as_owner():
        for statement, why in TAMPERED.items():
            with transaction.atomic(), connection.cursor() as cursor:
                table = statement.split()[1 if statement.startswith("UPDATE") else 2]
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
                cursor.execute(statement)
                found[statement] = {fault.why for fault in faults(270)}
                with pytest.raises(SystemExit):
                    call_command("verify_log", stderr=StringIO())
                if "checkpoint" in why:
                    with pytest.raises(Inconsistent):
                        checkpoint(reason=ASKED, now=NIGHT)
                transaction.set_rollback(True)
    assert found == TAMPERED
    assert list(faults(270)) == []
