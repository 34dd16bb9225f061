"""Put the people and tables of the demo into the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from pitboss.casino.cast import CAST, load_cast


class Command(BaseCommand):
    help = "Load fixtures/cast.json, or another file of its kind; doing it twice changes nothing"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, default=CAST)
        parser.add_argument("--password", help="let everybody of the file sign in with this one")
        parser.add_argument("--pin-secret", help="give everybody a PIN for the tablets that follows from this secret")

    def handle(self, *args: Any, **options: Any) -> None:
        cast = load_cast(options["file"], password=options["password"], pin_secret=options["pin_secret"])
        counted = {"people": len(cast.people), "tables": len(cast.tables)}
        self.stdout.write(_("%(people)d personas, %(tables)d mesas") % counted)
