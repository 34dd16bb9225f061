"""Take out the personal data whose time is over; with --dry-run only say what that would be."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from pitboss.privacy.verbs.retain import retain


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="change nothing, say what would go")
        parser.add_argument("--json", action="store_true", help="one object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        for taken in retain(now=timezone.now(), dry_run=options["dry_run"]):
            casino = taken.casino.code if taken.casino else None
            if options["json"]:
                self.stdout.write(json.dumps({"casino": casino, "kind": str(taken.kind), "count": taken.count}))
            else:
                self.stdout.write(f"{casino or '-':12} {taken.kind.label}: {taken.count}")
