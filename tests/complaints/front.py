"""Complaints as people of the cast take them, and rows written past the verbs."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.complaints.models import Complaint, ComplaintStep
from pitboss.complaints.picks import About, Answer, Channel, Language, SentBy, Wish
from pitboss.complaints.verbs.answer import answer
from pitboss.complaints.verbs.issue_receipt import issue_receipt
from pitboss.complaints.verbs.receive import Who, receive

CLAIM = "Me pagaron el Black Jack uno a uno"


def take(cast: Cast, *, ago: timedelta = timedelta(hours=1), now: datetime | None = None, **other: Any) -> Complaint:
    """Rosa takes the complaint of a player of table BJ-01; ``ago``: since it reached the casino."""
    now = now or timezone.now()
    received_at = now - ago
    told: dict[str, Any] = {
        "casino": cast.casino, "by": cast.rosa, "now": now, "received_at": received_at, "channel": Channel.IN_PERSON,
        "event_at": received_at - timedelta(hours=2), "about": About.PAYMENT, "claim": CLAIM, "wish": Wish.PAYMENT,
        "asked": 15_000, "seat": 3, "table": cast.casino.tables.get(name="BJ-01"),
        "who": Who("Pedro Díaz", "12.345.678-5", "pedro@correo.example"),
    }  # fmt: skip
    return receive(**(told | other))


def give_receipt(cast: Cast, complaint: Complaint, *, now: datetime | None = None) -> ComplaintStep:
    return issue_receipt(
        complaint=complaint, by=cast.rosa, now=now or timezone.now(), language=Language.ES, sent_by=SentBy.IN_HAND
    )


def answered(cast: Cast, *, now: datetime | None = None, **other: Any) -> Complaint:
    """Taken and given its receipt by Rosa, refused by Sergio; ``now``: when he answers."""
    complaint = take(cast, **other)
    now = now or timezone.now()
    give_receipt(cast, complaint, now=now)
    answer(
        complaint=complaint, by=cast.sergio, now=now, answer=Answer.REFUSED, words="El video lo desmiente",
        sent_by=SentBy.MAIL,
    )  # fmt: skip
    complaint.refresh_from_db()
    return complaint


def appeal_ends(complaint: Complaint) -> datetime:
    assert complaint.appeal_until is not None
    return complaint.appeal_until


def raw(statement: str, *values: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def add_raw(complaint: Complaint, verb: str, by: int, **more: Any) -> None:
    """A row straight into the history, as somebody with the application's password would write it."""
    row = {
        "number": complaint.steps.count() + 1, "at": timezone.now(), "before": {}, "after": {}, "words": "x",
        "answers_id": None, "signature": "f" * 64,
    } | more  # fmt: skip
    raw(
        "INSERT INTO complaints_complaintstep (complaint_id, number, verb, at, by_id, before, after, words, answers_id,"
        " signature) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        complaint.pk, row["number"], verb, row["at"], by, json.dumps(row["before"]), json.dumps(row["after"]),
        row["words"], row["answers_id"], row["signature"],
    )  # fmt: skip
