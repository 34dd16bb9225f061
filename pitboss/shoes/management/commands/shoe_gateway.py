"""``manage.py shoe_gateway --config FILE``: the process in the pit that hears the shoes and sends what they read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from pitboss.shoes.gateway.config import WrongConfig, read_config
from pitboss.shoes.gateway.run import AnotherOneRuns, run


class Command(BaseCommand):
    """A door to the gateway; it touches no database."""

    help = "Hears the shoes of a file and sends what they read to the server, for as long as it is left running."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--config", required=True, type=Path, help="the gateway's TOML file (docs/shoes.md)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            run(read_config(options["config"].absolute()))
        except (WrongConfig, AnotherOneRuns) as why:
            raise CommandError(str(why)) from why
