"""Let a new key sign from now on; prints the note by which the old one introduces it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from pitboss.evidence.keys import NoSuchKey
from pitboss.evidence.verbs.rotate_key import SameKey, rotate_key
from pitboss.evidence.verbs.send import send_checkpoints


class Command(BaseCommand):
    help = "Change the key that signs checkpoints: the old one vouches for the new one and stays published"

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        try:
            rotated = rotate_key(now=now)
        except (NoSuchKey, SameKey) as why:
            raise CommandError(str(why)) from why
        self.stdout.write(rotated.key.introduction, ending="")
        send_checkpoints(now=now)
