"""The six digits of the tablets: setting them, checking them, locking and unlocking.

A PIN is short, so its hash is taken over the PIN *and* the installation's secret: the database alone does not
give it away. Five wrong ones in a row lock the person, on every tablet, and each of them is in `PinLog`.
"""

from __future__ import annotations

import hmac
import itertools
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils import timezone

from pitboss.accounts.models import Person, PinLog

DIGITS: Final = 6
_SHAPE: Final = re.compile(r"[0-9]{6}")
_RUNS: Final = ("01234567890", "09876543210")
# Keypad figures and dates that people choose when nothing stops them
_COMMON: Final = frozenset({
    "112233", "223344", "332211", "159753", "159357", "147258", "258369", "147852", "123654", "789456", "456789",
    "102030", "696969", "420420", "131313", "101010", "111222", "001122", "998877", "741852", "963852", "135790",
})  # fmt: skip


class WeakPin(ValueError):
    """This PIN is not to be used; the message says the reason's name: `digits`, `easy`, `badge` or `same`."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a PIN. `why` is None where it is right, else `wrong`, `locked` or `none` (no PIN was ever given).

    `left` counts the tries that remain; `until` is when a lock ends.
    """

    why: str | None
    left: int = 0
    until: datetime | None = None
    must_change: bool = False


def weakness(pin: str, badge: str) -> str | None:
    """Why this PIN can't be used by who wears this badge, as a word; None where it can."""
    if not _SHAPE.fullmatch(pin):
        return "digits"
    figures = "".join(letter for letter in badge if letter.isdigit())
    if len(figures) >= 3 and figures in pin:
        return "badge"
    repeated = any(pin == pin[:size] * (DIGITS // size) for size in (1, 2, 3))
    if repeated or len(set(pin)) == 2 or pin in _COMMON or any(pin in run for run in _RUNS):
        return "easy"
    return None


def random_pin(badge: str) -> str:
    """A PIN that nobody chose, for the first use."""
    while True:
        pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        if weakness(pin, badge) is None:
            return pin


def pin_from(secret: str, badge: str) -> str:
    """The PIN of this badge in a demonstration: always the same for the same secret, and never a weak one."""
    for turn in itertools.count():
        made = hmac.new(secret.encode(), f"pin\n{badge}\n{turn}".encode(), "sha256").digest()
        pin = f"{int.from_bytes(made[:8], 'big') % 10**DIGITS:0{DIGITS}}"
        if weakness(pin, badge) is None:
            break
    return pin


def is_pin_of(person: Person, pin: str) -> bool:
    """Would it let the person in? Counts and logs nothing: for set-up, never for a door."""
    return _matches(person, pin)


@transaction.atomic
def give_pin(*, person: Person, pin: str, by: Person | None, place: str = "", must_change: bool = True) -> None:
    """Administration gives a PIN, to be changed at first use. Raises WeakPin. Ends any lock."""
    _write(person, pin, must_change=must_change)
    log(person=person, what=PinLog.What.RESET, by=by, place=place)


@transaction.atomic
def choose_pin(*, person: Person, pin: str, place: str) -> None:
    """The person sets a new one, known to be who he or she says. Raises WeakPin, also for the one in use."""
    if _matches(person, pin):
        raise WeakPin("same")
    _write(person, pin, must_change=False)
    log(person=person, what=PinLog.What.CHOSEN, place=place)


@transaction.atomic
def check_pin(*, person: Person, pin: str, place: str, now: datetime | None = None) -> Checked:
    """Is this the person's PIN? Counts, locks and logs. Tries of one person wait for each other.

    The row is locked first: fifty guesses sent at once are still five.
    """
    now = now or timezone.now()
    person = Person.objects.select_for_update().get(pk=person.pk)
    if person.pin_locked_until and person.pin_locked_until > now:
        log(person=person, what=PinLog.What.WHILE_LOCKED, place=place, at=now)
        return Checked("locked", until=person.pin_locked_until)
    if not person.pin:
        return Checked("none")
    if _matches(person, pin):
        _count(person, failures=0, locked_until=None)
        return Checked(None, left=settings.PIN_TRIES, must_change=person.pin_must_change)
    # A lock that has run out leaves five new tries
    failures = 1 if person.pin_locked_until else person.pin_failures + 1
    log(person=person, what=PinLog.What.WRONG, place=place, at=now)
    if failures < settings.PIN_TRIES:
        _count(person, failures=failures, locked_until=None)
        return Checked("wrong", left=settings.PIN_TRIES - failures)
    until = now + timedelta(seconds=settings.PIN_LOCK_SECONDS)
    _count(person, failures=failures, locked_until=until)
    log(person=person, what=PinLog.What.LOCKED, place=place, at=now)
    return Checked("locked", until=until)


@transaction.atomic
def lock(*, person: Person, place: str, report: str | None = None) -> datetime:
    """A tablet tells that five wrong PINs were entered while it had no network. Until when the person is locked."""
    until = timezone.now() + timedelta(seconds=settings.PIN_LOCK_SECONDS)
    person = Person.objects.select_for_update().get(pk=person.pk)
    if report and (told := PinLog.objects.filter(report=report).first()):
        return person.pin_locked_until or told.at
    _count(person, failures=settings.PIN_TRIES, locked_until=until)
    log(person=person, what=PinLog.What.LOCKED_OFFLINE, place=place, report=report)
    return until


@transaction.atomic
def unlock(*, person: Person, by: Person, place: str = "") -> None:
    """Somebody who may lets a locked person try again."""
    person = Person.objects.select_for_update().get(pk=person.pk)
    _count(person, failures=0, locked_until=None)
    log(person=person, what=PinLog.What.UNLOCKED, by=by, place=place)


def log(
    *,
    what: PinLog.What,
    person: Person | None = None,
    badge: str = "",
    by: Person | None = None,
    place: str = "",
    at: datetime | None = None,
    report: str | None = None,
) -> None:
    PinLog.objects.create(
        what=what,
        person=person,
        badge=(person.badge if person else badge)[:20],
        by=by,
        place=place[:120],
        at=at or timezone.now(),
        report=report,
    )


def waste_time(pin: str) -> None:
    """What checking a PIN takes: an unknown badge is not to be told by the clock."""
    make_password(_peppered(0, pin))


def _write(person: Person, pin: str, *, must_change: bool) -> None:
    if why := weakness(pin, person.badge):
        raise WeakPin(why)
    person.pin = make_password(_peppered(person.pk, pin))
    person.pin_must_change = must_change
    person.pin_failures, person.pin_locked_until = 0, None
    person.save(update_fields=["pin", "pin_must_change", "pin_failures", "pin_locked_until"])


def _count(person: Person, *, failures: int, locked_until: datetime | None) -> None:
    if (person.pin_failures, person.pin_locked_until) == (failures, locked_until):
        return
    person.pin_failures, person.pin_locked_until = failures, locked_until
    person.save(update_fields=["pin_failures", "pin_locked_until"])


def _matches(person: Person, pin: str) -> bool:
    return bool(person.pin) and check_password(_peppered(person.pk, pin), person.pin)


def _peppered(pk: int, pin: str) -> str:
    return hmac.new(settings.FLOOR_SECRET.encode(), f"pin\n{pk}\n{pin}".encode(), "sha256").hexdigest()
