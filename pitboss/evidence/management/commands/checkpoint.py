"""Sign the tree as it stands, print the checkpoint, and have it sent where the settings say."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from pitboss.evidence.models import Checkpoint
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.send import send_checkpoints


class Command(BaseCommand):
    help = "Sign the tree over all tables and print the checkpoint"

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        self.stdout.write(checkpoint(reason=Checkpoint.Reason.ASKED, now=now).note, ending="")
        send_checkpoints(now=now)
