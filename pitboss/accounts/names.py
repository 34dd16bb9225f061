"""Who is shown under his or her name, and under what word everybody else is. Every page, sheet and print asks here.

A badge stands for a person in the records; the name belongs to whoever works with the person or answers for the
record. Everybody else reads a word that stays the same at a casino and cannot be turned back without the
installation's secret. Everybody may read the own name.
"""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import VERBS, roles_at

if TYPE_CHECKING:
    from pitboss.casino.models import Casino

STAFF: Final = "see_staff"
WITNESSES: Final = "see_witnesses"


@dataclass(frozen=True, slots=True)
class Names:
    """What one reader is shown at one casino. ``own`` is the reader's badge, empty for who has none."""

    casino: int
    staff: bool
    witnesses: bool
    own: str = field(default="")

    def of(self, person: Person) -> str:
        """A person of the house, by name or by word."""
        if self.staff or (person.badge and person.badge == self.own):
            return str(person)
        return self.word(person.badge or f"#{person.pk}")

    def of_badges(self, badges: Iterable[str]) -> dict[str, str]:
        """The same of badges, as the ledger has them: one query. A badge that nobody wears is shown as it is."""
        known = {one.badge: one for one in Person.objects.filter(badge__in=[badge for badge in badges if badge])}
        return {badge: self.of(known[badge]) if badge in known else self._unknown(badge) for badge in badges}

    def of_witness(self, name: str) -> str:
        """Somebody who was there. An empty name is one that was removed."""
        if not name:
            return gettext("(nombre retirado)")
        return name if self.witnesses else gettext("(nombre reservado)")

    def veil(self, people: Iterable[Person | None]) -> None:
        """Give these, as they were read for a page, the name that the reader is shown. They must not be saved."""
        for person in people:
            if person is not None:
                person.name = self.of(person)

    def word(self, badge: str) -> str:
        return gettext("Persona %(word)s") % {"word": pseudonym(self.casino, badge)}

    def _unknown(self, badge: str) -> str:
        return badge if self.staff else self.word(badge)


def names_for(viewer: Person, casino: Casino) -> Names:
    """What this person is shown there: one query."""
    roles = set(roles_at(viewer, casino))
    return Names(casino.pk, bool(roles & VERBS[STAFF]), bool(roles & VERBS[WITNESSES]), viewer.badge)


def masked_for(casino: int) -> Names:
    """What is shown to somebody who may read no name at all, as in a masked export."""
    return Names(casino, staff=False, witnesses=False)


def pseudonym(casino: int, badge: str) -> str:
    """Six letters and figures; the same badge at another casino has others."""
    digest = salted_hmac(f"pitboss.patterns.{casino}", badge, secret=settings.SECRET_KEY).digest()
    return b32encode(digest)[:6].decode()
