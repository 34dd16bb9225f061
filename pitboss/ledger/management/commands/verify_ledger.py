"""Walk the chains of every session, or of one casino or table, and end with 1 if any is broken."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from pitboss.casino.models import TableSession
from pitboss.ledger.verify import verify


class Command(BaseCommand):
    help = "Recompute the ledger's hashes and say where a chain breaks"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--casino", help="only this casino's code")
        parser.add_argument("--table", help="only tables of this name")

    def handle(self, *args: Any, **options: Any) -> None:
        sessions = TableSession.objects.select_related("table__casino").order_by(
            "table__casino", "table__name", "number"
        )
        if options["casino"]:
            sessions = sessions.filter(table__casino__code=options["casino"])
        if options["table"]:
            sessions = sessions.filter(table__name=options["table"])
        broken = entries = 0
        for session in sessions.iterator():
            found = verify(session)
            entries += found.entries
            broken += not found.holds
            for gap in found.breaks:
                self.stderr.write(f"{session.table.casino.code} {session} · {gap}")
        if broken:
            self.stderr.write(_("%(broken)d cadenas rotas") % {"broken": broken})
            sys.exit(1)
        self.stdout.write(_("%(entries)d asientos, todas las cadenas íntegras") % {"entries": entries})
