"""What is in the way of a step, read from the complaint as it stands. The database asks the same (``0002_life``)."""

from __future__ import annotations

from datetime import datetime

from pitboss.complaints import refusal
from pitboss.complaints.life import ENDED
from pitboss.complaints.models import Complaint, ComplaintStep, Status, Verb
from pitboss.incidents.refusal import Why


def newest(complaint: Complaint, verb: Verb) -> ComplaintStep | None:
    """The last step of that kind."""
    return next((step for step in reversed(complaint.steps.all()) if step.verb == verb), None)


def going_on(complaint: Complaint) -> list[Why]:
    return [refusal.ENDED] if complaint.status in ENDED else []


def before_answer(complaint: Complaint, *, own: bool) -> list[Why]:
    """``own``: whoever answers had part in the incident."""
    if complaint.status != Status.RECEIVED:
        return [refusal.ENDED if complaint.status in ENDED else refusal.NOT_RECEIVED]
    lacking = [] if newest(complaint, Verb.RECEIPT_ISSUED) else [refusal.NO_RECEIPT]
    return [*lacking, refusal.OWN_RULING] if own else lacking


def before_appeal(complaint: Complaint) -> list[Why]:
    """A closed complaint can still be appealed, if it never was: the player's right does not end with our file."""
    if complaint.status == Status.WITHDRAWN:
        return [refusal.ENDED]
    if complaint.status == Status.RECEIVED:
        return [refusal.NO_ANSWER]
    return [refusal.APPEALED_ALREADY] if newest(complaint, Verb.APPEALED) else []


def before_extension(complaint: Complaint) -> list[Why]:
    if complaint.status != Status.APPEALED:
        return [refusal.NOT_APPEALED]
    return [refusal.EXTENDED_ALREADY] if newest(complaint, Verb.EXTENDED) else []


def before_decision(complaint: Complaint) -> list[Why]:
    return [] if complaint.status == Status.APPEALED else [refusal.NOT_APPEALED]


def before_closing(complaint: Complaint, now: datetime) -> list[Why]:
    match complaint.status:
        case Status.RECEIVED:
            return [refusal.NOT_ANSWERED]
        case Status.APPEALED:
            return [refusal.NOT_DECIDED]
        case Status.ANSWERED if complaint.appeal_until is None or now <= complaint.appeal_until:
            return [refusal.STILL_RUNNING]
        case Status.CLOSED | Status.WITHDRAWN:
            return [refusal.ENDED]
        case _:
            return []


def before_withdrawal(complaint: Complaint) -> list[Why]:
    return [refusal.ENDED] if complaint.status in {*ENDED, Status.DECIDED} else []
