"""The page of what falls due: soonest first, what ran out apart and never hidden; and the clocks behind it."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from pitboss.casino.clocks import ClockSetting, SpecialDay
from pitboss.reminders.look import look
from pitboss.reminders.models import Target, Withdrawal
from pitboss.reminders.webhook import secret_of
from tests.reminders.conftest import lapsing

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident

SignIn = Callable[["Person"], "Client"]


@pytest.fixture
def cases(cast: Cast) -> list[Incident]:
    """One that ran out, one red, one amber, one with time."""
    now = timezone.now()
    lefts = (timedelta(days=-2), timedelta(hours=20), timedelta(hours=50), timedelta(days=9))
    return [lapsing(now, left, table=f"CDE/BJ-0{place}") for place, left in enumerate(lefts, start=1)]


def shown(answer: Any) -> tuple[list[str], list[str]]:
    """Folios of what ran out, and of what runs, as listed."""
    found = answer.context["lapsed"], answer.context["running"]
    return tuple([row.due.about.folio for row in rows] for rows in found)  # type: ignore[return-value]


def test_what_ran_out_stands_apart_and_the_rest_is_soonest_first(
    cast: Cast, cases: list[Incident], sign_in: SignIn
) -> None:
    answer = sign_in(cast.lucia).get("/due/")
    gone, red, amber, calm = cases
    assert shown(answer) == ([gone.folio], [red.folio, amber.folio, calm.folio])
    assert answer.context["found"].counts == {"lapsed": 1, "alarm": 1, "soon": 1, "calm": 1}
    page = answer.content.decode()
    assert "Vencidos" in page
    assert "hace 2 días" in page
    assert f"/incidents/CDE/{red.folio}/" in page
    rows = {row.due.about.folio: row for row in answer.context["running"]}
    assert [rows[case.folio].keep.state for case in (red, amber, calm)] == ["late", "soon", "calm"]


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("near=lapsed", [0]), ("near=alarm", [1]), ("near=calm", [3]), ("table=BJ-02", [1]), ("role=auditor", []),
        ("what=footage&near=soon", [2]), ("what=answer", []), ("casino=CDS", []),
    ],
)  # fmt: skip
def test_the_address_narrows_it(
    query: str, places: list[int], cast: Cast, cases: list[Incident], sign_in: SignIn
) -> None:
    lapsed, running = shown(sign_in(cast.lucia).get(f"/due/?{query}"))
    assert [*lapsed, *running] == [cases[place].folio for place in places]


def test_a_folio_is_found_and_what_cannot_be_read_is_told(cast: Cast, cases: list[Incident], sign_in: SignIn) -> None:
    client = sign_in(cast.lucia)
    assert shown(client.get(f"/due/?text={cases[1].folio[-6:]}")) == ([], [cases[1].folio])
    answer = client.get("/due/?what=lunch")
    assert answer.context["asked"].unread == ["lunch"]
    assert "lunch" in answer.content.decode()


def test_another_casino_sees_nothing_of_it(cast: Cast, cases: list[Incident], sign_in: SignIn) -> None:
    assert shown(sign_in(cast.tomas).get("/due/")) == ([], [])


def test_the_sheet_has_what_the_page_has(cast: Cast, cases: list[Incident], sign_in: SignIn) -> None:
    answer = sign_in(cast.lucia).get("/due/csv/?what=footage")
    assert answer["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(answer.content.decode())))
    assert [(row["folio"], row["near"]) for row in rows] == [
        (cases[0].folio, "lapsed"), (cases[1].folio, "alarm"), (cases[2].folio, "soon"), (cases[3].folio, ""),
    ]  # fmt: skip
    assert rows[0]["table"] == "BJ-01"


def test_a_reminder_stands_beside_what_it_was_about(cast: Cast, cases: list[Incident], sign_in: SignIn) -> None:
    look(now=timezone.now())
    answer = sign_in(cast.lucia).get("/due/?table=BJ-02")
    (row,) = answer.context["running"]
    assert (row.told.sent, row.told.delivered) == (0, 0)
    assert "sin destino" in answer.content.decode()


def test_it_takes_as_many_queries_for_four_as_for_one(
    cast: Cast, sign_in: SignIn, cases: list[Incident], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = sign_in(cast.lucia)
    client.get("/due/")
    with django_assert_max_num_queries(20):
        client.get("/due/")


def test_the_side_bar_counts_what_is_near(cast: Cast, cases: list[Incident], sign_in: SignIn) -> None:
    page = sign_in(cast.lucia).get("/due/").content.decode()
    assert 'aria-current="page"' in page
    link = page.split('href="/due/"')[1].split("</a>")[0]
    assert '<span class="n">2</span>' in link


def test_the_clocks_say_what_holds_where_it_is_from_and_who_set_it(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.ana)
    told = {"casino": "CDE", "clock": "complaint_answer", "value": "8", "why": "Acta 31"}
    assert client.post("/due/clocks/set/", told).status_code == 302
    page = client.get("/due/clocks/").content.decode()
    for words in ("8 días hábiles", "de origen: 10 días hábiles", "Ana Pinto", "«Acta 31»", "SCJ, Circular 13"):
        assert words in page
    assert ClockSetting.objects.get().by == cast.ana


def test_where_nobody_said_how_long_video_is_kept_the_page_says_so(cast: Cast, sign_in: SignIn) -> None:
    type(cast.casino).objects.filter(pk=cast.casino.pk).update(retention_days=None)
    client = sign_in(cast.marta)
    assert "sin definir" in client.get("/due/clocks/").content.decode()
    assert "retención del CCTV sin definir" in client.get("/due/").content.decode()


@pytest.mark.parametrize(
    ("act", "said", "words"),
    [
        ("set", {"clock": "appeal_window", "value": "10", "why": "x"}, "El regulador fija este plazo"),
        ("set", {"clock": "footage_warn", "value": "2", "why": "x"}, "Queda en desorden"),
        ("set", {"clock": "review", "value": "0", "why": "x"}, "no cabe"),
        ("target", {"channel": "email", "address": "nadie", "why": "x"}, "No es una dirección"),
    ],
)
def test_what_is_refused_comes_back_with_the_reason(
    act: str, said: dict[str, str], words: str, cast: Cast, sign_in: SignIn
) -> None:
    answer = sign_in(cast.ana).post(f"/due/clocks/{act}/", {"casino": "CDE", **said})
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not ClockSetting.objects.exists()
    assert not Target.objects.exists()


def test_days_and_targets_are_said_and_withdrawn_on_the_page(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.ana)
    day = (timezone.localdate() + timedelta(days=5)).isoformat()
    client.post("/due/clocks/day/", {"casino": "CDE", "day": day, "business": "no", "why": "Duelo"})
    assert [(row.day.isoformat(), row.business) for row in SpecialDay.objects.all()] == [(day, False)]
    said = {"casino": "CDE", "role": "", "channel": "webhook", "address": "http://vms/hooks", "why": "Video"}
    client.post("/due/clocks/target/", said)
    target = Target.objects.get()
    page = client.get("/due/clocks/").content.decode()
    assert "«Duelo»" in page
    assert secret_of(target) in page.replace("&#x3D;", "=")
    client.post("/due/clocks/withdraw/", {"casino": "CDE", "target": target.pk, "why": "Se cambió"})
    assert Withdrawal.objects.get().target == target
    assert "http://vms/hooks" not in client.get("/due/clocks/").content.decode()


def test_whoever_does_not_administer_reads_without_forms_and_secrets_and_cannot_write(
    cast: Cast, sign_in: SignIn
) -> None:
    said = {"casino": "CDE", "role": "", "channel": "webhook", "address": "http://vms/hooks", "why": "Video"}
    sign_in(cast.ana).post("/due/clocks/target/", said)
    client = sign_in(cast.marta)
    page = client.get("/due/clocks/")
    assert page.context["forms"] == []
    assert "whsec_" not in page.content.decode()
    told = {"casino": "CDE", "clock": "review", "value": "8", "why": "x"}
    assert client.post("/due/clocks/set/", told).status_code == 403
    assert sign_in(cast.tomas).get("/due/clocks/?casino=CDE").status_code == 404
