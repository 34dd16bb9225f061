"""``manage.py replay``: run the rules over the ledger again and bring findings and incidents up to date."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from pitboss.casino.models import TableSession
from pitboss.pipeline import replay_again


class Command(BaseCommand):
    help = "Replays table sessions from the ledger. Doing it twice changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--session", type=int, action="append", default=[], help="id; may be repeated")
        parser.add_argument("--casino", help="all sessions of this casino")
        parser.add_argument("--table", help="of this table only")
        parser.add_argument("--all", action="store_true", help="every session there is")

    def handle(self, *args: Any, **options: Any) -> None:
        sessions = TableSession.objects.select_related("table__casino", "table__pit").order_by("pk")
        if not (options["session"] or options["casino"] or options["table"] or options["all"]):
            raise CommandError("say which sessions: --session, --casino, --table or --all")
        if options["session"]:
            sessions = sessions.filter(pk__in=options["session"])
        if options["casino"]:
            sessions = sessions.filter(table__casino__code=options["casino"])
        if options["table"]:
            sessions = sessions.filter(table__name=options["table"])
        done = 0
        for session in sessions:
            findings = replay_again(session=session, now=timezone.now())
            self.stdout.write(f"session {session.pk} ({session}): {len(findings)} findings changed")
            done += 1
        if not done:
            raise CommandError("no such session")
