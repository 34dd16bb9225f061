"""The job that delivers one reminder to one target."""

from __future__ import annotations

from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone

from pitboss.jobs.kinds import Progress, Run, Steps, performs
from pitboss.reminders import webhook, words
from pitboss.reminders.look import KIND
from pitboss.reminders.models import Attempt, Channel, Delivery

LONGEST_TOLD = 300


class NotDelivered(RuntimeError):
    """So that the job is tried again, after its pause."""


@performs(KIND)
def deliver(run: Run) -> Steps:
    """One attempt, whose outcome is kept before the job fails over it. Sent twice is possible, where a worker died
    between the sending and the row; whoever gets it knows it by its id."""
    delivery = Delivery.objects.select_related("target", "reminder__casino").get(pk=run.payload["delivery"])
    if delivery.attempts.filter(delivered=True).exists():
        return {"delivered": True}
    if hasattr(delivery.target, "withdrawal"):
        return {"delivered": False, "withdrawn": True}
    number = delivery.attempts.count() + 1
    delivered, told = send(delivery)
    Attempt.objects.create(
        delivery=delivery, number=number, at=timezone.now(), delivered=delivered, told=told[:LONGEST_TOLD]
    )
    yield Progress(number)
    if not delivered:
        raise NotDelivered(told)
    return {"delivered": True, "attempts": number}


def send(delivery: Delivery) -> tuple[bool, str]:
    """Whether it was taken, and what the other end said."""
    target = delivery.target
    try:
        if target.channel == Channel.WEBHOOK:
            said = words.body(delivery)
            return True, webhook.post(target=target, key=str(delivery.key), said=said, now=timezone.now())
        subject, text = words.letter(delivery)
        name = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "pitboss"
        headers = {"Message-ID": f"<{delivery.key}@{name}>", "Auto-Submitted": "auto-generated"}
        EmailMessage(subject, text, to=[target.address], headers=headers).send()
    except (webhook.NotSent, SMTPException, OSError) as why:
        return False, f"{type(why).__name__}: {why}" if not isinstance(why, webhook.NotSent) else str(why)
    return True, "accepted"
