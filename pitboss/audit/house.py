"""Options of the house on the desk's pages, on the casino's own clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino, HouseSetting, TableSession
from pitboss.replay.house import may_set
from pitboss.replay.house_words import HouseValue, house_values, of_setting


@dataclass(frozen=True, slots=True)
class Dated:
    """One setting of a house. ``state``: ``holds``, ``to_come``, ``replaced`` or ``withdrawn``; ``barred`` where the
    profile's own text gives the value. ``table`` is empty where it is for all."""

    casino: str
    table: str
    shown: HouseValue
    state: str


def house_of(session: TableSession, language: str, zone: ZoneInfo) -> list[HouseValue]:
    """What a session is judged by. Two queries, one where the house had set nothing."""
    return [
        replace(value, valid_from=value.valid_from.astimezone(zone)) if value.valid_from else value
        for value in house_values(session, language)
    ]


def settings_of(person: Person, profile: str, language: str, now: datetime) -> list[Dated]:
    """Every setting of the person's casinos, the newest first, each with what it is now. Two queries."""
    casinos = list(Casino.objects.of(person))
    rows = HouseSetting.objects.filter(casino__in=casinos).select_related("casino", "table", "by")
    return list(_dated(rows.order_by("casino", "-valid_from", "-pk"), profile, language, now))


def _dated(rows: Iterable[HouseSetting], profile: str, language: str, now: datetime) -> Iterable[Dated]:
    begun: set[tuple[int, int | None, str]] = set()
    for setting in rows:
        place = (setting.casino_id, setting.table_id, setting.option)
        if setting.valid_from > now:
            state = "to_come"
        elif place in begun:
            state = "replaced"
        else:
            begun.add(place)
            state = "withdrawn" if setting.value is None else "holds"
            if state == "holds" and not may_set(profile, setting.option):
                state = "barred"
        shown = of_setting(setting, language)
        zone = ZoneInfo(setting.casino.timezone)
        yield Dated(
            casino=setting.casino.name,
            table=setting.table.name if setting.table else "",
            shown=replace(shown, valid_from=setting.valid_from.astimezone(zone)),
            state=state,
        )
