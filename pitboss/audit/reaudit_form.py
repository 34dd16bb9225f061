"""The form by which a re-audit is asked for: what was filled in, what it means, and what of it cannot be read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import get_language, gettext

from pitboss.casino.gaming_day import gaming_day
from pitboss.casino.models import Casino, Table
from pitboss.reaudit.models import Reaudit
from pitboss.reaudit.queries import editions_there
from pitboss.replay.catalogue import titles
from pitboss.replay.readings import EDITION, Value, profile_titles, removable, values

DAYS: Final = 7
"""Gaming days that the form begins with."""
VALUE, WITHOUT, SINCE, UNTIL = "value.", "without", "since.", "until."


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value of the reading with what was chosen of it: JSON text, empty for as it is."""

    value: Value
    choices: list[tuple[str, str]]
    chosen: str


@dataclass(frozen=True, slots=True)
class ShownRule:
    code: str
    title: str
    out: bool
    since: str
    until: str


@dataclass(slots=True)
class Form:
    """``problems``: a sentence by the name of its field; empty: it can be asked."""

    casinos: Sequence[Casino]
    every: Sequence[Table]
    tables: list[Table] = field(default_factory=list)
    since: date = date.min
    until: date = date.min
    profile: str = ""
    overlay: dict[str, Any] = field(default_factory=dict)
    name: str = ""
    why: str = ""
    against: str = ""
    problems: dict[str, str] = field(default_factory=dict)

    @property
    def grouped(self) -> list[tuple[Casino, list[tuple[Table, bool]]]]:
        """Tables by casino, each with whether it is chosen."""
        chosen = {table.pk for table in self.tables}
        return [
            (casino, [(one, one.pk in chosen) for one in self.every if one.casino_id == casino.pk])
            for casino in self.casinos
        ]

    @property
    def profiles(self) -> list[tuple[str, str]]:
        return profile_titles(get_language() or "es")

    @property
    def values(self) -> list[ShownValue]:
        told = self.overlay.get("values", {})
        return [
            ShownValue(
                value,
                [(json.dumps(one), words) for one, words in value.choices],
                json.dumps(told[value.name]) if value.name in told else "",
            )
            for value in values(get_language() or "es")
        ]

    @property
    def rules(self) -> list[ShownRule]:
        named = titles(get_language() or "es")
        out, dates = self.overlay.get("without", ()), self.overlay.get("dates", {})
        shown = []
        for code in sorted(removable(), key=lambda code: named.get(code, code)):
            since, until = dates.get(code, (None, None))
            shown.append(ShownRule(code, named.get(code, code), code in out, since or "", until or ""))
        # What is changed first: the list is longer than its window
        return sorted(shown, key=lambda rule: not (rule.out or rule.since or rule.until))

    @property
    def changed(self) -> dict[str, int]:
        """How much of each group is changed: shown beside what is folded away."""
        told = self.overlay
        return {
            "values": len(told.get("values", {})),
            "rules": len(told.get("without", ())) + len(told.get("dates", {})),
        }


def tables_of(casinos: Sequence[Casino]) -> list[Table]:
    """Every table of these, by casino and name."""
    return list(Table.objects.filter(casino__in=casinos).select_related("casino").order_by("casino__code", "name"))


def blank(casinos: Sequence[Casino], now: datetime) -> Form:
    """The last week at every table of the first casino, by the edition as it stands."""
    every = tables_of(casinos)
    until = gaming_day(casinos[0], now)
    return Form(
        casinos=casinos,
        every=every,
        tables=[table for table in every if table.casino_id == casinos[0].pk],
        since=until - timedelta(days=DAYS - 1),
        until=until,
        name=EDITION,
        against=f"edition:{next(iter(editions_there()), EDITION)}",
    )


def like(reaudit: Reaudit, casinos: Sequence[Casino]) -> Form:
    """Another one's question, to be asked again with changes; compared with that one."""
    every = tables_of(casinos)
    chosen = set(reaudit.tables.values_list("pk", flat=True))
    return Form(
        casinos=casinos,
        every=every,
        tables=[table for table in every if table.pk in chosen],
        since=reaudit.since,
        until=reaudit.until,
        profile=reaudit.reading.overlay.get("profile") or "",
        overlay=dict(reaudit.reading.overlay),
        name=reaudit.reading.name,
        against=f"reaudit:{reaudit.pk}",
    )


def filled(posted: QueryDict, casinos: Sequence[Casino]) -> Form:
    """What was sent, as far as it can be read; the rest is told in ``problems`` and left as it was."""
    every = tables_of(casinos)
    picked = set(posted.getlist("table"))
    form = Form(
        casinos=casinos,
        every=every,
        tables=[table for table in every if str(table.pk) in picked],
        name=posted.get("name", "").strip(),
        why=posted.get("why", "").strip(),
        against=posted.get("against", ""),
    )
    today = timezone.localdate()
    form.since = _day(posted.get("since", ""), "since", form.problems) or today
    form.until = _day(posted.get("until", ""), "until", form.problems) or today
    form.overlay = _overlay(posted, form.problems)
    form.profile = form.overlay.get("profile", "")
    if not form.tables:
        form.problems["table"] = gettext("Elija al menos una mesa.")
    return form


def _overlay(posted: QueryDict, problems: dict[str, str]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if profile := posted.get("profile", ""):
        told["profile"] = profile
    changed = {}
    for value in values(get_language() or "es"):
        text = posted.get(VALUE + value.name, "").strip()
        if not text:
            continue
        try:
            changed[value.name] = json.loads(text)
        except ValueError:
            problems[VALUE + value.name] = gettext("%(name)s: no es un número entero.") % {"name": value.title}
    if changed:
        told["values"] = changed
    if out := sorted(set(posted.getlist(WITHOUT)) & removable()):
        told["without"] = out
    dates = {}
    for code in sorted(removable()):
        since = _day(posted.get(SINCE + code, ""), SINCE + code, problems)
        until = _day(posted.get(UNTIL + code, ""), UNTIL + code, problems)
        if since or until:
            dates[code] = [since.isoformat() if since else None, until.isoformat() if until else None]
    if dates:
        told["dates"] = dates
    return told


def _day(text: str, name: str, problems: dict[str, str]) -> date | None:
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        problems[name] = gettext("%(text)s no es una fecha.") % {"text": text}
        return None


def against_of(form: Form, mine: Mapping[int, Reaudit]) -> tuple[Reaudit | None, str]:
    """What it is compared with: another re-audit of the person's, or an edition under which findings stand."""
    kind, _, rest = form.against.partition(":")
    if kind == "reaudit" and rest.isdigit() and int(rest) in mine:
        return mine[int(rest)], ""
    return None, rest[:32] if kind == "edition" and rest else EDITION
