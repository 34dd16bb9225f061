"""Enter a round from the video: it becomes a second source of that round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import TableSession
from pitboss.incidents.refusal import Refused, Why
from pitboss.ingest.own import own
from pitboss.ledger.append import hold, last_seq
from pitboss.pipeline import Recorded, record
from pitboss.replay.models import Round
from pitboss.sources.access import REENTER

MOST_CARDS = 60
"""A round of seven seats with every hand split thrice does not come near it."""
NO_CARDS = Why("no_cards_seen", _("Falta anotar las cartas que se ven en el video."))
NO_ROUND = Why("no_round", _("Esa sesión no tiene ese pase."))
NO_CAMERA = Why("no_camera", _("Falta decir de qué cámara es el video."))
FUTURE = Why("future", _("Esa hora todavía no llega."))
BACKWARDS = Why("backwards", _("Las horas de las cartas retroceden."))


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card as the video shows it. ``at``: by the clock that the video shows. ``card`` None: not made out."""

    at: datetime
    card: str | None
    to: str
    burned: bool = False


def reenter(
    *,
    session: TableSession,
    round: int,
    by: Person,
    camera: str,
    ahead: timedelta,
    cards: Sequence[SeenCard],
    now: datetime,
) -> Recorded:
    """Add ``cards`` to the session's ledger as what surveillance saw of that round, under the badge of ``by``.

    ``ahead`` is by how much the video's clock is ahead of the house's. Entering a round again is another telling of it:
    the last one counts, and all of them stay. Raises PermissionDenied, Refused.
    """
    require(by, REENTER, session.table.casino)
    reasons = list(_in_the_way(session, round, camera, ahead, cards, now))
    if reasons:
        raise Refused(reasons)
    with transaction.atomic():
        hold(session.table_id)
        before = last_seq(session)
        said = [
            own(_event(one, place, len(cards), round, by, camera.strip(), ahead), before + place)
            for place, one in enumerate(cards, 1)
        ]
        return record(session=session, said=said, now=now)


def _in_the_way(
    session: TableSession, round: int, camera: str, ahead: timedelta, cards: Sequence[SeenCard], now: datetime
) -> list[Why]:
    found: list[Why] = []
    if not Round.objects.filter(session=session, number=round).exists():
        found.append(NO_ROUND)
    if not camera.strip():
        found.append(NO_CAMERA)
    if not cards or len(cards) > MOST_CARDS:
        found.append(NO_CARDS)
    moments = [one.at for one in cards]
    if moments != sorted(moments):
        found.append(BACKWARDS)
    if any(moment - ahead > now for moment in moments):
        found.append(FUTURE)
    return found


def _event(one: SeenCard, place: int, of: int, round: int, by: Person, camera: str, ahead: timedelta) -> dict[str, Any]:
    return {
        "kind": "seen",
        "id": str(uuid4()),
        "at": (one.at - ahead).isoformat(),
        "src": "surveillance",
        "by": by.badge or by.username,
        "card": one.card,
        "round": round,
        "nth": place,
        "of": of,
        "to": one.to,
        **({"did": "burned"} if one.burned else {}),
        "video": {"camera": camera, "at": one.at.isoformat(), "ahead_ms": ahead // timedelta(milliseconds=1)},
    }
