"""The verifier as somebody runs it who has nothing of ours: what it needs, what it says, and how it ends."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import pitboss_verify
from pitboss_verify import (
    BEYOND,
    DETAILS,
    FAULTS,
    HELD,
    OPEN,
    PROVED,
    TITLES,
    UNPROVED,
    UNREADABLE,
    WRONG,
    L,
    Report,
    ed25519,
    ed25519_in_python,
    main,
    verify,
)
from tests.evidence.bundles import Handed

FILE = Path(pitboss_verify.__file__)
# RFC 8032, 7.1: public key, message, signature
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
            "655141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
            "b00d291612bb0c00"
        ),
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
            "c027beceea1ec40a"
        ),
    ),
]
BOTH = pytest.mark.parametrize("holds", [ed25519, ed25519_in_python])


def run(*arguments: str | Path, python: tuple[str, ...] = ("-I",)) -> subprocess.CompletedProcess[str]:
    """As a program of its own; ``-S`` leaves this Python without any package."""
    return subprocess.run(
        [sys.executable, *python, FILE, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture(scope="module")
def bundle(handed: Handed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("handed") / "bundle.zip"
    path.write_bytes(handed.raw)
    return path


# ── signatures ───────────────────────────────────────────────────────────────────────────────────────


@BOTH
@pytest.mark.parametrize(("public", "message", "signature"), VECTORS)
def test_the_vectors_of_rfc_8032_hold_and_no_altered_one_does(
    holds: Any, public: str, message: str, signature: str
) -> None:
    key, said, signed = bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature)
    assert holds(key, signed, said)
    assert not holds(key, signed, said + b"\0")
    assert not holds(key, bytes([signed[0] ^ 1]) + signed[1:], said)
    assert not holds(key, signed[:40] + bytes([signed[40] ^ 1]) + signed[41:], said)
    assert not holds(bytes([key[0] ^ 1]) + key[1:], signed, said)


@BOTH
def test_a_signature_has_one_writing_only(holds: Any) -> None:
    """The same number plus the group's order is the same to a careless verifier."""
    public, message, signature = (bytes.fromhex(part) for part in VECTORS[0])
    larger = int.from_bytes(signature[32:], "little") + L
    assert not holds(public, signature[:32] + larger.to_bytes(32, "little"), message)
    assert not holds(public, signature + b"\0", message)
    assert not holds(public[:31], signature, message)
    assert not holds(b"\xff" * 32, signature, message)


def test_without_cryptography_the_same_is_said_of_every_signature() -> None:
    for place in range(8):
        private = Ed25519PrivateKey.generate()
        public, said = private.public_key().public_bytes_raw(), b"said" * place
        signed = bytearray(private.sign(said))
        assert ed25519_in_python(public, bytes(signed), said)
        signed[place * 8] ^= 1 << place
        assert ed25519_in_python(public, bytes(signed), said) == ed25519(public, bytes(signed), said)


# ── what it needs ────────────────────────────────────────────────────────────────────────────────────


def test_it_is_written_for_python_3_9_and_imports_nothing_of_ours() -> None:
    tree = ast.parse(FILE.read_text(), feature_version=(3, 9))
    assert any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    others = {name.partition(".")[0] for name in names} - sys.stdlib_module_names
    # The engine's package, which is in the bundle, and what that needs
    assert others == {"cryptography", "msgspec", "rules"}


def test_a_python_without_any_package_checks_all_but_the_findings(bundle: Path, handed: Handed) -> None:
    done = run(bundle, "--keys", handed.vkeys[-1], "--json", python=("-I", "-S"))
    told = json.loads(done.stdout)
    assert (done.returncode, told["result"], told["wrong"]) == (UNPROVED, "unproved", [])
    assert [one["name"] for one in told["unproved"]] == ["replay.no-msgspec"]
    assert {"note", "checkpoint", "chain", "inclusion"} <= {one["name"] for one in told["proved"]}


def test_the_public_tools_of_the_instructions_come_to_the_same(
    handed: Handed, bundle: Path, tmp_path: Path, require_part: Callable[..., None]
) -> None:
    require_part("openssl")
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / handed.folder
    commands = re.findall(r"```sh\n(.+?)```", (folder / "VERIFY.md").read_text(), re.DOTALL)[1]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def follow() -> subprocess.CompletedProcess[str]:
        script = commands.replace("/tmp/", f"{tmp_path}/")
        env = {"PATH": path, "VKEY": handed.vkeys[-1]}
        shell = ["sh", "-e", "-c", script]
        return subprocess.run(shell, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False)

    done = follow()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Signature Verified Successfully") == 2
    note = (folder / "bundle.note").read_text()
    for manifest in ("manifest-sha256.txt", "tagmanifest-sha256.txt"):
        assert hashlib.sha256((folder / manifest).read_bytes()).hexdigest() in note
    assert "wrong-payout" in done.stdout or "Pago" in done.stdout
    (folder / "bundle.note").write_text(note.replace("incidents ", "incidents 1"))
    assert "Signature Verification Failure" in follow().stdout


