"""The report of a period: figures, then a section an incident, as a bundle carries it.

Everything follows from the question, the checkpoint and the cases named: the same three give the same bytes. Names are
those that the question lets in, whoever asks.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.translation import get_language, gettext

from pitboss.accounts.names import Names
from pitboss.audit.played import around
from pitboss.casino.models import Casino, TableSession
from pitboss.complaints.models import Complaint
from pitboss.drawing.chips import CHIPS
from pitboss.drawing.formats import count, day, minute, money
from pitboss.drawing.qr import qr
from pitboss.evidence.models import Checkpoint, Issued
from pitboss.evidence.verbs.issue import issue
from pitboss.exports.request import EVERYBODY, FULL, NOBODY, named
from pitboss.incidents.models import Incident
from pitboss.incidents.queries import with_findings
from pitboss.languages import of_two
from pitboss.ledger.canonical import canonical
from pitboss.privacy.masking import Masking
from pitboss.replay.catalogue import titles
from pitboss.replay.models import Round
from pitboss.replay.scenes import Scene, scenes, scenes_of_rounds
from pitboss.reports.case_told import Told, case_told
from pitboss.reports.case_words import ICONS, case_words
from pitboss.reports.handing_out import hand_out
from pitboss.reports.period_figures import figures
from pitboss.reports.period_words import glossary, not_recorded, period_words
from pitboss.reports.pictures import NAMESPACE, icon_pictures, suit_pictures
from pitboss.reports.pieces import paired
from pitboss.reports.typeset import typeset

AT_ONCE: Final = 100
MOST_DRAWN: Final = 500
"""Cases told with drawing and events; the typesetter takes 2 MB for each. What comes after them is told shorter."""


def period_report(*, incidents: Sequence[int], request: Mapping[str, Any], checkpoint: str, language: str) -> bytes:
    """The PDF, in ``es`` or ``en``. ``incidents``: primary keys of the cases to tell; they are told by casino, then in
    the order in which they happened. ``request``: the question as ``request.json`` has it; ``checkpoint``: the signed
    note that it is answered from, whose time the signature says."""
    spoken = of_two(language)
    made = made_at(checkpoint)
    with translation.override("en" if spoken == "en" else "es-cl"):
        pdf = typeset("period", contents(incidents, request, checkpoint, made), language=spoken, dated=made)
        # The printed code leads to the hash of the request
        about = issue(content=_named(request, checkpoint), kind=Issued.Kind.REPORT, now=made)
        return hand_out(pdf, kind=Issued.Kind.REPORT, now=made, at=made, about=about)


def made_at(checkpoint: str) -> datetime:
    """When the checkpoint was signed: the report is about nothing later."""
    size = int(checkpoint.split("\n")[1])
    kept = Checkpoint.objects.filter(note=checkpoint).first() or Checkpoint.objects.filter(size=size).first()
    return kept.at if kept else datetime.fromtimestamp(0, UTC)


def contents(incidents: Sequence[int], request: Mapping[str, Any], checkpoint: str, made: datetime) -> dict[str, Any]:
    """All that the pages say, as JSON values, in the language that is active."""
    origin, size, root = checkpoint.split("\n")[:3]
    asked = request_hash(request, checkpoint)
    casinos = list(Casino.objects.filter(code__in=request["casinos"]).order_by("code"))
    cases = [*_cases(incidents, request)]
    found = list(Incident.objects.filter(pk__in=incidents).select_related("table", "casino"))
    # The log's name begins with the installation's host, and cannot change after its first signature
    code = qr(f"https://{origin.partition('/')[0]}/verify/#{asked}", gettext("Código con la huella de la solicitud"))
    zone = ZoneInfo(casinos[0].timezone) if casinos else ZoneInfo("UTC")
    return {
        "words": case_words() | period_words(),
        "title": gettext("Informe de incidentes de mesa"),
        "casinos": ", ".join(one.name for one in casinos),
        "period": f"{_day(request['from'])} – {_day(request['to'])}",
        "version": gettext("Versión completa") if request["redaction"] == FULL else gettext("Versión enmascarada"),
        "asked": paired(_asked(request)),
        "evidence": paired(
            [
                (gettext("Punto de control"), minute(made.astimezone(zone))),
                (gettext("Registro"), origin),
                (gettext("Asientos en el árbol"), count(int(size))),
                (gettext("Raíz del árbol"), root),
                (gettext("Huella de la solicitud, SHA-256"), asked),
            ]
        ),
        "summary": paired(_summary(found)),
        "figures": figures(found, request, int(size)),
        "cases": cases,
        "glossary": paired(glossary()),
        "not_recorded": not_recorded(),
        "shortened": _shortened(len(cases)),
        "hash": asked,
        "qr": str(code).replace("<svg ", f"<svg {NAMESPACE} ", 1),
        "qr_alt": gettext("Código QR: huella de la solicitud con que se hizo este informe"),
        "suits": suit_pictures(),
        "icons": icon_pictures(*ICONS),
    }


def request_hash(request: Mapping[str, Any], checkpoint: str) -> str:
    """What names the bundle (docs/bundle.md)."""
    return hashlib.sha256(_named(request, checkpoint)).hexdigest()


def _named(request: Mapping[str, Any], checkpoint: str) -> bytes:
    """Question, size and root."""
    size, root = checkpoint.split("\n")[1:3]
    return named(canonical(request), int(size), b64decode(root))


def _cases(incidents: Sequence[int], request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    every = with_findings(Incident.objects.filter(pk__in=incidents)).select_related("casino", "table", "session__table")
    ordered = every.prefetch_related("witnesses", "complaints").order_by("casino__code", "opened_at", "pk")
    keys = list(ordered.values_list("pk", flat=True))
    words = titles(get_language() or "es")
    told_so_far = 0
    for start in range(0, len(keys), AT_ONCE):
        some = list(ordered.filter(pk__in=keys[start : start + AT_ONCE]))
        played = _played(some)
        rounds = _rounds(some)
        for incident in some:
            told = case_told(
                Told(
                    incident=incident,
                    played=played.get(incident.pk, []),
                    this=rounds.get((incident.session_id, incident.round)),
                    complaints=_complaints(incident),
                    names=_names(incident, request),
                    masking=_masking(incident, request),
                    whole=False,
                )
            )
            if len(keys) > MOST_DRAWN and told_so_far >= MOST_DRAWN:
                told |= {"table": None, "events": [], "rows": []}
            told_so_far += 1
            yield {**told, "title": words.get(incident.code, incident.code), "code": incident.code}


def _shortened(cases: int) -> str:
    if cases <= MOST_DRAWN:
        return ""
    return gettext(
        "Son %(cases)s incidentes: desde el n.º %(first)s van sin dibujo ni eventos, que están en incidents.json y en "
        "rounds/."
    ) % {"cases": count(cases), "first": count(MOST_DRAWN + 1)}


def _played(incidents: Sequence[Incident]) -> dict[int, list[Scene]]:
    """The steps of each case's round; of a case outside of rounds, what is near its findings."""
    sessions: dict[int, list[Incident]] = {}
    for incident in incidents:
        sessions.setdefault(incident.session_id, []).append(incident)
    told: dict[int, list[Scene]] = {}
    for some in sessions.values():
        session: TableSession = some[0].session
        rounds = scenes_of_rounds(session, [one.round for one in some if one.round is not None])
        outside = scenes(session, None) if any(one.round is None for one in some) else []
        for one in some:
            told[one.pk] = around(one, outside) if one.round is None else rounds.get(one.round, [])
    return told


