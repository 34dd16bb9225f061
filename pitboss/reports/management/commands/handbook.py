"""``manage.py handbook``: the handbook of procedures as a PDF file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from pitboss.casino.models import Casino
from pitboss.reports.handbook import handbook


class Command(BaseCommand):
    help = "Writes the handbook of procedures. The same edition and the same options of the house give the same bytes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--lang", choices=("es", "en"), default="es")
        parser.add_argument("--casino", help="the code of a casino, whose options it names; without, the regulator's")
        parser.add_argument("--out", type=Path, help="the file; without, handbook-LANG.pdf in this folder")

    def handle(self, *args: Any, lang: str, casino: str | None, out: Path | None, **options: Any) -> None:
        of = Casino.objects.filter(code=casino).first() if casino else None
        if casino and of is None:
            raise CommandError(f"no casino {casino}")
        path = out or Path(f"handbook-{lang}.pdf")
        path.write_bytes(handbook(casino=of, language=lang, at=timezone.now()))
        self.stdout.write(f"{path}: {path.stat().st_size / 1000:,.0f} kB")
