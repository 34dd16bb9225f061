"""Django's migrate, as the owner of the tables; everything else runs as the application."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate

from pitboss.database.roles import as_owner, prepare


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with as_owner():
            prepare()
            super().handle(*args, **options)
