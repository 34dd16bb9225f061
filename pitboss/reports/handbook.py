"""The handbook of procedures for floor supervisors: one page an irregularity, ready for the typesetter.

Everything comes from the rulebook, its worked examples and the house's dated options; nothing is written here but
headings. The same edition and the same options give the same bytes.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.translation import gettext, ngettext

from pitboss.casino.models import Casino
from pitboss.drawing.cards import suit_names
from pitboss.drawing.chips import CHIPS
from pitboss.drawing.formats import minute
from pitboss.languages import of_two
from pitboss.replay.catalogue import PROFILE, Rule, edition_date
from pitboss.replay.coverage import coverage
from pitboss.replay.guidance import UNDRAWN, Guidance, guidance
from pitboss.replay.house_words import HouseValue, house_in_force
from pitboss.replay.profiles import profile
from pitboss.reports.pictures import icon_pictures, suit_pictures, table_picture
from pitboss.reports.typeset import typeset

ICONS = (
    "critical",
    "major",
    "minor",
    "book",
    "camera",
    "say",
    "table",
    "user",
    "followed",
    "contrary",
    "noted",
    "check",
)

MOST_STEPS = 2


def handbook(*, casino: Casino | None, language: str, at: datetime) -> bytes:
    """The PDF, in ``es…`` or ``en…``, with the options that hold at this casino at ``at``; without a casino, the
    regulator's alone."""
    spoken = "en" if language.startswith("en") else "es-cl"
    made = datetime.combine(edition_date(), time(), UTC)
    with translation.override(spoken):
        return typeset("handbook", contents(casino, spoken, at), language=spoken, dated=made)


def contents(casino: Casino | None, language: str, at: datetime) -> dict[str, Any]:
    """All that the pages say, as JSON values; in the language that is active."""
    every = guidance(language)
    zone = ZoneInfo(casino.timezone) if casino else ZoneInfo("UTC")
    held = house_in_force(casino, PROFILE, at, language)
    base = profile(PROFILE, language)
    return {
        "words": words(len(every)),
        "regulator": base.title,
        "source": base.source,
        "casino": casino.name if casino else "",
        "edition": every[0].rule.edition,
        "dated": edition_date().strftime("%d-%m-%Y"),
        "groups": {
            "procedures": gettext("Procedimientos ante irregularidades"),
            "table": gettext("Procedimiento de la mesa"),
            "conduct": gettext("Conducta de los jugadores"),
        },
        "tabs": {
            "procedures": gettext("Irregularidad"),
            "table": gettext("Mesa"),
            "conduct": gettext("Conducta"),
        },
        "rules": _pages(every, language),
        "house": [_held(table, one, zone) for table, one in held],
        "set": [_set(table, one, zone) for table, one in held if one.origin == "house"],
        "values": [
            {"name": value.name, "value": value.value, "cited": _unbroken(value.cited.removeprefix(f"{base.source}, "))}
            for value in base.values
        ],
        "clauses": _clauses(language),
        "suits": suit_pictures(),
        "icons": icon_pictures(*ICONS),
    }


def _pages(every: list[Guidance], language: str) -> list[dict[str, Any]]:
    """Numbered inside their group, as the tab of the page says it."""
    counted: Counter[str] = Counter()
    pages = []
    for one in every:
        counted[one.group] += 1
        pages.append(_page(counted[one.group], one, language))
    return pages


def _page(number: int, one: Guidance, language: str) -> dict[str, Any]:
    rule = one.rule
    return {
        "number": number,
        "code": rule.code,
        "group": one.group,
        "title": rule.title,
        "imperative": one.imperative,
        "steps": list(one.steps),
        "announce": _announced(rule),
        "law": rule.law,
        "cited": [_unbroken(cited) for cited in rule.cited],
        "severity": rule.severity,
        "severity-word": str(CHIPS[rule.severity].word),
        "standing-word": str(CHIPS[rule.standing].word),
        "decides": _role(rule.decides),
        "cctv": _cctv(rule),
        "example": _example(one, language),
        "told": [_told(outcome, text) for outcome, text in one.told],
        "elsewhere": [
            {"regulator": other.regulator, "law": other.law, "cited": other.cited} for other in one.elsewhere
        ],
    }


def _example(one: Guidance, language: str) -> dict[str, Any]:
    """The drawn example, or its play line by line where no card lies on the table."""
    spoken = of_two(language)
    shown = one.shown
    if shown is None or shown.spoken is None:
        return {"message": "", "steps": [], "svg": "", "alt": "", "lines": []}
    drawn = shown.scene is not None and shown.at_once and one.rule.code not in UNDRAWN
    svg, alt = table_picture(shown.scene) if shown.scene and drawn else ("", "")
    own = [step for step in shown.spoken.steps[spoken] if step not in one.steps]
    return {
        "message": shown.spoken.message[spoken],
        # More of them only repeat the page's own steps, hand by hand
        "steps": own if len(own) <= MOST_STEPS else [],
        "svg": svg,
        "alt": alt,
        "lines": [
            {"text": line.words[spoken], "hot": any(code == one.rule.code for code, _ in line.marks)}
            for line in shown.lines
        ],
    }


def _unbroken(cited: str) -> str:
    """A number of a clause stays beside its sign."""
    return re.sub(r"(n\.º|no\.) (?=\d)", "\\1\N{NO-BREAK SPACE}", cited)


