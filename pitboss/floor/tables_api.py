"""One table for one tablet: how it stands, what the ledger has of it, and what the tablet adds."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from pitboss.casino.models import Table, TableSession
from pitboss.floor.access import Asker, asker_of, language_of
from pitboss.floor.answers import NotReadable, answer, object_in, refused, unreadable, whole_number
from pitboss.floor.device_models import Device
from pitboss.floor.presence import be_here, leave, others_at
from pitboss.floor.taking import MOST_ENTRIES, ids_of, numbered, take
from pitboss.floor.tiles import session_of, tiles
from pitboss.floor.views_pages import names
from pitboss.ledger.models import Entry
from pitboss.replay.house import in_force, options_of
from pitboss.replay.models import Unread
from pitboss.replay.pictures import blank, declared, forms, found, stands

MOST_AT_ONCE = 20_000
"""Entries in one answer: more than a table's longest day."""
logger = logging.getLogger(__name__)
View = Callable[[HttpRequest, Asker, Table], HttpResponse]


def _of_table(*, device: bool) -> Callable[[View], Callable[..., HttpResponse]]:
    """Find the table, or say why not: 401 `sign_in`, 403 `device`, 404 `table`, 400 what could not be read."""

    def decorate(view: View) -> Callable[..., HttpResponse]:
        @wraps(view)
        def found_view(request: HttpRequest, pk: int) -> HttpResponse:
            asker = asker_of(request)
            if device and asker.device is None:
                return refused(403, "device")
            if asker.nobody:
                return refused(401, "sign_in")
            table = asker.tables.filter(pk=pk).first()
            if table is None:
                return refused(404, "table")
            try:
                return view(request, asker, table)
            except NotReadable as why:
                return unreadable(why)

        return found_view

    return decorate


@require_GET
@ensure_csrf_cookie
@_of_table(device=False)
def table(request: HttpRequest, asker: Asker, table: Table) -> HttpResponse:
    """All that a tablet needs to go on alone. ``?session=&known=``: what it has already, so only the rest is sent;
    ``?picture=no`` leaves the picture out."""
    now = timezone.now()
    session = session_of(table)
    after = _known(request.GET.get("session"), request.GET.get("known"), session)
    picture = None if request.GET.get("picture") == "no" else language_of(request)
    return answer(
        {
            "table": _table(table, now),
            **_ledger(session, after),
            **_stands(table, session, picture, now),
            **_around(table, asker.device, language_of(request), now),
            "server_time": now,
        }
    )


@require_GET
@_of_table(device=False)
def entries(request: HttpRequest, asker: Asker, table: Table) -> HttpResponse:
    """``?after=<number>&session=<id>``: the entries behind that one. Of another session than the shown one: all."""
    session = session_of(table)
    after = _known(request.GET.get("session"), request.GET.get("after"), session)
    return answer({**_ledger(session, after), "server_time": timezone.now()})


@require_POST
@_of_table(device=True)
def events(request: HttpRequest, asker: Asker, table: Table) -> HttpResponse:
    """Take a tablet's entries; the answer is given when what it counts as accepted is on disk.

    {"session", "known", "unsent", "picture"?: "es" | "en" | null, "entries": [{"event", "signed"?}]}. ``unsent`` is
    what the tablet holds beside these.
    """
    device = asker.device
    assert device is not None  # noqa: S101 - _of_table has seen to it
    said = object_in(request)
    given = said.get("entries")
    if not isinstance(given, list) or len(given) > MOST_ENTRIES:
        raise NotReadable("entries", f"a list of at most {MOST_ENTRIES} entries")
    unsent = whole_number(said.get("unsent", 0), "unsent")
    now = timezone.now()
    taken = take(table=table, device=device, entries=given, now=now)
    be_here(table=table, device=device, person=asker.person, unsent=unsent, now=now)
    session = session_of(table)
    after = _known(said.get("session"), said.get("known", 0), session)
    picture = said.get("picture")
    return answer(
        {
            "receipt": taken.as_dict(),
            "numbered": numbered(table, ids_of(given)),
            **_ledger(session, after),
            **_stands(table, session, picture if picture in ("es", "en") else None, now),
            **_around(table, device, language_of(request), now),
            "server_time": timezone.now(),
        }
    )


@require_POST
@_of_table(device=True)
def here(request: HttpRequest, asker: Asker, table: Table) -> HttpResponse:
    """{"unsent": n, "leaving": bool}: the tablet is at this table, or leaves it. Answers with the others there."""
    device = asker.device
    assert device is not None  # noqa: S101 - _of_table has seen to it
    said = object_in(request)
    unsent = whole_number(said.get("unsent", 0), "unsent")
    now = timezone.now()
    be_here(table=table, device=device, person=asker.person, unsent=unsent, now=now)
    if said.get("leaving") is True:
        leave(table=table, device=device, now=now)
    return answer({"others": others_at(table=table, device=device, now=now), "server_time": now})


