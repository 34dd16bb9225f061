"""Possibly affected rounds on the desk, as a sheet and over the API."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from pitboss.casino.models import TableSession
from pitboss.replay.models import Finding, Round
from tests.calling import Calling
from tests.replay.test_affected import evening, take

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

SignIn = Callable[["Person"], Client]
pytestmark = pytest.mark.services


@pytest.fixture
def shift(cast: Cast) -> TableSession:
    """Table BJ-04 of the demo's evening: a missed burn, a deck check that failed, a wrong payment."""
    return take(cast, evening("BJ-04"))


def body(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_finding_leads_from_its_case_to_the_rounds_of_its_shoe(
    cast: Cast, shift: TableSession, sign_in: SignIn
) -> None:
    missed = Finding.objects.get(code="first-card-not-burned")
    incident = missed.link.incident
    browser = sign_in(cast.marta)
    assert f"/affected/?finding={missed.pk}" in body(browser.get(f"/incidents/CDE/{incident.folio}/"))
    moved = browser.get(f"/affected/?finding={missed.pk}")
    asked = parse_qs(urlsplit(moved["Location"]).query)
    assert asked["session"] == [str(shift.pk)]
    page = browser.get(moved["Location"])
    shoes = {row.round.shoe for row in page.context["rows"]}
    assert len(shoes) == 1
    assert page.context["sum"].rounds == Round.objects.filter(session=shift, shoe=shoes.pop()).count()
    assert "Decide una persona" in body(page)


def test_each_bet_is_told_as_due_beside_as_paid(cast: Cast, shift: TableSession, sign_in: SignIn) -> None:
    wrong = Finding.objects.filter(code="wrong-payout").earliest("entry")
    page = sign_in(cast.marta).get(f"/affected/?finding={wrong.pk}", follow=True)
    where = page.redirect_chain[-1][0]
    hands = sign_in(cast.marta).get(where + "&detail=hands").context["hand_rows"]
    (off,) = [hand for hand in hands if hand.difference]
    (money,) = [row for row in wrong.data["money"] if row["difference"]]
    assert (off.spot, off.bet["due"], off.bet["moved"], off.difference) == (
        money["spot"],
        money["expected"],
        money["actual"],
        money["difference"],
    )


def test_the_page_keeps_to_its_queries_however_long_the_stretch(
    cast: Cast, shift: TableSession, sign_in: SignIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = sign_in(cast.marta)
    for stretch in ("&from=1&to=200", "", "&detail=hands"):
        # Who asks (2), the session, its rounds, its marks, what he may (1), the side bar (3)
        with django_assert_num_queries(9):
            assert browser.get(f"/affected/?session={shift.pk}{stretch}").status_code == 200


def test_what_cannot_be_read_is_told_and_asks_for_everything(cast: Cast, shift: TableSession, sign_in: SignIn) -> None:
    page = sign_in(cast.marta).get(f"/affected/?session={shift.pk}&from=noche&to=9")
    assert "No se entendió y no se aplicó: Desde: noche." in body(page)
    turned = sign_in(cast.marta).get(f"/affected/?session={shift.pk}&from=900&to=100").context["asked"]
    assert (turned.first, turned.last) == (100, 900)
    empty = sign_in(cast.marta).get(f"/affected/?session={shift.pk}&from=1&to=2")
    assert "Ningún pase entre estos dos eventos" in body(empty)


def test_rounds_replayed_before_hands_were_kept_say_so(cast: Cast, shift: TableSession, sign_in: SignIn) -> None:
    Round.objects.filter(session=shift, number__lte=3).update(hands=None)
    assert "3 pases se repitieron antes" in body(sign_in(cast.marta).get(f"/affected/?session={shift.pk}"))


def test_the_sheet_opens_in_a_spreadsheet_and_has_every_bet(cast: Cast, shift: TableSession, sign_in: SignIn) -> None:
    answer = sign_in(cast.marta).get(f"/affected/csv/?session={shift.pk}")
    raw = answer.content
    assert raw.startswith("\ufeffCasino;Mesa;Sesión;Pase;".encode())
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig")), delimiter=";"))
    rounds = list(Round.objects.filter(session=shift))
    bets = [bet for one in rounds for hand in one.hands or [] for bet in hand["bets"]]
    assert len([row for row in rows if row["Apuesta"]]) == len(bets)
    assert {int(row["Pase"]) for row in rows} == {one.number for one in rounds}
    assert sum(int(row["Monto"]) for row in rows if row["Monto"]) == sum(bet["stake"] for bet in bets)
    assert answer["Content-Disposition"].endswith('.csv"')


def test_the_sheet_is_for_those_who_may_export_and_nobody_sees_another_casino(
    cast: Cast, shift: TableSession, sign_in: SignIn
) -> None:
    finding = Finding.objects.filter(session=shift).earliest("entry")
    assert sign_in(cast.rosa).get(f"/affected/csv/?session={shift.pk}").status_code == 403
    assert "Descargar CSV" not in body(sign_in(cast.rosa).get(f"/affected/?session={shift.pk}"))
    for address in (f"?session={shift.pk}", f"csv/?session={shift.pk}", f"?finding={finding.pk}"):
        assert sign_in(cast.tomas).get(f"/affected/{address}").status_code == 404
    assert sign_in(cast.marta).get("/affected/?session=x").status_code == 404
    assert sign_in(cast.marta).get("/affected/?finding=x").status_code == 404


@pytest.mark.parametrize(("language", "words"), [("es-cl", "Pases posiblemente afectados"), ("en", "Rounds possibly")])
def test_the_page_is_told_in_both_languages(
    cast: Cast, shift: TableSession, sign_in: SignIn, language: str, words: str
) -> None:
    cast.marta.language = language
    cast.marta.save(update_fields=["language"])
    assert words in body(sign_in(cast.marta).get(f"/affected/?session={shift.pk}"))


def test_the_api_tells_the_same_to_those_who_may_export(
    cast: Cast,
    shift: TableSession,
    calling: Calling,
) -> None:
    address = f"/api/v1/sessions/{shift.pk}/affected/"
    told = calling("marta").get(f"{address}?from=100&to=400").json()
    assert (told["from"], told["to"]) == (100, 400)
    assert told["sum"]["rounds"] == len(told["rounds"]) > 0
    assert all(one["last"] >= 100 and one["first"] <= 400 for one in told["rounds"])
    assert told["rounds"][0]["hands"][0]["bets"][0]["stake"] > 0
    assert calling("marta").get(f"{address}?from=x").status_code == 400
    assert calling("rosa").get(address).status_code == 403
    assert calling("tomas").get(address).status_code == 404
