"""A round entered again from its video: a second source of that round, under the badge of whoever saw it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from pitboss.incidents.refusal import Refused
from pitboss.ledger.models import Entry
from pitboss.ledger.sealed import opened as with_texts
from pitboss.ledger.verify import verify
from pitboss.replay.models import Finding
from pitboss.sources.verbs.reenter import SeenCard, reenter

if TYPE_CHECKING:
    from django.test import Client

    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from pitboss.casino.models import TableSession
    from pitboss.incidents.models import Incident
    from pitboss.replay.models import Round

pytestmark = pytest.mark.django_db
SANTIAGO = ZoneInfo("America/Santiago")
SEEN = [("Th", "1"), ("5s", "dealer"), ("8d", "1"), ("6d", "dealer"), ("Kc", "dealer")]
"""The round of ``played``, but for the second card of 1, which the table wrote as a nine."""


@pytest.fixture
def played(play: Callable[..., list[Incident]]) -> Round:
    """A round in order with one source, at a table that has closed since."""
    from pitboss.replay.models import Round

    assert play("source-mismatch", "a-consistent-round-hides-a-swapped-card") == []
    return Round.objects.select_related("session__table__casino").get()


def seen_at(this: Round, *cards: tuple[str | None, str], ahead: float = 0) -> list[SeenCard]:
    begins = this.opened_at + timedelta(seconds=ahead)
    return [SeenCard(begins + timedelta(seconds=2 * place), card, to) for place, (card, to) in enumerate(cards)]


def entered(this: Round, by: Person, cards: list[SeenCard], ahead: float = 0) -> list[Finding]:
    return reenter(
        session=this.session, round=this.number, by=by, camera="BJ-01 cenital", ahead=timedelta(seconds=ahead),
        cards=cards, now=timezone.now(),
    ).findings  # fmt: skip


def test_what_one_source_hid_the_video_shows(played: Round, cast: Cast) -> None:
    """The table's round is in order; by the video the player's nine was an eight, and nothing was owed otherwise."""
    assert not Finding.objects.exists()
    (found,) = entered(played, cast.people["lucia"], seen_at(played, *SEEN))
    assert (found.code, found.round, found.spot, found.outcome, found.cctv) == (
        "source-mismatch", played.number, "1", "pending", True,
    )  # fmt: skip
    assert found.data["facts"]["causes"] == ["swapped-card", "wrong-card-keyed"]
    assert found.text("es")["message"] == "La revisión del video vio 8♦ donde la mesa anotó 9♦."
    assert found.incidents.get().round == played.number


def test_the_video_agrees_and_nothing_is_raised(played: Round, cast: Cast) -> None:
    agreed = [("Th", "1"), ("5s", "dealer"), ("9d", "1"), ("6d", "dealer"), ("Kc", "dealer")]
    assert entered(played, cast.people["lucia"], seen_at(played, *agreed)) == []
    # Seen again, by somebody who sees it otherwise: the last word counts
    (found,) = entered(played, cast.people["marta"], seen_at(played, *SEEN))
    assert found.code == "source-mismatch"


def test_its_clock_is_put_right_and_both_are_kept(played: Round, cast: Cast) -> None:
    entered(played, cast.people["lucia"], seen_at(played, *SEEN, ahead=90), ahead=90)
    entries = list(Entry.objects.filter(session=played.session, kind="seen").order_by("number"))
    first = json.loads(with_texts(entries[:1])[0].body)
    assert entries[0].at == played.opened_at
    assert first["by"] == cast.people["lucia"].badge
    assert (first["src"], first["round"], first["nth"], first["of"]) == ("surveillance", played.number, 1, 5)
    assert first["video"]["camera"] == "BJ-01 cenital"
    assert first["video"]["ahead_ms"] == 90_000
    assert verify(played.session).holds


@pytest.mark.parametrize("who", ["rosa", "sergio", "diego"])
def test_the_floor_enters_no_video(played: Round, cast: Cast, who: str) -> None:
    with pytest.raises(PermissionDenied):
        entered(played, cast.people[who], seen_at(played, *SEEN))


def test_what_is_in_the_way_is_said_all_at_once(played: Round, cast: Cast) -> None:
    later = [SeenCard(timezone.now() + timedelta(hours=1), "5s", "1"), *seen_at(played, ("Th", "1"))]
    with pytest.raises(Refused) as refused:
        reenter(
            session=played.session, round=999, by=cast.people["lucia"], camera=" ", ahead=timedelta(0), cards=later,
            now=timezone.now(),
        )  # fmt: skip
    assert [one.code for one in refused.value.reasons] == ["no_round", "no_camera", "backwards", "future"]
    assert not Entry.objects.filter(kind="seen").exists()


def _form(this: Round, *cards: tuple[str, str, str]) -> dict[str, str]:
    begins = this.opened_at.astimezone(SANTIAGO)
    said = {"camera": "BJ-01 cenital", "rows": "10", "shown": "", "real": ""}
    for place, (rank, suit, to) in enumerate(cards, 1):
        moment = begins + timedelta(seconds=2 * place)
        said |= {f"at-{place}": f"{moment:%H:%M:%S}", f"rank-{place}": rank, f"suit-{place}": suit, f"to-{place}": to}
    return said


def page_of(session: TableSession, number: int) -> str:
    return reverse("sources:video", args=[session.pk, number])


def test_the_page_shows_nothing_of_what_the_table_wrote_and_keeps_what_was_entered(
    played: Round, cast: Cast, sign_in: Callable[[Any], Client]
) -> None:
    browser = sign_in(cast.people["lucia"])
    address = page_of(played.session, played.number)
    assert "10000" not in browser.get(address).content.decode()
    said = _form(played, ("T", "h", "1"), ("5", "s", "dealer"), ("8", "", "1"))
    shown = browser.post(address, said)
    assert shown.status_code == 400
    assert "Faltan el valor y la pinta de la carta." in shown.content.decode()
    assert 'value="8" selected' in shown.content.decode()
    more = browser.post(address, said | {"more": "1"})
    assert (more.status_code, 'name="at-16"' in more.content.decode()) == (200, True)
    said = _form(played, *[(card[0], card[1], to) for card, to in SEEN])
    there = browser.post(address, said, follow=True)
    assert there.redirect_chain[-1][0].endswith(f"?source=surveillance&round={played.number}")
    text = there.content.decode()
    assert "Carta cambiada / Carta mal digitada" in text
    assert Finding.objects.get().incidents.get().folio in text


def test_who_may_not_see_it_finds_no_page(played: Round, cast: Cast, sign_in: Callable[[Any], Client]) -> None:
    beside = reverse("sources:beside", args=[played.session_id])
    assert sign_in(cast.people["lucia"]).get(beside).status_code == 200
    assert sign_in(cast.people["tomas"]).get(beside).status_code == 404
