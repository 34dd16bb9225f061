from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.incidents.life import add_step, hold
from pitboss.incidents.models import Incident, Step, Verb


def ask_footage(*, incident: Incident, by: Person, now: datetime, words: str = "") -> Step:
    """Ask surveillance to keep and see the video of the case. From then on the case is not closed without it."""
    with transaction.atomic():
        held = hold(incident, by, "ask_footage")
        after = {}
        if held.footage_from is not None and held.footage_to is not None:
            after = {"from": held.footage_from.isoformat(), "to": held.footage_to.isoformat()}
        return add_step(held, Verb.FOOTAGE_ASKED, by=by, now=now, after=after, words=words)
