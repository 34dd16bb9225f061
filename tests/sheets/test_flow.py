"""From the printer to the ledger: printed, ticked, photographed, read, confirmed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.test import Client

from pitboss.ingest.intake import Intake
from pitboss.ingest.lines import read_ndjson
from pitboss.ledger.models import Entry
from tests.ingest.plays import ndjson, opening, plain_round, timed
from tests.sheets.conftest import ROUND, issued, pages_of, photo, scanned, send

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from pitboss.sheets.models import Sheet
    from tests.sheets.photographed import Image

SignIn = Callable[["Person"], Client]
Answers = Callable[..., dict[str, str]]
Clean = Callable[["Image", list[str]], bytes]


def tablet(start: datetime) -> None:
    """A table opened and its first round played, as a tablet records it."""
    lines = ndjson(timed([*opening(), *plain_round(1)], start=start))
    assert not Intake(by=None, casino="CDE").take(read_ndjson(BytesIO(lines))).rejected


def kinds(sheet: Sheet) -> list[str]:
    return list(Entry.objects.filter(session__table=sheet.table).order_by("pk").values_list("kind", flat=True))


def test_a_round_on_paper_becomes_a_round_of_the_ledger(
    cast: Cast, sheet: Sheet, sign_in: SignIn, answers: Answers, clean: Clean
) -> None:
    jpeg = clean(pages_of(sheet)[0], ROUND)
    sending = send(cast.rosa, jpeg)
    (picture,) = sending.pictures.all()
    assert (picture.refused, picture.sheet_id, picture.page) == ("", sheet.pk, 1)
    browser = sign_in(cast.rosa)
    form = browser.get(f"/sheets/{sheet.pk}/")
    assert form.context["asked"] == 0
    assert [(row.card.value, row.to.value) for row in form.context["answers"].proposal.cards if not row.empty] == [
        ("Th", "2"), ("9c", "5"), ("9d", "dealer"), ("Qs", "2"), ("8h", "5"), ("9s", "dealer"),
    ]  # fmt: skip
    answer = browser.post(f"/sheets/{sheet.pk}/", answers())
    assert answer.status_code == 302, answer.context["answers"].problems
    assert kinds(sheet) == [
        "table_opened", "round_opened", "bet", "bet", "dealt", "dealt", "dealt", "dealt", "dealt", "dealt", "taken",
        "paid", "round_closed",
    ]  # fmt: skip
    entry = Entry.objects.get(kind="paid")
    assert f'"image_sha256":"{picture.image}"' in entry.body
    assert '"src":"sheet"' in entry.body
    assert '"by":"R-1042"' in entry.body
    assert '"amount":15000' in entry.body
    done = browser.get(f"/sheets/{sheet.pk}/").content.decode()
    assert "Hoja confirmada" in done
    assert "Rosa Soto" in done


def test_a_sheet_read_twice_enters_once_and_says_who_confirmed_it(
    cast: Cast, sheet: Sheet, sign_in: SignIn, answers: Answers, clean: Clean
) -> None:
    blank = pages_of(sheet)[0]
    send(cast.rosa, clean(blank, ROUND))
    browser = sign_in(cast.rosa)
    browser.post(f"/sheets/{sheet.pk}/", answers())
    before = kinds(sheet)
    again = send(cast.rosa, photo(blank, ROUND, seed=9).jpeg)
    assert "Ya confirmada por Rosa Soto" in browser.get(f"/sheets/sent/{again.pk}/").content.decode()
    page = browser.post(f"/sheets/{sheet.pk}/", answers(round="8"))
    assert "se volvió a enviar" in page.content.decode()
    assert kinds(sheet) == before


def test_doubtful_cells_have_to_be_answered_and_what_was_changed_is_kept(
    cast: Cast, sheet: Sheet, sign_in: SignIn, answers: Answers, clean: Clean
) -> None:
    send(cast.rosa, clean(pages_of(sheet)[0], [*ROUND, "card.1.rank.K"]))
    browser = sign_in(cast.rosa)
    form = browser.get(f"/sheets/{sheet.pk}/")
    assert form.context["asked"] == 1
    refused = browser.post(f"/sheets/{sheet.pk}/", answers())
    assert refused.status_code == 400
    assert "card.1" in refused.context["answers"].problems
    assert kinds(sheet) == []
    assert browser.post(f"/sheets/{sheet.pk}/", answers(**{"card.1": "Th", "card.4": "Ks"})).status_code == 302
    sheet.refresh_from_db()
    changed = sheet.confirmation.changed
    assert set(changed) == {"card.1", "card.4"}
    assert (changed["card.4"]["saw"], sheet.confirmation.answers["card.4"]) == ("Qs", "Ks")


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("spot.2.result", {}),
        ("spot.2.result2", {"spot.2.did.split": "yes"}),
        ("spot.2.insurance", {}),
        ("code.card-on-floor.spot", {"code.card-on-floor.seen": "yes"}),
        ("code.card-on-floor.ruling", {"code.card-on-floor.seen": "yes"}),
    ],
)
def test_what_is_on_no_list_is_told_beside_its_field_and_enters_nothing(
    cast: Cast, sheet: Sheet, sign_in: SignIn, answers: Answers, clean: Clean, name: str, more: dict[str, str]
) -> None:
    send(cast.rosa, clean(pages_of(sheet)[0], ROUND))
    answer = sign_in(cast.rosa).post(f"/sheets/{sheet.pk}/", answers(**more, **{name: "99"}))
    assert answer.context["answers"].problems == {name: "Se esperaba uno de los valores de la lista."}
    assert kinds(sheet) == []


def test_pages_of_a_scanner_find_their_sheets_in_any_order_and_either_way_up(cast: Cast, sign_in: SignIn) -> None:
    one, other = issued(cast), issued(cast, "BJ-02")
    (front, back), (second, _) = pages_of(one), pages_of(other)
    pdf = scanned(np.rot90(back, 2), second, front, np.full_like(front, 255))
    sending = send(cast.rosa, pdf, table=one.table)
    read = [(picture.sheet_id, picture.page, picture.refused) for picture in sending.pictures.order_by("nth")]
    assert read == [(one.pk, 2, ""), (other.pk, 1, ""), (one.pk, 1, ""), (None, None, "no_corners")]
    page = sign_in(cast.rosa).get(f"/sheets/sent/{sending.pk}/")
    assert [(one.sheet.table.name, one.pages, one.other_table) for one in page.context["found"]] == [
        ("BJ-01", [1, 2], False), ("BJ-02", [1], True),
    ]  # fmt: skip
    assert "Es de otra mesa: BJ-02" in page.content.decode()


def test_a_picture_without_its_corner_says_which_and_another_casinos_sheet_is_refused(
    cast: Cast, sheet: Sheet, sign_in: SignIn
) -> None:
    blank = pages_of(sheet)[0]
    cut = blank.copy()
    cut[-400:, :300] = 255
    sending = send(cast.rosa, scanned(cut))
    page = sign_in(cast.rosa).get(f"/sheets/sent/{sending.pk}/").content.decode()
    assert "inferior izquierda" in page
    theirs = send(cast.tomas, scanned(blank))
    assert [picture.refused for picture in theirs.pictures.all()] == ["foreign"]
    assert sign_in(cast.tomas).get(f"/sheets/{sheet.pk}/").status_code == 404
    assert sign_in(cast.tomas).get(f"/sheets/pictures/{sending.pictures.get().pk}/").status_code == 404


def test_a_round_that_the_tablet_recorded_takes_the_sheet_as_a_second_source(
    cast: Cast, sheet: Sheet, sign_in: SignIn, answers: Answers, clean: Clean
) -> None:
    tablet(datetime(2026, 11, 29, 1, tzinfo=UTC))
    send(cast.rosa, clean(pages_of(sheet)[0], ROUND))
    browser = sign_in(cast.rosa)
    twice = browser.post(f"/sheets/{sheet.pk}/", answers(round="1"))
    assert set(twice.context["answers"].problems) == {"there"}
    assert browser.post(f"/sheets/{sheet.pk}/", answers(round="1", how="second")).status_code == 302
    assert kinds(sheet)[-6:] == ["seen"] * 6
    assert '"nth":6,"of":6' in Entry.objects.latest("pk").body


def test_the_next_sheet_of_a_night_of_the_past_joins_the_session_that_paper_opened(
    cast: Cast, sheet: Sheet, sign_in: SignIn, answers: Answers, clean: Clean
) -> None:
    from pitboss.casino.models import TableSession

    tablet(datetime(2026, 11, 29, 20, tzinfo=UTC))
    other = issued(cast)
    send(cast.rosa, clean(pages_of(sheet)[0], ROUND), clean(pages_of(other)[0], ROUND))
    browser = sign_in(cast.rosa)
    assert browser.post(f"/sheets/{sheet.pk}/", answers()).status_code == 302
    assert browser.post(f"/sheets/{other.pk}/", answers(round="8", time="22:20")).status_code == 302
    assert TableSession.objects.filter(table=sheet.table).count() == 2
    paper = TableSession.objects.get(table=sheet.table, closed_at__isnull=False)
    seqs = list(Entry.objects.filter(session=paper).order_by("number").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(seqs) == 1 + 2 * 12


def test_a_chief_prints_sheets_that_are_then_known(cast: Cast, sign_in: SignIn, tmp_path: Path) -> None:
    from pitboss.sheets.models import Sheet

    tables = [cast.tables["CDE/BJ-01"].pk, cast.tables["CDE/BJ-02"].pk, cast.tables["CDS/BJ-01"].pk]
    browser = sign_in(cast.rosa)
    answer = browser.post("/sheets/print/", {"tables": tables, "count": "2", "pages": "1"})
    assert (answer["Content-Type"], answer.content[:5]) == ("application/pdf", b"%PDF-")
    made = list(Sheet.objects.order_by("table__name").values_list("table__name", "casino__code", "pages"))
    assert made == [("BJ-01", "CDE", 1)] * 2 + [("BJ-02", "CDE", 1)] * 2
    many = browser.post("/sheets/print/", {"tables": tables, "count": "31"})
    assert many.status_code == 400
    assert "no más de 60" in many.content.decode()
    call_command("print_sheets", table=["BJ-02"], casino="CDE", count=1, out=tmp_path / "hojas.pdf")
    assert (tmp_path / "hojas.pdf").read_bytes()[:5] == b"%PDF-"
    assert Sheet.objects.filter(issued_by=None).count() == 1


@pytest.mark.parametrize("who", ["ivan", "felipe", "lucia"])
def test_only_those_who_may_print_or_read(cast: Cast, sheet: Sheet, sign_in: SignIn, who: str) -> None:
    browser = sign_in(cast.people[who])
    assert browser.get("/sheets/").status_code == 403
    assert browser.get(f"/sheets/{sheet.pk}/").status_code == 404
    assert browser.post("/sheets/print/", {"tables": sheet.table_id, "count": 1}).status_code in (400, 403)


def test_what_was_printed_read_and_confirmed_cannot_be_changed(
    cast: Cast, sheet: Sheet, sign_in: SignIn, answers: Answers, clean: Clean
) -> None:
    from pitboss.sheets.models import Confirmation, Picture, Sheet

    send(cast.rosa, clean(pages_of(sheet)[0], ROUND))
    sign_in(cast.rosa).post(f"/sheets/{sheet.pk}/", answers())
    for model, change in ((Sheet, {"layout": 2}), (Picture, {"page": 2}), (Confirmation, {"round": 9})):
        with pytest.raises(DatabaseError), transaction.atomic():
            model.objects.update(**change)
        with pytest.raises(DatabaseError), transaction.atomic():
            model.objects.all().delete()
