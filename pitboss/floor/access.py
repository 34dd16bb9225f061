"""Who asks: an enrolled tablet, a person who signed in, or both. A casino that is not theirs is not told apart."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import translation

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino, Pit, Table
from pitboss.floor.device_models import Device
from pitboss.floor.devices import device_of
from pitboss.languages import of_two


@dataclass(frozen=True, slots=True)
class Asker:
    """``device`` is enrolled and not revoked; ``person`` has signed in, on it or at a desk."""

    device: Device | None
    person: Person | None

    @property
    def nobody(self) -> bool:
        return self.device is None and self.person is None

    @property
    def casinos(self) -> QuerySet[Casino]:
        """What may be looked at: the tablet's own casino, or those the person may see. A tablet never shows
        more than its own, whoever holds it."""
        if self.device is not None:
            return Casino.objects.filter(pk=self.device.casino_id)
        if self.person is None:
            return Casino.objects.none()
        return Casino.objects.where(self.person, "see")

    @property
    def tables(self) -> QuerySet[Table]:
        return Table.objects.filter(casino__in=self.casinos.order_by()).select_related("casino", "pit")

    @property
    def pits(self) -> QuerySet[Pit]:
        return Pit.objects.filter(casino__in=self.casinos.order_by()).select_related("casino")


def asker_of(request: HttpRequest) -> Asker:
    person = request.user if request.user.is_authenticated else None
    return Asker(device=device_of(request), person=person)


def language_of(request: HttpRequest) -> str:
    """``es`` or ``en``: what the address asks for, else what the request's language is."""
    asked = request.GET.get("lang") or translation.get_language() or "es"
    return of_two(asked)
