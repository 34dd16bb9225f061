"""The electronic signature in a PDF: PAdES B-B, added behind the document, whose bytes stay as they were.

The key is a PKCS #12 file or lies in a PKCS #11 token (settings); where neither is given, one is made and certified by
itself at the first signature. That one says that the file has not changed since this installation issued it, and no
more: a simple electronic signature (Ley 19.799). An advanced one needs a key certified by an accredited provider.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final, cast

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.serialization import NoEncryption, pkcs12
from cryptography.x509.oid import NameOID
from django.conf import settings
from django.utils.translation import gettext
from pyhanko.config.pkcs11 import PKCS11SignatureConfig, TokenCriteria
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.sign.general import SigningError
from pyhanko.sign.signers.pdf_signer import PdfSigningSession

from pitboss.home import made

FIELD: Final = "Pitboss"
YEARS: Final = 10
BITS: Final = 3072
USAGES: Final = (
    "digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
    "key_cert_sign", "crl_sign", "encipher_only", "decipher_only",
)  # fmt: skip
NOWHERE: Final = (-1, -1, -1, -1)
"""Of no size and outside of the page: nothing to draw (PDF/A-2, 6.3.3) and nothing to read aloud (PDF/UA-1, 7.18.1)."""


class CannotSign(RuntimeError):
    """The key or the token of the settings cannot be used; the message says which."""


def signed(pdf: bytes, *, at: datetime) -> bytes:
    """The same bytes, and behind them a signature that says ``at``, or when its certificate began if that is later.

    ``at`` is the time of what the document is about, as the reason beside it says: so the same document, handed out
    again, has the same bytes (an RSA key signs without chance).
    """
    with _signer() as signer:
        certificate = signer.signing_cert
        if certificate is None:
            raise CannotSign("the key has no certificate")
        since = certificate.not_valid_before
        meta = signers.PdfSignatureMetadata(
            field_name=FIELD,
            md_algorithm="sha256",
            subfilter=fields.SigSeedSubFilter.PADES,
            reason=reason(),
        )
        spec = fields.SigFieldSpec(
            FIELD, box=NOWHERE, readable_field_name=gettext("Firma electrónica de quien emite este documento")
        )
        writer = _Behind(BytesIO(pdf))
        page = writer.root["/Pages"]
        while "/Kids" in page:
            page = page["/Kids"][0]
        if page.get("/Tabs") != "/S":
            # A page with annotations is walked through in the order of its structure (PDF/UA-1, 7.18.3)
            page["/Tabs"] = generic.pdf_name("/S")
            writer.update_container(page)
        result: BytesIO = _Dated(meta, signer=signer, new_field_spec=spec, at=max(at, since)).sign_pdf(writer)
    return result.getvalue()


def reason() -> str:
    """What the signature is, so that nobody takes it for more."""
    if settings.PDF_ADVANCED:
        return gettext(
            "Firma electrónica avanzada (Ley 19.799) de quien emite este documento; la hora es la de lo que cuenta"
        )
    return gettext(
        "Firma electrónica simple (Ley 19.799) de la instalación que emite este documento; "
        "la hora es la de lo que cuenta"
    )


class _Behind(IncrementalPdfFileWriter):
    """Leaves the document's own metadata as they are, and names the result after it: no chance and no clock."""

    def _update_meta(self) -> None:
        """The metadata say when the document was made, and hold its claims of PDF/A and PDF/UA."""

    @classmethod
    def _handle_id(cls, prev: Any) -> generic.ArrayObject:
        first, _ = super()._handle_id(prev)  # type: ignore[no-untyped-call]  # pyHanko has no types here
        prev.stream.seek(0)
        second = generic.ByteStringObject(hashlib.sha256(prev.stream.read()).digest()[:16])
        return generic.ArrayObject([first, second])


class _Dated(signers.PdfSigner):
    """Says a time of its caller's."""

    def __init__(self, *args: Any, at: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._at = at

    def init_signing_session(self, *args: Any, **kwargs: Any) -> PdfSigningSession:
        session = super().init_signing_session(*args, **kwargs)
        session.system_time = self._at
        return session


@contextmanager
def _signer() -> Iterator[signers.Signer]:
    if settings.PDF_PKCS11:
        with _token() as signer:
            yield signer
        return
    path = Path(settings.PDF_KEY) if settings.PDF_KEY else own_key()
    try:
        yield _of_file(path, settings.PDF_KEY_PASSWORD if settings.PDF_KEY else "", path.stat().st_mtime_ns)
    except OSError as why:
        raise CannotSign(f"{path} cannot be read: {why.strerror}") from why


@lru_cache(maxsize=2)
def _of_file(path: Path, password: str, _changed: int) -> signers.Signer:
    """Kept while the file is as it was: reading an RSA key tries its primes, which takes longer than all else."""
    content, secret = path.read_bytes(), password.encode() or None
    try:
        key = pkcs12.load_key_and_certificates(content, secret)[0]
        read = signers.SimpleSigner.load_pkcs12_data(content, [], secret)
    except ValueError as why:
        raise CannotSign(f"{path} cannot be read as a PKCS #12 file with that password") from why
    if not isinstance(key, rsa.RSAPrivateKey):
        return cast("signers.Signer", read)
    signer = _Loaded(signing_cert=read.signing_cert, signing_key=read.signing_key, cert_registry=read.cert_registry)
    signer.loaded = key
    return signer


class _Loaded(signers.SimpleSigner):
    """Signs with a key that was read before."""

    loaded: rsa.RSAPrivateKey | None = None

    async def async_sign_raw(self, data: bytes, digest_algorithm: str, dry_run: bool = False) -> bytes:
        if self.loaded is None:
            return await super().async_sign_raw(data, digest_algorithm, dry_run)
        if dry_run:
            return bytes(self.loaded.key_size // 8)
        return self.loaded.sign(data, padding.PKCS1v15(), hashes.SHA256())


@contextmanager
def _token() -> Iterator[signers.Signer]:
    from pyhanko.sign.pkcs11 import PKCS11SigningContext  # loads a library of C that files do not need

    config = PKCS11SignatureConfig(
        module_path=settings.PDF_PKCS11,
        token_criteria=TokenCriteria(label=settings.PDF_TOKEN),
        cert_label=settings.PDF_LABEL,
        user_pin=settings.PDF_PIN,
    )
    try:
        with PKCS11SigningContext(config) as signer:
            yield signer
    except (SigningError, OSError) as why:
        raise CannotSign(f"the token {settings.PDF_TOKEN!r} cannot be used: {why}") from why


def own_key() -> Path:
    """The installation's own PKCS #12 file, made where it is missing; of two that make it at once one stays."""
    folder = made(settings.HOME) / "pdf-key"
    path = folder / "own.p12"
    if path.exists():
        return path
    folder.mkdir(mode=0o700, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, "wb") as file:
        file.write(_own_p12(datetime.now(UTC)))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        # Another process was first
        pass
    finally:
        os.unlink(draft)
    return path


def _own_p12(now: datetime) -> bytes:
    """A key, and the certificate that it gives itself. Who issued it is the installation, and no authority says so."""
    private = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "pitboss"),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, "Llave propia, sin certificar por un prestador"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"pitboss {settings.EVIDENCE_HOST}"[:64]),
        ]
    )
    usage = {one: one in ("digital_signature", "content_commitment") for one in USAGES}
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365 * YEARS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(**usage), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(private.public_key()), critical=False)
        .sign(private, hashes.SHA256())
    )
    return pkcs12.serialize_key_and_certificates(b"pitboss", private, certificate, None, NoEncryption())
