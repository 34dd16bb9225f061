"""Signatures in PDFs: added behind, held by an independent look, and caught when anything changes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from asn1crypto import x509 as asn1
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs12,
)
from django.conf import LazySettings
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import ModificationLevel
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.status import PdfSignatureStatus, SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

from pitboss.reports import signing
from pitboss.reports import typeset as typesetter
from pitboss.reports.signing import CannotSign, signed
from pitboss.reports.typeset import typeset
from tests.reports.looked_at import look

AT = datetime.now(UTC).replace(microsecond=0)
SOFTHSM = next((path for path in (Path("/usr/lib/softhsm/libsofthsm2.so"),) if path.exists()), None)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, settings: LazySettings) -> Path:
    home = tmp_path / "home"
    settings.HOME = home
    settings.PDF_KEY_PASSWORD = settings.PDF_PKCS11 = ""
    return home


@pytest.fixture(scope="module")
def paper() -> bytes:
    return whole_paper()


def whole_paper() -> bytes:
    """A document of ours, in PDF/A-2a and PDF/UA-1."""
    data = {
        "words": {}, "title": "Entrega", "number": "1", "casino": "C", "pit": "F", "facts": [], "parts": [],
        "tables": [],
        "notes": "Sin novedades", "sha256": "0" * 64, "signatures": [], "suits": {}, "icons": {},
    }  # fmt: skip
    words = ("none", "when", "table", "what", "state", "keep", "tables", "notes", "signatures", "unsigned", "sha256")
    return typeset("handover", data | {"words": dict.fromkeys(words, "x")}, language="es", dated=AT)


def status(pdf: bytes, root: asn1.Certificate | None = None) -> PdfSignatureStatus:
    (signature,) = PdfFileReader(BytesIO(pdf)).embedded_signatures
    trusted = ValidationContext(trust_roots=[root or signature.signer_cert], allow_fetching=False)
    return validate_pdf_signature(signature, signer_validation_context=trusted)


def test_a_signature_is_added_behind_and_holds(paper: bytes) -> None:
    pdf = signed(paper, at=AT)
    assert pdf.startswith(paper)
    told = status(pdf)
    assert told.bottom_line
    assert told.intact
    assert told.valid
    assert told.coverage == SignatureCoverageLevel.ENTIRE_FILE
    assert told.modification_level == ModificationLevel.NONE
    (signature,) = PdfFileReader(BytesIO(pdf)).embedded_signatures
    assert signature.sig_object["/SubFilter"] == "/ETSI.CAdES.detached"
    assert "Firma electrónica simple (Ley 19.799)" in str(signature.sig_object["/Reason"])
    assert signature.self_reported_timestamp == AT


def test_the_same_document_and_time_are_signed_alike_by_the_key_made_at_first(
    paper: bytes, own_home: Path, settings: LazySettings
) -> None:
    settings.PDF_KEY = ""
    first = signed(paper, at=AT)
    assert signed(paper, at=AT) == first
    (kept,) = (own_home / "pdf-key").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    # Never before its certificate
    old = signed(paper, at=AT - timedelta(days=900))
    assert status(old).bottom_line


def test_a_changed_byte_is_noticed(paper: bytes) -> None:
    pdf = bytearray(signed(paper, at=AT))
    pdf[paper.index(b"stream") + 40] ^= 1
    told = status(bytes(pdf))
    assert not told.intact
    assert not told.bottom_line


def test_what_is_added_after_the_signature_is_noticed(paper: bytes) -> None:
    pdf = signed(paper, at=AT)
    again = signing._Behind(BytesIO(pdf))
    again.root["/Lang"] = generic.TextStringObject("xx")
    again.update_root()  # type: ignore[no-untyped-call]
    out = BytesIO()
    again.write(out)  # type: ignore[no-untyped-call]
    assert not status(out.getvalue()).bottom_line


def test_a_signed_one_keeps_its_claims_and_its_structure(paper: bytes) -> None:
    before, after = look(paper), look(signed(paper, at=AT))
    assert before == []
    assert after == []


def test_another_checker_finds_nothing_against_pdf_ua(paper: bytes, tmp_path: Path) -> None:
    for name, content in (("as-set", paper), ("signed", signed(paper, at=AT))):
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(content)
        seen = subprocess.run([sys.executable, "-m", "pdfua", "check", str(path)], capture_output=True, text=True)
        assert seen.returncode == 0, seen.stdout


def test_the_look_is_not_blind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetter, "STANDARDS", [])
    found = look(whole_paper())
    assert any("pdfa" in one for one in found)
    assert any("pdfua" in one for one in found)
    assert any("output intent" in one for one in found)


def test_a_key_of_the_settings_signs_and_a_wrong_password_is_told(
    paper: bytes, pdf_key: Path, settings: LazySettings, tmp_path: Path
) -> None:
    key, certificate, _ = pkcs12.load_key_and_certificates(pdf_key.read_bytes(), None)
    assert key is not None
    assert certificate is not None
    path = tmp_path / "casa.p12"
    path.write_bytes(
        pkcs12.serialize_key_and_certificates(b"casa", key, certificate, None, BestAvailableEncryption(b"clave"))  # type: ignore[arg-type]
    )
    settings.PDF_KEY, settings.PDF_KEY_PASSWORD, settings.PDF_ADVANCED = str(path), "clave", True
    pdf = signed(paper, at=AT)
    assert status(pdf).bottom_line
    (signature,) = PdfFileReader(BytesIO(pdf)).embedded_signatures
    assert "avanzada" in str(signature.sig_object["/Reason"])
    settings.PDF_KEY_PASSWORD = "otra"
    with pytest.raises(CannotSign, match=r"casa\.p12"):
        signed(paper, at=AT)


def test_a_key_in_a_token_signs(
    paper: bytes,
    pdf_key: Path,
    settings: LazySettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    require_part: Callable[..., None],
) -> None:
    require_part("softhsm2-util")
    require_part("libsofthsm2.so", SOFTHSM)
    (tmp_path / "tokens").mkdir()
    config = tmp_path / "softhsm2.conf"
    config.write_text(f"directories.tokendir = {tmp_path}/tokens\nobjectstore.backend = file\nlog.level = ERROR\n")
    monkeypatch.setenv("SOFTHSM2_CONF", str(config))
    key, certificate, _ = pkcs12.load_key_and_certificates(pdf_key.read_bytes(), None)
    assert key is not None
    assert certificate is not None
    pem = tmp_path / "key.pem"
    pem.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))

    def token(*words: str) -> None:
        subprocess.run(["softhsm2-util", *words], check=True, capture_output=True)

    token("--init-token", "--free", "--label", "pitboss", "--pin", "1234", "--so-pin", "5678")
    token("--import", str(pem), "--token", "pitboss", "--label", "firma", "--id", "01", "--pin", "1234")
    import pkcs11
    from pkcs11.util.x509 import decode_x509_certificate

    assert SOFTHSM is not None
    library = pkcs11.lib(str(SOFTHSM))
    with library.get_token(token_label="pitboss").open(rw=True, user_pin="1234") as session:
        wanted = decode_x509_certificate(certificate.public_bytes(Encoding.DER))
        session.create_object({**wanted, pkcs11.Attribute.LABEL: "firma", pkcs11.Attribute.TOKEN: True})
    settings.PDF_PKCS11, settings.PDF_TOKEN, settings.PDF_LABEL, settings.PDF_PIN = (
        str(SOFTHSM),
        "pitboss",
        "firma",
        "1234",
    )
    assert status(signed(paper, at=AT)).bottom_line
    settings.PDF_PIN = "9999"
    with pytest.raises(CannotSign, match="pitboss"):
        signed(paper, at=AT)
