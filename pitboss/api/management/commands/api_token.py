"""``manage.py api_token BADGE NAME``: a token for a program of this person, shown once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.api.models import Token, issue


class Command(BaseCommand):
    help = "Makes, lists or revokes a person's API tokens."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("badge", help="whose token it is")
        parser.add_argument("name", nargs="?", help="what it is for; else all are listed")
        parser.add_argument("--revoke", action="store_true", help="end the tokens of that name")

    def handle(self, *args: Any, **options: Any) -> None:
        person = Person.objects.filter(badge=options["badge"]).exclude(badge="").first()
        if person is None:
            raise CommandError(f"nobody has the badge {options['badge']!r}")
        if not options["name"]:
            for token in Token.objects.filter(person=person):
                state = "revoked" if token.revoked_at else "in force"
                self.stdout.write(f"{token.name}\t{token.made_at:%Y-%m-%d}\t{state}")
        elif options["revoke"]:
            tokens = Token.objects.filter(person=person, name=options["name"], revoked_at__isnull=True)
            self.stdout.write(f"{tokens.update(revoked_at=timezone.now())} revoked")
        else:
            self.stdout.write(issue(person=person, name=options["name"], now=timezone.now()))
