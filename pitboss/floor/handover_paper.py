"""A hand-over on paper: what was read and signed, word for word, and under it the signatures."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import get_language, gettext, ngettext

from pitboss.accounts.permissions import roles_at
from pitboss.casino.models import Casino, Pit
from pitboss.drawing.cards import suit_names
from pitboss.drawing.chips import CHIPS
from pitboss.drawing.formats import brief, minute, moment
from pitboss.floor.device_models import Signature
from pitboss.floor.handover import Summary, digest
from pitboss.floor.handover_models import Handover
from pitboss.languages import of_two
from pitboss.replay.models import Outcome
from pitboss.reports.pictures import suit_pictures
from pitboss.reports.typeset import typeset


def paper(pit: Pit, told: Summary, signed: Handover | None = None) -> bytes:
    """The PDF of a summary, in the reader's language; without `signed` it says that nobody has signed it."""
    language = get_language() or "es"
    zone = ZoneInfo(pit.casino.timezone)
    until = datetime.fromisoformat(told["until"])
    return typeset("handover", contents(pit, told, signed, zone, language), language=language, dated=until)


def signed_paper(one: Handover) -> bytes:
    """The PDF of a hand-over, from what is stored and nothing newer."""
    return paper(one.pit, json.loads(one.summary), one)


def contents(pit: Pit, told: Summary, signed: Handover | None, zone: ZoneInfo, language: str) -> dict[str, Any]:
    """All that the page says, as JSON values, in the language that is active."""
    rows = told["incidents"]
    of_shift = [row for row in rows if not row["carried"]]
    pending = [row for row in rows if row["outcome"] == Outcome.PENDING]
    asked = [row for row in rows if row["asked_at"]]
    facts = [
        (gettext("Foso"), pit.name),
        (gettext("Desde"), minute(_local(told["since"], zone))),
        (gettext("Hasta"), minute(_local(told["until"], zone))),
        (gettext("Pases jugados"), str(sum(one["rounds"] for one in told["tables"]))),
        (gettext("Por resolver"), str(len(pending))),
        (gettext("CCTV pedido"), str(len(asked))),
    ]
    return {
        "words": _words(),
        "title": gettext("Entrega de turno"),
        "number": _number(signed),
        "casino": pit.casino.name,
        "pit": pit.name,
        "facts": [{"name": name, "value": value} for name, value in facts],
        "parts": [
            {"title": title, "rows": [_row(row, zone, language) for row in part]}
            for title, part in (
                (gettext("Por resolver"), pending),
                (gettext("CCTV pedido"), asked),
                (gettext("Incidentes del turno"), of_shift),
            )
        ],
        "tables": [_table(one) for one in told["tables"]],
        "notes": signed.notes if signed else "",
        "sha256": digest(told),
        "signatures": _signatures(signed, zone) if signed else [],
        "suits": suit_pictures(),
        "icons": {},
    }


def _words() -> dict[str, str]:
    return {
        "when": gettext("Hora"),
        "table": gettext("Mesa"),
        "what": gettext("Qué pasó"),
        "state": gettext("Estado"),
        "keep": gettext("Conservar hasta"),
        "none": gettext("Nada."),
        "tables": gettext("Mesas"),
        "notes": gettext("Novedades"),
        "signatures": gettext("Firmas"),
        "unsigned": gettext("Sin firmas: el turno no se ha entregado."),
        "sha256": gettext("SHA-256 de lo firmado:"),
        **suit_names(),
    }


def _row(row: dict[str, Any], zone: ZoneInfo, language: str) -> dict[str, str]:
    spoken = of_two(language)
    note = [row["folio"]]
    if row["carried"]:
        note.append(gettext("de un turno anterior"))
    if row["asked_at"]:
        note.append(gettext("CCTV pedido %(at)s") % {"at": brief(_local(row["asked_at"], zone))})
    place = row["table"]
    if row["round"] is not None:
        place += "\n" + gettext("pase %(round)s") % {"round": row["round"]}
    return {
        "at": brief(_local(row["at"], zone)),
        "place": place,
        "title": row["title"][spoken] or row["code"],
        "headline": row["headline"][spoken],
        "note": " · ".join(note),
        "severity": str(CHIPS[row["severity"]].word),
        "outcome": str(CHIPS[row["outcome"]].word),
        "keep": minute(_local(row["preserve_by"], zone)) if row["preserve_by"] else "—",
    }


def _table(one: dict[str, Any]) -> str:
    state = gettext("abierta") if one["open"] else gettext("cerrada")
    told = ngettext("%(name)s: %(rounds)s pase, %(state)s", "%(name)s: %(rounds)s pases, %(state)s", one["rounds"])
    return told % {**one, "state": state}


def _number(signed: Handover | None) -> str:
    return gettext("N.º %(number)s") % {"number": signed.number} if signed else gettext("Sin firmas")


def _signatures(signed: Handover, zone: ZoneInfo) -> list[dict[str, str]]:
    return [
        _signature(gettext("Entrega"), signed.outgoing_signature, signed.pit.casino, zone),
        _signature(gettext("Recibe"), signed.incoming_signature, signed.pit.casino, zone),
    ]


def _signature(side: str, one: Signature, casino: Casino, zone: ZoneInfo) -> dict[str, str]:
    roles = roles_at(one.person, casino)
    return {
        "side": side,
        "name": one.person.name,
        "badge": one.person.badge,
        "role": str(roles[0].label) if roles else "",
        "at": moment(one.at.astimezone(zone)),
        "mac": one.mac,
    }


def _local(at: str, zone: ZoneInfo) -> datetime:
    return datetime.fromisoformat(at).astimezone(zone)
