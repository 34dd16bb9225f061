"""Free text beside the hashed bodies: kept, shown, compared, and gone without a break in the chain."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.casino.models import TableSession
from pitboss.ledger import sealed as module
from pitboss.ledger.append import Said, append
from pitboss.ledger.canonical import canonical
from pitboss.ledger.models import Entry, PrivateText, Salt
from pitboss.ledger.verify import verify
from rules.events import KINDS

NOTE = "El señor Pedro Díaz, RUT 12.345.678-5, cambió la apuesta"


@pytest.fixture
def session(cast: Cast) -> TableSession:
    return TableSession.objects.create(
        table=cast.table, number=1, profile="cl-scj", opened_at=timezone.now(), gaming_day=timezone.now().date()
    )


def said(kind: str, seq: int = 1, *, id: UUID | None = None, **more: Any) -> Said:
    at = datetime(2026, 11, 29, 20, 0, seq, tzinfo=UTC)
    body = canonical({"kind": kind, "at": at.isoformat(), "seq": seq, **more})
    return Said(event_id=id or uuid4(), seq=seq, kind=kind, at=at, body=body)


def add(session: TableSession, *events: Said) -> Any:
    return append(session=session, events=events, received_at=timezone.now())


def remove(*entries: Entry) -> None:
    """As the retention does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT privacy_remove('texts', %s::bigint[], NULL, gen_random_uuid(), NULL, 'plazo')",
            [[entry.pk for entry in entries]],
        )


def test_a_note_is_not_in_the_hashed_body_and_is_shown_all_the_same(session: TableSession) -> None:
    (entry,) = add(session, said("conduct", seat="3", act="changed_bet", note=NOTE)).entries
    stored = Entry.objects.get(pk=entry.pk)
    assert "Pedro" not in stored.body
    assert stored.body == entry.body
    assert json.loads(module.opened([stored])[0].body)["note"] == NOTE
    assert verify(session).holds


def test_the_chain_holds_once_the_text_and_its_salt_are_gone(session: TableSession) -> None:
    done = add(session, said("conduct", seat="3", act="changed_bet", note=NOTE), said("table_closed", 2))
    before = verify(session)
    remove(*done.entries)
    assert not Salt.objects.exists()
    after = verify(session)
    assert after.holds
    assert after.last_hash == before.last_hash
    (entry, _) = module.opened(Entry.objects.filter(session=session).order_by("number"))
    assert json.loads(entry.body)["note"].startswith(module.MARK)


def test_the_same_event_sent_again_is_known_with_its_text_and_without(session: TableSession) -> None:
    first = said("conduct", seat="3", act="changed_bet", note=NOTE)
    other = said("conduct", id=first.event_id, seat="3", act="changed_bet", note="Otra cosa")
    stored = add(session, first).entries
    assert add(session, first).repeated == [first]
    assert len(add(session, other).conflicts) == 1
    remove(*stored)
    assert add(session, first).repeated == [first]
    moved = said("conduct", id=first.event_id, seat="4", act="changed_bet", note=NOTE)
    assert len(add(session, moved).conflicts) == 1


def test_equal_notes_do_not_look_equal_and_an_owner_stays_the_same_person(session: TableSession) -> None:
    one, two = add(
        session, said("disputed", 1, spot="1", about="x y"), said("disputed", 2, spot="1", about="x y")
    ).entries
    assert json.loads(one.body)["about"] != json.loads(two.body)["about"]
    bet, paid = add(
        session,
        said("bet", 3, spot="1", amount=1, owner="Ana Ruiz"),
        said("paid", 4, spot="1", amount=1, owner="Ana Ruiz"),
    ).entries
    assert json.loads(bet.body)["owner"] == json.loads(paid.body)["owner"]
    assert "Ruiz" not in bet.body
    (mark,) = add(session, said("bet", 5, spot="1", amount=1, owner="ana")).entries
    assert json.loads(mark.body)["owner"] == "ana"


def test_what_a_source_added_of_its_own_is_sealed_and_so_is_a_note_inside_a_correction(session: TableSession) -> None:
    instead = {"kind": "conduct", "at": "2026-11-29T20:00:00Z", "seat": "1", "act": "changed_bet", "note": NOTE}
    facts: dict[str, Any] = {"ref": 1, "by_role": "pit_boss", "instead": instead, "player/name": {"rut": 123}}
    (entry,) = add(session, said("corrected", **facts)).entries
    body = json.loads(entry.body)
    assert module.is_sealed(body["instead"]["note"])
    assert module.is_sealed(body["player/name"])
    opened = json.loads(module.opened([entry])[0].body)
    assert opened["instead"]["note"] == NOTE
    assert opened["player/name"] == {"rut": 123}
    assert verify(session).holds


def test_a_text_put_in_the_place_of_another_is_pointed_out(session: TableSession) -> None:
    entry, _ = add(session, said("disputed", 1, spot="1", about=NOTE), said("disputed", 2, spot="2", about="x")).entries
    remove(entry)
    PrivateText.objects.create(entry=entry, place="about", text=module.json_of("Nada"))
    assert [(one.number, one.why) for one in verify(session).breaks] == [(1, "text")]


@pytest.mark.parametrize("statement", ["UPDATE ledger_privatetext SET text = 'x'", "DELETE FROM ledger_privatetext",
                                       "DELETE FROM ledger_salt", "TRUNCATE ledger_privatetext"])  # fmt: skip
def test_the_application_neither_changes_nor_removes_a_text(session: TableSession, statement: str) -> None:
    add(session, said("conduct", seat="3", act="changed_bet", note=NOTE))
    for forged in ("", "SELECT set_config('pitboss.removing', 'yes', true);"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(forged + statement)


def test_an_event_without_free_text_is_stored_as_it_came(session: TableSession) -> None:
    event = said("dealt", to="1", card="Kd", by="R-2117")
    (entry,) = add(session, event).entries
    assert entry.body == event.body
    assert not Salt.objects.filter(session=session).exists()


def test_every_field_of_the_contract_is_plain_or_sealed_on_purpose() -> None:
    fields = {field for kind in KINDS.values() for field in kind.__struct_encode_fields__} | {"kind"}
    assert fields - module.PLAIN == (module.FREE - {"words"}) | {"ruling", "owner"}
    # What the tablets add to the contract's own
    assert module.PLAIN - fields == {"ref_id"}