def _told(outcome: str, text: str) -> dict[str, str]:
    labels = {
        "followed": str(CHIPS["followed"].word),
        "noted": str(CHIPS["noted"].word),
        "contrary": str(CHIPS["contrary"].word),
        "": gettext("Sin falta"),
    }
    return {"icon": outcome or "check", "label": labels[outcome], "text": text}


def _announced(rule: Rule) -> str:
    """The words to say, in quotes; what a case fills in stays open. Empty where there are none."""
    if rule.announce is None:
        return ""
    return gettext("«%(say)s»") % {"say": re.sub(r"\{\w+\}\.?", "…", rule.announce)}


def _cctv(rule: Rule) -> str:
    before, after = rule.footage
    seconds = {"before": before, "after": after}
    if rule.cctv:
        told = gettext(
            "Se aconseja revisar. Conservar desde %(before)s s antes hasta %(after)s s después. "
            "El texto dice que el jefe de mesa puede pedirlo."
        )
    else:
        told = gettext(
            "La regla no lo pide. Pedirlo si hay disputa o se hizo lo contrario: "
            "desde %(before)s s antes hasta %(after)s s después."
        )
    return told % seconds


def _role(role: str) -> str:
    names = {
        "dealer": gettext("croupier"),
        "pit_boss": gettext("jefe de mesa"),
        "section_head": gettext("jefe de sección"),
        "player": gettext("jugador"),
        "floor": gettext("sala"),
    }
    return names[role]


def _held(table: str, one: HouseValue, zone: ZoneInfo) -> dict[str, str]:
    if one.origin == "house" and one.valid_from is not None:
        short = gettext("Casa, desde el %(at)s") % {"at": minute(one.valid_from.astimezone(zone))}
    else:
        short = gettext("Perfil: %(cited)s") % {"cited": _unbroken(one.cited)}
    return {"table": table, "name": one.name, "value": one.value, "short": short}


def _set(table: str, one: HouseValue, zone: ZoneInfo) -> dict[str, str]:
    return {
        "where": table or gettext("Todas"),
        "name": one.name,
        "value": one.value,
        "since": minute(one.valid_from.astimezone(zone)) if one.valid_from else "",
        "by": one.by,
        "why": one.why,
    }


def _clauses(language: str) -> list[dict[str, Any]]:
    """The clauses that a rule answers to, those of one place together, in the order of the texts."""
    places: dict[str, dict[str, Any]] = {}
    for text in coverage(language, PROFILE):
        for clause in text.clauses:
            if clause.rules:
                row = places.setdefault(clause.place, {"place": _unbroken(clause.place), "text": [], "rules": {}})
                row["text"].append(clause.text)
                row["rules"] |= dict(clause.rules)
    return [
        {
            "place": row["place"],
            "text": " ".join(row["text"]),
            "rules": [{"code": code, "title": title} for code, title in row["rules"].items()],
        }
        for row in places.values()
    ]


def words(codes: int) -> dict[str, str]:
    """Headings and labels, in the language that is active."""
    return {
        "brand": gettext("pitboss · Black Jack"),
        "handbook": gettext("Manual de procedimientos"),
        "subtitle": gettext("Qué hacer en la mesa cuando algo sale mal"),
        "regulator": gettext("Regulador"),
        "text": gettext("Texto"),
        "casino": gettext("Casino"),
        "edition": gettext("Edición"),
        "of": gettext("del"),
        "contains": gettext("Contiene"),
        "counted": ngettext("%(n)s procedimiento, uno por página", "%(n)s procedimientos, uno por página", codes)
        % {"n": codes},
        "house-short": gettext("Lo que rige en la casa"),
        "house-long": gettext("Lo que ha fijado"),
        "option": gettext("Opción"),
        "value": gettext("Valor"),
        "origin": gettext("De dónde viene"),
        "paraphrase": gettext(
            "Los textos son paráfrasis nuestras; la redacción oficial está en la fuente citada. Donde el texto calla, "
            "la página lo dice y decide el jefe de mesa."
        ),
        "contents": gettext("Contenido"),
        "annex": gettext("Anexo"),
        "annex-values": gettext("Valores de la casa"),
        "annex-clauses": gettext("Dónde está escrito"),
        "decides": gettext("Decide"),
        "steps": gettext("Pasos"),
        "nothing": gettext("Nada que hacer en la mesa: se anota y el pase sigue."),
        "announce": gettext("Anunciar"),
        "why": gettext("Por qué"),
        "example": gettext("Ejemplo, en el momento en que ocurre"),
        "elsewhere": gettext("En otra parte ·"),
        "values-lead": gettext(
            "Valores del perfil del regulador. "
            "Donde su texto calla rige la lectura acordada, que la casa puede cambiar."
        ),
        "set-lead": gettext(
            "Rige para las sesiones que abren desde su fecha; lo que diga la apertura de la mesa va antes."
        ),
        "nothing-set": gettext("Nada todavía: rigen los valores del perfil y lo que diga cada apertura de mesa."),
        "where": gettext("Mesa"),
        "since": gettext("Rige desde"),
        "by": gettext("La fijó"),
        "reason": gettext("Motivo"),
        "clauses-lead": gettext("Cada cláusula que tiene su página en este manual, en nuestras palabras."),
        "place": gettext("Sección"),
        "says": gettext("Qué dice"),
        "see": gettext("Página"),
        **suit_names(),
    }
