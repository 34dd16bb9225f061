"""Patterns as the page shows them: the address, who is called how, and words for what the figures say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils.translation import get_language, gettext

from pitboss.accounts.models import Person
from pitboss.accounts.names import pseudonym
from pitboss.accounts.permissions import VERBS
from pitboss.casino.models import Casino, Membership
from pitboss.drawing.control_chart import Drawing, Mark, draw
from pitboss.drawing.formats import decimal
from pitboss.incidents import picks
from pitboss.incidents.counted import Period
from pitboss.incidents.patterns import Chart, Favour, Patterns, Rate, Ruling

DAYS: Final = 90
LONGEST: Final = 3 * 366
"""Days that one page looks back over, at most."""
PEOPLE: Final = ("dealer", "supervisor")


@dataclass(frozen=True, slots=True)
class Asked:
    """The address, read. ``unread`` names what could not be understood and was left out."""

    period: Period
    named: bool
    may_name: bool
    unread: list[str]

    def address(self, **changes: str | None) -> str:
        period = self.period
        given = {
            "casino": period.casino.code,
            "since": period.since.isoformat(),
            "until": period.until.isoformat(),
            "code": period.code,
            "names": "yes" if self.named else None,
            **changes,
        }
        return "?" + urlencode({name: value for name, value in given.items() if value})


@dataclass(frozen=True, slots=True)
class Line:
    """A group's row of the table beside a chart: figures as words, and what to read from them."""

    name: str
    rounds: int
    findings: int
    rate: str
    interval: str
    limits: tuple[str, str] | None
    reading: str
    beyond: int


@dataclass(frozen=True, slots=True)
class Shown:
    """One chart: its drawing (None without play), its table, and how many groups chance alone would put outside."""

    by: str
    title: str
    drawing: Drawing | None
    lines: list[Line]
    left_out: int
    by_chance: str


@dataclass(frozen=True, slots=True)
class ShownRuling:
    title: str
    code: str
    followed: int
    contrary: int
    share: str
    by: list[tuple[str, int, int, str]]
    rulings: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class ShownFavour:
    dealer: str
    favour: Favour
    expected: str
    rate: str


class Names:
    """What a badge is called: a name where that is asked for and allowed, else a word that stays the same from page
    to page and cannot be turned back into the badge without the installation's secret."""

    def __init__(self, casino: Casino, badges: Iterable[str], *, named: bool) -> None:
        self.casino, self.named = casino, named
        wanted = {badge for badge in badges if badge}
        people = Person.objects.filter(badge__in=wanted) if named and wanted else Person.objects.none()
        self.names = dict(people.values_list("badge", "name"))

    def of(self, badge: str, by: str = "dealer") -> str:
        if not badge:
            return gettext("Sin registrar")
        if self.named:
            name = self.names.get(badge)
            return f"{name} ({badge})" if name else badge
        word = gettext("Jefatura") if by == "supervisor" else gettext("Croupier")
        return f"{word} {pseudonym(self.casino.pk, badge)}"


def casinos_of(person: Person) -> dict[Casino, bool]:
    """Casinos whose patterns this person may see, each with whether he may read names there. One query."""
    found: dict[Casino, bool] = {}
    if not person.is_active:
        return found
    for membership in Membership.objects.filter(person=person).select_related("casino").order_by("casino__code"):
        if membership.role in VERBS["see_patterns"]:
            found.setdefault(membership.casino, False)
    for membership in Membership.objects.filter(person=person, role__in=VERBS["see_names"]).select_related("casino"):
        if membership.casino in found:
            found[membership.casino] = True
    return found


def asked(query: Mapping[str, str], casinos: Mapping[Casino, bool], titles: Mapping[str, str], now: datetime) -> Asked:
    """Without days: the last ninety, by the casino's own calendar. ``casinos`` holds at least one."""
    unread = []
    casino = next((one for one in casinos if one.code == query.get("casino")), next(iter(casinos)))
    if query.get("casino", casino.code) != casino.code:
        unread.append(f"{gettext('Casino')}: {query['casino']}")
    days: dict[str, date] = {}
    for name, label in (("since", gettext("Desde")), ("until", gettext("Hasta"))):
        if text := query.get(name, "").strip():
            try:
                days[name] = date.fromisoformat(text)
            except ValueError:
                unread.append(f"{label}: {text}")
    until = days.get("until", now.astimezone(ZoneInfo(casino.timezone)).date())
    until = max(min(until, date(2999, 1, 1)), date(2000, 1, 1))
    since = days.get("since", until - timedelta(days=DAYS - 1))
    since, until = min(since, until), max(since, until)
    if (until - since).days >= LONGEST:
        since = until - timedelta(days=LONGEST - 1)
        unread.append(gettext("%(label)s: se muestran a lo más tres años") % {"label": gettext("Desde")})
    code = query.get("code") or None
    if code is not None and code not in titles:
        unread.append(f"{gettext('Irregularidad')}: {code}")
        code = None
    may_name = casinos[casino]
    return Asked(
        Period(casino=casino, since=since, until=until, code=code),
        named=may_name and query.get("names") == "yes",
        may_name=may_name,
        unread=unread,
    )


