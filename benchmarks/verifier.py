"""How long the verifier takes over a large bundle, and how much memory: ``python -m benchmarks.verifier [SESSIONS]``.

Each session is an evening of the simulator, some 2,700 entries; 900 of them are a month of a large casino. The bundle
is made here, with a key and a log of its own: no database is asked. It is checked without the replay, then with it.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import pitboss_verify
from pitboss.evidence.merkle import leaf_hash, node_hash
from pitboss.evidence.note import VerifierKey, sign
from pitboss.evidence.record import Leaf, record_of
from pitboss.exports.engine import rules_archive
from pitboss.simulator.evening import sessions
from pitboss.simulator.recorder import encode
from rules import EDITION
from rules.replay import Replay
from rules.wire import Rejected, read

ORIGIN = "casino.example/evidence/log/main"
FOLDER = "pitboss-BENCH-2026-11-01_2026-11-30-full-00000000"
SPACE = UUID("6b0c7a0e-3d43-4b58-a4f9-2c1f0c0f1d11")


def evening() -> tuple[list[tuple[int, str, str]], list[str]]:
    """Place in the stream, kind and body of each event, and the keys of what is found in them."""
    (table, *_), run = sessions(), Replay()
    told = [event for _, event in table[0].play()]
    for found in read(io.BytesIO(b"".join(map(encode, told)))):
        assert not isinstance(found, Rejected)
        run.feed(*found)
    bodies = [json.dumps(json.loads(encode(event)), sort_keys=True, separators=(",", ":")) for event in told]
    kinds = [json.loads(body)["kind"] for body in bodies]
    return list(zip(range(1, len(bodies) + 1), kinds, bodies, strict=True)), [one.key for one in run.findings]


def ledger(session: int, said: list[tuple[int, str, str]], into: zipfile.ZipFile, name: str) -> tuple[str, str]:
    """Write a session's entries; the last hash of the chain and the file's."""
    previous, digest = "0" * 64, hashlib.sha256()
    with into.open(name, "w") as file:
        for seq, kind, body in said:
            entry = {
                "number": seq, "event_id": str(uuid5(SPACE, f"{session} {seq}")), "seq": seq, "kind": kind,
                "at": 1_796_000_000_000_000 + seq * 1_000_000, "received_at": 1_796_000_000_000_000, "body": body,
            }  # fmt: skip
            entry["hash"] = previous = pitboss_verify.link(session, entry, previous)
            line = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            file.write(line)
    return previous, digest.hexdigest()


def tree(leaves: list[bytes]) -> tuple[bytes, list[list[bytes]]]:
    """The root over a power of two of leaves, and the path of each."""
    paths: list[list[bytes]] = [[] for _ in leaves]
    row, span = [leaf_hash(leaf) for leaf in leaves], 1
    while len(row) > 1:
        for place, path in enumerate(paths):
            path.append(row[place // span ^ 1])
        row, span = [node_hash(row[at], row[at + 1]) for at in range(0, len(row), 2)], span * 2
    return row[0], paths


def made(path: Path, count: int) -> str:
    """A bundle of so many sessions; the vkey that signed it."""
    said, keys = evening()
    private = Ed25519PrivateKey.generate()
    vkey = str(VerifierKey(ORIGIN, private.public_key().public_bytes_raw()))
    hashes: dict[str, str] = {}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:

        def put(name: str, content: bytes) -> None:
            hashes[name] = hashlib.sha256(content).hexdigest()
            archive.writestr(f"{FOLDER}/{name}", content)

        ends = []
        for session in range(1, count + 1):
            name = f"data/ledger/{session}.entries.ndjson"
            last, hashes[name] = ledger(session, said, archive, f"{FOLDER}/{name}")
            ends.append(last)
        width = 1 << (count - 1).bit_length()
        leaves = [record_of(Leaf(1, at + 1, len(said), bytes.fromhex(last))) for at, last in enumerate(ends)]
        root, paths = tree(leaves + [b"filler"] * (width - count))
        stated = base64.b64encode(root).decode()
        put("data/evidence/checkpoint", sign(f"{ORIGIN}\n{width}\n{stated}\n", [(ORIGIN, private)]).encode())
        proofs = {
            str(at + 1): {"number": len(said), "index": at, "path": [base64.b64encode(one).decode() for one in path]}
            for at, path in enumerate(paths[:count])
        }
        put("data/evidence/inclusion.json", json.dumps({"sessions": proofs}).encode())
        put("data/evidence/consistency.json", b"[]")
        asked = json.dumps({"codes": ["none"], "folios": [], "outcome": "", "redaction": "full"}).encode()
        put("data/request.json", asked)
        digest = hashlib.sha256(asked + f"\n{width}\n{root.hex()}\n".encode()).hexdigest()
        head = {"origin": ORIGIN, "size": width, "root": stated}
        told = {"request": digest, "checkpoint": head, "folios": [], "incidents": []}
        put("data/incidents.json", json.dumps(told).encode())
        rows: list[dict[str, Any]] = [
            {"session": at + 1, "casino": "BENCH", "table": "BJ-01", "table_number": 1, "house": {}, "salt": None,
             "entries": len(said), "hash": last, "elsewhere": keys}
            for at, last in enumerate(ends)
        ]  # fmt: skip
        put("data/sessions.json", json.dumps({"sessions": rows}).encode())
        manifest = "".join(f"{digest}  {name}\n" for name, digest in sorted(hashes.items())).encode()
        hashes.clear()
        engine = rules_archive()
        put("bagit.txt", b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
        put("bag-info.txt", b"Pitboss-Bundle-Format: 1\n")
        put("engine/rules.zip", engine.content)
        put("keys.json", json.dumps({"origin": ORIGIN, "keys": [{"vkey": vkey}]}).encode())
        put("manifest-sha256.txt", manifest)
        tags = "".join(f"{digest}  {name}\n" for name, digest in sorted(hashes.items())).encode()
        put("tagmanifest-sha256.txt", tags)
        text = (
            f"pitboss bundle 1\n{FOLDER}\nmanifest {hashlib.sha256(manifest).hexdigest()}\n"
            f"tags {hashlib.sha256(tags).hexdigest()}\ncheckpoint {ORIGIN} {width}\nengine {EDITION} {engine.sha256}\n"
            f"incidents 0\nentries {count * len(said)}\n"
        )
        put("bundle.note", sign(text, [(ORIGIN, private)]).encode())
    return vkey


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bundle.zip")
        vkey = made(path, count)
        with zipfile.ZipFile(path) as archive:
            size = sum(row.file_size for row in archive.infolist())
        print(f"{count} sessions, {size / 1e6:,.0f} MB, {path.stat().st_size / 1e6:,.0f} MB zipped")
        for more in (["--no-replay"], []):
            began = time.monotonic()
            program = [sys.executable, "-I", pitboss_verify.__file__, str(path), "--keys", vkey, "--lang", "en", *more]
            done = subprocess.run(program, capture_output=True, text=True, check=False)
            took = time.monotonic() - began
            most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{' '.join(more) or 'all':<12} exit {done.returncode}, {took:.1f} s, {most:.0f} MB at most")
            print(done.stdout if done.returncode in (1, 2) else "", end="")


if __name__ == "__main__":
    main()
