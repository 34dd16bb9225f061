"""``manage.py house``: the options of a house, what has held since when and who said so; or one more of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino, HouseSetting, Table
from pitboss.casino.set_option import NotAnOption, set_option

WORDS = {"yes": True, "si": True, "sí": True, "true": True, "no": False, "false": False, "withdrawn": None}


class Command(BaseCommand):
    help = "Lists the options of a house with their dates. With --set, adds one; nothing is ever changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--casino", required=True, help="its code")
        parser.add_argument("--table", help="one table of it; without, every table")
        parser.add_argument("--set", metavar="OPTION=VALUE", help="a value: yes, no, an amount, or withdrawn")
        parser.add_argument("--from", dest="since", help="ISO date and time on the casino's clock; without, now")
        parser.add_argument("--by", help="user name of whoever decided it, an administrator of the casino")
        parser.add_argument("--why", default="", help="the reason, in a sentence")

    def handle(self, *args: Any, casino: str, table: str | None, **options: Any) -> None:
        try:
            of = Casino.objects.get(code=casino)
            at = Table.objects.get(casino=of, name=table) if table else None
        except (Casino.DoesNotExist, Table.DoesNotExist) as why:
            raise CommandError(f"no casino {casino}, or no table {table} in it") from why
        if options["set"]:
            self._set(of, at, **options)
        zone = ZoneInfo(of.timezone)
        settings = HouseSetting.objects.filter(casino=of).select_related("table", "by")
        for setting in settings.filter(table=at) if at else settings:
            where = setting.table.name if setting.table else "*"
            value = "withdrawn" if setting.value is None else setting.value
            since = f"{setting.valid_from.astimezone(zone):%d-%m-%Y %H:%M}"
            self.stdout.write(f"{where:<8} {setting.option:<20} {value!s:<10} {since}  {setting.by}: {setting.why}")

    def _set(self, casino: Casino, table: Table | None, **options: Any) -> None:
        option, _, said = options["set"].partition("=")
        by = Person.objects.filter(username=options["by"]).first()
        if by is None:
            raise CommandError(f"--by names nobody: {options['by']!r}")
        now = timezone.now()
        try:
            since = _moment(options["since"], casino) if options["since"] else now
            value = WORDS[said.lower()] if said.lower() in WORDS else int(said)
            set_option(
                casino=casino,
                table=table,
                option=option,
                value=value,
                valid_from=since,
                by=by,
                why=options["why"],
                now=now,
            )
        except (NotAnOption, PermissionDenied) as why:
            raise CommandError(str(why)) from why
        except ValueError as why:
            raise CommandError(f"could not read --set {options['set']!r} --from {options['since']!r}: {why}") from why


def _moment(said: str, casino: Casino) -> datetime:
    """On the casino's clock, unless an offset is given."""
    at = datetime.fromisoformat(said)
    return at if at.tzinfo else at.replace(tzinfo=ZoneInfo(casino.timezone))
