"""The second factor: a phone that counts along, ten codes on paper for when it is lost, and a lock against guessing.

The secret lies sealed in the database under a key made of the installation's floor secret, the codes as peppered
hashes: the database alone lets nobody in. A code counts once, also within its half minute, and fifty sent at once are
still five guesses. What happens is in `PinLog`, beside what happens with PINs.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from typing import Final

import pyotp
from cryptography.fernet import Fernet
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from pitboss.accounts.models import Person, PinLog, RecoveryCode, SecondFactor
from pitboss.accounts.pins import Checked, log

ISSUER: Final = "pitboss"
STEP: Final = 30
"""Seconds that a code is shown for (RFC 6238's default, which every app has)."""
DRIFT: Final = 1
"""Half minutes that a phone's clock may be off."""
CODES: Final = 10
_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_LENGTH: Final = 10


@transaction.atomic
def begin(*, person: Person, now: datetime | None = None) -> SecondFactor:
    """A secret to be shown to the person: the one that waits for its first code, else a new one.

    Raises ValueError where a factor is in use: that one is removed first, with a code of it.
    """
    factor, _made = SecondFactor.objects.select_for_update().get_or_create(
        person=person, defaults={"secret": _seal(pyotp.random_base32()), "made_at": now or timezone.now()}
    )
    if factor.confirmed_at is not None:
        raise ValueError(f"{person.username} has a second factor already")
    return factor


def shown(factor: SecondFactor) -> tuple[str, str]:
    """The address that a QR code holds for the app, and the secret for typing in. Only until the first code."""
    if factor.confirmed_at is not None:
        raise ValueError("the secret is shown once")
    secret = _open(factor.secret)
    return pyotp.TOTP(secret).provisioning_uri(name=factor.person.username, issuer_name=ISSUER), secret


@transaction.atomic
def confirm(*, person: Person, code: str, place: str = "", now: datetime | None = None) -> list[str] | None:
    """The first code of a new secret turns it on. The recovery codes, to be shown once; None for a wrong code."""
    now = now or timezone.now()
    factor = SecondFactor.objects.select_for_update().filter(person=person, confirmed_at=None).first()
    step = None if factor is None else _step_of(factor, code, now)
    if factor is None or step is None:
        return None
    factor.confirmed_at, factor.last_step = now, step
    factor.save(update_fields=["confirmed_at", "last_step"])
    Person.objects.filter(pk=person.pk).update(second_factor=True)
    person.second_factor = True
    log(person=person, what=PinLog.What.FACTOR_SET, place=place, at=now)
    return _new_codes(factor)


@transaction.atomic
def check_factor(*, person: Person, code: str, place: str = "", now: datetime | None = None) -> Checked:
    """Is this a code of the person's phone, or one on paper that is left? Counts, locks and logs."""
    now = now or timezone.now()
    factor = SecondFactor.objects.select_for_update().filter(person=person).exclude(confirmed_at=None).first()
    if factor is None:
        return Checked("none")
    if factor.locked_until and factor.locked_until > now:
        return Checked("locked", until=factor.locked_until)
    step, spent = _step_of(factor, code, now), False
    if step is not None:
        factor.last_step = step
    else:
        spent = _spend(factor, code, now)
    if step is not None or spent:
        factor.failures, factor.locked_until = 0, None
        factor.save(update_fields=["last_step", "failures", "locked_until"])
        log(person=person, what=PinLog.What.FACTOR_CODE if spent else PinLog.What.FACTOR_PASSED, place=place, at=now)
        return Checked(None, left=settings.PIN_TRIES)
    factor.failures = 1 if factor.locked_until else factor.failures + 1
    locked = factor.failures >= settings.PIN_TRIES
    factor.locked_until = now + timedelta(seconds=settings.PIN_LOCK_SECONDS) if locked else None
    factor.save(update_fields=["failures", "locked_until"])
    log(person=person, what=PinLog.What.FACTOR_WRONG, place=place, at=now)
    if locked:
        log(person=person, what=PinLog.What.FACTOR_LOCKED, place=place, at=now)
        return Checked("locked", until=factor.locked_until)
    return Checked("wrong", left=settings.PIN_TRIES - factor.failures)


@transaction.atomic
def renew_codes(*, person: Person, place: str = "") -> list[str]:
    """Ten new codes on paper; those before count no more. Behind `check_factor`."""
    factor = SecondFactor.objects.select_for_update().exclude(confirmed_at=None).get(person=person)
    codes = _new_codes(factor)
    log(person=person, what=PinLog.What.FACTOR_CODES, place=place)
    return codes


@transaction.atomic
def remove(*, person: Person, by: Person | None = None, place: str = "") -> None:
    """Take it away: by the person, behind `check_factor`, or by whoever runs the installation once all is lost."""
    SecondFactor.objects.filter(person=person).delete()
    Person.objects.filter(pk=person.pk).update(second_factor=False)
    person.second_factor = False
    log(person=person, what=PinLog.What.FACTOR_REMOVED, by=by, place=place)


def codes_left(person: Person) -> int:
    return RecoveryCode.objects.filter(factor__person=person, used_at=None).count()


def _step_of(factor: SecondFactor, code: str, now: datetime) -> int | None:
    """The half minute that this is the code of, later than any that was taken; None for every other code."""
    given = "".join(code.split())
    if not (given.isascii() and given.isdigit()):
        return None
    totp = pyotp.TOTP(_open(factor.secret), interval=STEP)
    current = int(now.timestamp()) // STEP
    for step in range(current - DRIFT, current + DRIFT + 1):
        if step > factor.last_step and hmac.compare_digest(totp.generate_otp(step), given):
            return step
    return None


def _spend(factor: SecondFactor, code: str, now: datetime) -> bool:
    unused = RecoveryCode.objects.filter(factor=factor, used_at=None, digest=_digest(factor, code))
    return bool(unused.update(used_at=now))


def _new_codes(factor: SecondFactor) -> list[str]:
    RecoveryCode.objects.filter(factor=factor).delete()
    plain = ["".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(factor=factor, digest=_digest(factor, code)) for code in plain)
    return [f"{code[:5]}-{code[5:]}" for code in plain]


def _digest(factor: SecondFactor, code: str) -> str:
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    said = f"recovery code\n{factor.person_id}\n{plain}".encode()
    return hmac.new(settings.FLOOR_SECRET.encode(), said, "sha256").hexdigest()


def _key() -> Fernet:
    made = hmac.new(settings.FLOOR_SECRET.encode(), b"second factor", "sha256").digest()
    return Fernet(urlsafe_b64encode(made))


def _seal(secret: str) -> str:
    return _key().encrypt(secret.encode()).decode()


def _open(sealed: str) -> str:
    return _key().decrypt(sealed.encode()).decode()
