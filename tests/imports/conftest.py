"""Files as other systems write them, and imports done in this process as a worker does them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from pitboss.imports.definition import Definition, Source
from pitboss.imports.reading import Reading
from pitboss.jobs.perform import perform
from tests.ingest.plays import opening, plain_round, underpaid_round

if TYPE_CHECKING:
    from pathlib import Path

    from django.conf import LazySettings

    from pitboss.casino.cast import Cast
    from pitboss.imports.models import Import, ImportFile, Trial

HEADERS = ["Fecha", "Hora", "Mesa", "Pase", "Tipo", "Casilla", "Carta", "Monto", "Acción", "Crupier"]
KINDS = {
    "APERTURA": "table_opened", "PASE": "round_opened", "APUESTA": "bet", "CARTA": "dealt", "DECISIÓN": "acted",
    "PAGO": "paid", "FIN": "round_closed", "CIERRE": "table_closed", "QUEMA": "burned", "NOTA": "-",
}  # fmt: skip
SPANISH = {"s": "P", "h": "C", "d": "D", "c": "T"}
START = datetime(2026, 11, 29, 21, 0, 0)  # noqa: DTZ001 (the clock of the casino's wall)


def rows_of(events: Iterable[Mapping[str, Any]], *, start: datetime = START, table: str = "BJ-01") -> list[list[str]]:
    """Events of the contract as another system would write them: Spanish words, Spanish suits, points in thousands."""
    words = {kind: word for word, kind in KINDS.items()}
    told, number = [], ""
    for place, event in enumerate(events):
        if event["kind"] not in words:
            continue
        at = start + timedelta(seconds=place)
        number = str(event.get("round", number))
        spot = str(event.get("spot", event.get("to", "")))
        card = event.get("card") or ""
        amount = f"{event['amount']:,}".replace(",", ".") if "amount" in event else ""
        told.append([
            at.strftime("%d/%m/%Y"), at.strftime("%H:%M:%S"), table, number, words[event["kind"]],
            "Banca" if spot == "dealer" else spot, (card[0].replace("T", "10") + SPANISH[card[1]]) if card else "",
            amount, {"stand": "SE PLANTA", "hit": "PIDE"}.get(str(event.get("action", "")), ""), "C-1042",
        ])  # fmt: skip
    return told


def written(rows: Iterable[list[str]], headers: list[str] = HEADERS, *, between: str = ";") -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=between, lineterminator="\r\n")
    writer.writerow(headers)
    writer.writerows(rows)
    return out.getvalue().encode()


def evening() -> bytes:
    """A table opened, one round in order, one paid short, closed."""
    events = [*opening(), *plain_round(1), *underpaid_round(2), {"kind": "table_closed"}]
    return written(rows_of(events))


def mapping(**more: Any) -> Definition:
    """The mapping of ``evening``."""
    told: dict[str, Any] = {
        "reading": Reading("utf-8", ";", True),
        "columns": HEADERS,
        "kind": Source(column="Tipo", words=KINDS),
        "fields": {
            "at": Source(column="Hora"),
            "date": Source(column="Fecha"),
            "table": Source(column="Mesa", words={f"BJ-0{n}": f"BJ-0{n}" for n in range(1, 5)}),
            "pass": Source(column="Pase"),
            "spot": Source(column="Casilla", words={**{str(n): str(n) for n in range(1, 8)}, "Banca": "dealer"}),
            "card": Source(column="Carta"),
            "amount": Source(column="Monto"),
            "action": Source(column="Acción", words={"SE PLANTA": "stand", "PIDE": "hit"}),
            "by": Source(column="Crupier"),
            "profile": Source(constant="cl-scj"),
            "why": Source(constant="first"),
        },
        "order": "dmy",
        "marks": "dot",
        "suits": "es",
        "src": "system",
    }
    return Definition(**{**told, **more})


@pytest.fixture
def home(settings: LazySettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where files are kept, of this test alone."""
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path))
    return tmp_path


def kept(cast: Cast, content: bytes, name: str = "mesa.csv") -> ImportFile:
    from pitboss.imports.verbs.keep_file import keep_file

    file = SimpleUploadedFile(name, content)
    return keep_file(file=file, casino=cast.casino, by=cast.marta, now=timezone.now())


def tried(cast: Cast, file: ImportFile, definition: Definition | None = None, name: str = "Sistema viejo") -> Trial:
    """A dry run that is done."""
    from pitboss.imports.verbs.try_file import save_mapping, try_file

    saved = save_mapping(
        casino=cast.casino, name=name, definition=definition or mapping(), by=cast.marta, now=timezone.now()
    )
    trial = try_file(file=file, mapping=saved, by=cast.marta, now=timezone.now())
    assert trial.job_id is not None
    assert perform(trial.job_id)
    trial.refresh_from_db()
    return trial


def taken(cast: Cast, trial: Trial) -> Import:
    """An import that is done."""
    from pitboss.imports.verbs.take_file import take_file

    made = take_file(trial=trial, seen=trial.result_digest, by=cast.marta, now=timezone.now())
    assert made.job_id is not None
    assert perform(made.job_id)
    made.refresh_from_db()
    return made
