"""The table's cards and the shoe's on one page, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from pitboss.casino.models import TableSession
from pitboss.replay.beside import Sides

if TYPE_CHECKING:
    from django.test import Client

    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident

pytestmark = pytest.mark.django_db


def lines(session: TableSession, round: int | None = None) -> list[tuple[str | None, str | None, bool]]:
    return [
        (row.played.card if row.played else "·", row.seen.card if row.seen else "·", row.parts)
        for row in Sides(session).rows("shoe", round)
    ]


def test_a_card_that_nobody_wrote_has_a_line_of_its_own(play: Callable[..., list[Incident]]) -> None:
    play("source-mismatch", "a-card-that-the-table-did-not-write")
    session = TableSession.objects.get()
    assert lines(session) == lines(session, 1) == [
        ("Th", "Th", False), ("5s", "5s", False), ("·", "2c", True), ("9d", "9d", False), ("6d", "6d", False),
        ("Kc", "Kc", False),
    ]  # fmt: skip
    assert [(one.source, one.rounds) for one in Sides(session).accounts] == [("shoe", ())]


def test_a_correction_stands_in_the_place_of_what_it_corrects(play: Callable[..., list[Incident]]) -> None:
    assert play("source-mismatch", "the-entry-is-put-right") == []
    assert all(not parts for _, _, parts in lines(TableSession.objects.get()))


def test_late_reads_stand_where_their_count_says(play: Callable[..., list[Incident]]) -> None:
    play("source-mismatch", "late-and-unordered")
    assert [seen for _, seen, _ in lines(TableSession.objects.get())] == ["Th", "5s", "9d", "6d", "Kc"]


def test_the_pages_name_the_cause_and_the_case(
    play: Callable[..., list[Incident]], cast: Cast, sign_in: Callable[[Any], Client]
) -> None:
    (case,) = play("source-mismatch", "the-shoe-saw-another-card")
    browser = sign_in(cast.people["marta"])
    listed = browser.get(reverse("sources:sources")).content.decode()
    assert reverse("sources:beside", args=[case.session_id]) in listed
    shown = browser.get(reverse("sources:beside", args=[case.session_id]), {"source": "shoe", "show": "parts"})
    text = shown.content.decode()
    assert case.folio in text
    assert "Carta cambiada / Carta mal digitada" in text
    assert "En 1 de 5 cartas no dicen lo mismo." in text
    assert browser.get(reverse("sources:beside", args=[case.session_id]), {"source": "sheet"}).status_code == 404
