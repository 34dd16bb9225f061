"""A table with a shoe, and what a gateway would send to it."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from tests.ingest.plays import START, ndjson, opening, timed

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast
    from pitboss.shoes.models import Mode, ShoeDevice

Said = dict[str, Any]
ROUND: list[Said] = [
    {"kind": "round_opened", "round": 1},
    {"kind": "bet", "spot": "2", "amount": 10000},
    {"kind": "bet", "spot": "5", "amount": 10000},
    {"kind": "bets_closed"},
]


class Sender:
    """A gateway's side of the API: numbers its reads and sends them."""

    def __init__(self, device: ShoeDevice, token: str) -> None:
        self.device, self.token = device, token
        self.n = 0
        self.seconds = 60.0
        self.client = Client(headers={"authorization": f"Shoe {token}"})

    def reads(self, *whats: str | Said) -> list[Said]:
        """``Kd`` is a card, anything else a word of its own; each a second after the one before."""
        found = []
        for what in whats:
            self.n, self.seconds = self.n + 1, self.seconds + 1
            at = {"boot": "0123456789abcdef", "n": self.n, "at": (START + timedelta(seconds=self.seconds)).isoformat()}
            if isinstance(what, dict):
                found.append({**at, **what})
            elif len(what) == 2:
                found.append({**at, "what": "card", "card": what})
            else:
                found.append({**at, "what": what})
        return found

    def send(self, reads: list[Any], status: int = 200, **more: Any) -> list[str]:
        """The words of the answers."""
        return [one["answer"] for one in self.told(reads, status, **more)["answers"]]

    def told(self, reads: list[Any], status: int = 200, **more: Any) -> Said:
        answer = self.client.post("/api/shoes/reads/", {"reads": reads, **more}, content_type="application/json")
        assert answer.status_code == status, answer.content
        return dict(answer.json())

    def say(self, *whats: str | Said) -> list[str]:
        return self.send(self.reads(*whats))


@pytest.fixture
def shoe(cast: Cast) -> Callable[..., Sender]:
    """``shoe(Mode.WITNESS)``: a shoe of BJ-01."""
    from pitboss.shoes.verbs.make import make

    def made(mode: Mode, table: str = "CDE/BJ-01") -> Sender:
        return Sender(*make(table=cast.tables[table], name="Sabot 1", mode=mode, by=None))

    return made


def key(*events: Said, after: float = 30, table: str = "BJ-01") -> None:
    """A tablet of the table keys these, a second each, so long after the table opened."""
    lines = timed(events, start=START + timedelta(seconds=after), table=table)
    receipt = Intake(by=None, casino="CDE").take(read_ndjson(io.BytesIO(ndjson(lines))))
    assert not receipt.rejected, receipt.rejected


def opened() -> None:
    """The table opens, its first card burned, and a round with two bets."""
    key(*opening(), after=0)
    key(*ROUND)


def entries(kind: str = "") -> list[Said]:
    """What the ledger has, oldest first."""
    import json

    from pitboss.ledger.models import Entry

    found = Entry.objects.order_by("session", "number")
    return [json.loads(one.body) for one in (found.filter(kind=kind) if kind else found)]
