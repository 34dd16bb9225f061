"""The auditor asks for a re-audit, watches it and reads what differs; nobody else sees it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from pitboss.casino.models import Table
from pitboss.incidents.models import Incident
from pitboss.jobs.models import Job
from pitboss.reaudit.models import Reaudit
from tests.reaudit.conftest import asked, done, planned, short, take

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

pytestmark = pytest.mark.services
SignIn = Callable[["Person"], Client]


def question(**changes: Any) -> dict[str, Any]:
    tables = [str(table.pk) for table in Table.objects.filter(casino__code="CDE")]
    told = {
        "do": "ask",
        "since": "2026-11-27",
        "until": "2026-11-30",
        "table": tables,
        "name": "Mínima 20.000",
        "why": "acta 31",
        "against": "edition:2026.1",
        "value.min": "20000",
        "without": ["wrong-payout"],
    }
    return {**told, **changes}


def test_the_scope_is_shown_before_anything_is_asked(cast: Cast, sign_in: SignIn) -> None:
    take(short())
    page = sign_in(cast.marta).post("/reaudits/", question(do="scope"))
    assert page.status_code == 200
    text = page.content.decode()
    for said in ("Apuesta mínima: $20.000", "sin «Pago distinto", "<dt>Pases</dt><dd>2</dd>"):
        assert said in text, said
    assert not Reaudit.objects.exists()


def test_a_re_audit_is_asked_for_watched_and_read(cast: Cast, sign_in: SignIn) -> None:
    take(short())
    client = sign_in(cast.marta)
    answer = client.post("/reaudits/", question())
    reaudit = Reaudit.objects.get()
    assert answer["Location"] == f"/reaudits/{reaudit.pk}/"
    page = client.get(answer["Location"])
    assert "Se reparte el trabajo" in page.content.decode()
    piece = client.get(answer["Location"], headers={"HX-Request": "true"})
    assert "<html" not in piece.content.decode()
    assert "HX-Refresh" not in piece
    done(reaudit)
    piece = client.get(answer["Location"], headers={"HX-Request": "true"})
    assert piece["HX-Refresh"] == "true"
    text = client.get(answer["Location"]).content.decode()
    folio = Incident.objects.get(code="wrong-payout").folio
    for said in ("acta 31", "Marta Aravena", "Solo antes", "Apuesta mínima: $20.000", folio, "wrong-payout"):
        assert said in text, said
    assert reaudit.reading.name in client.get("/reaudits/").content.decode()


def test_the_lines_come_as_a_sheet(cast: Cast, sign_in: SignIn) -> None:
    take(short())
    client = sign_in(cast.marta)
    reaudit = done(asked(cast.marta, overlay={"values": {"min": 20000}, "without": ["wrong-payout"]}))
    text = client.get(f"/reaudits/{reaudit.pk}/csv/").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    assert [row["Código"] for row in rows] == [line.code for line in reaudit.lines.order_by("session", "entry", "pk")]
    gone = next(row for row in rows if row["Código"] == "wrong-payout")
    assert (gone["Comparación"], gone["Resultado ahora"]) == ("Solo antes", "")
    assert gone["Dinero antes"] == "4000"
    only = client.get(f"/reaudits/{reaudit.pk}/csv/?verdict=new").content.decode("utf-8-sig")
    assert len(only.splitlines()) == 1 + reaudit.lines.filter(verdict="new").count()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"why": ""}, "Falta el motivo"),
        ({"table": []}, "Elija al menos una mesa"),
        ({"since": "ayer"}, "ayer no es una fecha"),
        ({"value.min": "mucho"}, "Apuesta mínima: no es un número entero"),
        ({"value.min": "-5"}, "La lectura no se entiende: min"),
        ({"since": "2020-01-01", "until": "2020-01-02"}, "no hay eventos"),
        ({"profile": "mars"}, "La lectura no se entiende: profile"),
        ({"since.card-face": "2026-02-30"}, "2026-02-30 no es una fecha"),
    ],
)
def test_what_cannot_be_asked_is_told_and_the_rest_of_the_form_stays(
    changes: dict[str, Any],
    said: str,
    cast: Cast,
    sign_in: SignIn,
) -> None:
    take(short())
    page = sign_in(cast.marta).post("/reaudits/", question(**changes))
    assert page.status_code == 400
    text = page.content.decode()
    assert said in text
    assert 'value="Mínima 20.000"' in text
    assert not Reaudit.objects.exists()


def test_it_can_be_cancelled_and_asked_again_with_changes(cast: Cast, sign_in: SignIn) -> None:
    take(short())
    client = sign_in(cast.marta)
    reaudit = asked(cast.marta, overlay={"profile": "es-casino"})
    assert planned(reaudit)
    client.post(f"/reaudits/{reaudit.pk}/cancel/")
    text = client.get(f"/reaudits/{reaudit.pk}/").content.decode()
    assert "La canceló Marta Aravena" in text
    form = client.get(f"/reaudits/?from={reaudit.pk}").content.decode()
    assert '<option value="es-casino" selected>' in form
    assert f'<option value="reaudit:{reaudit.pk}" selected>' in form


def test_a_failed_part_is_told_and_can_be_tried_again(cast: Cast, sign_in: SignIn) -> None:
    take(short())
    client = sign_in(cast.marta)
    reaudit = asked(cast.marta)
    assert planned(reaudit)
    job = reaudit.parts.get().job
    Job.objects.filter(pk=job.pk).update(state="failed", error="Traceback\nValueError: so it is")
    assert "ValueError: so it is" in client.get(f"/reaudits/{reaudit.pk}/").content.decode()
    client.post(f"/reaudits/{reaudit.pk}/retry/")
    job.refresh_from_db()
    assert job.state == "queued"


def test_who_does_not_audit_there_sees_nothing(cast: Cast, sign_in: SignIn) -> None:
    take(short())
    reaudit = done(asked(cast.marta))
    for who in (cast.rosa, cast.ana, cast.ivan):
        client = sign_in(who)
        assert client.get("/reaudits/").status_code == 403
        assert client.get(f"/reaudits/{reaudit.pk}/").status_code == 404
    client = sign_in(cast.tomas)
    assert "acta 31" not in client.get("/reaudits/").content.decode()
    for address in ("", "csv/"):
        assert client.get(f"/reaudits/{reaudit.pk}/{address}").status_code == 404
    assert client.post(f"/reaudits/{reaudit.pk}/cancel/").status_code == 404
    foreign = client.post("/reaudits/", question())
    assert foreign.status_code == 400
    assert Reaudit.objects.count() == 1


def test_queries_do_not_grow_with_what_was_asked_or_found(
    cast: Cast,
    sign_in: SignIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for table in ("BJ-01", "BJ-02", "BJ-03"):
        take(short(table))
    overlay = {"values": {"min": 20000}}
    reaudits = [done(asked(cast.marta, overlay=overlay)) for _ in range(3)]
    client = sign_in(cast.marta)
    with django_assert_max_num_queries(19):
        client.get("/reaudits/")
    with django_assert_max_num_queries(19):
        client.get(f"/reaudits/{reaudits[0].pk}/?verdict=all")
