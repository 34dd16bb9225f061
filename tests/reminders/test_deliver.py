"""Letters and webhooks, to real servers; what came of each attempt is kept."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.jobs.models import Job
from pitboss.jobs.perform import perform
from pitboss.mail import settings_for
from pitboss.reminders.look import look, try_again
from pitboss.reminders.models import Attempt, Delivery, Target
from pitboss.reminders.verbs.set_target import withdraw_target
from pitboss.reminders.webhook import NotSent, is_barred, post, reachable, secret_of
from tests.reminders.conftest import Heard, lapsing

Targets = Callable[..., Target]


@pytest.fixture(autouse=True)
def _at_once(settings: LazySettings) -> None:
    settings.JOB_RETRY_SECONDS = 0.0


def send(cast: Cast) -> list[Delivery]:
    """A case whose footage has a day left, found and delivered by as many attempts as a job makes."""
    now = timezone.now()
    lapsing(now, timedelta(hours=20))
    look(now=now)
    deliveries = list(Delivery.objects.order_by("pk"))
    for job in Job.objects.filter(kind="reminders.deliver").order_by("pk"):
        while job.state in ("queued", "running"):
            perform(job.pk)
            job.refresh_from_db()
    return deliveries


def letter(text: bytes) -> EmailMessage:
    return message_from_bytes(text, policy=policy.default)


def test_a_letter_says_what_where_and_until_when(cast: Cast, target: Targets, mail_server: Heard) -> None:
    target("surveillance", "email", "vigilancia@casino.example")
    (delivery,) = send(cast)
    ((to, text),) = mail_server.letters
    assert to == ["vigilancia@casino.example"]
    said = letter(text)
    facts = delivery.reminder.facts
    assert said["subject"] == f"A punto de vencer: Guardar el video, {facts['folio']}, BJ-01"
    assert said["message-id"] == f"<{delivery.key}@localhost>"
    body = said.get_content()
    for words in ("Nadie ha guardado todavía", "Casino: Casino de ejemplo", "A cargo: vigilancia", "Vence: "):
        assert words in body
    assert [(one.delivered, one.told) for one in delivery.attempts.all()] == [(True, "accepted")]


def test_without_a_server_each_letter_is_a_file(
    cast: Cast, target: Targets, settings: LazySettings, tmp_path: Path
) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = "pitboss.mail.FolderBackend", str(tmp_path / "mail")
    target("surveillance", "email", "vigilancia@casino.example")
    (delivery,) = send(cast)
    (file,) = (tmp_path / "mail").iterdir()
    assert file.name == f"{delivery.key}@localhost.eml"
    assert file.stat().st_mode & 0o077 == 0
    assert letter(file.read_bytes())["to"] == "vigilancia@casino.example"


def test_a_webhook_is_signed_over_its_id_time_and_body(cast: Cast, target: Targets, video_system: Heard) -> None:
    to = target("", "webhook", video_system.url)
    (delivery,) = send(cast)
    ((headers, body),) = video_system.requests
    assert headers["webhook-id"] == str(delivery.key)
    assert abs(int(headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    secret = base64.b64decode(secret_of(to).removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    assert headers["webhook-signature"] == "v1," + base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()
    (said,) = video_system.told()
    reminder = delivery.reminder
    assert (said["type"], said["what"], said["threshold"]) == ("pitboss.reminder", "footage", "alarm")
    assert (said["casino"], said["table"], said["folio"]) == ("CDE", "BJ-01", reminder.facts["folio"])
    assert datetime.fromisoformat(said["due_at"]) == reminder.due_at
    assert said["footage_from"] < said["footage_to"]
    assert [(one.delivered, one.told) for one in delivery.attempts.all()] == [(True, "HTTP 204")]


def test_two_targets_have_two_secrets_and_none_is_in_the_database(cast: Cast, target: Targets) -> None:
    one, other = target("", "webhook", "https://a.example/"), target("", "webhook", "https://b.example/")
    assert secret_of(one) != secret_of(other)
    assert secret_of(one) == secret_of(Target.objects.get(pk=one.pk))
    assert all(secret_of(one) not in str(value) for value in Target.objects.filter(pk=one.pk).values()[0].values())


def test_what_is_not_taken_is_tried_again_under_the_same_id_and_each_outcome_kept(
    cast: Cast, target: Targets, video_system: Heard
) -> None:
    target("", "webhook", video_system.url)
    video_system.answers = [500, 302, 204]
    (delivery,) = send(cast)
    assert [(one.number, one.delivered, one.told[:8]) for one in delivery.attempts.all()] == [
        (1, False, "HTTP 500"), (2, False, "HTTP 302"), (3, True, "HTTP 204"),
    ]  # fmt: skip
    assert len({headers["webhook-id"] for headers, _ in video_system.requests}) == 1
    assert Job.objects.get(kind="reminders.deliver").state == "done"


def test_a_job_that_gave_up_is_asked_for_again_after_a_pause_and_not_once_withdrawn(
    cast: Cast, target: Targets, video_system: Heard
) -> None:
    to = target("", "webhook", video_system.url)
    video_system.answers = [503] * 5
    (delivery,) = send(cast)
    job = Job.objects.get(kind="reminders.deliver")
    assert (job.state, delivery.attempts.count()) == ("failed", 5)
    now = timezone.now()
    assert try_again(now=now) == []
    assert try_again(now=now + timedelta(minutes=33)) == [delivery.pk]
    job.refresh_from_db()
    assert job.state == "queued"
    perform(job.pk)
    assert [one.delivered for one in delivery.attempts.all()] == [False] * 5 + [True]
    withdraw_target(target=to, by=cast.ana, why="se cambió", now=now)
    assert try_again(now=now + timedelta(minutes=99)) == []


def test_what_was_delivered_is_not_sent_again_by_a_worker_that_comes_late(
    cast: Cast, target: Targets, video_system: Heard
) -> None:
    target("", "webhook", video_system.url)
    send(cast)
    Job.objects.filter(kind="reminders.deliver").update(state="queued", lease=None)
    perform(Job.objects.get(kind="reminders.deliver").pk)
    assert len(video_system.requests) == Attempt.objects.count() == 1


def test_a_mail_server_that_is_away_is_an_outcome(cast: Cast, target: Targets, settings: LazySettings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    target("surveillance", "email", "vigilancia@casino.example")
    (delivery,) = send(cast)
    assert "ConnectionRefusedError" in delivery.attempts.first().told  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("address", "barred"),
    [
        ("169.254.169.254", True), ("::ffff:169.254.169.254", True), ("fe80::1", True), ("fd00:ec2::254", True),
        ("127.0.0.1", True), ("::1", True), ("0.0.0.0", True), ("224.0.0.1", True),
        ("10.20.0.4", False), ("192.168.1.9", False), ("200.1.2.3", False), ("2800::1", False),
    ],
)  # fmt: skip
def test_webhooks_reach_the_houses_network_and_not_what_clouds_hide(
    address: str, barred: bool, settings: LazySettings
) -> None:
    settings.REMINDERS_MAY_STAY_HERE = False
    assert is_barred(ip_address(address)) is barred


def test_a_name_that_points_inside_is_refused_before_anything_is_sent(
    cast: Cast, target: Targets, video_system: Heard, settings: LazySettings
) -> None:
    settings.REMINDERS_MAY_STAY_HERE = False
    with pytest.raises(NotSent, match="nothing is sent"):
        reachable("localhost", 80)
    to = target("", "webhook", video_system.url.replace("127.0.0.1", "2130706433"))
    with pytest.raises(NotSent, match="nothing is sent"):
        post(target=to, key="k", said={}, now=datetime.now(UTC))
    assert video_system.requests == []


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("smtp://mail.example", ("mail.example", 25, "", False, False)),
        ("smtp+tls://ana%40x:s%3Acret@mail.example", ("mail.example", 587, "ana@x", True, False)),
        ("smtps://mail.example:4650", ("mail.example", 4650, "", False, True)),
    ],
)
def test_the_address_of_the_mail_server_is_one_line(url: str, told: tuple[object, ...], tmp_path: Path) -> None:
    found = settings_for({"PITBOSS_MAIL_URL": url}, tmp_path)
    names = ("EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_USE_TLS", "EMAIL_USE_SSL")
    assert tuple(found[name] for name in names) == told


def test_any_other_address_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'http'"):
        settings_for({"PITBOSS_MAIL_URL": "http://mail.example"}, tmp_path)
