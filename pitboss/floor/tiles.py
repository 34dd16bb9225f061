"""What the wall shows of each table. However many tables there are, it is the same six queries."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from pitboss.casino.models import Table, TableSession
from pitboss.drawing.cards import split_cards
from pitboss.floor.presence import Presence, at_tables, offline_since
from pitboss.incidents.models import Incident, Status, Step, Verb
from pitboss.ledger.models import Entry
from pitboss.replay.models import Finding, Now, Outcome

RECENT = timedelta(hours=24)
"""An incident left open for longer is the desk's and no longer the wall's."""
MOST_INCIDENTS = 12
Tile = dict[str, Any]


@dataclass(slots=True)
class Shown:
    """The session that a table shows: the open one, else the last."""

    session: TableSession
    now: Now | None


def tiles(tables: Sequence[Table], *, language: str, now: datetime) -> list[Tile]:
    """One for each table, in their order. ``tables`` come with casino and pit."""
    shown = shown_sessions(tables)
    present = at_tables([table.pk for table in tables], now)
    incidents = _incidents([one.session.pk for one in shown.values()], language, now)
    return [_tile(table, shown.get(table.pk), present[table.pk], incidents, language, now) for table in tables]


def shown_sessions(tables: Sequence[Table]) -> dict[int, Shown]:
    """By table, each session with its row of ``Now``: one query."""
    sessions = (
        TableSession.objects.filter(table__in=tables)
        .select_related("now")
        # The open one first: its end is null
        .order_by("table_id", F("closed_at").desc(nulls_first=True), "-number")
        .distinct("table_id")
    )
    found = {}
    by_pk = {table.pk: table for table in tables}
    for session in sessions:
        session.table = by_pk[session.table_id]
        found[session.table_id] = Shown(session, getattr(session, "now", None))
    return found


def session_of(table: Table) -> TableSession | None:
    """The session that this table shows."""
    shown = shown_sessions([table]).get(table.pk)
    return None if shown is None else shown.session


def _tile(
    table: Table,
    shown: Shown | None,
    present: Sequence[Presence],
    incidents: dict[int, list[dict[str, Any]]],
    language: str,
    now: datetime,
) -> Tile:
    row = None if shown is None else shown.now
    words: dict[str, Any] = {} if row is None else row.words.get(language, {})
    scene = {} if row is None else row.scene
    house = {} if row is None else row.house
    session = None if shown is None else shown.session
    closed = session is None or session.closed_at is not None
    return {
        "id": table.pk,
        "name": table.name,
        "profile": table.profile if session is None else session.profile,
        "state": Now.State.CLOSED if closed else (Now.State.WAITING if row is None else row.state),
        "scene": scene or None,
        "expects_words": words.get("expects"),
        "missing": words.get("missing", []),
        "round": scene.get("round"),
        "dealer_name": scene.get("dealer_name"),
        "min": house.get("min"),
        "max": house.get("max"),
        "currency": house.get("currency", table.casino.currency),
        "seats": house.get("seats"),
        "shoe": scene.get("shoe"),
        "incidents": [] if session is None else incidents.get(session.pk, []),
        "last_event_at": None if row is None else row.at,
        "last_number": None if row is None else row.number,
        # Whoever was at a table that has closed may well be gone, unless entries went with the tablet
        "offline_since": None if closed and not any(one.unsent for one in present) else offline_since(present, now),
        "devices": [one.as_dict(now) for one in present],
        "session": None
        if session is None
        else {
            "id": session.pk,
            "number": session.number,
            "opened_at": session.opened_at,
            "closed_at": session.closed_at,
        },
    }


def _incidents(sessions: Iterable[int], language: str, now: datetime) -> dict[int, list[dict[str, Any]]]:
    """Cases of these sessions that still ask for somebody: to be resolved, contrary, or with footage asked for."""
    sessions = list(sessions)
    asked = footage_asked(sessions)
    # Footage can be asked for in a case that no rule would have looked at
    wanted = Q(outcome__in=[Outcome.PENDING, Outcome.CONTRARY]) | Q(session__in=list(asked))
    rows = list(
        Incident.objects.filter(wanted, session__in=sessions, status=Status.OPEN, last_event_at__gt=now - RECENT)
        .select_related("casino")
        .order_by("-opened_at", "-pk")
    )
    leads = _leads(rows)
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for incident in rows:
        at = asked_at(incident, asked.get(incident.session_id, []))
        settled = incident.outcome not in (Outcome.PENDING, Outcome.CONTRARY)
        if (settled and at is None) or len(found[incident.session_id]) >= MOST_INCIDENTS:
            continue
        found[incident.session_id].append(_row(incident, leads.get(incident.pk), at, language))
    return found


def _row(incident: Incident, lead: Finding | None, asked_at: datetime | None, language: str) -> dict[str, Any]:
    headline = incident.headline_en if language == "en" else incident.headline_es
    text = {} if lead is None else lead.text(language)
    return {
        "id": incident.pk,
        "folio": incident.folio,
        "code": incident.code,
        "round": incident.round,
        "title": text.get("title", incident.code),
        "headline": headline,
        "message_segments": segments(headline),
        "severity": incident.severity,
        "standing": None if lead is None else lead.standing,
        "decides": None if lead is None else lead.decides,
        "outcome": incident.outcome,
        "cctv": incident.cctv,
        "opened_at": incident.opened_at,
        "preserve_by": incident.preserve_by,
        "cctv_asked_at": asked_at,
        "spot": None if lead is None else lead.spot,
        "key": None if lead is None else lead.key,
    }


def _leads(incidents: Sequence[Incident]) -> dict[int, Finding]:
    """The finding that each incident is named after: the first of its code that counts."""
    findings = (
        Finding.objects.filter(incidents__in=incidents, code=F("incidents__code"))
        .exclude(outcome=Outcome.SUPERSEDED)
        .annotate(incident=F("incidents"))
        .order_by("-entry_id")
    )
    return {finding.incident: finding for finding in findings}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for footage: said at the table, with what it said, or at the desk, of one case."""

    at: datetime
    body: dict[str, Any]
    incident: int | None = None


def footage_asked(sessions: Sequence[int]) -> dict[int, list[Asked]]:
    """Requests for footage of each session, oldest first: two queries."""
    found: dict[int, list[Asked]] = defaultdict(list)
    entries = Entry.objects.filter(session__in=sessions, kind="cctv_requested").order_by("number")
    for session, at, body in entries.values_list("session", "at", "body"):
        found[session].append(Asked(at, json.loads(body)))
    steps = Step.objects.filter(incident__session__in=sessions, verb=Verb.FOOTAGE_ASKED, entry=None).order_by("at")
    for session, at, incident in steps.values_list("incident__session", "at", "incident"):
        found[session].append(Asked(at, {}, incident))
    return found


def asked_at(incident: Incident, asked: Sequence[Asked]) -> datetime | None:
    """When footage of this case was first asked for. A request at the table can name its code; one that does not is
    meant for the case that was open when it was made. One at the desk is of its own case."""
    for one in asked:
        at, body = one.at, one.body
        if one.incident is not None:
            if one.incident == incident.pk:
                return at
            continue
        if at < incident.opened_at or body.get("code", incident.code) != incident.code:
            continue
        if body.get("round", incident.round) == incident.round and at - incident.last_event_at < timedelta(minutes=30):
            return at
    return None


def segments(words: str) -> list[str | dict[str, str]]:
    """A sentence with its cards taken out, for a screen that draws them: ``["Quemar ", {"card": "5s"}]``."""
    return [{"card": piece} if is_a_card else piece for piece, is_a_card in split_cards(words)]