def test_in_a_browser_the_engine_plays_in_the_same_process(bundle: Path, handed: Handed) -> None:
    """There is no other process there: the page is the sandbox (Pyodide calls its platform emscripten)."""
    program = (
        "import runpy, subprocess, sys; subprocess.Popen = None; sys.platform = 'emscripten';"
        f" there = runpy.run_path({str(FILE)!r}, run_name='pitboss_verify');"
        f" report = there['verify'](open({str(bundle)!r}, 'rb'), keys={handed.vkeys!r});"
        " print(report.exit, sorted(code for code, _ in report.held))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stderr, done.stdout[:2]) == ("", "0 ")
    assert "'replay'" in done.stdout


# ── how it ends, and what it says ────────────────────────────────────────────────────────────────────


def test_the_program_in_the_bundle_proves_the_bundle_it_came_in(handed: Handed, bundle: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / handed.folder
    program: list[str | Path] = [sys.executable, "-I", folder / "pitboss_verify.py", folder, "--keys", handed.vkeys[0]]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (PROVED, "")
    assert done.stdout.startswith(f"Todo probado · {handed.folder}\n")
    # The key known is an older one: the new one was introduced by it
    assert "presentaciones firmadas: 1" in done.stdout


def test_a_kept_checkpoint_is_key_enough(bundle: Path, handed: Handed, tmp_path: Path) -> None:
    kept = tmp_path / "kept.checkpoint"
    kept.write_bytes(handed.older)
    done = run(bundle, "--checkpoint", kept, "--lang", "en")
    assert done.returncode == PROVED
    size = handed.older.decode().split("\n")[1]
    assert f"the log has, unchanged, the {size} entries of the checkpoint that you hold" in done.stdout


def test_nobody_runs_the_engine_of_a_bundle_whose_key_he_does_not_know_unless_he_says_so(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(bundle)]) == UNPROVED
    assert "replay.not-asked" in capsys.readouterr().out
    assert main([str(bundle), "--replay", "--json"]) == UNPROVED
    told = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in told["unproved"]] == ["key.unpinned"]
    assert "replay" in {one["name"] for one in told["proved"]}


def test_the_ends_are_told_apart(
    bundle: Path, handed: Handed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = tmp_path / "keys.txt"
    keys.write_text("\n".join(handed.vkeys))
    assert main([str(bundle), "--no-replay", "--keys", str(keys)]) == UNPROVED
    assert main([str(bundle), "--keys", "no key at all"]) == UNREADABLE
    assert main([str(tmp_path / "nothing.zip")]) == UNREADABLE
    capsys.readouterr()
    with zipfile.ZipFile(bundle, "a") as archive:
        archive.writestr("beside.txt", b"beside")
    assert main([str(bundle), "--no-replay", "--keys", str(keys)]) == WRONG
    assert "✗ bag.extra  beside.txt: hay un archivo que la lista no nombra" in capsys.readouterr().out
    bundle.write_bytes(handed.raw)


def test_a_masked_bundle_says_what_it_keeps_back(handed: Handed) -> None:
    report = verify(io.BytesIO(handed.masked), keys=handed.vkeys[-1:])
    assert (report.exit, report.faults) == (UNPROVED, [])
    assert {code for code, _ in report.open} == {"chain.sealed", "rounds.masked", "replay.sealed"}
    assert {"chain", "inclusion"} <= {code for code, _ in report.held}


def test_an_unpacked_folder_is_checked_too_and_a_link_in_it_is_not_followed(handed: Handed, tmp_path: Path) -> None:
    folder = tmp_path / "renamed"
    for name, content in handed.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    report = verify(folder, keys=handed.vkeys, replay=False)
    assert (report.faults, [code for code, _ in report.open]) == ([], ["replay.left-out"])
    (folder / "data" / "link").symlink_to("/etc/hostname")
    assert {fault.name for fault in verify(folder, keys=handed.vkeys, replay=False).faults} == {"bag.unsafe"}


def test_many_faults_of_a_kind_are_counted_not_listed(handed: Handed) -> None:
    raw = io.BytesIO(handed.raw)
    with zipfile.ZipFile(raw, "a") as archive:
        for place in range(80):
            archive.writestr(f"{handed.folder}/more-{place}", b"")
    report = verify(raw, keys=handed.vkeys, replay=False)
    assert (len(report.faults), report.counted["bag.extra"]) == (50, 80)
    assert "✗ bag.extra  y 30 más" in "\n".join(report.lines("es"))


def test_everything_is_said_in_both_languages_with_the_same_values() -> None:
    for spanish, english in [
        *FAULTS.values(),
        *DETAILS.values(),
        *HELD.values(),
        *OPEN.values(),
        *BEYOND,
        *TITLES.values(),
    ]:
        assert spanish
        assert english
        assert set(re.findall(r"\{\w+\}", spanish)) == set(re.findall(r"\{\w+\}", english))


def test_no_detail_is_left_that_nothing_says() -> None:
    said = FILE.read_text().partition("def _spoken(")[2]
    assert [code for code in (*DETAILS, *HELD, *OPEN) if f'"{code}"' not in said] == []


def test_an_empty_report_has_proved_nothing_wrong_and_says_what_no_check_can() -> None:
    assert Report().exit == PROVED
    assert "video" in "\n".join(Report().lines("en"))
