"""Who is at a tablet: coming in with badge and PIN, going on after a stretch without the network, going away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth import login, logout
from django.db.models import Max
from django.http import HttpRequest
from django.utils import timezone

from pitboss.accounts import pins
from pitboss.accounts.models import Person, PinLog
from pitboss.accounts.permissions import roles_at, verbs_of
from pitboss.accounts.roles import Role
from pitboss.casino.models import Casino
from pitboss.floor.device_models import Device, SigningKey
from pitboss.floor.signatures import NotSigned, check, end_keys, handed_out, key_for

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
RECENT: Final = 8
FRESH: Final = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class NotIn:
    """Why somebody was not let in: `wrong` (with the tries `left`, None for a badge of nobody here), `locked`
    (`until`), `none` (no PIN was given yet), `change` (right, but a new PIN has to be chosen) or `weak` (`reason`:
    digits, easy, badge or same)."""

    why: str
    left: int | None = None
    until: datetime | None = None
    reason: str | None = None

    def told(self) -> dict[str, Any]:
        fields = {"why": self.why, "left": self.left, "until": self.until, "reason": self.reason}
        return {name: value for name, value in fields.items() if value is not None or name == "why"}


def sign_in(
    request: HttpRequest, device: Device, *, badge: str, pin: str, new_pin: str | None = None
) -> dict[str, Any] | NotIn:
    """Badge and PIN at a tablet. What the tablet is to know of the person, the signing key with it; or why not."""
    person = wearer(badge, device.casino)
    if person is None:
        pins.waste_time(pin)
        pins.log(what=PinLog.What.WRONG, badge=badge, place=device.name)
        return NotIn("wrong")
    checked = pins.check_pin(person=person, pin=pin, place=device.name)
    if checked.why is not None:
        return NotIn(checked.why, left=checked.left if checked.why == "wrong" else None, until=checked.until)
    if new_pin is not None:
        person.refresh_from_db()
        try:
            pins.choose_pin(person=person, pin=new_pin, place=device.name)
        except pins.WeakPin as why:
            return NotIn("weak", reason=str(why))
        end_keys(person)
    elif checked.must_change:
        return NotIn("change")
    enter(request, device, person)
    pins.log(what=PinLog.What.SIGNED_IN, person=person, place=device.name)
    return {"person": told(person, device.casino), "signing": handed_out(key_for(person, device))}


def resume(request: HttpRequest, device: Device, event: object, signed: object) -> dict[str, Any]:
    """Somebody who opened the tablet without the network proves it with the key that the PIN opened there.

    `event` is {kind: "resumed", id, at, by}, not older than two minutes. Raises NotSigned.
    """
    if not isinstance(event, dict) or event.get("kind") != "resumed":
        raise NotSigned("event", "kind resumed")
    signature = check(event, signed, device)
    if timezone.now() - signature.at > FRESH:
        raise NotSigned("at", "the present moment")
    if signature.key.ended_at is not None:
        raise NotSigned("signed.key_id", "a living key")
    person = signature.person
    if person.pin_locked_until and person.pin_locked_until > timezone.now():
        raise NotSigned("signed.by", "somebody who is not locked")
    enter(request, device, person)
    pins.log(what=PinLog.What.SIGNED_IN, person=person, place=device.name)
    return {"person": told(person, device.casino)}


def enter(request: HttpRequest, device: Device, person: Person) -> None:
    """A session of this person that lives and dies with the tablet."""
    login(request, person, backend=BACKEND)
    request.session["device"] = device.pk


def lock_here(*, device: Device, badge: str, report: str) -> datetime | None:
    """A tablet tells that it locked somebody while it had no network; until when. None for a stranger to it.

    Told once, however often it is sent. Only of people who have signed in on this tablet: a lost one must not be
    able to lock the whole house.
    """
    here = SigningKey.objects.filter(device=device).values("person")
    person = Person.objects.filter(badge=badge, pk__in=here).first()
    if person is None or PinLog.objects.filter(report=report).exists():
        return person.pin_locked_until if person else None
    until = pins.lock(person=person, place=device.name, report=report)
    end_keys(person, device)
    return until


def leave(request: HttpRequest, place: str) -> None:
    if request.user.is_authenticated:
        pins.log(what=PinLog.What.SIGNED_OUT, person=request.user, place=place)
    logout(request)


def wearer(badge: str, casino: Casino) -> Person | None:
    """Who wears this badge and works here; capitals and outer spaces don't matter."""
    badge = badge.strip()
    if not badge:
        return None
    people = Person.objects.filter(badge__iexact=badge, is_active=True, memberships__casino=casino)
    return people.distinct().first()


def told(person: Person, casino: Casino) -> dict[str, Any]:
    """What a tablet knows of a person."""
    roles = roles_at(person, casino)
    return {
        "id": person.pk,
        "badge": person.badge,
        "name": person.name,
        "initials": initials(person.name),
        "roles": [str(role) for role in roles],
        "role": str(roles[0].label) if roles else "",
        "verbs": verbs_of(roles),
        "language": person.language,
    }


def recent(device: Device) -> list[dict[str, Any]]:
    """The last people of this tablet who still work here, newest first; `key_id` of the living key or null."""
    seen = (SigningKey.objects.filter(device=device).values("person").annotate(last=Max("used_at")).order_by("-last"))[
        : RECENT * 2
    ]
    order = [row["person"] for row in seen]
    keys = dict(SigningKey.objects.filter(device=device, ended_at__isnull=True).values_list("person_id", "id"))
    people = {
        person.pk: person
        for person in Person.objects.filter(
            pk__in=order, is_active=True, memberships__casino=device.casino_id
        ).prefetch_related("memberships")
    }
    now = timezone.now()
    found = []
    for person in (people[pk] for pk in order if pk in people):
        roles = [Role(one.role) for one in person.memberships.all() if one.casino_id == device.casino_id]
        until = person.pin_locked_until
        found.append(
            {
                "badge": person.badge,
                "name": person.name,
                "initials": initials(person.name),
                "role": str(roles[0].label) if roles else "",
                "verbs": verbs_of(roles),
                "key_id": str(keys[person.pk]) if person.pk in keys else None,
                "locked_until": until if until and until > now else None,
            }
        )
    return found[:RECENT]


def initials(name: str) -> str:
    """RS for Rosa Soto: first and last word's."""
    words = name.split()
    return "".join(word[0] for word in (words[:1] + words[-1:] if len(words) > 1 else words)).upper()
