from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.accounts.pins import check_pin
from pitboss.incidents.life import add_step, hold
from pitboss.incidents.models import Incident, Step, Verb
from pitboss.incidents.picks import Seen
from pitboss.incidents.refusal import NO_CLIP, NO_PIN, NO_WORDS, PIN, Refused


def find_footage(*, incident: Incident, by: Person, now: datetime, seen: Seen, words: str, pin: str) -> Step:
    """What surveillance saw, signed with the PIN: an entry of its own that nobody edits, the floor least of all.

    A second finding stands beside the first and names it. Without kept video only *there is none* can be said.
    """
    require(by, "find_footage", incident.casino)
    if not words.strip():
        raise Refused([NO_WORDS])
    # In a transaction of its own: a wrong PIN counts even though nothing is signed
    checked = check_pin(person=by, pin=pin, place=f"{incident.casino.code} {incident.folio}", now=now)
    if checked.why is not None:
        raise Refused([NO_PIN if checked.why == "none" else PIN])
    with transaction.atomic():
        held = hold(incident, by, "find_footage")
        clip = held.steps.filter(verb=Verb.FOOTAGE_PRESERVED).order_by("number").last()
        if clip is None and seen != Seen.NO_FOOTAGE:
            raise Refused([NO_CLIP])
        earlier = held.steps.filter(verb=Verb.FOOTAGE_FOUND).order_by("number").last()
        after = {"seen": str(seen)}
        if clip is not None:
            after |= {"reference": clip.after["reference"], "sha256": clip.after["sha256"]}
        before = {} if earlier is None else {"seen": earlier.after["seen"]}
        return add_step(
            held, Verb.FOOTAGE_FOUND, by=by, now=now, before=before, after=after, words=words, answers=earlier
        )
