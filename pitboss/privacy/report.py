"""All that is stored about one person, for whoever asks for the own data (Ley 21.719: access and portability).

Of the house's people by badge; of witnesses and complainants by the name and the casino they gave it to. The report
says what and where; other people in the same rows stay out of it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from axes.models import AccessLog
from django.apps import apps
from django.db import connection
from django.db.models import Q

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.incidents.models import Step, Witness
from pitboss.replay.models import Finding, Round

MOST = 10_000


def of_employee(person: Person, casino: Casino) -> dict[str, Any]:
    """The account, the roles, and everything at this casino that says what the person did."""
    steps = Step.objects.filter(by=person, incident__casino=casino).select_related("incident").order_by("at")
    dealt = Round.objects.filter(session__table__casino=casino, dealer=person.badge) if person.badge else None
    findings = Finding.objects.filter(casino=casino).filter(Q(dealer=person.badge) | Q(supervisor=person.badge))
    return {
        "account": {
            "username": person.username,
            "name": person.name,
            "badge": person.badge,
            "language": person.language,
            "active": person.is_active,
            "since": _instant(person.date_joined),
            "last_sign_in": _instant(person.last_login),
            "has_pin": bool(person.pin),
        },
        "roles": [{"casino": one.casino.code, "role": one.role} for one in person.memberships.select_related("casino")],
        "rounds_dealt": dealt.count() if dealt is not None else 0,
        "findings": [
            {"at": _instant(at), "code": code, "as": "dealer" if dealer == person.badge else "supervisor"}
            for at, code, dealer in findings.order_by("at").values_list("at", "code", "dealer")[:MOST]
        ]
        if person.badge
        else [],
        "steps": [
            {"incident": step.incident.folio, "verb": step.verb, "at": _instant(step.at), "words": step.words}
            for step in steps[:MOST]
        ],
        "pin_log": [
            {"at": _instant(line.at), "what": line.what, "place": line.place} for line in person.pin_log.all()[:MOST]
        ],
        "sign_ins": [
            {"at": _instant(one.attempt_time), "address": one.ip_address}
            for one in AccessLog.objects.filter(username=person.username).order_by("attempt_time")[:MOST]
        ],
        "tablets": _presence(person, casino),
    }


def of_visitor(name: str, casino: Casino) -> dict[str, Any]:
    """A witness or complainant: all rows at this casino that hold exactly this name, whatever its capitals."""
    wanted = " ".join(name.split())
    witnesses = Witness.objects.filter(name__iexact=wanted, incident__casino=casino).select_related("incident", "step")
    complainants = apps.get_model("complaints", "Complainant").objects.filter(
        name__iexact=wanted, complaint__casino=casino
    )
    return {
        "name": wanted,
        "witness": [
            {
                "incident": one.incident.folio,
                "role": one.role,
                "name": one.name,
                "contact": one.contact,
                "written": _instant(one.step.at),
            }
            for one in witnesses.order_by("pk")
        ],
        "complaints": [
            {
                "complaint": one.complaint.folio,
                "name": one.name,
                "document": one.document,
                "contact": one.contact,
                "received": _instant(one.complaint.received_at),
                "claim": one.complaint.claim,
            }
            for one in complainants.select_related("complaint").order_by("pk")
        ],
    }


def _presence(person: Person, casino: Casino) -> list[dict[str, Any]]:
    # The floor stands above us: its table is asked by name
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT place.name, presence.since, presence.left_at FROM floor_presence presence"
            " JOIN casino_table place ON place.id = presence.table_id"
            " WHERE presence.person_id = %s AND place.casino_id = %s ORDER BY presence.since",
            [person.pk, casino.pk],
        )
        return [
            {"table": table, "since": _instant(since), "until": _instant(left)}
            for table, since, left in cursor.fetchall()
        ]


def _instant(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None
