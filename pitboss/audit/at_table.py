"""Who and what was at the table when it happened: people, decks, shuffle. Said by events from before the round."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from pitboss.accounts.names import Names
from pitboss.audit.case import Said
from pitboss.audit.telling import role_name
from pitboss.drawing.formats import moment
from pitboss.incidents.models import Incident
from pitboss.ledger.models import Entry

KINDS = ("table_opened", "dealer_changed", "decks_checked", "shuffled")


@dataclass(slots=True)
class AtTable:
    """``people``: role and name, as the reader may see it. ``decks``: lines on the cards in the shoe."""

    people: list[tuple[str, str]] = field(default_factory=list)
    decks: list[str] = field(default_factory=list)


def at_table(incident: Incident, entries: Sequence[Said], names: Names, zone: ZoneInfo) -> AtTable:
    """As last said by the end of ``entries``: two queries."""
    telling = Entry.objects.filter(session=incident.session_id, kind__in=KINDS)
    if entries:
        telling = telling.filter(number__lte=entries[-1].entry.number)
    badges: dict[str, str] = {}
    newest: dict[str, tuple[datetime, dict[str, Any]]] = {}
    for kind, at, body in telling.order_by("number").values_list("kind", "at", "body"):
        said = json.loads(body)
        newest[kind] = at.astimezone(zone), said
        badges.update({role: str(said[role]) for role in ("dealer", "pit_boss") if said.get(role)})
    known = names.of_badges(badges.values()) if badges else {}
    return AtTable(
        people=[(role_name(role), known[badge]) for role, badge in badges.items()],
        decks=[_words(kind, *newest[kind]) for kind in ("decks_checked", "shuffled") if kind in newest],
    )


def _words(kind: str, at: datetime, said: dict[str, Any]) -> str:
    if kind == "shuffled":
        methods = {"chemin": gettext("chemin de fer"), "normal": gettext("normal"), "machine": gettext("a máquina")}
        method = methods.get(str(said.get("method")), str(said.get("method")))
        return gettext("Último baraje: %(method)s, %(at)s") % {"method": method, "at": moment(at)}
    backs = ", ".join(dict.fromkeys(str(back) for back in said.get("backs", [])))
    told = gettext("%(decks)s mazos revisados, dorsos %(backs)s, %(at)s") % {
        "decks": len(said.get("counts", [])),
        "backs": backs,
        "at": moment(at),
    }
    return f"{told} · {gettext('sellados')}" if said.get("sealed") else told
