"""Whose token is it: ``Authorization: Shoe TOKEN``."""

from __future__ import annotations

from django.http import HttpRequest

from pitboss.accounts.tokens import digest_of
from pitboss.shoes.models import ShoeDevice

SCHEME = "shoe"


def hash_of(token: str) -> str:
    return digest_of(token).hex()


def device_of(request: HttpRequest) -> ShoeDevice | None:
    """The shoe in force whose token came with the request."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != SCHEME or not token:
        return None
    return ShoeDevice.objects.filter(token_hash=hash_of(token.strip()), revoked_at=None).first()
