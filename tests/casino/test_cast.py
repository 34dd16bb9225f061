"""The cast: who it is, and that loading it again changes nothing."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import IntegrityError

from pitboss.accounts.models import Person
from pitboss.accounts.pins import is_pin_of, pin_from, weakness
from pitboss.accounts.roles import Role
from pitboss.casino.cast import Cast, load_cast
from pitboss.casino.models import Casino, Membership, Pit, Table


def counts() -> list[int]:
    return [model.objects.count() for model in (Casino, Pit, Table, Person, Membership)]


def test_everybody_of_the_story_is_there(cast: Cast) -> None:
    roles = {
        str(person): [membership.role for membership in person.memberships.all()] for person in cast.people.values()
    }
    assert roles["Rosa Soto"] == [Role.PIT_BOSS]
    assert roles["Iván Rojas"] == [Role.DEALER]
    assert roles["Sergio Lagos"] == [Role.SECTION_HEAD]
    assert roles["Lucía Paredes"] == [Role.SURVEILLANCE]
    assert roles["Marta Aravena"] == [Role.AUDITOR]
    assert roles["Felipe Vidal"] == [Role.INSPECTOR]
    assert roles["Ana Pinto"] == [Role.ADMINISTRATOR]
    assert cast.rosa.badge == "R-1042"
    assert [table.name for table in cast.casino.tables.all()] == ["BJ-01", "BJ-02", "BJ-03", "BJ-04"]


def test_loading_it_again_changes_nothing(cast: Cast) -> None:
    before = counts()
    again = load_cast()
    assert counts() == before
    assert again.rosa.pk == cast.rosa.pk


def test_what_people_have_set_themselves_is_kept(cast: Cast) -> None:
    Casino.objects.filter(code="CDE").update(retention_days=40)
    Person.objects.filter(username="rosa").update(language="en")
    again = load_cast()
    assert again.casino.retention_days == 40
    assert again.rosa.language == "en"


def test_a_role_that_was_given_besides_is_taken_away_again(cast: Cast) -> None:
    Membership.objects.create(person=cast.tomas, casino=cast.casino, role=Role.AUDITOR)
    load_cast()
    assert [membership.casino.code for membership in cast.tomas.memberships.all()] == ["CDS"]


def test_the_command_lets_everybody_sign_in_with_one_password(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_cast", password="demostración-01")
    assert "11 personas, 5 mesas" in capsys.readouterr().out
    assert all(person.check_password("demostración-01") for person in Person.objects.all()[:2])


def test_two_casinos_may_have_a_table_of_one_name_but_one_may_not_have_two(cast: Cast) -> None:
    assert cast.tables["CDE/BJ-01"].pk != cast.tables["CDS/BJ-01"].pk
    with pytest.raises(IntegrityError):
        Table.objects.create(pit=cast.table.pit, name="BJ-01")


def test_a_badge_is_one_persons(cast: Cast) -> None:
    with pytest.raises(IntegrityError):
        Person.objects.create(username="other", name="Other", badge="R-1042")


def test_everybody_gets_the_pin_that_follows_from_a_secret(db: None) -> None:
    rosa = load_cast(pin_secret="demostración").rosa
    pin = pin_from("demostración", rosa.badge)
    assert weakness(pin, rosa.badge) is None
    assert is_pin_of(rosa, pin)
    kept = rosa.pin
    assert load_cast(pin_secret="demostración").rosa.pin == kept
    assert pin_from("otro secreto", rosa.badge) != pin
