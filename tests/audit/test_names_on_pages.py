"""A croupier reads the cases of the casino without the names of the others; whoever answers for them reads names."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.casino.cast import Cast
from pitboss.incidents.verbs.assign import assign
from pitboss.incidents.verbs.comment import comment
from tests.played import Play

SignIn = Callable[[Person], Client]
NAMES = ("Rosa Soto", "Marta Aravena", "Sergio Lagos")


def test_a_croupier_reads_no_name_but_the_own(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (case,) = play("deal-order", "nobody-put-it-right")
    assign(incident=case, by=cast.marta, to=cast.marta, now=timezone.now())
    comment(incident=case, by=cast.rosa, now=timezone.now(), words="Visto")
    comment(incident=case, by=cast.sergio, now=timezone.now(), words="Visto también")
    pages = ("/incidents/", f"/incidents/CDE/{case.folio}/")
    for page in pages:
        read = sign_in(cast.ivan).get(page).content.decode()
        assert not [name for name in NAMES if name in read], page
    read = "".join(sign_in(cast.felipe).get(page).content.decode() for page in pages)
    assert all(name in read for name in NAMES)