@require_GET
@_of_table(device=False)
def declarable(request: HttpRequest, asker: Asker, table: Table) -> HttpResponse:
    """What can be declared at this table, in groups: for a tablet whose own engine is not ready yet."""
    session = session_of(table)
    profile = table.profile if session is None else session.profile
    return answer({"forms": forms(profile, language_of(request))})


@require_POST
@_of_table(device=True)
def preview(request: HttpRequest, asker: Asker, table: Table) -> HttpResponse:
    """{"code", "facts", "lang"} -> the events that declare it and the finding that they would raise; nothing is
    written. While a fact is missing the finding is {"error": {"field", "expected"}}."""
    said = object_in(request)
    code, facts = said.get("code"), said.get("facts", {})
    if not isinstance(code, str):
        raise NotReadable("code", "the code of a rule")
    if not isinstance(facts, dict):
        raise NotReadable("facts", "one JSON object with the facts")
    language = "en" if said.get("lang") == "en" else "es"
    house = in_force(table, timezone.now())
    events, finding = declared(session_of(table), code, facts, language, house)
    return answer({"events": events, "finding": finding})


@require_POST
@_of_table(device=True)
def differs(request: HttpRequest, asker: Asker, table: Table) -> HttpResponse:
    """A tablet's engine found something else than ours in the same entries: {"session", "number", "found": [...]}.

    That must never be; it is written into the log with both sides, for whoever mends it. Answers with ours.
    """
    said = object_in(request)
    session = TableSession.objects.filter(table=table, pk=whole_number(said.get("session"), "session", 1)).first()
    if session is None:
        raise NotReadable("session", "a session of this table")
    session.table = table
    theirs = said.get("found")
    if not isinstance(theirs, list) or len(theirs) > MOST_AT_ONCE:
        raise NotReadable("found", "a list of findings, as `12:deal-order:3 followed`")
    number, rows = found(session)
    if number != whole_number(said.get("number"), "number"):
        # Another entry has come meanwhile: nothing can be said of two engines that were fed differently
        return answer({"only_there": [], "only_here": []})
    ours, told = set(rows), {str(one) for one in theirs}
    logger.error(
        "A tablet's engine differs: device %s, table %s, session %s after entry %s: only there %s; only here %s",
        asker.device and asker.device.pk,
        table.name,
        session.pk,
        said.get("number"),
        sorted(told - ours)[:20],
        sorted(ours - told)[:20],
    )
    return answer({"only_there": sorted(told - ours), "only_here": sorted(ours - told)})


def _table(table: Table, now: datetime) -> dict[str, Any]:
    """``house``: what the house has set for a session that opens now; the tablet opens one by it when it is alone."""
    return {
        "id": table.pk,
        "name": table.name,
        "profile": table.profile,
        "pit": {"id": table.pit_id, "name": table.pit.name},
        "casino": {"code": table.casino.code, "name": table.casino.name, "retention_days": table.casino.retention_days},
        "zone": table.casino.timezone,
        "currency": table.casino.currency,
        "house": in_force(table, now),
        "names": names(table.casino),
    }


def _known(session_id: object, number: object, session: TableSession | None) -> int:
    """The number of the last entry that the asker has of this session; 0 where it means another one."""
    if session_id in (None, "") or number in (None, "") or session is None:
        return 0
    after = whole_number(number, "known")
    return after if whole_number(session_id, "session") == session.pk else 0


def _ledger(session: TableSession | None, after: int) -> dict[str, Any]:
    """Entries behind that number, as they were said, and the places that lines which could not be read have filled."""
    if session is None:
        return {"session": None, "entries": [], "unread": []}
    rows = Entry.objects.filter(session=session, number__gt=after).order_by("number")
    return {
        "session": {
            "id": session.pk,
            "number": session.number,
            "profile": session.profile,
            "opened_at": session.opened_at,
            "closed_at": session.closed_at,
            "house": options_of(session),
        },
        "entries": [
            {"number": number, "seq": seq, "event": msgspec.Raw(body.encode())}
            for number, seq, body in rows.values_list("number", "seq", "body")[:MOST_AT_ONCE]
        ],
        "unread": [
            {"after": place, "seq": seq}
            for place, seq in Unread.objects.filter(session=session).values_list("after", "seq")
        ],
    }


def _stands(table: Table, session: TableSession | None, language: str | None, now: datetime) -> dict[str, Any]:
    if session is None:
        return {"picture": None if language is None else blank(language, in_force(table, now)), "tally": None}
    how = stands(session, picture=language)
    return {"picture": how.picture, "tally": {"number": how.number, **how.tally}}


def _around(table: Table, device: Device | None, language: str, now: datetime) -> dict[str, Any]:
    return {
        "tile": tiles([table], language=language, now=now)[0],
        "others": others_at(table=table, device=device, now=now),
    }
