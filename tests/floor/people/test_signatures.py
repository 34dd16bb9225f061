"""A ruling carries its author's signature: over that event, by that person, on that tablet, while the key was good."""

from __future__ import annotations

from base64 import b64decode
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from pitboss.floor.device_models import Device, Signature, SigningKey
from pitboss.floor.devices import revoke
from pitboss.floor.signatures import NotSigned, check, end_keys, keep, mac_of, needs_signature
from tests.floor.people.conftest import enter, event, tablet

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

Enrolled = tuple[Device, Client]


def signed(signing: dict[str, str], what: dict[str, Any], by: str = "R-1042") -> dict[str, str]:
    return {"by": by, "key_id": signing["key_id"], "mac": mac_of(b64decode(signing["key"]), what)}


@pytest.fixture
def rosa(staff: Cast, enrolled: Enrolled) -> dict[str, str]:
    return dict(enter(enrolled[1], staff, "rosa")["signing"])


def test_a_right_signature_is_kept_with_what_was_signed(staff: Cast, enrolled: Enrolled, rosa: dict[str, str]) -> None:
    ruling = event("R-1042", note="carta 9♦")
    keep([check(ruling, signed(rosa, ruling), enrolled[0])])
    kept = Signature.objects.get()
    assert (kept.person, kept.key.device, str(kept.event_id)) == (staff.rosa, enrolled[0], ruling["id"])
    assert kept.signed.startswith('{"at":"')
    assert '"note":"carta 9♦"' in kept.signed
    keep([check(ruling, signed(rosa, ruling), enrolled[0])])
    assert Signature.objects.count() == 1


def test_the_key_is_in_no_table(rosa: dict[str, str]) -> None:
    kept = str(list(SigningKey.objects.values()))
    assert rosa["key"] not in kept
    assert b64decode(rosa["key"]).hex() not in kept


@pytest.mark.parametrize(
    "change",
    [
        {"ruling": "Otra cosa"},
        {"spot": "4"},
        {"id": "0192f0c1-2222-7000-8000-000000000001"},
        {"at": "2026-11-29T22:00:00+00:00"},
        {"note": "añadido"},
        {"by_role": "section_head"},
    ],
)
def test_a_signature_fits_no_other_event(enrolled: Enrolled, rosa: dict[str, str], change: dict[str, str]) -> None:
    ruling = event("R-1042")
    with pytest.raises(NotSigned) as why:
        check({**ruling, **change}, signed(rosa, ruling), enrolled[0])
    assert why.value.field == "signed.mac"


def test_nobody_signs_in_another_s_name(staff: Cast, enrolled: Enrolled, rosa: dict[str, str]) -> None:
    device, client = enrolled
    ivan = dict(enter(client, staff, "ivan")["signing"])
    as_rosa = event("R-1042")
    for given in (signed(ivan, as_rosa), signed(ivan, as_rosa, by="R-2117")):
        with pytest.raises(NotSigned, match=r"signed\.by"):
            check(as_rosa, given, device)
    crossed = {**signed(ivan, as_rosa), "key_id": rosa["key_id"]}
    with pytest.raises(NotSigned, match=r"signed\.mac"):
        check(as_rosa, crossed, device)


def test_a_croupier_s_signature_is_right_and_still_no_ruling(staff: Cast, enrolled: Enrolled) -> None:
    device, client = enrolled
    ivan = dict(enter(client, staff, "ivan")["signing"])
    ruling = event("R-2117")
    with pytest.raises(NotSigned, match="somebody who may rule at CDE"):
        check(ruling, signed(ivan, ruling, by="R-2117"), device)


def test_a_key_of_another_tablet_is_none_of_this_one(staff: Cast, enrolled: Enrolled, rosa: dict[str, str]) -> None:
    other, _ = tablet(staff, "Tableta 2")
    ruling = event("R-1042")
    with pytest.raises(NotSigned, match="a key of this tablet"):
        check(ruling, signed(rosa, ruling), other)


def test_what_was_signed_before_the_key_ended_counts_and_what_comes_after_does_not(
    staff: Cast, enrolled: Enrolled, rosa: dict[str, str]
) -> None:
    before = event("R-1042", at=(datetime.now(UTC) - timedelta(minutes=5)).isoformat())
    end_keys(staff.rosa)
    assert check(before, signed(rosa, before), enrolled[0]).person == staff.rosa
    after = event("R-1042")
    with pytest.raises(NotSigned, match="a key that was good"):
        check(after, signed(rosa, after), enrolled[0])


def test_nothing_is_signed_in_the_future(enrolled: Enrolled, rosa: dict[str, str]) -> None:
    ruling = event("R-1042", at=(datetime.now(UTC) + timedelta(hours=1)).isoformat())
    with pytest.raises(NotSigned, match="a moment that has come"):
        check(ruling, signed(rosa, ruling), enrolled[0])


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (None, "signed"),
        ("x", "signed"),
        ({}, "signed.key_id"),
        ({"key_id": "no-uuid"}, "signed.key_id"),
        ({"key_id": "0192f0c1-2222-7000-8000-000000000001"}, "signed.key_id"),
    ],
)
def test_what_is_no_signature_is_told_by_field(enrolled: Enrolled, given: object, field: str) -> None:
    with pytest.raises(NotSigned) as why:
        check(event("R-1042"), given, enrolled[0])
    assert why.value.field == field


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"at": "ayer"}, "at"),
        ({"at": "2026-11-29T22:00:00"}, "at"),
        ({"at": "2026-13-41T22:00:00Z"}, "at"),
        ({"id": 7}, "id"),
        ({"amount": 2**60}, "signed.mac"),
        ({"kind": "dealt"}, "signed.by"),
    ],
)
def test_an_event_that_cannot_be_signed_is_told_by_field(
    enrolled: Enrolled, rosa: dict[str, str], fields: dict[str, Any], field: str
) -> None:
    ruling = event("R-1042", **fields)
    mac = "0" * 64 if "amount" in fields else signed(rosa, ruling)["mac"]
    with pytest.raises(NotSigned) as why:
        check(ruling, {"by": "R-1042", "key_id": rosa["key_id"], "mac": mac}, enrolled[0])
    assert why.value.field == field


def test_decisions_have_to_be_signed_and_facts_do_not() -> None:
    assert needs_signature({"kind": "ruled", "by_role": "dealer"})
    assert needs_signature({"kind": "reordered", "by_role": "pit_boss"})
    assert needs_signature({"kind": "excluded", "by_role": "section_head"})
    assert not needs_signature({"kind": "reordered", "by_role": "dealer"})
    assert not needs_signature({"kind": "dealt"})


def test_a_revoked_tablet_signs_nothing_more(staff: Cast, enrolled: Enrolled, rosa: dict[str, str]) -> None:
    revoke(device=enrolled[0], by=staff.ana)
    ruling = event("R-1042")
    with pytest.raises(NotSigned, match="a key that was good"):
        check(ruling, signed(rosa, ruling), enrolled[0])


def test_signatures_are_kept_for_good(enrolled: Enrolled, rosa: dict[str, str]) -> None:
    ruling = event("R-1042")
    keep([check(ruling, signed(rosa, ruling), enrolled[0])])
    for statement in ("UPDATE floor_signature SET mac = ''", "DELETE FROM floor_signature", "TRUNCATE floor_signature"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
