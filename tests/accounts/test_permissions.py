"""Who may do what: by role, at the casino of that role, and nowhere else."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from pitboss.accounts.permissions import VERBS, may, require
from pitboss.accounts.roles import Role
from pitboss.casino.cast import Cast
from pitboss.casino.models import Casino


@pytest.mark.parametrize("verb", VERBS)
def test_somebody_of_another_casino_may_do_nothing_here(cast: Cast, verb: str) -> None:
    assert not may(cast.tomas, verb, cast.casino)
    assert not may(AnonymousUser(), verb, cast.casino)


@pytest.mark.parametrize(
    ("who", "verb", "allowed"),
    [
        ("ivan", "record", True),
        ("ivan", "rule", False),
        ("rosa", "rule", True),
        ("rosa", "close", False),
        ("sergio", "close", True),
        ("lucia", "find_footage", True),
        ("marta", "find_footage", False),
        ("rosa", "review", False),
        ("lucia", "resolve", False),
        ("marta", "close", True),
        ("marta", "record", False),
        ("felipe", "see", True),
        ("felipe", "export", True),
        ("ana", "administer", True),
        ("ana", "rule", False),
    ],
)
def test_a_role_allows_what_belongs_to_it(cast: Cast, who: str, verb: str, allowed: bool) -> None:
    assert may(cast.people[who], verb, cast.casino) is allowed


def test_the_inspector_only_looks(cast: Cast) -> None:
    looking = {"see", "see_staff", "see_patterns", "see_complaints", "see_setup_log", "see_accesses",
               "verify", "export", "bundle"}  # fmt: skip
    assert {verb for verb in VERBS if may(cast.felipe, verb, cast.casino)} == looking


def test_somebody_who_was_dismissed_may_do_nothing(cast: Cast) -> None:
    cast.rosa.is_active = False
    cast.rosa.save(update_fields=["is_active"])
    assert not may(cast.rosa, "see", cast.casino)


def test_a_superuser_without_a_role_sees_no_casino(cast: Cast) -> None:
    cast.tomas.is_superuser = True
    cast.tomas.save(update_fields=["is_superuser"])
    assert not may(cast.tomas, "see", cast.casino)


def test_require_names_the_person_the_verb_and_the_casino(cast: Cast) -> None:
    require(cast.rosa, "rule", cast.casino)
    with pytest.raises(PermissionDenied, match="tomas may not rule at CDE"):
        require(cast.tomas, "rule", cast.casino)


def test_an_unknown_verb_is_a_programming_error(cast: Cast) -> None:
    with pytest.raises(KeyError, match="fly"):
        may(cast.rosa, "fly", cast.casino)


def test_every_role_can_do_something_of_its_own(cast: Cast) -> None:
    for role in Role:
        assert any(role in roles for roles in VERBS.values()), role


def test_people_see_the_casinos_that_they_work_for(cast: Cast) -> None:
    assert [casino.code for casino in Casino.objects.of(cast.rosa)] == ["CDE"]
    assert [casino.code for casino in Casino.objects.of(cast.tomas)] == ["CDS"]
