"""Time stamps of a real authority: `openssl ts` behind an address of this machine."""

from __future__ import annotations

import http.server
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from pitboss.casino.cast import Cast
from pitboss.evidence.models import Checkpoint, Stamp
from pitboss.evidence.timestamp import NotStamped, stamped
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.evidence.verbs.send import send_checkpoints
from pitboss.jobs.models import Job
from pitboss.jobs.perform import perform
from tests.evidence.night import night

CONFIGURATION = """
[req]
distinguished_name = name
prompt = no
[name]
CN = Autoridad de prueba
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
[stamps]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[tsa]
default_tsa = ours
[ours]
serial = {0}/serial
signer_cert = {0}/tsa.pem
signer_key = {0}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
"""


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory, require_part: Callable[..., None]) -> Path:
    """A root, a certificate for time stamps by it, and another root that knows nothing of it."""
    require_part("openssl")
    folder = tmp_path_factory.mktemp("tsa")
    (folder / "tsa.cnf").write_text(CONFIGURATION.format(folder))
    (folder / "serial").write_text("01\n")

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    for name in ("root", "stranger"):
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem",
                "-days", "9", "-config", "tsa.cnf", "-extensions", "root", "-subj", f"/CN={name}")  # fmt: skip
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "tsa.key", "-out", "tsa.csr", "-config", "tsa.cnf")
    openssl("x509", "-req", "-in", "tsa.csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "9",
            "-extfile", "tsa.cnf", "-extensions", "stamps", "-out", "tsa.pem")  # fmt: skip
    return folder


@pytest.fixture
def authority(papers: Path) -> Iterator[str]:
    """Its address. /old answers every question with the same old answer, /no with none."""

    class Authority(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/no":
                self.send_error(503)
                return
            old = papers / "old.tsr"
            if self.path == "/old" and old.exists():
                answer = old.read_bytes()
            else:
                (papers / "asked.tsq").write_bytes(asked)
                words = ["openssl", "ts", "-reply", "-queryfile", "asked.tsq", "-config", "tsa.cnf"]
                answer = subprocess.run(words, cwd=papers, check=True, capture_output=True).stdout
                old.write_bytes(answer)
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Authority) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_checkpoint_is_stamped_once_and_openssl_agrees(
    cast: Cast, authority: str, papers: Path, settings: LazySettings, client: Client, tmp_path: Path
) -> None:
    settings.EVIDENCE_TSA, settings.EVIDENCE_TSA_ROOTS = f"{authority}/tsa", str(papers / "root.pem")
    night(cast.casino, 2)
    made = checkpoint(reason=Checkpoint.Reason.HOURLY, now=timezone.now())
    (job,) = send_checkpoints(now=timezone.now())
    assert perform(job.pk)
    assert Job.objects.get().state == "done"
    assert send_checkpoints(now=timezone.now()) == []
    stamp = Stamp.objects.get(checkpoint=made)
    assert abs((stamp.stamped_at - timezone.now()).total_seconds()) < 120
    (tmp_path / "stamp.tsr").write_bytes(client.get("/evidence/log/main/checkpoints/2.tsr").content)
    (tmp_path / "note").write_bytes(client.get("/evidence/log/main/checkpoints/2").content)
    words = ["openssl", "ts", "-verify", "-in", "stamp.tsr", "-data", "note", "-CAfile", str(papers / "root.pem")]
    assert "Verification: OK" in subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "2" in client.get("/evidence/").content.decode()


def test_an_answer_that_does_not_verify_is_not_kept(authority: str, papers: Path) -> None:
    root = papers / "root.pem"
    assert stamped(b"one", authority=f"{authority}/tsa", roots=root).response
    with pytest.raises(NotStamped, match="does not verify"):
        stamped(b"two", authority=f"{authority}/old", roots=root)
    with pytest.raises(NotStamped, match="does not verify"):
        stamped(b"one", authority=f"{authority}/old", roots=root)
    with pytest.raises(NotStamped, match="does not verify"):
        stamped(b"one", authority=f"{authority}/tsa", roots=papers / "stranger.pem")
    with pytest.raises(NotStamped, match="does not verify"):
        stamped(b"one", authority=f"{authority}/tsa", roots=papers / "nowhere.pem")
    with pytest.raises(NotStamped, match="503"):
        stamped(b"one", authority=f"{authority}/no", roots=root)
    with pytest.raises(NotStamped, match="not an http address"):
        stamped(b"one", authority="file:///etc/passwd", roots=root)
