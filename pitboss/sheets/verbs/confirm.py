from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from io import BytesIO
from typing import Any

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Table
from pitboss.incidents.refusal import Refused, Why
from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.ingest.receipt import Receipt
from pitboss.ledger.append import last_seq
from pitboss.replay.again import Told as Replayed
from pitboss.replay.again import judge
from pitboss.replay.house import in_force
from pitboss.sheets.events import dressed, events_of, round_of, second_of
from pitboss.sheets.models import Confirmation, Picture, Sheet
from pitboss.sheets.refusal import ALREADY, CLOSED, FUTURE, LATER, NOT_THERE, NOTHING, THERE
from pitboss.sheets.told import Told
from pitboss.sheets.where import Where, holds, where


def confirm(
    *,
    sheet: Sheet,
    by: Person,
    now: datetime,
    told: Told,
    pictures: Iterable[Picture],
    answers: Mapping[str, Any],
    changed: Mapping[str, Any],
) -> tuple[Confirmation, Receipt]:
    """Put what stands on a sheet into the ledger, once; all of it or nothing.

    ``pictures``: those that were looked at. ``answers`` and ``changed`` are kept with it: what was confirmed, and what
    the reader had proposed otherwise. Raises PermissionDenied, Refused.
    """
    require(by, "upload", sheet.casino)
    shown = list(pictures)
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).select_related("casino").get(pk=sheet.table_id)
        if Confirmation.objects.filter(sheet=sheet).exists():
            raise Refused([ALREADY])
        place = where(table, told.played_at)
        _fits(told, place, now)
        said = _events(sheet, table, told, place, shown, by)
        if not said:
            raise Refused([NOTHING])
        intake = Intake(by=by, casino=table.casino.code, table=table.name, verb="upload")
        lines = b"".join(json.dumps(event).encode() + b"\n" for event in said)
        receipt = intake.take(read_ndjson(BytesIO(lines)), now=now)
        if receipt.rejected:
            raise Refused(_rejected(receipt))
        (only,) = receipt.told.values()
        confirmation = Confirmation.objects.create(
            sheet=sheet,
            by=by,
            at=now,
            how=Confirmation.How.SECOND if told.second else Confirmation.How.RECORD,
            played_at=told.played_at,
            round=told.round,
            session=only.session,
            answers=dict(answers),
            changed=dict(changed),
            events=receipt.accepted,
        )
        confirmation.pictures.set(shown)
    return confirmation, receipt


def _fits(told: Told, place: Where, now: datetime) -> None:
    reasons: list[Why] = []
    there = holds(place.session, told.round)
    if told.played_at > now:
        reasons.append(FUTURE)
    if told.second:
        if not there:
            reasons.append(NOT_THERE)
    elif there and told.cards:
        reasons.append(THERE)
    elif place.session is None and not told.opens:
        reasons.append(CLOSED)
    elif place.later and not told.late:
        reasons.append(LATER)
    if reasons:
        raise Refused(reasons)


def _events(
    sheet: Sheet, table: Table, told: Told, place: Where, pictures: list[Picture], by: Person
) -> list[dict[str, Any]]:
    images = {picture.page or 1: picture.image for picture in pictures}
    dress: dict[str, Any] = {"sheet": sheet.pk, "images": images, "table": table.name, "by": by.badge}
    if told.second:
        said = dressed(second_of(told), told, **dress)
    else:
        opening = None
        if place.session is None:
            opening = {"profile": table.profile, **({"dealer": told.dealer} if told.dealer else {})}
        said = dressed(events_of(told, shown=_shown(told, table, dress), opening=opening), told, **dress)
    if not said or place.opening is None or place.session is None:
        return said
    # A session of the past is found by its opening, and what comes behind it then has to say its own place
    start = last_seq(place.session)
    return [place.opening, *({**event, "seq": start + nth} for nth, event in enumerate(said, 1))]


def _shown(told: Told, table: Table, dress: Mapping[str, Any]) -> frozenset[str]:
    """Codes that the cards, bets and results raise by themselves, played once beside the record."""
    if not told.cards or not told.codes:
        return frozenset()
    opening = {"key": "opening", "kind": "table_opened", "profile": table.profile}
    said = dressed([opening, *round_of(told), {"key": "closed", "kind": "round_closed"}], told, **dress)
    lines = b"\n".join(json.dumps(event).encode() for event in said)
    house = in_force(table, told.played_at)
    found = judge(Replayed(lines=lines, seqs=range(1, len(said) + 1), unread=(), house=house), {})
    return frozenset(str(finding["code"]) for _, _, finding in found.findings)


def _rejected(receipt: Receipt) -> list[Why]:
    return [Why("rejected", f"{why.line}: {why.field}: {why.expected}") for why in receipt.rejected]
