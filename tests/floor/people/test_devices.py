"""Tablets: one code makes one, the cookie is the tablet, and a revoked one is out with its next tap."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from pitboss.floor.device_models import Device, DeviceLog, Enrolment
from pitboss.floor.devices import COOKIE, CannotEnrol, enrol, make_code, revoke
from tests.floor.people.conftest import enter, post, tablet
from tests.played import BACKEND

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast

Enrolled = tuple[Device, Client]


def signed_in(cast: Cast, who: str) -> Client:
    client = Client()
    client.force_login(cast.people[who], backend=BACKEND)
    return client


def link_of(page: str) -> str:
    start = page.index("/floor/enrol/")
    return page[start : page.index('"', start)]


def test_administration_makes_a_code_and_the_tablet_that_confirms_it_is_enrolled(cast: Cast) -> None:
    page = signed_in(cast, "ana").post("/floor/devices/new/", {"name": "Tableta 7", "pit": cast.table.pit.pk})
    shown = page.content.decode()
    assert '<svg role="img"' in shown
    assert "style=" not in shown
    there = Client()
    link = link_of(shown)
    assert "Tableta 7" in there.get(link).content.decode()
    assert not Device.objects.exists()
    answer = there.post(link, {"name": "Tableta del foso"})
    assert answer.headers["Location"] == "/floor/sign-in/"
    cookie = answer.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    device = Device.objects.get()
    assert (device.name, device.casino, device.pit, device.enrolled_by) == (
        "Tableta del foso",
        cast.casino,
        cast.table.pit,
        cast.ana,
    )
    assert there.get("/floor/api/me/").json()["device"]["name"] == "Tableta del foso"
    assert list(DeviceLog.objects.order_by("id").values_list("what", flat=True)) == ["code_made", "enrolled"]


def test_neither_the_code_nor_the_cookie_is_in_the_database(cast: Cast) -> None:
    _, code = make_code(casino=cast.casino, by=cast.ana, name="Tableta 1")
    _, token = enrol(code=code, name="")
    kept = str([*Enrolment.objects.values(), *Device.objects.values()])
    assert code not in kept
    assert token not in kept


def test_a_code_is_good_once(cast: Cast) -> None:
    _, code = make_code(casino=cast.casino, by=cast.ana, name="Tableta 1")
    enrol(code=code, name="")
    with pytest.raises(CannotEnrol, match="used"):
        enrol(code=code, name="")
    answer = Client().post(f"/floor/enrol/{code}/", {"name": "x"})
    assert answer.status_code == 410
    assert COOKIE not in answer.cookies
    assert Device.objects.count() == 1


def test_a_code_is_good_for_fifteen_minutes(cast: Cast) -> None:
    enrolment, code = make_code(casino=cast.casino, by=cast.ana, name="Tableta 1")
    assert enrolment.expires_at - enrolment.made_at > timedelta(minutes=14, seconds=59)
    Enrolment.objects.update(expires_at=timezone.now())
    assert Client().get(f"/floor/enrol/{code}/").status_code == 410
    with pytest.raises(CannotEnrol, match="expired"):
        enrol(code=code, name="")


def test_a_code_of_somebody_s_imagination_opens_nothing(cast: Cast) -> None:
    assert Client().post("/floor/enrol/AAAAAAAAAAAAAAAAAAAAAAAA/", {"name": "x"}).status_code == 410


@pytest.mark.parametrize("who", ["ivan", "rosa", "sergio", "marta", "tomas"])
def test_nobody_but_administration_of_that_casino_enrols_or_revokes(cast: Cast, who: str) -> None:
    device, _ = tablet(cast, "Tableta 1")
    client = signed_in(cast, who)
    assert client.get("/floor/devices/").status_code == 403
    assert client.post("/floor/devices/new/", {"name": "x"}).status_code == 403
    assert client.post(f"/floor/devices/{device.pk}/revoke/").status_code in (403, 404)
    device.refresh_from_db()
    assert device.revoked_at is None


def test_a_revoked_tablet_is_out_at_once_with_whoever_held_it(staff: Cast, enrolled: Enrolled) -> None:
    device, client = enrolled
    enter(client, staff, "rosa")
    assert client.get("/incidents/").status_code == 200
    assert signed_in(staff, "ana").post(f"/floor/devices/{device.pk}/revoke/").status_code == 302
    assert client.get("/incidents/").status_code == 302
    assert client.get("/floor/api/me/").json()["person"] is None
    assert post(client, "sign-in/", {"badge": "R-1042", "pin": "730518"}) == (403, {"why": "device"})
    assert not device.keys.filter(ended_at=None).exists()
    revoke(device=device, by=staff.ana)
    assert DeviceLog.objects.filter(what="revoked").count() == 1


def test_a_session_taken_to_another_browser_ends_there(staff: Cast, enrolled: Enrolled) -> None:
    _, client = enrolled
    enter(client, staff, "rosa")
    thief = Client()
    thief.cookies["pitboss_session"] = client.cookies["pitboss_session"].value
    assert thief.get("/incidents/").status_code == 302
    _, other = tablet(staff, "Tableta 2")
    enter(client, staff, "rosa")
    other.cookies["pitboss_session"] = client.cookies["pitboss_session"].value
    assert other.get("/floor/api/me/").json()["person"] is None


def test_a_desk_session_lives_without_a_tablet(cast: Cast) -> None:
    assert signed_in(cast, "marta").get("/incidents/").status_code == 200


def test_a_browser_that_is_no_tablet_is_told_whom_to_ask(cast: Cast) -> None:
    page = Client().get("/floor/sign-in/")
    assert page.status_code == 403
    assert "Pedir a administración" in page.content.decode()
    assert post(Client(), "sign-in/", {"badge": "R-1042", "pin": "1"}) == (403, {"why": "device"})


def test_the_log_of_tablets_can_only_grow(cast: Cast) -> None:
    tablet(cast, "Tableta 1")
    for statement in (
        "UPDATE floor_devicelog SET name = 'x'",
        "DELETE FROM floor_devicelog",
        "TRUNCATE floor_devicelog",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
