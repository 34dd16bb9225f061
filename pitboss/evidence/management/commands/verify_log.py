"""Hash every entry again and hold the tree and all that was signed of it against that; ends with 1 if any is wrong."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from pitboss.evidence.check import faults
from pitboss.evidence.queries import tree_size


class Command(BaseCommand):
    help = "Recompute the tree over all tables and check every checkpoint and key"

    def handle(self, *args: Any, **options: Any) -> None:
        size = tree_size()
        wrong = 0
        for fault in faults(size):
            wrong += 1
            self.stderr.write(str(fault))
        if wrong:
            sys.exit(1)
        self.stdout.write(_("%(size)d asientos en el árbol, todo lo firmado es de él") % {"size": size})
