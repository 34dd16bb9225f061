"""A tablet of the casino, people with PINs, and what they can do with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client

from pitboss.accounts import pins
from pitboss.floor.devices import COOKIE, enrol, make_code

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast
    from pitboss.floor.device_models import Device

PINS = {"rosa": "730518", "ivan": "260947", "sergio": "518093", "lucia": "904172", "ana": "381604"}


@pytest.fixture
def staff(cast: Cast) -> Cast:
    """The cast; Rosa has a PIN of her own choice, and `enter` gives the others theirs (argon2 takes its time)."""
    pins.give_pin(person=cast.rosa, pin=PINS["rosa"], by=cast.ana, must_change=False)
    return cast


@pytest.fixture
def enrolled(staff: Cast) -> tuple[Device, Client]:
    """A tablet of pit 1 and its browser."""
    return tablet(staff, "Tableta 1")


def tablet(cast: Cast, name: str) -> tuple[Device, Client]:
    _, code = make_code(casino=cast.casino, by=cast.ana, name=name, pit=cast.table.pit)
    device, token = enrol(code=code, name=name)
    client = Client()
    client.cookies[COOKIE] = token
    return device, client


def post(client: Client, path: str, body: object) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/floor/api/{path}", json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def enter(client: Client, cast: Cast, who: str) -> dict[str, Any]:
    """Sign in with the right PIN; what the tablet is given."""
    person = cast.people[who]
    if not person.pin:
        pins.give_pin(person=person, pin=PINS[who], by=cast.ana, must_change=False)
    status, said = post(client, "sign-in/", {"badge": cast.people[who].badge, "pin": PINS[who]})
    assert status == 200, said
    return said


Event = Callable[..., dict[str, Any]]


def event(by: str, **fields: Any) -> dict[str, Any]:
    """A ruling as a tablet writes it."""
    return {
        "id": str(uuid4()),
        "at": datetime.now(UTC).isoformat(),
        "kind": "ruled",
        "by": by,
        "by_role": "pit_boss",
        "ruling": "as_prescribed",
        "spot": "3",
        **fields,
    }
