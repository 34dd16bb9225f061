"""What anybody may read of the log, signed in or not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from pitboss.casino.cast import Cast
from pitboss.evidence import queries
from pitboss.evidence.models import Checkpoint
from pitboss.evidence.tiles import HASH, Place, unbundled
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.rotate_key import rotate_key
from pitboss.evidence.verbs.sequence import sequence
from tests.evidence.night import more, night
from tests.ledger.events import NIGHT

LOG = "/evidence/log/main"


@pytest.fixture
def signed(cast: Cast) -> Checkpoint:
    """300 entries signed, and one more taken in since."""
    (session,) = night(cast.casino, 300)
    made = checkpoint(reason=Checkpoint.Reason.ASKED, now=NIGHT)
    more(session, 1)
    sequence()
    return made


def test_the_newest_checkpoint_is_served_as_it_was_signed(signed: Checkpoint, client: Client) -> None:
    answer = client.get(f"{LOG}/checkpoint")
    assert answer.content.decode() == signed.note == client.get(f"{LOG}/checkpoints/300").content.decode()
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=5"
    assert client.get("/evidence/log/other/checkpoint").status_code == 404
    assert client.get(f"{LOG}/checkpoints/299").status_code == 404
    assert client.get(f"{LOG}/checkpoints/300.tsr").status_code == 404


def test_tiles_and_entries_are_served_for_good_to_other_sites_pages_too(signed: Checkpoint, client: Client) -> None:
    answer = client.get(f"{LOG}/tile/0/000")
    assert answer.content == queries.tile(Place(0, 0), 256)
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert len(client.get(f"{LOG}/tile/0/001.p/44").content) == 44 * HASH
    assert len(client.get(f"{LOG}/tile/1/000.p/1").content) == HASH
    assert unbundled(client.get(f"{LOG}/tile/entries/001.p/44").content) == queries.records(256, 300)


NOT_SERVED = [
    "0/001", "0/001.p/45", "0/002.p/1", "0/000.p/256", "0/000.p/0", "0/001.p/044", "0/001.p/", "0/1", "0/x000/001",
    "1/000.p/2", "1/000", "2/000.p/1", "8/000", "64/000", "0/001.p/٤", "0/001.p/44/x", "entries/001.p/45",
    "entries/001", "entries/1",
]  # fmt: skip


def test_nothing_is_served_that_is_not_signed_or_not_a_tile(signed: Checkpoint, client: Client) -> None:
    assert {path for path in NOT_SERVED if client.get(f"{LOG}/tile/{path}").status_code != 404} == set()


def test_keys_are_published_with_who_introduced_them(signed: Checkpoint, client: Client) -> None:
    later = NIGHT + timedelta(days=30)
    new = rotate_key(now=later).key
    said = client.get("/evidence/keys").json()
    assert said["origin"] == "casino.example/evidence/log/main"
    assert [key["vkey"] for key in said["keys"]] == [str(key) for key in queries.verifiers()]
    assert said["keys"][0]["introduction"] is None
    assert said["keys"][0]["until"] == said["keys"][1]["from"] == "2026-12-29T22:14:02.123456Z"
    assert said["keys"][1]["introduction"] == new.introduction


def test_before_anything_is_signed_the_page_says_so(cast: Cast, client: Client) -> None:
    assert "Todavía no se ha firmado nada" in client.get("/evidence/").content.decode()
    assert client.get("/evidence/keys").json() == {"origin": None, "keys": []}
    assert client.get(f"{LOG}/checkpoint").status_code == 404


def test_the_page_shows_signatures_and_keys_to_whoever_comes(
    signed: Checkpoint, client: Client, django_assert_max_num_queries: object
) -> None:
    rotate_key(now=NIGHT)
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        page = client.get("/evidence/").content.decode()
    for key in queries.verifiers():
        assert str(key) in page.replace("&#x2B;", "+").replace("&#43;", "+")
    assert "http://testserver/evidence/log/main/" in page
    assert "por un cambio de llave" in page
