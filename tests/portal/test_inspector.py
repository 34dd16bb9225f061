"""The regulator's own way in: both factors, everything read, nothing written, each request on record."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyotp
import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from pitboss.accounts.gate import IDLE_SECONDS, LONGEST_SECONDS, OPEN, PASSED
from pitboss.accounts.models import Person
from pitboss.casino.cast import Cast
from pitboss.incidents.models import Step
from pitboss.portal.middleware import MAY_SEND
from pitboss.privacy.models import Access, Hold
from tests.calling import Calling
from tests.second_factor import BACKEND, both_factors

if TYPE_CHECKING:
    from pitboss.incidents.models import Incident

PASSWORD = "seis mazos y una carta"


@pytest.fixture
def case(play: Callable[..., list[Incident]]) -> Incident:
    (incident,) = play("wrong-payout", "natural-overpaid-by-twenty-five")
    return incident


@pytest.fixture
def felipe(client: Client, cast: Cast) -> Client:
    return both_factors(client, cast.felipe)


def visits(cast: Cast) -> list[tuple[str, int | None]]:
    rows = Access.objects.filter(what=Access.What.VISIT, casino=cast.casino).order_by("pk")
    return [(row.asked, row.status) for row in rows]


def test_the_way_in_is_a_password_a_phone_set_at_the_first_time_and_then_its_codes(client: Client, cast: Cast) -> None:
    cast.felipe.set_password(PASSWORD)
    cast.felipe.save(update_fields=["password"])
    assert client.get("/regulator/")["Location"] == "/regulator/sign-in/"
    signed = client.post("/regulator/sign-in/", {"username": "F-9001", "password": PASSWORD})
    assert signed["Location"] == "/regulator/"
    asked = client.get("/regulator/", follow=True)
    assert asked.redirect_chain[-1][0] == "/second-factor/enrol/?next=%2Fregulator%2F"
    for page in ("/incidents/", "/ledger/", "/rules/", "/accesses/", "/floor/"):
        assert client.get(page)["Location"].startswith("/second-factor/"), page
    assert client.get("/api/v1/incidents/").status_code == 403
    secret = re.search(r'enrol__secret">([A-Z2-7 ]+)<', asked.content.decode())
    assert secret is not None
    code = pyotp.TOTP(secret[1].replace(" ", "")).now()
    assert "Códigos de respaldo" in client.post("/second-factor/enrol/", {"code": code}).content.decode()
    assert client.get("/regulator/").status_code == 200
    assert client.session.get_expiry_age() == IDLE_SECONDS
    told = visits(cast)
    assert told[-1] == ("/regulator/", 200)
    assert {status for _, status in told[:-1]} == {302, 403}  # turned away at the gate, and on record as well


def test_the_door_is_the_regulators_alone_and_locks_out_a_guesser(client: Client, cast: Cast) -> None:
    cast.marta.set_password(PASSWORD)
    cast.marta.save(update_fields=["password"])
    refused = client.post("/regulator/sign-in/", {"username": "marta", "password": PASSWORD})
    assert "Este ingreso es de la autoridad fiscalizadora" in refused.content.decode()
    assert "_auth_user_id" not in client.session
    told = [client.post("/regulator/sign-in/", {"username": "felipe", "password": "x"}).status_code for _ in range(8)]
    assert told == [200] * 7 + [429]


def test_a_session_ends_when_left_alone_and_after_a_working_day_in_any_case(client: Client, cast: Cast) -> None:
    both_factors(client, cast.felipe)
    assert client.get("/regulator/").status_code == 200
    session = client.session
    session[PASSED] = [cast.felipe.pk, int(time.time()) - LONGEST_SECONDS]
    session.save()
    assert client.get("/regulator/")["Location"].startswith("/second-factor/")
    assert "_auth_user_id" not in client.session


def test_somebody_elses_second_factor_in_the_session_does_not_count(client: Client, cast: Cast) -> None:
    client.force_login(cast.felipe, backend=BACKEND)
    session = client.session
    session[PASSED] = [cast.marta.pk, int(time.time())]
    session.save()
    assert client.get("/incidents/")["Location"].startswith("/second-factor/")


def test_the_first_page_counts_what_there_is_of_each_casino_in_a_period(
    felipe: Client, cast: Cast, case: Incident
) -> None:
    page = felipe.get("/regulator/").content.decode()
    assert "Casino de ejemplo" in page
    assert "Casino del sur" not in page
    assert f"/incidents/?casino=CDE&amp;since={(timezone.localdate()).isoformat()[:4]}" in page
    assert re.search(r"Incidentes</dt><dd><a [^>]+>1</a>", page)
    none = felipe.get("/regulator/?since=2020-01-01&until=2020-01-31").content.decode()
    assert re.search(r"Incidentes</dt><dd><a [^>]+>0</a>", none)
    assert felipe.get("/regulator/?since=x&until=2020-13-31").status_code == 200


def test_nobody_else_has_that_page(client: Client, cast: Cast) -> None:
    for person in (cast.marta, cast.tomas, cast.rosa):
        assert both_factors(client, person).get("/regulator/").status_code == 403


def test_whatever_an_inspector_asks_is_on_record_with_when_what_and_from_where(
    felipe: Client, cast: Cast, case: Incident
) -> None:
    before = timezone.now()
    address = f"/incidents/CDE/{case.folio}/"
    assert felipe.get(address, REMOTE_ADDR="10.1.2.3").status_code == 200
    assert felipe.get("/incidents/CDE/1999-000001/").status_code == 404
    assert felipe.get("/ledger/?page=1").status_code == 200
    assert visits(cast) == [(address, 200), ("/incidents/CDE/1999-000001/", 404), ("/ledger/?page=1", 200)]
    first = Access.objects.order_by("pk").filter(what="visit")[0]
    assert (first.person, first.casino, first.address) == (cast.felipe, cast.casino, "10.1.2.3")
    assert first.at >= before
    felipe.get("/evidence/")
    felipe.get("/verify/")
    assert len(visits(cast)) == 3


def test_a_request_by_token_is_on_record_too(cast: Cast, case: Incident, calling: Calling) -> None:
    assert calling("felipe").get("/api/v1/incidents/").status_code == 200
    assert calling("marta").get("/api/v1/incidents/").status_code == 200
    assert visits(cast) == [("/api/v1/incidents/", 200)]


def test_what_cannot_be_logged_is_not_shown(cast: Cast, case: Incident) -> None:
    client = both_factors(Client(raise_request_exception=False), cast.felipe)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL transaction_read_only = on")
        answer = client.get(f"/incidents/CDE/{case.folio}/")
        transaction.set_rollback(True)
    assert answer.status_code == 500
    assert case.folio not in answer.content.decode()


@pytest.mark.parametrize(
    "address",
    ["incidents/CDE/{folio}/do/comment/", "complaints/new/", "incidents/assign/", "privacy/CDE/hold/", "upload/",
     "reaudits/", "setup/casino/pit/add/", "due/clocks/set/"],
)  # fmt: skip
def test_nothing_is_written_from_a_page(felipe: Client, cast: Cast, case: Incident, address: str) -> None:
    steps = Step.objects.count()
    sent = f"/{address.format(folio=case.folio)}"
    assert felipe.post(sent, {"words": "x"}).status_code == 403
    assert Step.objects.count() == steps
    assert visits(cast) == [(sent, 403)]


@pytest.mark.parametrize("method", ["put", "patch", "delete", "post"])
def test_nothing_is_written_through_the_api(cast: Cast, case: Incident, calling: Calling, method: str) -> None:
    with_session = both_factors(Client(), cast.felipe)
    for asking in (with_session, calling("felipe")):
        answer = getattr(asking, method)(
            f"/api/v1/incidents/{case.pk}/comment/", '{"words": "x"}', content_type="application/json"
        )
        assert answer.status_code in (403, 405)


def test_a_bundle_is_asked_for(felipe: Client, case: Incident) -> None:
    assert felipe.post("/exports/", {}).status_code == 400  # it is the form that says no
    assert "Casino de ejemplo" in felipe.get("/exports/").content.decode()


def test_each_view_that_an_inspector_may_send_to_is_there() -> None:
    def names(patterns: Iterable[Any], spaces: str = "") -> Iterator[str]:
        for one in patterns:
            if isinstance(one, URLResolver):
                yield from names(one.url_patterns, f"{spaces}{one.namespace}:" if one.namespace else spaces)
            else:
                yield f"{spaces}{one.name}"

    assert (MAY_SEND | OPEN) - set(names(get_resolver().url_patterns)) == set()


def test_a_chain_can_be_walked_and_the_language_chosen(felipe: Client, case: Incident) -> None:
    assert felipe.post(f"/ledger/{case.session_id}/").status_code == 200
    assert felipe.post("/language/", {"language": "en", "next": "/regulator/"}).status_code == 302
    assert "Inspection" in felipe.get("/regulator/").content.decode()


def test_the_database_lets_an_inspector_write_nothing(cast: Cast, case: Incident) -> None:
    with pytest.raises(DatabaseError, match="only looks"), transaction.atomic():
        Hold.objects.create(incident=case, by=cast.felipe, why="x", at=timezone.now())
    step = case.steps.order_by("-number").first()
    assert step is not None
    with pytest.raises(DatabaseError, match=r"only looks|may not|refused"), transaction.atomic():
        Step.objects.create(incident=case, number=step.number + 1, verb="commented", at=timezone.now(),
                            by=cast.felipe, words="x")  # fmt: skip


def test_an_inspector_is_of_no_casino_and_the_mark_follows_the_role(cast: Cast) -> None:
    with pytest.raises(DatabaseError, match="cannot both"), transaction.atomic():
        cast.felipe.memberships.create(casino=cast.casinos["CDS"], role="auditor")
    with pytest.raises(DatabaseError, match="cannot both"), transaction.atomic():
        cast.marta.memberships.create(casino=cast.casino, role="inspector")
    cast.felipe.memberships.create(casino=cast.casinos["CDS"], role="inspector")
    assert Person.objects.get(pk=cast.felipe.pk).inspects
    Person.objects.filter(pk=cast.felipe.pk).update(inspects=False)
    assert Person.objects.get(pk=cast.felipe.pk).inspects
    cast.felipe.memberships.all().delete()
    assert not Person.objects.get(pk=cast.felipe.pk).inspects


def test_the_log_is_read_by_the_house_and_by_the_regulator_alike(client: Client, cast: Cast, case: Incident) -> None:
    address = f"/incidents/CDE/{case.folio}/"
    both_factors(client, cast.felipe).get(address)
    for person in (cast.marta, cast.ana, cast.felipe):
        page = both_factors(client, person).get("/accesses/")
        assert page.status_code == 200
        assert address in page.content.decode()
        assert "Felipe Vidal" in page.content.decode()
    assert address not in both_factors(client, cast.tomas).get("/accesses/").content.decode()
    assert both_factors(client, cast.tomas).get("/accesses/?casino=CDE").status_code == 404
    for person in (cast.rosa, cast.ivan):
        assert both_factors(client, person).get("/accesses/").status_code == 403
    kinds = both_factors(client, cast.marta)
    assert address not in kinds.get("/accesses/?what=export").content.decode()
    assert address in kinds.get("/accesses/?what=visit&who=felipe").content.decode()


def test_the_log_is_only_added_to_by_the_databases_clock(felipe: Client, cast: Cast) -> None:
    felipe.get("/ledger/")
    row = Access.objects.get()
    for change in ("UPDATE privacy_access SET asked = 'x'", "DELETE FROM privacy_access", "TRUNCATE privacy_access"):
        with pytest.raises(DatabaseError, match=r"denied|only added"), transaction.atomic(), connection.cursor() as to:
            to.execute(change)
    long_ago = timezone.now().replace(year=2020)
    forged = Access.objects.create(at=long_ago, person=cast.felipe, casino=cast.casino, what="visit", named=True,
                                   asked="/x/", status=200)  # fmt: skip
    forged.refresh_from_db()
    assert forged.at >= row.at
    with pytest.raises(DatabaseError, match="privacy_visit_says_what_was_asked"), transaction.atomic():
        Access.objects.create(at=long_ago, person=cast.felipe, casino=cast.casino, what="visit", named=True)
