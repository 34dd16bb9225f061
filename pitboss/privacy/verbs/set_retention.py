from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Casino
from pitboss.privacy.kinds import TERMS, Kind
from pitboss.privacy.models import RetentionSetting


class TooShort(ValueError):
    """Fewer days than the record has to be kept; ``str()`` says how many there must be."""


def set_retention(
    *, casino: Casino, kind: Kind, days: int | None, by: Person, why: str, now: datetime
) -> RetentionSetting:
    """From now on the casino keeps this kind for so many days; None: the default again."""
    require(by, "administer", casino)
    least = TERMS[kind].least
    if days is not None and days < least:
        raise TooShort(gettext("Se guarda al menos %(days)s días.") % {"days": least})
    return RetentionSetting.objects.create(casino=casino, kind=kind, days=days, by=by, why=why.strip(), set_at=now)
