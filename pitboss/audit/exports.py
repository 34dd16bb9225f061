"""The page by which bundles are asked for: what was filled in, what it means, and what of it cannot be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final

from django.http import QueryDict
from django.utils.translation import get_language, gettext, pgettext

from pitboss.casino.gaming_day import gaming_day
from pitboss.casino.models import Casino, Table
from pitboss.exports import progress
from pitboss.exports.models import Export
from pitboss.exports.request import COMPLAINANT, FULL, LANGUAGES, REDACTIONS, Question
from pitboss.replay.catalogue import titles
from pitboss.replay.models import Outcome

DAYS: Final = 30
SEATS: Final = tuple(str(seat) for seat in range(1, 8))
FOLIO: Final = re.compile(r"\d{4}-\d{1,9}")


@dataclass(slots=True)
class Form:
    """``problems``: a sentence by the name of its field; empty: it can be asked."""

    casinos: Sequence[Casino]
    every: Sequence[Table]
    chosen: list[Casino] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    since: date = date.min
    until: date = date.min
    codes: list[str] = field(default_factory=list)
    folios: list[str] = field(default_factory=list)
    outcome: str = ""
    redaction: str = FULL
    seat: str = ""
    language: str = "es"
    footage: bool = False
    why: str = ""
    problems: dict[str, str] = field(default_factory=dict)

    @property
    def grouped(self) -> list[tuple[Casino, bool, list[tuple[Table, bool]]]]:
        """Casinos, each with whether it is chosen and its tables with the same."""
        here, tables = {one.pk for one in self.chosen}, {one.pk for one in self.tables}
        return [
            (casino, casino.pk in here, [(one, one.pk in tables) for one in self.every if one.casino_id == casino.pk])
            for casino in self.casinos
        ]

    @property
    def rules(self) -> list[tuple[str, str, bool]]:
        """Codes with their titles, by title, the chosen ones first."""
        named = titles(get_language() or "es")
        rows = [(code, title, code in self.codes) for code, title in named.items()]
        return sorted(rows, key=lambda row: (not row[2], row[1]))

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        return [(name, str(word)) for name, word in Outcome.choices]

    @property
    def seats(self) -> Sequence[str]:
        return SEATS

    @property
    def folio_text(self) -> str:
        return ", ".join(self.folios)

    def question(self) -> Question:
        return Question(
            casinos=tuple(sorted(casino.code for casino in self.chosen)),
            since=self.since,
            until=self.until,
            tables=tuple(sorted(f"{table.casino.code}/{table.name}" for table in self.tables)),
            codes=tuple(sorted(self.codes)),
            folios=tuple(sorted(self.folios)),
            outcome=self.outcome,
            redaction=self.redaction,
            seat=self.seat if self.redaction == COMPLAINANT else "",
            language=self.language,
            footage=self.footage,
            why=self.why,
        )


def blank(casinos: Sequence[Casino], now: datetime) -> Form:
    """The last thirty gaming days of the first casino, everything."""
    until = gaming_day(casinos[0], now)
    return Form(
        casinos=casinos,
        every=_tables(casinos),
        chosen=[casinos[0]],
        since=until - timedelta(days=DAYS - 1),
        until=until,
        language=(get_language() or "es")[:2],
    )


def like(export: Export, casinos: Sequence[Casino]) -> Form:
    """Another one's question, to be asked again with changes."""
    asked = export.asked()
    every = _tables(casinos)
    return Form(
        casinos=casinos,
        every=every,
        chosen=[casino for casino in casinos if casino.code in asked.casinos],
        tables=[table for table in every if f"{table.casino.code}/{table.name}" in asked.tables],
        since=asked.since,
        until=asked.until,
        codes=list(asked.codes),
        folios=list(asked.folios),
        outcome=asked.outcome,
        redaction=asked.redaction,
        seat=asked.seat,
        language=asked.language,
        footage=asked.footage,
        why=asked.why,
    )


def filled(posted: QueryDict, casinos: Sequence[Casino], now: datetime) -> Form:
    """What was sent, as far as it can be read; the rest is told in ``problems`` and left as it was."""
    form = blank(casinos, now)
    picked, tables = set(posted.getlist("casino")), set(posted.getlist("table"))
    form.chosen = [casino for casino in casinos if casino.code in picked]
    form.tables = [table for table in form.every if str(table.pk) in tables and table.casino.code in picked]
    form.since = _day(posted.get("since", ""), "since", form) or form.since
    form.until = _day(posted.get("until", ""), "until", form) or form.until
    form.codes = sorted(set(posted.getlist("code")) & set(titles("es")))
    form.folios = _folios(posted.get("folios", ""), form)
    form.outcome = _one_of(posted.get("outcome", ""), Outcome.values, "")
    form.redaction = _one_of(posted.get("redaction", ""), REDACTIONS, FULL)
    form.seat = _one_of(posted.get("seat", ""), SEATS, "")
    form.language = _one_of(posted.get("language", ""), LANGUAGES, form.language)
    form.footage = bool(posted.get("footage"))
    form.why = posted.get("why", "").strip()
    return form


def state_words(state: str) -> str:
    return {
        progress.WAITING: gettext("En espera"),
        progress.RUNNING: gettext("Se prepara"),
        progress.DONE: pgettext("exportación", "Lista"),
        progress.FAILED: gettext("Falló"),
    }[state]


def asked_words(question: Question) -> list[tuple[str, str]]:
    """What was asked, label by label; what was not narrowed is not said."""
    named = titles(get_language() or "es")
    redaction = (
        gettext("Para quien reclama: sin nombres, solo apuestas de la casilla %(seat)s") % {"seat": question.seat}
        if question.masked
        else gettext("Completa")
    )
    rows = [
        (gettext("Casinos"), ", ".join(question.casinos)),
        (gettext("Mesas"), ", ".join(question.tables) or gettext("Todas")),
        (gettext("Irregularidades"), ", ".join(named.get(code, code) for code in question.codes) or gettext("Todas")),
        (gettext("Folios"), ", ".join(question.folios)),
        (gettext("Resultado"), str(Outcome(question.outcome).label) if question.outcome else ""),
        (gettext("Reserva"), redaction),
        (gettext("Idioma"), gettext("Inglés") if question.language == "en" else gettext("Español")),
        (
            gettext("Video"),
            gettext("Con imágenes y videos guardados aquí") if question.footage else gettext("Sin video"),
        ),
    ]
    return [row for row in rows if row[1]]


def _tables(casinos: Sequence[Casino]) -> list[Table]:
    return list(Table.objects.filter(casino__in=casinos).select_related("casino").order_by("casino__code", "name"))


def _day(text: str, name: str, form: Form) -> date | None:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        form.problems[name] = gettext("%(text)s no es una fecha.") % {"text": text or "—"}
        return None


def _folios(text: str, form: Form) -> list[str]:
    said = [one for one in re.split(r"[\s,;]+", text) if one]
    if wrong := [one for one in said if not FOLIO.fullmatch(one)]:
        form.problems["folios"] = gettext("%(text)s no es un folio.") % {"text": wrong[0][:40]}
    return sorted({one for one in said if FOLIO.fullmatch(one)})


def _one_of(text: str, choices: Sequence[str], otherwise: str) -> str:
    return text if text in choices else otherwise
