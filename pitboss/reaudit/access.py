"""Who sees a re-audit: whoever may ask for one at every casino that it looks into."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Casino, Table
from pitboss.reaudit.models import Reaudit


def casinos_of(person: Person) -> QuerySet[Casino]:
    """Casinos where this person may ask for re-audits, by code."""
    found: QuerySet[Casino] = Casino.objects.where(person, "reaudit")
    return found


def reaudits_of(person: Person) -> QuerySet[Reaudit]:
    """Those of which this person may see every table, newest first."""
    theirs = casinos_of(person).order_by().values("pk")
    foreign = Reaudit.tables.through.objects.filter(reaudit=OuterRef("pk")).exclude(table__casino__in=theirs)
    own = Reaudit.tables.through.objects.filter(reaudit=OuterRef("pk"), table__casino__in=theirs)
    return (
        Reaudit.objects.filter(Exists(own) & ~Exists(foreign))
        .select_related("reading", "against__reading", "by", "cancelled_by", "job")
        .order_by("-asked_at", "-pk")
    )


def require_all(person: Person, reaudit: Reaudit) -> None:
    """Raise PermissionDenied unless this person may re-audit at every casino of it."""
    for casino in Casino.objects.filter(
        pk__in=Table.objects.filter(pk__in=reaudit.tables.values("pk")).values("casino")
    ):
        require(person, "reaudit", casino)