def _rounds(incidents: Sequence[Incident]) -> dict[tuple[int, int | None], Round]:
    """Of a number that was opened twice, the later one."""
    numbers = {one.round for one in incidents if one.round is not None}
    rounds = Round.objects.filter(session__in={one.session_id for one in incidents}, number__in=numbers)
    return {(one.session_id, one.number): one for one in rounds.order_by("first_entry_id")}


def _complaints(incident: Incident) -> list[Complaint]:
    return list(incident.complaints.all())


def _names(incident: Incident, request: Mapping[str, Any]) -> Names:
    whose = request["names"]
    return Names(incident.casino_id, staff=whose != NOBODY, witnesses=whose == EVERYBODY)


def _masking(incident: Incident, request: Mapping[str, Any]) -> Masking | None:
    if request["redaction"] == FULL:
        return None
    return Masking(incident.casino_id, seat=request.get("seat") or None)


def _asked(request: Mapping[str, Any]) -> list[tuple[str, str]]:
    every = gettext("todos")
    words = titles(get_language() or "es")
    return [
        (gettext("Para qué se pidió"), str(request.get("why") or "—")),
        (gettext("Mesas"), ", ".join(request.get("tables") or ()) or gettext("todas")),
        (
            gettext("Irregularidades"),
            ", ".join(words.get(one, one) for one in request.get("codes") or ()) or gettext("todas"),
        ),
        (gettext("Resultado"), _outcome(str(request.get("outcome") or "")) or every),
        (gettext("Folios"), ", ".join(request.get("folios") or ()) or every),
    ]


def _outcome(outcome: str) -> str:
    return str(CHIPS[outcome].word) if outcome in CHIPS else outcome


def _summary(found: Sequence[Incident]) -> list[tuple[str, str]]:
    return [
        (gettext("Incidentes"), count(len(found))),
        (gettext("Cerrados"), count(sum(1 for one in found if one.status == "closed"))),
        (gettext("Por revisar en CCTV"), count(sum(1 for one in found if one.cctv))),
        (gettext("Se debe a jugadores"), money(sum(one.owed for one in found))),
        (gettext("Pagado de más"), money(sum(one.overpaid for one in found))),
    ]


def _day(text: str) -> str:
    return day(datetime.combine(date.fromisoformat(text), datetime.min.time(), UTC))
