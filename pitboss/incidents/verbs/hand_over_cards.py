from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.incidents.custody import custody_of
from pitboss.incidents.life import add_step, hold
from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.refusal import BACKWARDS, FUTURE, NO_CARDS, Refused


def hand_over_cards(
    *, incident: Incident, by: Person, now: datetime, at: datetime, to: str, initials: str, words: str = ""
) -> Step:
    """Say that the sealed envelope went from its keeper to another, ``at`` which time, with whose initials.

    Whom it comes from is not said by anybody: it is whoever the chain says has it. An envelope goes on after the case
    is closed too. A hand-over once told stays; a wrong one is followed by the right one.
    """
    with transaction.atomic():
        held = hold(incident, by, "hand_over_cards", must_be_open=False)
        chain = custody_of(list(held.steps.all()))
        if not chain:
            raise Refused([NO_CARDS])
        last = chain[-1]
        if at > now:
            raise Refused([FUTURE])
        # The first keeper was told when somebody wrote it down, which may be later than the next one took it
        if last.step.verb == Verb.CARDS_HANDED_OVER and at < last.since:
            raise Refused([BACKWARDS])
        after = {
            "envelope": last.envelope,
            "from": last.holder,
            "to": to.strip(),
            "initials": initials.strip(),
            "at": at.isoformat(),
        }
        return add_step(held, Verb.CARDS_HANDED_OVER, by=by, now=now, after=after, words=words, answers=last.step)
