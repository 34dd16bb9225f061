from __future__ import annotations

from datetime import datetime

from django.db import transaction

from pitboss.accounts.models import Person
from pitboss.complaints.life import add_step, hold
from pitboss.complaints.models import Complaint, ComplaintStep, Verb
from pitboss.complaints.picks import Language, SentBy
from pitboss.complaints.receipt import seal


def issue_receipt(
    *, complaint: Complaint, by: Person, now: datetime, language: Language, sent_by: SentBy
) -> ComplaintStep:
    """The player was given a receipt. Again, in another language or because the first was lost: another row.

    What the paper says is fixed by its seal; who complains is on the paper and not in the seal.
    """
    with transaction.atomic():
        held = hold(complaint, by, "take_complaint")
        after = {"language": str(language), "sent_by": str(sent_by), "seal": seal(held)}
        return add_step(held, Verb.RECEIPT_ISSUED, by=by, now=now, after=after)
