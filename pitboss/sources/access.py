"""Who sees two accounts beside each other, and who adds the one of the video."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino, TableSession
from pitboss.ledger.models import Entry

SEE = "see"
REENTER = "reenter"


def casinos_of(person: Person) -> QuerySet[Casino]:
    """Casinos where this person may see them, by code."""
    found: QuerySet[Casino] = Casino.objects.where(person, SEE)
    return found


def sessions_of(person: Person) -> QuerySet[TableSession]:
    """Every session that this person may look at, newest first."""
    there = casinos_of(person).order_by()
    found = TableSession.objects.filter(table__casino__in=there).select_related("table__casino")
    return found.order_by("-opened_at", "-pk")


def with_second_sources(sessions: QuerySet[TableSession]) -> QuerySet[TableSession]:
    """Those of which somebody else told a card too."""
    return sessions.filter(Exists(Entry.objects.filter(session=OuterRef("pk"), kind="seen")))
