"""``manage.py ingest FILE``: put a file of events into the ledger and say what came of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from pitboss.accounts.models import Person
from pitboss.ingest.intake import CHUNK, Intake
from pitboss.ingest.lines import Line, Rejection, read_ndjson
from pitboss.ingest.receipt import Receipt


class Command(BaseCommand):
    help = "Reads a file of events (NDJSON) into the ledger. Sending it twice changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file, or - for standard input")
        parser.add_argument("--casino", help="code of the casino, where two have a table of one name")
        parser.add_argument("--table", help="table of the events that name none")
        parser.add_argument("--by", help="badge of whoever answers for the file; else the system itself")
        parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        by = self._person(options["by"])
        intake = Intake(by=by, casino=options["casino"], table=options["table"], verb="upload")
        if options["file"] == "-":
            receipt = self._take(intake, sys.stdin.buffer, loud=False)
        else:
            try:
                with Path(options["file"]).open("rb") as file:
                    receipt = self._take(intake, file, loud=not options["json"])
            except OSError as wrong:
                raise CommandError(f"{options['file']!r} cannot be read: {wrong.strerror}") from wrong
        if options["json"]:
            self.stdout.write(DjangoJSONEncoder(ensure_ascii=False).encode(receipt.as_dict()))
        else:
            self._tell(receipt)
        if receipt.nothing_taken:
            raise CommandError("no line was taken")

    def _person(self, badge: str | None) -> Person | None:
        if badge is None:
            return None
        person = Person.objects.filter(badge=badge, is_active=True).first()
        if person is None:
            raise CommandError(f"nobody has the badge {badge!r}")
        return person

    def _take(self, intake: Intake, file: BinaryIO, *, loud: bool) -> Receipt:
        chunk: list[Line | Rejection] = []
        told = 0
        for item in read_ndjson(file):
            chunk.append(item)
            if len(chunk) == CHUNK:
                intake.take_chunk(chunk)
                told, chunk = told + len(chunk), []
                if loud and self.stderr.isatty():
                    self.stderr.write(f"\r{told} lines", ending="")
        if chunk:
            intake.take_chunk(chunk)
        return intake.receipt

    def _tell(self, receipt: Receipt) -> None:
        for why in sorted(receipt.rejected, key=lambda why: why.line):
            self.stderr.write(f"line {why.line}: {why.field}: expected {why.expected}")
        counts = receipt.counts
        self.stdout.write(
            f"{receipt.accepted} accepted, {receipt.duplicates} known already, "
            f"{counts['rejected']} rejected; {counts['findings']} findings, {counts['incidents']} incidents"
        )
        for told in receipt.told.values():
            table = told.session.table
            self.stdout.write(
                f"  {table.casino.code} {table.name} session {told.session.number}: ledger at {told.last_number}"
            )
