"""The report of a case with all its fields, the money of every bet, related cases, and what an open page hears."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from pitboss.incidents.fingerprint import fingerprint
from pitboss.incidents.models import Incident
from pitboss.incidents.related import MOST, related
from pitboss.incidents.verbs.comment import comment
from pitboss.incidents.verbs.hand_over_cards import hand_over_cards
from tests.audit.test_incident_acts import REPORT, send
from tests.audit.test_incident_page import at, text_of

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from tests.played import Play

SignIn = Callable[["Person"], Client]


def rows(client: Client, incident: Incident) -> dict[str, Any]:
    return {row.label: row for row in client.get(at(incident)).context["report"]}


def test_an_untouched_report_says_what_the_ledger_knows_and_what_is_missing(
    cast: Cast, play: Play, sign_in: SignIn
) -> None:
    (incident,) = play("wrong-payout", "natural-paid-at-evens")
    told = rows(sign_in(cast.marta), incident)
    assert told["Folio"].lines == [incident.folio]
    assert told["Ocurrió"].lines != told["Se informó"].lines
    assert "Casino de ejemplo · BJ-01" in told["Lugar"].lines
    assert "wrong-payout" in told["Tipo"].lines[0]
    assert told["Sabot y mazos"].lines[0].startswith("Sabot 1 de la sesión · carta ")
    assert any("mazos revisados" in line for line in told["Sabot y mazos"].lines)
    assert any("edición" in line for line in told["Regla"].lines)
    assert {label for label, row in told.items() if row.missing} == {
        "Resuelto", "Anuncio a los jugadores", "Personas", "Testigos", "Dinero corregido", "Cartas retiradas",
        "Pases que pudieron afectarse", "Avisos", "Medidas tomadas", "Origen de los datos",
    }  # fmt: skip


def test_a_completed_report_tells_it_all_with_names_only_for_those_who_may_see_them(
    cast: Cast, play: Play, sign_in: SignIn
) -> None:
    (incident,) = play("wrong-payout", "natural-paid-at-evens")
    said = REPORT | {"money_corrected": "all", "corrected_0": "5000", "first": "1", "last": "1"}
    assert send(sign_in(cast.rosa), incident, "complete", said).status_code == 302
    now = timezone.now()
    handed = now - timedelta(hours=2)
    hand_over_cards(incident=incident, by=cast.sergio, now=now, at=handed, to="Bóveda central", initials="SL/BC")
    client = sign_in(cast.marta)
    page = client.get(at(incident))
    told = {row.label: row for row in page.context["report"]}
    assert "Elena Ruiz (Jugador, casilla 3, +56 9 5555 0101)" in told["Personas"].lines
    assert "Pedro Díaz (Jugador)" in told["Testigos"].lines
    assert told["Anuncio a los jugadores"].lines == ["Se anunció a los jugadores"]
    assert told["Dinero corregido"].lines == ["Se corrigió todo; casilla 1, principal: +$5.000"]
    assert any("Bóveda central, desde" in line for line in told["Cartas retiradas"].lines)
    assert any("Lo revisó Rosa Soto" in line for line in told["Origen de los datos"].lines)
    assert told["Pases que pudieron afectarse"].href.startswith(f"/affected/?session={incident.session_id}&from=")
    assert client.get(told["Pases que pudieron afectarse"].href).context["sum"].rounds == 1
    (paid,) = [row for row in page.context["case"].money.rows if row.found]
    assert (paid.difference, paid.corrected) == (5000, 5000)
    assert not [row for row in told.values() if row.missing and row.label != "Resuelto"]
    line = next(line for line in page.context["lines"] if line.kinds == "custody")
    assert line.at == handed
    assert line.recorded == now
    assert "Elena" not in text_of(sign_in(cast.ivan).get(at(incident)).content.decode())


def test_the_settlement_shows_every_bet_of_the_round_as_paid_beside_as_due(
    cast: Cast, play: Play, sign_in: SignIn
) -> None:
    (incident,) = play("deal-order", "nobody-put-it-right")
    money = sign_in(cast.marta).get(at(incident)).context["case"].money
    assert [row.spot for row in money.rows] == ["1", "2", "3"]
    assert all(row.cards and row.stake == 10000 and row.actual is not None for row in money.rows)
    assert money.dealer


def test_lines_of_the_timeline_are_of_kinds_and_say_when_they_were_recorded(
    cast: Cast, play: Play, sign_in: SignIn
) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    comment(incident=incident, by=cast.rosa, now=timezone.now(), words="Visto")
    page = sign_in(cast.marta).get(at(incident))
    kinds = {kind: count for kind, _, count in page.context["kinds"]}
    assert kinds["note"] == 1
    assert kinds["finding"] >= 1
    assert kinds["table"] >= 3
    assert all(
        line.recorded is not None and line.recorded > line.at for line in page.context["lines"] if "table" in line.kinds
    )


def test_related_cases_are_counted_and_the_newest_shown_in_two_queries(
    cast: Cast, play: Play, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for days in (9, 8, 7, 6):
        play("wrong-payout", "natural-paid-at-evens", ago=timedelta(days=days))
    play("wrong-payout", "natural-paid-at-evens", ago=timedelta(days=5), at="CDE/BJ-02")
    play("wrong-payout", "natural-paid-at-evens", ago=timedelta(days=4), at="CDS/BJ-01")
    (incident,) = play("wrong-payout", "natural-paid-at-evens", ago=timedelta(days=3))
    Incident.objects.update(dealer="C-2117")
    incident.refresh_from_db()
    with django_assert_num_queries(2):
        found = {one.kind: one for one in related(incident, shoe=1)}
    assert {kind: one.count for kind, one in found.items()} == {"seat": 4, "dealer": 5, "table": 4}
    newest = [one.opened_at for one in found["table"].newest]
    assert newest == sorted(newest, reverse=True)
    assert len(newest) == 3
    assert all(one.casino == cast.casino and one != incident for one in found["dealer"].newest)
    assert not any(one.more for one in found.values())
    assert all(one.count <= MOST for one in found.values())


def test_cases_of_the_same_round_and_shoe_come_first(cast: Cast, play: Play, sign_in: SignIn) -> None:
    incidents = play("dealer-card-over-17", "kept-and-a-twenty-collected")
    if len(incidents) < 2:
        pytest.skip("the example opens one case only")
    lists = sign_in(cast.marta).get(at(incidents[0])).context["related"]
    assert [one.name for one in lists][:2] == ["Mismo pase", "Mismo sabot"]


def test_an_open_page_hears_only_what_is_new(
    cast: Cast, play: Play, sign_in: SignIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    client = sign_in(cast.marta)
    page = client.get(at(incident))
    mark = page.context["mark"]
    with django_assert_max_num_queries(6):
        assert client.get(f"{at(incident)}news/", headers={"If-None-Match": mark}).status_code == 304
    comment(incident=incident, by=cast.rosa, now=timezone.now(), words="Hablado con el turno")
    answer = client.get(f"{at(incident)}news/", headers={"If-None-Match": mark})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != mark
    assert all(f'id="{name}"' in answer.content.decode() for name in ("timeline", "life", "report", "history"))
    assert "Hablado con el turno" in answer.content.decode()
    assert sign_in(cast.tomas).get(f"{at(incident)}news/").status_code == 404


def test_the_hash_of_a_history_changes_with_every_row(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    before = fingerprint(incident, list(incident.steps.all()))
    comment(incident=incident, by=cast.rosa, now=timezone.now(), words="Visto")
    after = fingerprint(incident, list(incident.steps.all()))
    assert before != after
    assert after in sign_in(cast.marta).get(at(incident)).content.decode()
