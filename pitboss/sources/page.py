"""What the pages of two sources show: lines in words, and the findings that speak of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Count
from django.utils.translation import gettext

from pitboss.casino.models import TableSession
from pitboss.incidents.models import Incident
from pitboss.ledger.models import Entry
from pitboss.replay.beside import Row, Side
from pitboss.replay.models import Finding
from pitboss.replay.readings import EDITION
from pitboss.sources.video_form import BURNED, PLACES, RANKS, SUITS, UNSEEN

CODES = ("source-mismatch", "feed-gap")


def source_words(source: str) -> str:
    words = {
        "shoe": gettext("Sabot"),
        "sheet": gettext("Hoja de papel"),
        "surveillance": gettext("Video"),
        "dealer": gettext("Croupier"),
        "supervisor": gettext("Jefe de mesa"),
        "system": gettext("Otro sistema"),
    }
    return words[source]


def cause_words(cause: str) -> str:
    words = {
        "swapped-card": gettext("Carta cambiada"),
        "wrong-card-keyed": gettext("Carta mal digitada"),
        "order": gettext("Otro orden"),
        "recipient": gettext("Otra casilla"),
        "extra-card": gettext("Carta sin anotar"),
        "stuck-pair": gettext("Cartas pegadas"),
        "missed-read": gettext("Carta que no se vio salir"),
        "burned-card": gettext("Carta quemada"),
        "out-of-step": gettext("Ya no se corresponden"),
        "unreadable": gettext("No se pudo leer"),
        "doubled-read": gettext("Leída dos veces"),
        "missed": gettext("Lectura perdida"),
        "outage": gettext("Sin señal"),
    }
    return words.get(cause, cause)


def place_words(side: Side) -> str:
    if side.burned:
        return gettext("quemada")
    if side.spot == "dealer":
        return gettext("croupier")
    return side.spot or ""


@dataclass(slots=True)
class Line:
    """One line of the page. ``causes`` and ``incident`` where a finding speaks of it."""

    row: Row
    played_to: str = ""
    seen_to: str = ""
    causes: list[str] = field(default_factory=list)
    incident: Incident | None = None
    grave: bool = False


def lines_of(session: TableSession, source: str, rows: Sequence[Row]) -> list[Line]:
    """The rows with what the findings of that source say of them."""
    findings = (
        Finding.objects.filter(session=session, edition=EDITION, code__in=CODES)
        .exclude(data__has_key="withdrawn_by")
        .prefetch_related("incidents")
    )
    by_seq: dict[int, Finding] = {}
    for finding in findings:
        if finding.data.get("facts", {}).get("source") == source:
            by_seq.update(dict.fromkeys(finding.data["events"], finding))
    return [_line(row, by_seq) for row in rows]


def _line(row: Row, by_seq: dict[int, Finding]) -> Line:
    line = Line(row)
    line.played_to = place_words(row.played) if row.played else ""
    line.seen_to = place_words(row.seen) if row.seen else ""
    if not row.parts:
        return line
    found = next((by_seq[side.seq] for side in (row.seen, row.played) if side and side.seq in by_seq), None)
    if found is not None:
        line.causes = [cause_words(cause) for cause in found.data["facts"].get("causes", [])]
        line.grave = found.code == "source-mismatch"
        line.incident = next(iter(found.incidents.all()), None)
    return line


def counts_of(session: TableSession) -> tuple[int, int, int]:
    """Cards told by others, and how many findings of either code stand: against the table, and of the sources."""
    told = Entry.objects.filter(session=session, kind="seen").count()
    standing = Finding.objects.filter(session=session, edition=EDITION).exclude(data__has_key="withdrawn_by")
    counted = dict.fromkeys(CODES, 0) | dict(
        standing.filter(code__in=CODES).values_list("code").annotate(Count("pk")).order_by()
    )
    return told, counted["source-mismatch"], counted["feed-gap"]


def choices() -> dict[str, list[tuple[str, str]]]:
    """What a card of the video may be, and for whom, with words for people."""
    suits = {
        "s": gettext("picas ♠"),
        "h": gettext("corazones ♥"),
        "d": gettext("diamantes ♦"),
        "c": gettext("tréboles ♣"),
    }
    ranks = [(rank, "10" if rank == "T" else rank) for rank in RANKS]
    words = {"dealer": gettext("croupier"), "none": gettext("nadie")}
    return {
        "ranks": [*ranks, (UNSEEN, gettext("no se distingue"))],
        "suits": [(suit, suits[suit]) for suit in SUITS],
        "places": [
            *((place, words.get(place, place)) for place in PLACES[:9]),
            (BURNED, gettext("quemada")),
            *((place, place) for place in PLACES[9:]),
        ],
    }
