"""`manage.py simulate`: generated play, for the demo, for tests and for load."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from pitboss.simulator.command import add_arguments, run


class Command(BaseCommand):
    """A door to the generator; it touches no database."""

    help = "Write seeded blackjack play as event streams, with irregularities at a given rate."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The generator's own options."""
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run it; what was written is told on standard error."""
        try:
            written = run(argparse.Namespace(**options))
        except ValueError as wrong:
            raise CommandError(str(wrong)) from wrong
        self.stderr.write(str(written))
