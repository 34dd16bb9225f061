"""Setting a casino up: who may, what is there, and that every change is logged by the database."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.casino.cast import Cast
from pitboss.casino.models import HouseSetting, Membership, Pit, Table
from pitboss.setup.models import SetupLog
from pitboss.setup.site import site
from tests.second_factor import both_factors

PASSWORD = "cuatro palabras largas"
TWICE = {"password1": PASSWORD, "password2": PASSWORD}
BACKEND = "django.contrib.auth.backends.ModelBackend"
LOGGED = {
    "casino_casino", "casino_pit", "casino_table", "casino_membership", "casino_housesetting", "casino_clocksetting",
    "casino_specialday", "accounts_person",
}  # fmt: skip


@pytest.fixture
def ana(client: Client, cast: Cast) -> Client:
    """Ana administers CDE."""
    client.force_login(cast.ana, backend=BACKEND)
    return client


def last() -> SetupLog:
    return SetupLog.objects.latest("pk")


def test_it_is_entered_by_our_own_sign_in(client: Client, cast: Cast) -> None:
    answer = client.get("/setup/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/sign-in/?next=/setup/")
    assert client.get("/admin/").status_code == 404


@pytest.mark.parametrize("who", ["rosa", "marta", "felipe", "sergio", "tomas", "ivan"])
def test_whoever_administers_nothing_stays_outside(client: Client, cast: Cast, who: str) -> None:
    both_factors(client, cast.people[who])
    assert client.get("/setup/", follow=True).status_code == 403
    assert client.get("/setup/casino/pit/", follow=True).status_code == 403


def test_only_what_is_set_up_is_there(ana: Client) -> None:
    there = {model._meta.db_table for model in site._registry}
    assert there == LOGGED - {"casino_membership"}  # with the person
    assert ana.get("/setup/").status_code == 200
    for model in site._registry:
        page = f"/setup/{model._meta.app_label}/{model._meta.model_name}/"
        assert ana.get(page).status_code == 200, page
    assert ana.get("/setup/incidents/incident/").status_code == 404


def test_a_new_pit_and_its_change_are_logged_with_who(ana: Client, cast: Cast) -> None:
    ana.post("/setup/casino/pit/add/", {"casino": cast.casino.pk, "name": "Foso 9"})
    pit = Pit.objects.get(name="Foso 9")
    line = last()
    assert (line.what, line.table, line.row, line.by, line.casino) == (
        "INSERT", "casino_pit", pit.pk, cast.ana, cast.casino,
    )  # fmt: skip
    assert line.after["name"] == "Foso 9"
    ana.post(f"/setup/casino/pit/{pit.pk}/change/", {"name": "Foso 10"})
    line = last()
    assert (line.what, line.before, line.after, line.by) == (
        "UPDATE",
        {"name": "Foso 9"},
        {"name": "Foso 10"},
        cast.ana,
    )


def test_a_change_past_the_page_is_logged_as_well(cast: Cast) -> None:
    Table.objects.filter(pk=cast.table.pk).update(profile="es-casino")
    line = last()
    assert (line.by, line.before, line.after) == (None, {"profile": "cl-scj"}, {"profile": "es-casino"})
    assert line.session


def test_neither_password_nor_pin_is_in_the_log_and_that_one_was_given_is(ana: Client, cast: Cast) -> None:
    rosa = cast.rosa
    before = SetupLog.objects.count()
    Person.objects.filter(pk=rosa.pk).update(pin="argon2$secret", pin_failures=3, last_login=timezone.now())
    assert SetupLog.objects.count() == before
    ana.post(f"/setup/accounts/person/{rosa.pk}/password/", TWICE | {"usable_password": "true"})
    rosa.refresh_from_db()
    assert rosa.check_password(PASSWORD)
    assert (last().row, last().by, last().after) == (rosa.pk, cast.ana, {"password": "*"})
    logged = str(list(SetupLog.objects.values_list("before", "after")))
    assert "argon2" not in logged


def test_a_person_is_added_and_given_a_role(ana: Client, cast: Cast) -> None:
    new = TWICE | {"username": "nora", "name": "Nora Paz", "badge": "R-9", "language": "es-cl"}
    inline = {f"memberships-{name}": value for name, value in {"TOTAL_FORMS": 1, "INITIAL_FORMS": 0}.items()}
    role = {"memberships-0-casino": cast.casino.pk, "memberships-0-role": "dealer"}
    answer = ana.post("/setup/accounts/person/add/", new | inline | role)
    assert answer.status_code == 302, answer.context["errors"]
    nora = Person.objects.get(username="nora")
    assert (nora.is_superuser, nora.is_staff, nora.check_password(PASSWORD)) == (False, False, True)
    given = Membership.objects.get(person=nora)
    assert given.role == "dealer"
    assert (last().table, last().by) == ("casino_membership", cast.ana)
    kept = {"username": "nora", "name": "Nora Paz", "badge": "R-9", "language": "es-cl", "is_active": "on"}
    one = {"memberships-INITIAL_FORMS": 1, "memberships-0-id": given.pk, "memberships-0-person": nora.pk}
    taken = {"memberships-0-DELETE": "on"}
    ana.post(f"/setup/accounts/person/{nora.pk}/change/", kept | inline | role | one | taken)
    assert not nora.memberships.exists()
    assert (last().what, last().by, last().before["role"]) == ("DELETE", cast.ana, "dealer")


def test_another_casinos_things_are_not_there(ana: Client, cast: Cast) -> None:
    other = cast.tables["CDS/BJ-01"]
    assert ana.get(f"/setup/casino/table/{other.pk}/change/").status_code == 302  # Django's "no such object"
    assert ana.get(f"/setup/accounts/person/{cast.tomas.pk}/change/").status_code == 302
    ana.post("/setup/casino/pit/add/", {"casino": cast.casinos["CDS"].pk, "name": "Ajeno"})
    assert not Pit.objects.filter(name="Ajeno").exists()
    cast.tomas.memberships.create(casino=cast.casino, role="auditor")
    answer = ana.post(f"/setup/accounts/person/{cast.tomas.pk}/change/", {"name": "Otro"})
    assert answer.status_code == 403
    assert ana.get(f"/setup/accounts/person/{cast.tomas.pk}/password/").status_code == 403


def test_nothing_is_deleted_but_a_role(ana: Client, cast: Cast) -> None:
    for path in (f"casino/table/{cast.table.pk}", f"accounts/person/{cast.rosa.pk}", f"casino/casino/{cast.casino.pk}"):
        assert ana.post(f"/setup/{path}/delete/", {"post": "yes"}).status_code == 403


def test_an_option_of_the_house_is_set_by_its_verb_and_never_changed(ana: Client, cast: Cast) -> None:
    since = {"valid_from_0": "2026-12-01", "valid_from_1": "08:00"}
    option = since | {"casino": cast.casino.pk, "option": "double_soft", "value": "no", "why": "Acta 12"}
    answer = ana.post("/setup/casino/housesetting/add/", option)
    assert answer.status_code == 302, answer.context["errors"]
    setting = HouseSetting.objects.get()
    assert (setting.value, setting.by, setting.why) == (False, cast.ana, "Acta 12")
    assert ana.post(f"/setup/casino/housesetting/{setting.pk}/change/", option).status_code == 403
    answer = ana.post("/setup/casino/housesetting/add/", option | {"option": "min", "value": "mucho"})
    assert answer.status_code == 200
    assert HouseSetting.objects.count() == 1


@pytest.mark.parametrize(
    "statement", ["UPDATE setup_setuplog SET by_id = NULL", "DELETE FROM setup_setuplog", "TRUNCATE setup_setuplog",
                  "INSERT INTO setup_setuplog DEFAULT VALUES"],
)  # fmt: skip
def test_the_log_is_only_added_to_by_its_trigger(cast: Cast, statement: str) -> None:
    with pytest.raises(DatabaseError, match=r"denied|only added"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_the_log_is_read_by_who_audits_and_by_nobody_else(client: Client, cast: Cast) -> None:
    def seen(who: str) -> Any:
        return both_factors(client, cast.people[who]).get("/setup-log/")

    assert "Casino de ejemplo" in seen("marta").content.decode()
    assert "Casino de ejemplo" not in seen("tomas").content.decode()
    assert seen("felipe").status_code == 200
    assert seen("rosa").status_code == 403
