"""The page of shoes: for administration alone, a token once, and a record that stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.shoes.models import Mode, ShoeDevice, ShoeLog
from pitboss.shoes.tokens import hash_of
from pitboss.shoes.verbs.make import TableHasOne, make
from pitboss.shoes.verbs.revoke import revoke

if TYPE_CHECKING:
    from pitboss.accounts.models import Person

SignIn = Callable[["Person"], Client]


def test_administration_makes_a_shoe_whose_token_is_shown_once_and_kept_nowhere(cast: Cast, sign_in: SignIn) -> None:
    ana = sign_in(cast.ana)
    asked = {"casino": "CDE", "table": cast.table.pk, "name": "Sabot 7", "mode": "record"}
    page = ana.post("/shoes/", asked)
    token = page.context["token"]
    assert token in page.content.decode()
    device = ShoeDevice.objects.get()
    assert (device.table, device.mode, device.made_by, device.token_hash) == (
        cast.table, Mode.RECORD, cast.ana, hash_of(token),
    )  # fmt: skip
    assert token not in ana.get("/shoes/").content.decode()
    answer = Client(headers={"authorization": f"Shoe {token}"}).post(
        "/api/shoes/reads/", {"reads": [], "waiting": 3, "protocol": "tcp, ndjson"}, content_type="application/json"
    )
    assert answer.json()["answers"] == []
    told = ana.get("/shoes/").content.decode()
    assert "tcp, ndjson" in told
    assert "Espera la mesa" in told
    Client(headers={"authorization": f"Shoe {token}"}).post(
        "/api/shoes/reads/", {"reads": [], "wire": "down"}, content_type="application/json"
    )
    assert "Sin cable al sabot" in ana.get("/shoes/").content.decode()


def test_nobody_else_sees_the_page_or_makes_one(cast: Cast, sign_in: SignIn) -> None:
    for person in (cast.rosa, cast.marta, cast.felipe, cast.tomas):
        client = sign_in(person)
        assert client.get("/shoes/").status_code == 403, person
        assert client.post("/shoes/", {"casino": "CDE", "table": cast.table.pk, "mode": "witness"}).status_code == 403
    assert not ShoeDevice.objects.exists()


def test_a_table_has_one_shoe_and_another_one_once_it_is_revoked(cast: Cast, sign_in: SignIn) -> None:
    device, _ = make(table=cast.table, name="Sabot 1", mode=Mode.WITNESS, by=cast.ana)
    with pytest.raises(TableHasOne):
        make(table=cast.table, name="Sabot 2", mode=Mode.WITNESS, by=cast.ana)
    ana = sign_in(cast.ana)
    again = ana.post("/shoes/", {"casino": "CDE", "table": cast.table.pk, "mode": "witness"})
    assert again.status_code == 400
    assert "ya tiene un sabot" in again.content.decode()
    assert ana.post(f"/shoes/{device.pk}/revoke/").status_code == 302
    make(table=cast.table, name="Sabot 2", mode=Mode.WITNESS, by=cast.ana)
    assert list(ShoeLog.objects.order_by("id").values_list("what", flat=True)) == ["made", "revoked", "made"]


def test_the_database_keeps_what_a_shoe_is_and_what_was_done_about_it(cast: Cast) -> None:
    device, _ = make(table=cast.table, name="Sabot 1", mode=Mode.WITNESS, by=cast.ana)
    revoke(device=device, by=cast.ana, now=timezone.now())
    shoes = ShoeDevice.objects.filter(pk=device.pk)
    for change in (
        lambda: shoes.update(mode=Mode.RECORD),
        lambda: shoes.update(token_hash="f" * 64),
        lambda: shoes.update(revoked_at=None),
        lambda: shoes.delete(),
        lambda: ShoeLog.objects.update(name="otro"),
        lambda: ShoeLog.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
