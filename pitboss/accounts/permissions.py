"""Who may do what, in one table. A role counts at its own casino and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied

from pitboss.accounts.roles import Role

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from pitboss.accounts.models import Person
    from pitboss.casino.models import Casino

FLOOR = frozenset({Role.DEALER, Role.PIT_BOSS, Role.SECTION_HEAD})
CHIEFS = frozenset({Role.PIT_BOSS, Role.SECTION_HEAD})
WATCHERS = frozenset({Role.SURVEILLANCE, Role.AUDITOR, Role.INSPECTOR})
EVERYBODY = frozenset(Role)

VERBS: dict[str, frozenset[Role]] = {
    "see": EVERYBODY,  # tables, incidents, findings, the rules
    "see_patterns": CHIEFS - {Role.PIT_BOSS} | {Role.SURVEILLANCE, Role.AUDITOR, Role.INSPECTOR},
    "see_names": frozenset({Role.AUDITOR}),  # of the people in patterns; whoever else sees them under made-up words
    "see_staff": EVERYBODY - {Role.DEALER},  # names of the house's people in its cases; a croupier sees the own
    "see_witnesses": CHIEFS | {Role.SURVEILLANCE, Role.AUDITOR},  # names and contacts of who was there
    "record": FLOOR | {Role.ADMINISTRATOR},  # events of a table
    "upload": CHIEFS | {Role.AUDITOR, Role.ADMINISTRATOR},  # files of events
    "print_sheets": CHIEFS | {Role.ADMINISTRATOR},  # of paper, for nights when everything is down
    "reenter": frozenset({Role.SURVEILLANCE, Role.AUDITOR}),  # a round, from its video
    "rule": CHIEFS,  # decide at the table
    "resolve": CHIEFS,  # say what was done
    "hand_over": CHIEFS,  # give a shift to the next one, and take it
    "unlock": frozenset({Role.SECTION_HEAD, Role.ADMINISTRATOR}),  # somebody who missed the PIN five times
    "comment": CHIEFS | {Role.SURVEILLANCE, Role.AUDITOR},
    "ask_footage": CHIEFS | {Role.AUDITOR},
    "preserve_footage": frozenset({Role.SURVEILLANCE}),
    "find_footage": frozenset({Role.SURVEILLANCE}),  # say what the video shows; the floor cannot touch it
    "complete": CHIEFS | {Role.AUDITOR},  # fields of the report
    "hand_over_cards": CHIEFS | {Role.SURVEILLANCE, Role.AUDITOR},  # a sealed envelope to its next keeper
    "assign": frozenset({Role.SECTION_HEAD, Role.SURVEILLANCE, Role.AUDITOR}),  # a case to somebody
    "take_case": frozenset({Role.SURVEILLANCE, Role.AUDITOR}),  # be given one
    "review": frozenset({Role.AUDITOR}),
    "close": frozenset({Role.SECTION_HEAD, Role.AUDITOR}),
    "reopen": frozenset({Role.AUDITOR}),
    "see_complaints": CHIEFS | {Role.AUDITOR, Role.INSPECTOR},  # of players, and who complains
    "take_complaint": CHIEFS | {Role.AUDITOR},  # also its receipt, its incidents, its withdrawal
    "answer_complaint": frozenset({Role.SECTION_HEAD, Role.AUDITOR}),
    "follow_complaint": frozenset({Role.AUDITOR}),  # before the regulator, and to its closing
    "share_filters": frozenset({Role.AUDITOR, Role.ADMINISTRATOR}),  # of the inbox, with the whole casino
    "verify": WATCHERS | {Role.ADMINISTRATOR},  # the ledger
    "reaudit": frozenset({Role.AUDITOR}),
    "export": frozenset({Role.AUDITOR, Role.INSPECTOR}),
    "bundle": frozenset({Role.AUDITOR, Role.INSPECTOR, Role.ADMINISTRATOR}),  # signed bundles of whole periods
    "hold_data": frozenset({Role.AUDITOR, Role.ADMINISTRATOR}),  # keep what is personal of a case beyond its time
    "report_person": frozenset({Role.AUDITOR, Role.ADMINISTRATOR}),  # what is stored about somebody who asks
    "see_setup_log": frozenset({Role.AUDITOR, Role.INSPECTOR, Role.ADMINISTRATOR}),  # who changed what of the set-up
    "see_accesses": frozenset({Role.AUDITOR, Role.INSPECTOR, Role.ADMINISTRATOR}),  # who looked at what
    "administer": frozenset({Role.ADMINISTRATOR}),  # people, tables, settings of the casino
}


def may(person: Person | AnonymousUser, verb: str, casino: Casino) -> bool:
    """Has this person a role at this casino that allows the verb? An unknown verb is a programming error."""
    roles = VERBS[verb]
    if not isinstance(person, AbstractBaseUser) or not person.is_active:
        return False
    return person.memberships.filter(casino=casino, role__in=roles).exists()


def require(person: Person | AnonymousUser, verb: str, casino: Casino) -> None:
    """Raise PermissionDenied unless this person may do that at this casino."""
    if not may(person, verb, casino):
        raise PermissionDenied(f"{person.get_username() or 'nobody'} may not {verb} at {casino.code}")


def roles_at(person: Person, casino: Casino) -> list[Role]:
    """What this person is at this casino; empty for a stranger and for somebody who left."""
    if not person.is_active:
        return []
    return [Role(role) for role in person.memberships.filter(casino=casino).values_list("role", flat=True)]


def verbs_of(roles: Iterable[Role]) -> list[str]:
    """Everything that these roles allow together, in the table's order."""
    given = set(roles)
    return [verb for verb, allowed in VERBS.items() if allowed & given]
