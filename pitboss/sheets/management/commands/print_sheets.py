"""manage.py print_sheets --table BJ-01 --count 20 --out hojas.pdf"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from pitboss.casino.models import Table
from pitboss.incidents.refusal import Refused
from pitboss.languages import of_two
from pitboss.sheets.printing import printed
from pitboss.sheets.verbs.issue import issue


class Command(BaseCommand):
    help = "Make sheets of paper for tables and write them into a PDF."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--table", action="append", required=True, help="name of a table; may be said several times"
        )
        parser.add_argument("--casino", help="code of the casino, where two have a table of that name")
        parser.add_argument("--count", type=int, default=10, help="sheets for each table")
        parser.add_argument("--pages", type=int, choices=(1, 2), default=2, help="2 has rows for 56 cards, 1 for 22")
        parser.add_argument("--language", default="es", help="es or en")
        parser.add_argument("--out", type=Path, required=True, help="the PDF to write")

    def handle(self, *args: Any, **options: Any) -> None:
        tables = []
        for name in options["table"]:
            found = Table.objects.filter(name=name).select_related("casino")
            if options["casino"]:
                found = found.filter(casino__code=options["casino"])
            if found.count() != 1:
                raise CommandError(f"--table {name}: expected the name of one table; say the casino too with --casino")
            tables.append(found.get())
        try:
            made = issue(by=None, now=timezone.now(), tables=tables, count=options["count"], pages=options["pages"])
        except Refused as why:
            raise CommandError("; ".join(str(reason.words) for reason in why.reasons)) from why
        options["out"].write_bytes(printed(made, language=of_two(options["language"])))
        self.stdout.write(f"{len(made)} sheets in {options['out']}")