def badges_of(found: Patterns) -> set[str]:
    """Everybody that the page speaks of."""
    people = {str(rate.group) for chart in found.charts if chart.by in PEOPLE for rate in chart.rates}
    people |= {who for ruling in found.rulings for who, *_ in ruling.by}
    return people | {favour.dealer for favour in found.favours.found}


def shown(chart: Chart, names: Names, titles: Mapping[str, str]) -> Shown:
    """The chart with its drawing; at most as many groups drawn as fit, all of them in the table."""
    title = chart_titles()[chart.by]
    lines = [_line(rate, _group_name(rate, chart.by, names, titles)) for rate in chart.rates]
    marks = [
        Mark(line.name, rate.rate, rate.interval, rate.limits, rate.beyond, line.reading)
        for line, rate in zip(lines, chart.rates, strict=True)
        if rate.rate is not None
    ]
    drawing = draw(title, chart.centre, marks, wide=chart.by == "code") if marks else None
    return Shown(
        chart.by,
        title,
        drawing,
        lines,
        left_out=len(marks) - len(drawing.rows) if drawing else 0,
        by_chance=decimal(chart.judged * 0.05) if chart.judged else "",
    )


def chart_titles() -> dict[str, str]:
    return {
        "dealer": gettext("Por croupier"),
        "table": gettext("Por mesa"),
        "code": gettext("Por irregularidad"),
        "supervisor": gettext("Por jefatura de mesa"),
        "hour": gettext("Por hora"),
    }


def shown_rulings(rulings: Sequence[Ruling], names: Names, titles: Mapping[str, str]) -> list[ShownRuling]:
    words = ruling_words()
    return [
        ShownRuling(
            title=titles.get(one.code, one.code),
            code=one.code,
            followed=one.followed,
            contrary=one.contrary,
            share=_share(one.share) if one.share else "",
            by=[
                (names.of(who, "supervisor"), followed, contrary, "" if rate is None else chance(rate))
                for who, followed, contrary, rate in one.by
            ],
            rulings=[(words.get(word, word), count) for word, count in one.rulings],
        )
        for one in rulings
    ]


def shown_favours(found: Patterns, names: Names) -> list[ShownFavour]:
    return [
        ShownFavour(names.of(one.dealer), one, decimal(one.expected), chance(one.rate)) for one in found.favours.found
    ]


def ruling_words() -> dict[str, str]:
    """What a ruling's word means, at the table and at the desk."""
    picked = {value: str(label) for value, label in (*picks.Ruling.choices, *picks.Reason.choices)}
    return picked | {"words": gettext("Con palabras propias")}


def chance(rate: float) -> str:
    """A chance or a false-discovery rate: three decimals, and *< 0,001* below them."""
    text = "< 0.001" if rate < 0.001 else f"{rate:.3f}"
    return text if (get_language() or "").startswith("en") else text.replace(".", ",")


def _line(rate: Rate, name: str) -> Line:
    return Line(
        name=name,
        rounds=rate.rounds,
        findings=rate.findings,
        rate="—" if rate.rate is None else decimal(rate.rate),
        interval=_range(rate.interval) if rate.interval else "—",
        limits=(_range(rate.limits[0]), _range(rate.limits[1])) if rate.limits else None,
        reading=_reading(rate),
        beyond=rate.beyond,
    )


def _reading(rate: Rate) -> str:
    words = {
        997: gettext("Sobre el límite de 99,7 %"),
        95: gettext("Sobre el límite de 95 %"),
        -95: gettext("Bajo el límite de 95 %"),
        -997: gettext("Bajo el límite de 99,7 %"),
    }
    if rate.limits is None:
        return gettext("Sin límites")
    return words.get(rate.beyond, gettext("Dentro de lo esperable"))


def _range(pair: tuple[float, float]) -> str:
    return gettext("%(low)s a %(high)s") % {"low": decimal(pair[0]), "high": decimal(pair[1])}


def _share(share: tuple[float, float, float]) -> str:
    told, low, high = (f"{100 * part:.0f}" for part in share)
    return gettext("%(share)s %% (%(low)s a %(high)s)") % {"share": told, "low": low, "high": high}


def _group_name(rate: Rate, by: str, names: Names, titles: Mapping[str, str]) -> str:
    if by in PEOPLE:
        return names.of(str(rate.group), by)
    if by == "hour":
        return f"{int(rate.group):02d}:00"
    return titles.get(str(rate.group), str(rate.group)) if by == "code" else str(rate.group)
