"""Who may export sees what it would bring, asks, watches, takes it away, and all of it stays written down."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.db import IntegrityError, ProgrammingError, transaction
from django.test import Client

from pitboss.exports.models import Export, Handed, Part
from pitboss.privacy.models import Access
from tests.exports.conftest import asked, made, path_of
from tests.reaudit.conftest import short, take

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

pytestmark = pytest.mark.services
SignIn = Callable[["Person"], Client]


def question(**changes: Any) -> dict[str, Any]:
    return {
        "do": "ask",
        "casino": ["CDE"],
        "since": "2026-11-27",
        "until": "2026-11-30",
        "redaction": "full",
        "language": "es",
        "why": "oficio 12",
        **changes,
    }


def test_a_bundle_is_seen_beforehand_asked_for_watched_and_taken_away(cast: Cast, sign_in: SignIn) -> None:
    take(short())
    client = sign_in(cast.marta)
    before = client.post("/exports/", question(do="preview")).content.decode()
    assert "<dt>Incidentes</dt><dd>1</dd>" in before
    assert "<dt>Asientos</dt><dd>26</dd>" in before
    assert not Export.objects.exists()
    answer = client.post("/exports/", question())
    export = Export.objects.get()
    address = f"/exports/{export.pk}/"
    assert answer["Location"] == address
    assert "En espera" in client.get(address).content.decode()
    refused = client.get(f"{address}1/bundle.zip", follow=True).content.decode()
    assert "El archivo ya no está aquí" in refused
    part = made(export)
    assert client.get(address, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    given = client.get(f"{address}1/bundle.zip")
    content = b"".join(given.streaming_content)  # type: ignore[attr-defined]
    assert hashlib.sha256(content).hexdigest() == part.sha256
    assert f'filename="{part.folder}.zip"' in given["Content-Disposition"]
    page = client.get(address).content.decode()
    for said in ("oficio 12", "Marta Aravena", part.sha256, part.folder):
        assert said in page, said
    assert Handed.objects.get().by == cast.marta
    assert Access.objects.get(what="export").why == "oficio 12"
    assert "oficio 12" in client.get("/exports/").content.decode()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"why": " "}, "Falta el motivo"),
        ({"casino": []}, "Falta al menos un casino"),
        ({"since": "ayer"}, "ayer no es una fecha"),
        ({"until": "2026-11-01"}, "La última jornada es anterior"),
        ({"since": "2020-01-01", "until": "2026-11-30"}, "hasta 400 jornadas"),
        ({"redaction": "complainant"}, "Falta la casilla de quien reclama"),
        ({"folios": "el de ayer"}, "no es un folio"),
        ({"code": "card-face"}, "No hay incidentes que exportar"),
    ],
)
def test_what_cannot_be_exported_is_told(
    changes: dict[str, Any],
    said: str,
    cast: Cast,
    sign_in: SignIn,
) -> None:
    take(short())
    page = sign_in(cast.marta).post("/exports/", question(**changes))
    assert page.status_code == 400
    assert said in page.content.decode()
    assert not Export.objects.exists()


def test_who_may_not_export_there_sees_nothing(cast: Cast, sign_in: SignIn) -> None:
    take(short())
    part = made(asked(cast.marta))
    for who in (cast.rosa, cast.ivan):
        client = sign_in(who)
        assert client.get("/exports/").status_code == 403
        assert client.get(f"/exports/{part.export_id}/").status_code == 404
    client = sign_in(cast.tomas)
    for address in ("", "1/bundle.zip"):
        assert client.get(f"/exports/{part.export_id}/{address}").status_code == 404
    assert client.post(f"/exports/{part.export_id}/retry/").status_code == 404
    assert client.post("/exports/", question()).status_code in (400, 403)
    assert Export.objects.count() == 1
    assert not Handed.objects.exists()


def test_nobody_changes_what_was_exported_or_forgets_it(cast: Cast) -> None:
    take(short())
    part = made(asked(cast.marta))
    Handed.objects.create(part=part, by=cast.marta, at=part.export.asked_at)
    changes: list[Callable[[], object]] = [
        lambda: Export.objects.update(why="otra cosa"),
        lambda: Export.objects.update(question={}),
        lambda: Export.objects.all().delete(),
        lambda: Part.objects.update(sha256="0" * 64),
        lambda: Part.objects.filter(pk=part.pk)._raw_delete("default"),
        lambda: Handed.objects.update(by=cast.rosa),
        lambda: Handed.objects.all()._raw_delete("default"),
        lambda: part.export.casinos.clear(),
    ]
    for change in changes:
        with pytest.raises((ProgrammingError, IntegrityError)), transaction.atomic():
            change()
    with pytest.raises(IntegrityError), transaction.atomic():
        Export.objects.create(
            question={}, since=part.since, until=part.until, by=cast.marta, why="", asked_at=part.export.asked_at
        )


def test_a_bundle_that_is_gone_comes_back_the_same(cast: Cast) -> None:
    take(short())
    first = made(asked(cast.marta))
    path_of(first).unlink()
    assert made(asked(cast.marta)).sha256 == first.sha256
