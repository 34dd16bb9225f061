"""Who exports, and who sees what was exported: whoever may export at every casino of it."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import VERBS, roles_at
from pitboss.casino.models import Casino
from pitboss.exports.models import Export
from pitboss.exports.request import COMPLAINANT, EVERYBODY, NOBODY, STAFF


def casinos_of(person: Person) -> QuerySet[Casino]:
    """Casinos that this person may take bundles of, by code."""
    found: QuerySet[Casino] = Casino.objects.where(person, "bundle")
    return found


def exports_of(person: Person) -> QuerySet[Export]:
    """Those of which this person may see every casino, newest first."""
    theirs = casinos_of(person).order_by().values("pk")
    of_it = Export.casinos.through.objects.filter(export=OuterRef("pk"))
    return (
        Export.objects.filter(Exists(of_it.filter(casino__in=theirs)) & ~Exists(of_it.exclude(casino__in=theirs)))
        .select_related("by", "checkpoint")
        .prefetch_related("casinos", "parts__job")
        .order_by("-asked_at", "-pk")
    )


def names_for(person: Person, casinos: list[Casino], redaction: str) -> str:
    """Whose names a bundle of theirs holds: witnesses' only where they may read them at every casino of it."""
    if redaction == COMPLAINANT:
        return NOBODY
    everywhere = all(set(roles_at(person, casino)) & VERBS["see_witnesses"] for casino in casinos)
    return EVERYBODY if everywhere else STAFF
