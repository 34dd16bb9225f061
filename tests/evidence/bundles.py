"""A real bundle of two tables' evenings, and what somebody could do to it afterwards."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from pitboss.casino.cast import load_cast
from pitboss.evidence.keys import private_key
from pitboss.evidence.models import Checkpoint
from pitboss.evidence.note import VerifierKey, sign
from pitboss.evidence.queries import verifiers
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.rotate_key import rotate_key
from tests.exports.conftest import asked, contents, made, path_of
from tests.ingest.plays import ndjson, opening, plain_round, timed, underpaid_round
from tests.reaudit.conftest import evening, take

ORIGIN = "casino.example/evidence/log/main"
UNLISTED = ("tagmanifest-sha256.txt", "bundle.note")
Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Handed:
    """A bundle as it was handed out. ``keys``: the private halves, the first key's first. ``older``: a checkpoint by
    that first key that somebody kept; ``between``: a later one by the second. ``masked``: the same cases for a
    complainant."""

    folder: str
    files: Files
    raw: bytes
    masked: bytes
    keys: tuple[tuple[str, Ed25519PrivateKey], ...]
    older: bytes
    between: bytes

    @property
    def vkeys(self) -> list[str]:
        return [vkey(*key) for key in self.keys]


def vkey(name: str, private: Ed25519PrivateKey) -> str:
    return str(VerifierKey(name, private.public_key().public_bytes_raw()))


def handed_out(home: Path) -> Handed:
    """Two tables, a correction, notes, a line that nobody could read, and a key that was changed between them."""
    with override_settings(HOME=home, EVIDENCE_ORIGIN=ORIGIN, EVIDENCE_KEY_FILE=""), transaction.atomic():
        cast = load_cast()
        for lines in _noted():
            take(lines)
        older = checkpoint(reason=Checkpoint.Reason.HOURLY, now=timezone.now())
        rotate_key(now=timezone.now())
        night = evening("BJ-02").splitlines(keepends=True)
        take(b"".join(night[:200]))
        between = checkpoint(reason=Checkpoint.Reason.HOURLY, now=timezone.now())
        take(b"".join(night[200:360]))
        part = made(asked(cast.marta, names="everybody"))
        masked = made(asked(cast.marta, redaction="complainant", seat="1", names="nobody"))
        handed = Handed(
            folder=part.folder,
            files=contents(part),
            raw=path_of(part).read_bytes(),
            masked=path_of(masked).read_bytes(),
            keys=tuple((key.name, private_key(key)) for key in verifiers()),
            older=older.note.encode(),
            between=between.note.encode(),
        )
        transaction.set_rollback(True)
    return handed


def _noted() -> Iterator[bytes]:
    """A round paid short and disputed, one that was only written down wrong, and the correction that says so."""
    dispute = {"kind": "disputed", "spot": "1", "about": "Dice la señora de azul que son 10.000", "by": "R-1042"}
    told = [*opening(), *plain_round(1), *underpaid_round(2), dispute, *underpaid_round(3)]
    wrong = max(place for place, event in enumerate(told, 1) if event["kind"] == "paid")
    instead = {"kind": "paid", "spot": "1", "amount": 10000}
    correction = {"kind": "corrected", "ref": wrong, "by_role": "pit_boss", "reason": "Mal anotado por Iván"}
    events = timed([*told, correction, *plain_round(4)], table="BJ-01")
    seqs = [{**event, "seq": place + (place > 30)} for place, event in enumerate(events, 1)]
    at = seqs[wrong - 1]["at"]
    for event in seqs:
        if event["kind"] == "corrected":
            event |= {"ref": wrong + (wrong > 30), "instead": {**instead, "at": at, "table": "BJ-01"}}
    lines = ndjson(seqs).splitlines(keepends=True)
    lines.insert(30, b'{"seq": 31, "table": "BJ-01", "kind": "nobody reads this"}\n')
    yield b"".join(lines[: len(told) + 1])
    yield b"".join(lines[len(told) + 1 :])


# ── what somebody does with it ───────────────────────────────────────────────────────────────────────


def zipped(folder: str, files: Files) -> io.BytesIO:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files.items():
            archive.writestr(f"{folder}/{name}", content)
    made.seek(0)
    return made


def relisted(files: Files) -> dict[str, bytes]:
    """With manifests that fit the files again."""
    kept = dict(files)
    for manifest, payload in (("manifest-sha256.txt", True), ("tagmanifest-sha256.txt", False)):
        lines = [
            f"{hashlib.sha256(content).hexdigest()}  {name}\n"
            for name, content in sorted(kept.items())
            if name.startswith("data/") == payload and name not in UNLISTED
        ]
        kept[manifest] = "".join(lines).encode()
    info = kept["bag-info.txt"].decode().split("\n")
    payload_files = [content for name, content in kept.items() if name.startswith("data/")]
    oxum = f"Payload-Oxum: {sum(map(len, payload_files))}.{len(payload_files)}"
    kept["bag-info.txt"] = "\n".join(oxum if line.startswith("Payload-Oxum") else line for line in info).encode()
    tags = kept["tagmanifest-sha256.txt"].decode().split("\n")
    digest = hashlib.sha256(kept["bag-info.txt"]).hexdigest()
    tags = [f"{digest}  bag-info.txt" if line.endswith("  bag-info.txt") else line for line in tags]
    kept["tagmanifest-sha256.txt"] = "\n".join(tags).encode()
    return kept


def resigned(files: Files, *keys: tuple[str, Ed25519PrivateKey], **words: str) -> dict[str, bytes]:
    """With manifests and note made anew and signed by these keys; ``words``: lines of the note."""
    kept = relisted(files)
    lines = kept["bundle.note"].decode().split("\n\n")[0].split("\n")
    told = {line.partition(" ")[0]: line.partition(" ")[2] for line in lines[2:]}
    told["manifest"] = hashlib.sha256(kept["manifest-sha256.txt"]).hexdigest()
    told["tags"] = hashlib.sha256(kept["tagmanifest-sha256.txt"]).hexdigest()
    told["engine"] = f"{told['engine'].split(' ')[0]} {hashlib.sha256(kept['engine/rules.zip']).hexdigest()}"
    told |= words
    text = "".join(f"{line}\n" for line in [*lines[:2], *(f"{name} {value}" for name, value in told.items())])
    kept["bundle.note"] = sign(text, keys).encode()
    return kept


def changed(files: Files, name: str, change: Callable[[Any], Any]) -> dict[str, bytes]:
    """With one JSON file otherwise; the change returns the new value, or None where it changed the old one."""
    told = json.loads(files[name])
    new = change(told)
    return {**files, name: json.dumps(told if new is None else new, ensure_ascii=False).encode()}
