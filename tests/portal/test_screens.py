"""The page that checks documents, the way in and the inspector's pages, in a real browser under their own policy."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import expect

from pitboss.accounts.models import Person
from pitboss.evidence.models import Checkpoint, Issued
from pitboss.evidence.note import VerifierKey
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.issue import issue
from pitboss.floor.engine_archive import runtime
from tests.exports.conftest import asked, made, own_files, path_of  # noqa: F401 (fixtures work by name)
from tests.ingest.plays import ndjson, opening, timed, underpaid_round
from tests.reaudit.conftest import take
from tests.screens.conftest import Opened, opened  # noqa: F401 (fixtures work by name)
from tests.screens.looking import DESK, PHONE, WIDE, assert_sound

if TYPE_CHECKING:
    from playwright.sync_api import Request

    from pitboss.casino.cast import Cast

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = (DESK, WIDE, PHONE)
MARK = "Este contenido no sale de este equipo"
STRANGER = str(VerifierKey("casino.example/evidence/log/main", bytes(range(32))))


@pytest.fixture(scope="module", autouse=True)
def _queries_beside_the_browser() -> Iterator[None]:
    """Playwright's loop runs in this thread; Django would take every query for one made inside it."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


def test_a_bundle_is_proved_or_refused_in_the_browser_and_no_request_carries_it(
    cast: Cast,
    opened: Opened,  # noqa: F811
    tmp_path: Path,
    require_part: object,
) -> None:
    assert callable(require_part)
    require_part("the browser's engine", runtime())
    cache.clear()
    take(ndjson(timed([*opening(), *underpaid_round(1), *underpaid_round(2)], table="BJ-01")))
    earlier = checkpoint(reason=Checkpoint.Reason.HOURLY, now=timezone.now())
    take(ndjson(timed([*opening(), *underpaid_round(1)], table="BJ-02")))
    part = made(asked(cast.marta))
    whole = path_of(part)
    altered = tmp_path / "altered.zip"
    content = bytearray(whole.read_bytes())
    content[content.index(b"PK\x01\x02") - 40] ^= 1
    altered.write_bytes(content)
    kept = tmp_path / "older.checkpoint"
    kept.write_text(earlier.note)
    note = tmp_path / "nota.txt"
    note.write_text(MARK, encoding="utf-8")
    issue(content=note.read_bytes(), kind=Issued.Kind.INCIDENT, now=timezone.now())

    page = opened("/verify/", who=None)
    requests: list[Request] = []
    wrong: list[str] = []
    page.context.on("request", lambda sent: requests.append(sent))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda why: wrong.append(str(why)))
    page.locator("#drop[data-ready]").wait_for()

    page.locator("#choose").set_input_files(note)
    page.get_by_text("Salió de este sistema: Informe de un incidente").wait_for()
    assert page.locator("#hash").inner_text() == hashlib.sha256(note.read_bytes()).hexdigest()
    expect(page.locator("#bundle")).to_be_hidden()

    page.locator("#choose").set_input_files(whole)
    page.locator("#bundle").wait_for(timeout=120_000)
    assert page.locator("#known").inner_text().startswith("Salió de este sistema: Paquete de exportación")
    expect(page.locator("#known")).to_contain_text(part.digest[:8], use_inner_text=True)
    expect(page.locator("#wrong-part"), page.locator("#wrong").inner_text()).to_be_hidden()
    proved = page.locator("#proved").inner_text()
    assert "jugado" in proved.lower() or "motor" in proved.lower(), proved
    assert_sound(page, "portal-verify-whole", SIZES)

    expect(page.locator("#by-ours")).to_be_visible()
    page.locator("summary").click()
    page.get_by_label("Punto de control (archivo)").set_input_files(kept)
    page.locator("#choose").set_input_files(whole)
    page.locator("#verdict .note--ok").wait_for(timeout=120_000)
    expect(page.locator("#by-ours")).to_be_hidden()
    page.get_by_label("Punto de control (archivo)").set_input_files([])
    page.get_by_label("Llaves públicas, una por línea").fill(STRANGER)
    page.locator("#choose").set_input_files(whole)
    page.locator("#verdict .note--bad").wait_for(timeout=120_000)
    expect(page.locator("#wrong")).to_contain_text("key.swapped", use_inner_text=True)
    page.get_by_label("Llaves públicas, una por línea").fill("")

    page.locator("#choose").set_input_files(altered)
    page.get_by_text("Nada con esta huella ha salido de este sistema").wait_for()
    page.locator("#verdict .note--bad").wait_for(timeout=120_000)
    assert_sound(page, "portal-verify-altered", SIZES)

    page.goto(page.url.split("#")[0])
    page.locator("#drop[data-ready]").wait_for()
    page.get_by_label("O pegue una huella SHA-256").fill("12")
    page.get_by_role("button", name="Buscar").click()
    expect(page.get_by_text("son 64 cifras y letras")).to_be_visible()
    page.get_by_label("O pegue una huella SHA-256").fill(part.sha256.upper())
    page.keyboard.press("Enter")
    page.get_by_text("Paquete de exportación").wait_for()
    page.goto(page.url.split("#")[0] + f"#{part.manifest}")
    page.reload()
    page.get_by_text("Lista de archivos de un paquete").wait_for()

    assert {request.method for request in requests} == {"GET"}
    assert all(request.post_data is None for request in requests)
    assert not [request.url for request in requests if "nota.txt" in request.url or "bundle.zip" in request.url]
    assert {request.url.split("/")[2] for request in requests} == {page.url.split("/")[2]}
    assert wrong == []


def test_every_page_is_free_of_faults_in_both_languages(cast: Cast, opened: Opened) -> None:  # noqa: F811
    Person.objects.filter(username="felipe").update(second_factor=False)
    take(ndjson(timed([*opening(), *underpaid_round(1)], table="BJ-01")))
    for language, theme in (("es-cl", "light"), ("en", "dark")):
        for name, path, who in [
            ("verify", "/verify/", None),
            ("sign-in", "/regulator/sign-in/", None),
            ("enrol", "/second-factor/enrol/", "felipe"),
            ("own", "/second-factor/own/", "marta"),
            ("front", "/regulator/", "felipe"),
            ("accesses", "/accesses/", "felipe"),
        ]:
            page = opened(path, who=who, language=language, theme=theme, bypass_csp=True)
            expect(page.locator("h1"), name).to_have_count(1)
            assert_sound(page, f"portal-{name}-{language}", SIZES)
