"""``manage.py remove_second_factor BADGE``: for somebody who lost the phone and the codes on paper."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from pitboss.accounts.models import Person
from pitboss.accounts.second_factor import remove


class Command(BaseCommand):
    help = "Takes a person's second factor away; a new one is set at the next sign-in. It is logged."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("badge", help="whose it is")

    def handle(self, *args: Any, **options: Any) -> None:
        person = Person.objects.filter(badge=options["badge"]).exclude(badge="").first()
        if person is None:
            raise CommandError(f"nobody has the badge {options['badge']!r}")
        if not person.second_factor:
            raise CommandError(f"{person.username} has no second factor")
        remove(person=person, place="manage.py remove_second_factor")
        self.stdout.write(f"{person.username} has no second factor any more")
