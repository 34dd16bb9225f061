"""The options of the house as pages show them: each value, where it comes from, since when and by whom."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from pitboss.casino.models import AMOUNTS, Casino, HouseOption, HouseSetting, Table, TableSession
from pitboss.languages import of_two
from pitboss.ledger.models import Entry
from pitboss.replay.house import SAID_AT_OPENING, may_set
from pitboss.replay.run import event_of
from rules.events import Corrected, TableOpened
from rules.profiles import is_silent, profile_of, values_of
from rules.profiles.words import FIELDS, SILENT, said
from rules.replay import corrections
from rules.words import money


@dataclass(frozen=True, slots=True)
class HouseValue:
    """One option in one language. ``origin``: ``opening``, ``house`` or ``profile``. ``cited``: section and
    clause of a profile's value, or that its text is silent. The rest is of the house's setting, empty without one."""

    option: str
    name: str
    value: str
    origin: str
    cited: str = ""
    valid_from: datetime | None = None
    by: str = ""
    why: str = ""


def house_values(session: TableSession, language: str) -> list[HouseValue]:
    """Every option of the house as this session is judged by, and where each value comes from. Two queries."""
    spoken = of_two(language)
    opening = _opening(session)
    profile = profile_of(str(opening.get("profile") or session.profile)).name
    kept = [one["setting"] for one in session.house.values()]
    settings = HouseSetting.objects.filter(pk__in=kept).select_related("by").in_bulk() if kept else {}
    values = []
    for option in HouseOption.values:
        setting = settings.get(session.house.get(option, {}).get("setting"))
        if option in SAID_AT_OPENING and option in opening:
            values.append(_value(option, opening[option], "opening", spoken))
        elif setting is not None and may_set(profile, option):
            values.append(of_setting(setting, language))
        else:
            values.append(of_profile(profile, option, language))
    return values


def house_in_force(casino: Casino | None, profile: str, at: datetime, language: str) -> list[tuple[str, HouseValue]]:
    """What holds at a casino at that moment, every option in order; then, by table, what a table has of its own. The
    table's name is empty for all. Without a casino: the profile's values."""
    found: list[tuple[str, HouseValue]] = []
    shared = {} if casino is None else HouseSetting.objects.in_force(casino=casino.pk, at=at)
    for option in HouseOption.values:
        setting = shared.get(option)
        holds = setting is not None and may_set(profile, option)
        found.append(
            ("", of_setting(setting, language) if setting and holds else of_profile(profile, option, language))
        )
    if casino is None:
        return found
    for table in Table.objects.filter(casino=casino, house_settings__isnull=False).distinct().order_by("name"):
        own = HouseSetting.objects.in_force(casino=casino.pk, table=table.pk, at=at)
        found += [
            (table.name, of_setting(setting, language))
            for setting in own.values()
            if setting.table_id and may_set(profile, setting.option)
        ]
    return found


def of_setting(setting: HouseSetting, language: str) -> HouseValue:
    spoken = of_two(language)
    return HouseValue(
        option=setting.option,
        name=FIELDS[setting.option].of(spoken),
        value="" if setting.value is None else value_words(setting.option, setting.value, spoken),
        origin="house",
        valid_from=setting.valid_from,
        by=str(setting.by),
        why=setting.why,
    )


def of_profile(profile: str, option: str, language: str) -> HouseValue:
    spoken = of_two(language)
    value = values_of(profile)[option]
    cited = SILENT.of(spoken) if is_silent(profile, option) or value.cite is None else value.cite.place(spoken)
    return _value(option, value.value, "profile", spoken, cited)


def value_words(option: str, value: Any, language: str) -> str:
    """Amounts as money, the rest as the profile's page says it."""
    if option in AMOUNTS and value is not None:
        return money(value, language)
    return said(value, language)


def _value(option: str, value: Any, origin: str, spoken: str, cited: str = "") -> HouseValue:
    return HouseValue(option, FIELDS[option].of(spoken), value_words(option, value, spoken), origin, cited)


def _opening(session: TableSession) -> dict[str, Any]:
    """The fields of the event that opened the table, as they stand after corrections; none before it opened."""
    told = Entry.objects.filter(session=session, kind__in=("table_opened", "corrected")).order_by("number")
    bodies = {entry.seq: json.loads(entry.body) for entry in told}
    events = [(entry.seq, event_of(entry)) for entry in told]
    opened = next((seq for seq, event in events if isinstance(event, TableOpened)), None)
    if opened is None:
        return {}
    instead = corrections(events)
    if opened not in instead:
        return dict(bodies[opened])
    stands = instead[opened]
    for seq, event in events:
        # A correction's own words: what it leaves out is left to the house
        if isinstance(event, Corrected) and stands is not None and event.instead is stands:
            return dict(bodies[seq]["instead"])
    return {} if stands is None else dict(msgspec.to_builtins(stands))
