"""Badge and PIN at a tablet, the switch of person, locks, and PINs that administration gives."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from pitboss.accounts import pins
from pitboss.accounts.models import PinLog
from pitboss.floor.device_models import Device, SigningKey
from pitboss.floor.signatures import mac_of
from tests.floor.people.conftest import PINS, enter, event, post, tablet
from tests.played import BACKEND

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

Enrolled = tuple[Device, Client]


def attempt(client: Client, badge: str, pin: str, **more: Any) -> tuple[int, dict[str, Any]]:
    return post(client, "sign-in/", {"badge": badge, "pin": pin, **more})


def test_badge_and_pin_let_in_and_say_who_it_is(staff: Cast, enrolled: Enrolled) -> None:
    device, client = enrolled
    said = enter(client, staff, "rosa")
    assert said["person"] == {
        "id": staff.rosa.pk,
        "badge": "R-1042",
        "name": "Rosa Soto",
        "initials": "RS",
        "roles": ["pit_boss"],
        "role": "jefe de mesa",
        "verbs": [
            "see",
            "see_staff",
            "see_witnesses",
            "record",
            "upload",
            "print_sheets",
            "rule",
            "resolve",
            "hand_over",
            "comment",
            "ask_footage",
            "complete",
            "hand_over_cards",
            "see_complaints",
            "take_complaint",
        ],
        "language": "es-cl",
    }
    assert len(b64decode(said["signing"]["key"])) == 32
    me = client.get("/floor/api/me/").json()
    assert me["person"]["badge"] == "R-1042"
    assert me["device"] == {"id": device.pk, "name": "Tableta 1", "casino": "CDE", "pit": staff.table.pit_id}
    assert me["locks"] == {"ruling": 120, "capture": 600}
    assert PinLog.objects.filter(person=staff.rosa).first().what == "signed_in"  # type: ignore[union-attr]


def test_the_badge_is_read_as_people_write_it(staff: Cast, enrolled: Enrolled) -> None:
    assert attempt(enrolled[1], " r-1042 ", PINS["rosa"])[0] == 200


def test_somebody_else_takes_the_tablet_without_signing_out(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    enter(client, staff, "rosa")
    enter(client, staff, "ivan")
    me = client.get("/floor/api/me/").json()
    assert me["person"]["badge"] == "R-2117"
    assert [one["name"] for one in me["people"]] == ["Iván Rojas", "Rosa Soto"]
    assert me["people"][0]["verbs"] == ["see", "record"]


def test_signing_out_is_written_down(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    enter(client, staff, "rosa")
    assert post(client, "sign-out/", {}) == (200, {"person": None})
    assert client.get("/floor/api/me/").json()["person"] is None
    assert PinLog.objects.filter(person=staff.rosa).first().what == "signed_out"  # type: ignore[union-attr]


def test_five_wrong_pins_lock_on_every_tablet(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    _, other = tablet(staff, "Tableta 2")
    for left in (4, 3, 2, 1):
        assert attempt(client, "R-1042", "111111") == (422, {"why": "wrong", "left": left})
    status, said = attempt(other, "R-1042", "111111")
    assert (status, said["why"]) == (423, "locked")
    assert attempt(client, "R-1042", PINS["rosa"])[0] == 423
    assert client.get("/floor/api/me/").json()["person"] is None
    log = PinLog.objects.filter(person=staff.rosa).order_by("-id").values_list("what", "place")[:2]
    assert list(log) == [("while_locked", "Tableta 1"), ("locked", "Tableta 2")]


def test_the_section_head_unlocks_on_the_page(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    for _ in range(5):
        attempt(client, "R-1042", "111111")
    head = Client()
    head.force_login(staff.sergio, backend=BACKEND)
    page = head.get("/floor/people/").content.decode()
    assert "Desbloquear a Rosa Soto" in page
    assert "PIN nuevo para" not in page
    assert head.post(f"/floor/people/{staff.rosa.pk}/unlock/").status_code == 302
    assert attempt(client, "R-1042", PINS["rosa"])[0] == 200


@pytest.mark.parametrize("who", ["rosa", "ivan", "marta", "tomas"])
def test_others_neither_unlock_nor_give_pins(staff: Cast, who: str) -> None:
    client = Client()
    client.force_login(staff.people[who], backend=BACKEND)
    before = staff.sergio.pin
    for action in ("pin", "unlock"):
        assert client.post(f"/floor/people/{staff.sergio.pk}/{action}/").status_code == 403
    staff.sergio.refresh_from_db()
    assert staff.sergio.pin == before


def test_a_badge_of_nobody_and_one_of_another_casino_sound_the_same(staff: Cast, enrolled: Enrolled) -> None:
    pins.give_pin(person=staff.tomas, pin="641907", by=staff.ana, must_change=False)
    _, client = enrolled
    assert attempt(client, "A-7003", "641907") == (422, {"why": "wrong"})
    assert attempt(client, "Z-0000", "641907") == (422, {"why": "wrong"})
    assert attempt(client, "", "641907") == (422, {"why": "wrong"})
    assert PinLog.objects.filter(person=None, badge="Z-0000", what="wrong").exists()


def test_who_has_no_pin_is_told_to_ask_for_one(staff: Cast, enrolled: Enrolled) -> None:
    assert attempt(enrolled[1], "R-2125", "730518") == (422, {"why": "none"})


def test_a_given_pin_lets_in_only_with_a_new_one_and_not_with_a_weak_one(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    admin = Client()
    admin.force_login(staff.ana, backend=BACKEND)
    page = admin.post(f"/floor/people/{staff.ivan.pk}/pin/").content.decode()
    found = re.search(r'code-floor__pin">(\d{3}) (\d{3})<', page)
    assert found
    given = found[1] + found[2]
    assert attempt(client, "R-2117", PINS["ivan"])[0] == 422
    assert attempt(client, "R-2117", given) == (409, {"why": "change"})
    assert attempt(client, "R-2117", given, new_pin="123456") == (422, {"why": "weak", "reason": "easy"})
    assert attempt(client, "R-2117", given, new_pin="211780") == (422, {"why": "weak", "reason": "badge"})
    assert attempt(client, "R-2117", given, new_pin=given) == (422, {"why": "weak", "reason": "same"})
    assert client.get("/floor/api/me/").json()["person"] is None
    assert attempt(client, "R-2117", given, new_pin="407152")[0] == 200
    assert attempt(client, "R-2117", "407152")[0] == 200
    assert given not in str(list(PinLog.objects.values()))


def test_a_new_pin_ends_the_keys_that_the_old_one_opened(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    old = enter(client, staff, "rosa")["signing"]["key_id"]
    assert enter(client, staff, "rosa")["signing"]["key_id"] == old
    assert attempt(client, "R-1042", PINS["rosa"], new_pin="649038")[0] == 200
    assert SigningKey.objects.get(pk=old).ended_at is not None
    assert client.get("/floor/api/me/").json()["people"][0]["key_id"] != old


def test_somebody_who_left_is_no_longer_let_in_nor_offered(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    enter(client, staff, "rosa")
    staff.rosa.memberships.all().delete()
    assert attempt(client, "R-1042", PINS["rosa"])[0] == 422
    assert client.get("/floor/api/me/").json()["people"] == []


def test_a_lock_made_offline_is_reported_once(staff: Cast, enrolled: Enrolled) -> None:
    device, client = enrolled
    enter(client, staff, "rosa")
    report = {"badge": "R-1042", "id": "7d6f5a52-9f63-4f0a-bb4e-0f4d8f3a2f10", "at": "2026-11-29T22:00:00Z"}
    status, said = post(client, "locked/", report)
    assert status == 200
    assert said["until"]
    assert post(client, "locked/", report)[1] == said
    assert attempt(client, "R-1042", PINS["rosa"])[0] == 423
    assert not device.keys.filter(person=staff.rosa, ended_at=None).exists()
    assert PinLog.objects.filter(what="locked_offline", place="Tableta 1").count() == 1
    pins.unlock(person=staff.rosa, by=staff.sergio)
    enter(client, staff, "rosa")
    post(client, "locked/", report)
    assert device.keys.filter(person=staff.rosa, ended_at=None).exists()


def test_a_tablet_can_lock_only_people_who_were_on_it(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    report = {"badge": "R-1042", "id": "7d6f5a52-9f63-4f0a-bb4e-0f4d8f3a2f10"}
    assert post(client, "locked/", report) == (200, {"until": None})
    assert attempt(client, "R-1042", PINS["rosa"])[0] == 200


def test_who_opened_the_tablet_offline_gets_a_session_with_the_key(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    signing = enter(client, staff, "rosa")["signing"]
    enter(client, staff, "ivan")
    resumed = event("R-1042", kind="resumed")
    signed = {"by": "R-1042", "key_id": signing["key_id"], "mac": mac_of(b64decode(signing["key"]), resumed)}
    status, said = post(client, "resume/", {"event": resumed, "signed": signed})
    assert (status, said["person"]["badge"]) == (200, "R-1042")
    assert client.get("/floor/api/me/").json()["person"]["badge"] == "R-1042"
    late = event("R-1042", kind="resumed", at="2026-01-01T00:00:00+00:00")
    signed["mac"] = mac_of(b64decode(signing["key"]), late)
    assert post(client, "resume/", {"event": late, "signed": signed})[0] == 422


@pytest.mark.parametrize("body", ["[]", "{", '{"badge": 5, "pin": "1"}', '{"badge": "R-1042"}'])
def test_what_cannot_be_read_is_said(enrolled: Enrolled, body: str) -> None:
    answer = enrolled[1].post("/floor/api/sign-in/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["why"] == "unreadable"


def test_a_foreign_page_can_not_sign_anybody_in(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    body = '{"badge": "R-1042", "pin": "730518"}'
    assert strict.post("/floor/api/sign-in/", body, content_type="application/json").status_code == 403
