"""Which rows have been kept long enough: primary keys by kind. Nothing is read here but keys and times.

A case counts from its last step but comments, once it is closed or withdrawn; while it is open, held, or complained
about, everything of it stays. The database asks the same again before it takes anything away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from axes.models import AccessLog
from django.apps import apps
from django.db import connection
from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from pitboss.accounts.models import Person, PinLog
from pitboss.casino.models import Casino, TableSession
from pitboss.incidents.models import Incident, Status, Step, Verb, Witness
from pitboss.ledger.models import PrivateText
from pitboss.privacy.kinds import TERMS, Kind
from pitboss.privacy.models import Access, Hold, RetentionSetting

REMOVED: Final = "[retirado]"
"""What stands where a person's words stood; as in the migration."""
AFTERWARDS: Final = frozenset({"closed", "withdrawn"})
"""Of a complaint: nothing more is expected."""


def terms_of(casino: Casino) -> dict[Kind, int]:
    """Days by kind, as the casino has set them, else the defaults."""
    set_days = {setting.kind: setting.days for setting in RetentionSetting.objects.filter(casino=casino).order_by("pk")}
    return {kind: set_days.get(kind) or term.days for kind, term in TERMS.items()}


def terms_of_house() -> dict[Kind, int]:
    """Of what belongs to no casino in particular: the longest that any of them has set."""
    each = [terms_of(casino) for casino in Casino.objects.all()] or [{kind: TERMS[kind].days for kind in Kind}]
    return {kind: max(terms[kind] for terms in each) for kind, term in TERMS.items() if term.of_house}


def due(casino: Casino, now: datetime) -> dict[Kind, list[int]]:
    """What this casino has kept for as long as it should."""
    terms = terms_of(casino)
    return {kind: find(casino, now - timedelta(days=terms[kind])) for kind, find in OF_CASINO.items()}


def due_of_house(now: datetime) -> dict[Kind, list[int]]:
    terms = terms_of_house()
    return {kind: find(now - timedelta(days=terms[kind])) for kind, find in OF_HOUSE.items()}


def over_before(casino: Casino, before: datetime) -> QuerySet[Incident]:
    """Cases that nobody needs any more, whose last step but comments was before."""
    last = Step.objects.filter(incident=OuterRef("pk")).exclude(verb=Verb.COMMENTED).order_by("-number").values("at")
    over = (
        Incident.objects.filter(casino=casino)
        .exclude(status=Status.OPEN)
        .alias(over_at=Subquery(last[:1]))
        .filter(over_at__lt=before)
    )
    return over.exclude(Exists(Hold.objects.filter(incident=OuterRef("pk"), lifted=None))).exclude(pk__in=_complained())


def _complained() -> QuerySet[Any, Any]:
    # Siblings do not import each other; this, and who complains, is all that is asked of complaints
    links = apps.get_model("complaints", "ComplaintIncident").objects
    return links.exclude(complaint__status__in=AFTERWARDS).values("incident")


def _witnesses(casino: Casino, before: datetime) -> list[int]:
    named = Witness.objects.exclude(name="", contact="").filter(incident__in=over_before(casino, before))
    return list(named.order_by("pk").values_list("pk", flat=True))


def _step_words(casino: Casino, before: datetime) -> list[int]:
    said = Step.objects.exclude(words__in=("", REMOVED)).filter(incident__in=over_before(casino, before))
    return list(said.order_by("pk").values_list("pk", flat=True))


def _texts(casino: Casino, before: datetime) -> list[int]:
    needed = Incident.objects.filter(casino=casino).exclude(pk__in=over_before(casino, before))
    sessions = TableSession.objects.filter(table__casino=casino, closed_at__lt=before).exclude(
        pk__in=needed.values("session")
    )
    texts = PrivateText.objects.filter(entry__session__in=sessions)
    return list(texts.order_by("entry").values_list("entry", flat=True).distinct())


def _complainants(casino: Casino, before: datetime) -> list[int]:
    who = apps.get_model("complaints", "Complainant").objects.exclude(name="", document="", contact="")
    last = (
        apps.get_model("complaints", "ComplaintStep")
        .objects.filter(complaint=OuterRef("complaint"))
        .exclude(verb="commented")
        .order_by("-number")
        .values("at")
    )
    needed = Incident.objects.filter(casino=casino).exclude(pk__in=over_before(casino, before))
    links = apps.get_model("complaints", "ComplaintIncident").objects.filter(
        complaint=OuterRef("complaint"), incident__in=needed
    )
    over = who.filter(complaint__casino=casino, complaint__status__in=AFTERWARDS).alias(over_at=Subquery(last[:1]))
    return list(over.filter(over_at__lt=before).exclude(Exists(links)).order_by("pk").values_list("pk", flat=True))


def _presence(casino: Casino, before: datetime) -> list[int]:
    # The floor stands above us: its table is asked by name
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT presence.id FROM floor_presence presence JOIN casino_table place ON place.id = presence.table_id"
            " WHERE place.casino_id = %s AND presence.person_id IS NOT NULL"
            " AND GREATEST(presence.seen_at, presence.left_at) < %s ORDER BY presence.id",
            [casino.pk, before],
        )
        return [row[0] for row in cursor.fetchall()]


def _access_log(casino: Casino, before: datetime) -> list[int]:
    old = Access.objects.filter(casino=casino, at__lt=before)
    return list(old.order_by("pk").values_list("pk", flat=True))


def _people(before: datetime) -> list[int]:
    """Who works nowhere any more and may not sign in, by the last thing that the system knows of them."""
    steps = Step.objects.filter(by=OuterRef("pk")).order_by("-at").values("at")
    needed = Step.objects.filter(by=OuterRef("pk"), incident__status=Status.OPEN)
    held = Hold.objects.filter(incident__steps__by=OuterRef("pk"), lifted=None)
    left = Person.objects.filter(is_active=False, memberships=None).exclude(username__startswith="retirado-")
    left = left.alias(
        last_pin=Max("pin_log__at"),
        trace=Greatest(
            Coalesce("last_login", "date_joined"),
            Coalesce("last_pin", "date_joined"),
            Coalesce(Subquery(steps[:1]), "date_joined"),
        ),
    ).filter(trace__lt=before)
    return list(left.exclude(Exists(needed)).exclude(Exists(held)).order_by("pk").values_list("pk", flat=True))


def _pin_log(before: datetime) -> list[int]:
    unknown = PinLog.objects.filter(person=None, at__lt=before).exclude(badge="")
    return list(unknown.order_by("pk").values_list("pk", flat=True))


def _sign_ins(before: datetime) -> list[int]:
    return list(AccessLog.objects.filter(attempt_time__lt=before).order_by("pk").values_list("pk", flat=True))


OF_CASINO: Final[Mapping[Kind, Callable[[Casino, datetime], list[int]]]] = {
    Kind.WITNESSES: _witnesses,
    Kind.COMPLAINANTS: _complainants,
    Kind.TEXTS: _texts,
    Kind.STEP_WORDS: _step_words,
    Kind.PRESENCE: _presence,
    Kind.ACCESS_LOG: _access_log,
}
OF_HOUSE: Final[Mapping[Kind, Callable[[datetime], list[int]]]] = {
    Kind.PEOPLE: _people,
    Kind.PIN_LOG: _pin_log,
    Kind.SIGN_INS: _sign_ins,
}
