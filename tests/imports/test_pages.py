"""The pages: what is proposed, what is asked, who may, and a large file that is looked through by a job."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from pitboss.imports.models import ImportFile, Mapping, Trial
from pitboss.imports.verbs import survey_file
from pitboss.jobs.perform import perform
from tests.imports.conftest import evening, kept, mapping, taken, tried

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast

pytestmark = pytest.mark.usefixtures("home")
SignIn = Callable[["Person"], Client]
ANSWERS = {
    "layout": "tall", "suits": "es", "marks": "dot", "from.why": "=", "const.why": "first", "name": "Sistema viejo",
    "sessions": "told", "rounds": "told", "src": "system", "first": "rank",
}  # fmt: skip


def text(answer: Any) -> str:
    return str(answer.content.decode())


def brought(browser: Client, content: bytes, name: str = "mesa.csv") -> str:
    answer = browser.post("/imports/", {"file": SimpleUploadedFile(name, content), "casino": "CDE"})
    assert answer.status_code == 302
    return str(answer["Location"])


def test_titles_and_words_are_proposed_and_suits_and_marks_are_asked(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.marta)
    address = brought(browser, evening())
    page = browser.get(address)
    form = page.context["form"]
    assert set(form.problems) == {"suits", "marks", "why"}
    assert "Hay cartas con C" in text(page)
    assert page.context["orders"][0][0] == "dmy"
    rows = {row.name: row for row in page.context["fields"]}
    assert {one.value: one.chosen for one in rows["kind"].values}["CARTA"]
    assert not rows["kind"].lost
    by_language = {
        one.language: dict(zip(page.context["tokens"], one.cells, strict=True)) for one in page.context["suits"]
    }
    assert by_language["en"]["c", "10C"] == "Tc"
    assert by_language["es"]["c", "10C"] == by_language["deck_es"]["c", "10C"] == "Th"
    # Not a dry run while something is missing, and what was filled in stays
    refused = browser.post(address, {**ANSWERS, "marks": "", "do": "try"})
    assert refused.status_code == 400
    assert set(refused.context["form"].problems) == {"marks"}
    assert not Trial.objects.exists()


def test_from_the_file_to_its_receipt(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.marta)
    address = brought(browser, evening())
    shown = browser.post(address, ANSWERS)
    assert [one.kind for one in shown.context["preview"]][:3] == ["table_opened", "burned", "round_opened"]
    # Drawn anew by a change elsewhere while the key had the focus: nobody pressed it
    assert browser.post(address, {**ANSWERS, "do": "try"}, headers={"HX-Request": "true"}).status_code == 200
    asked = browser.post(address, {**ANSWERS, "do": "try"})
    trial = Trial.objects.get()
    assert asked["Location"] == f"/imports/trials/{trial.pk}/"
    assert "Espera su turno" in text(browser.get(asked["Location"]))
    assert trial.job_id is not None
    assert perform(trial.job_id)
    page = browser.get(asked["Location"])
    assert "Pago distinto del que corresponde" in text(page)
    assert browser.post(asked["Location"], {"seen": "x"}).status_code == 400
    trial.refresh_from_db()
    made = browser.post(asked["Location"], {"seen": trial.result_digest})
    assert trial.taken.job_id is not None
    assert perform(trial.taken.job_id)
    receipt = browser.get(made["Location"])
    assert receipt.context["outcome"].accepted == trial.result["events"]
    assert trial.file.digest in text(receipt)
    assert "Importado" in text(browser.get("/imports/"))


def test_the_next_file_with_the_same_titles_gets_the_saved_mapping(cast: Cast, sign_in: SignIn) -> None:
    tried(cast, kept(cast, evening()))
    browser = sign_in(cast.marta)
    page = browser.get(brought(browser, evening().replace(b"APUESTA", b"JUGADA"), "otra.csv"))
    assert page.context["saved"] == Mapping.objects.get()
    assert "Se aplicó «Sistema viejo v1»" in text(page)
    (kind, *_) = page.context["fields"]
    assert [one.value for one in kind.values if not one.chosen] == ["JUGADA"]
    assert page.context["form"].state["suits"] == "es"


def test_a_large_file_is_looked_through_by_a_job(cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey_file, "AT_ONCE", 10)
    browser = sign_in(cast.marta)
    address = brought(browser, evening())
    assert "Se recorren las columnas" in text(browser.get(address))
    surveyed = ImportFile.objects.get().surveys.get()
    assert surveyed.job_id is not None
    assert perform(surveyed.job_id)
    assert "Columnas y eventos" in text(browser.get(address))


def test_odd_requests_are_answered(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.marta)
    address = brought(browser, evening())
    odd = {"from.at": "c999", "from.kind": "c²", "word.kind.4.0": "nothing", "gap": "-1", "order": "x", "src": "x",
           "step.0.kind": "x", "layout": "wide", "suits": "map"}  # fmt: skip
    assert browser.post(address, odd).status_code == 200
    for query in ("?mapping=²", "?mapping=999", "?encoding=x&delimiter=xx&header=2", "?delimiter=,"):
        assert browser.get(address + query).status_code == 200, query
    assert browser.post("/imports/", {"casino": "CDE"}).status_code == 400
    assert browser.get("/imports/trials/9/").status_code == 404
    assert browser.get("/imports/done/9/").status_code == 404


def test_only_those_who_may_upload_come_here(cast: Cast, sign_in: SignIn) -> None:
    made = taken(cast, tried(cast, kept(cast, evening()), mapping(rounds="pass")))
    addresses = [f"/imports/{made.trial.file_id}/", f"/imports/trials/{made.trial_id}/", f"/imports/done/{made.pk}/"]
    for who in (cast.ivan, cast.tomas, cast.felipe):
        browser = sign_in(who)
        assert [browser.get(address).status_code for address in addresses] == [404] * 3
    assert sign_in(cast.ivan).get("/imports/").status_code == 403
    assert 'href="/imports/"' not in text(sign_in(cast.ivan).get("/incidents/"))
    assert sign_in(cast.tomas).post("/imports/", {"casino": "CDE"}).status_code == 403
    assert [sign_in(cast.rosa).get(address).status_code for address in ("/imports/", *addresses)] == [200] * 4
