"""An authority's word for when a checkpoint was there already (RFC 3161). Asked for where the settings name one."""

from __future__ import annotations

import urllib.request
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cryptography.x509 import load_pem_x509_certificates
from rfc3161_client import (
    HashAlgorithm,
    TimestampRequestBuilder,
    TimeStampResponse,
    VerificationError,
    VerifierBuilder,
    decode_timestamp_response,
)

PATIENCE = 20.0
MOST_BYTES = 64 * 1024


class NotStamped(RuntimeError):
    """The authority did not answer, or what it answered does not verify."""


@dataclass(frozen=True, slots=True)
class Answer:
    at: datetime
    response: bytes  # TimeStampResp, DER; `openssl ts -verify -in` reads it


def stamped(message: bytes, *, authority: str, roots: Path) -> Answer:
    """A verified stamp over SHA-256 of the message. Raises NotStamped."""
    if not authority.startswith(("http://", "https://")):
        raise NotStamped(f"{authority!r} is not an http address")
    # With a nonce, so that no older answer passes for this one; with its certificate, so that the answer stands alone
    asked = TimestampRequestBuilder().data(message).hash_algorithm(HashAlgorithm.SHA256).nonce(nonce=True)
    query = asked.cert_request(cert_request=True).build()
    request = urllib.request.Request(  # noqa: S310 - http and https only, above
        authority, data=query.as_bytes(), headers={"Content-Type": "application/timestamp-query"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310 - as above
            answer = reply.read(MOST_BYTES)
        response = decode_timestamp_response(answer)
    except (OSError, ValueError) as why:
        raise NotStamped(f"{authority}: {why}") from why
    return Answer(verified(response, message, roots=roots, nonce=query.nonce), answer)


def verified(response: TimeStampResponse, message: bytes, *, roots: Path, nonce: int | None = None) -> datetime:
    """When the authority, vouched for by one of these roots, says that the message was there. Raises NotStamped."""
    try:
        certificates = load_pem_x509_certificates(roots.read_bytes())
        VerifierBuilder(roots=certificates, nonce=nonce).build().verify_message(response, message)
    except (VerificationError, ValueError, OSError) as why:
        raise NotStamped(f"the time stamp does not verify: {why}") from why
    return response.tst_info.gen_time
