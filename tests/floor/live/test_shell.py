"""What a tablet keeps for later: the engine's archive, the frame of a table's page, the service worker's list."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from pitboss.casino.cast import Cast
from pitboss.floor.engine_archive import rules_archive, runtime
from rules.held import Held
from tests.conftest import CHECKOUT
from tests.floor.live.tablets import Tablet, opening


def test_the_archive_is_the_rules_themselves_and_its_name_is_its_content(client: Client) -> None:
    archive = rules_archive()
    rules_archive.cache_clear()
    assert rules_archive() == archive
    answer = client.get(reverse("floor:engine_archive", kwargs={"digest": archive.digest}))
    assert "immutable" in answer.headers["Cache-Control"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
        for name in files.namelist():
            assert files.read(name) == (CHECKOUT / name).read_bytes()
        assert {"rules/held.py", "rules/tablet/picture.py", "rules/irregularities/scj/exposed_card.py"} <= set(
            files.namelist()
        )
    assert client.get(reverse("floor:engine_archive", kwargs={"digest": "0" * 16})).status_code == 404


def test_the_archive_needs_nothing_that_is_not_in_it(tmp_path: Path) -> None:
    (tmp_path / "rules.zip").write_bytes(rules_archive().content)
    code = 'import sys; sys.path.insert(0, "rules.zip"); from rules.held import Held; print(Held("en").reset("[]"))'
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["picture"]["expects"]["words"] == "Open the table"


def test_only_the_worker_may_compile_web_assembly(cast: Cast, client: Client) -> None:
    worker = client.get("/floor/engine/worker.js").headers["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in worker
    assert "unsafe-eval" not in worker.replace("wasm-unsafe-eval", "")
    page = Tablet(cast.table, person=cast.rosa).client.get(f"/floor/tables/{cast.table.pk}/")
    assert "unsafe" not in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("language", "word"), [("es", "Ajustes de este dispositivo"), ("en", "Settings of this device")]
)
def test_the_frame_that_is_kept_names_nobody_and_no_table(cast: Cast, language: str, word: str) -> None:
    tablet = Tablet(cast.table, person=cast.rosa)
    tablet.say(*opening("R-1042"))
    shell = tablet.client.get(f"/floor/shell/{language}/")
    text = shell.content.decode()
    assert word in text
    for person in cast.people.values():
        assert person.name not in text
        # The form's example of a badge is Rosa's in the cast, whoever asks
        assert person.badge in (cast.rosa.badge,) or person.badge not in text
    for table in cast.tables.values():
        assert table.name not in text
    assert tablet.client.get("/floor/shell/fr/").status_code == 404


def test_the_service_worker_lists_files_that_are_there(client: Client, cast: Cast) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Service-Worker-Allowed"] == "/floor/"
    first, _, rest = answer.content.decode().partition("\n")
    shell = json.loads(first.removeprefix("const SHELL = ").removesuffix(";"))
    assert rest.startswith("// sw.js")
    for file in shell["files"]:
        assert (CHECKOUT / "pitboss" / file.lstrip("/")).is_file(), file
    names = {file.rpartition("/")[2] for file in shell["files"]}
    assert {"store.js", "outbox.js", "idb-8.0.4.js", "tokens.css", "inter-latin-wght-normal.woff2"} <= names
    assert "engine-worker.js" not in names
    assert (
        shell["version"]
        == json.loads(
            client.get("/sw.js").content.decode().partition("\n")[0].removeprefix("const SHELL = ").removesuffix(";")
        )["version"]
    )
    for page in shell["pages"].values():
        assert client.get(page).status_code == 200


def test_the_manifest_can_be_installed_from(client: Client) -> None:
    told = client.get("/manifest.webmanifest")
    assert told.headers["Content-Type"] == "application/manifest+json"
    manifest = told.json()
    assert (manifest["display"], manifest["scope"], manifest["start_url"]) == ("standalone", "/floor/", "/floor/")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable"),
    }  # fmt: skip
    for icon in manifest["icons"]:
        file = (CHECKOUT / "pitboss" / icon["src"].lstrip("/")).read_bytes()
        size = int.from_bytes(file[16:20], "big")
        assert icon["sizes"] == f"{size}x{size}"


def test_the_engine_s_addresses_are_told_where_it_was_fetched(client: Client) -> None:
    engine = client.get("/floor/api/engine/").json()["engine"]
    there = runtime()
    if there is None:
        assert engine is None
        return
    assert engine["rules"] == f"/floor/engine/rules-{rules_archive().digest}.zip"
    assert engine["pyodide"] == f"/static/engine/{there.folder}/"
    assert all((CHECKOUT / "vendor" / file.removeprefix("/static/")).is_file() for file in engine["files"])


def test_a_held_session_says_the_same_fed_at_once_or_one_by_one() -> None:
    said = [{"seq": place, "event": event} for place, event in enumerate(opening("R-1042"), start=1)]
    whole, slowly = Held("es"), Held("es")
    at_once = whole.reset(json.dumps(said))
    for one in said:
        last = slowly.feed(json.dumps([one]))
    assert json.loads(last) == json.loads(at_once)


def test_a_held_session_tells_what_it_could_not_read_and_goes_on() -> None:
    wrong = {"seq": 2, "event": {"kind": "dealt", "at": "2026-11-29T20:00:00Z", "to": "9", "card": "5s"}}
    told = json.loads(Held("es").reset(json.dumps([{"seq": 1, "event": opening("R-1042")[0]}, wrong])))
    assert [(one["index"], one["field"]) for one in told["rejected"]] == [(1, "to")]
    assert told["picture"]["opened"] is True
