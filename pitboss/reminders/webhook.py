"""A signed POST to a system of the house, as the Standard Webhooks specification has it.

    webhook-id: 6f1c…                        the same at every attempt: whoever has seen it has seen it
    webhook-timestamp: 1764460800            seconds; an old one is a replay
    webhook-signature: v1,<base64>           HMAC-SHA256 over "id.timestamp.body" with the target's secret

Private networks are where video systems are, so they are reached; what no casino's system is at (link-local, where
clouds keep their passwords, multicast, and this machine itself unless the settings allow it) is not, whatever the name
resolves to: the address that was looked at is the one that is spoken to. Redirects are not followed.
"""

from __future__ import annotations

import base64
import hmac
import json
import socket
from collections.abc import Mapping
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import urllib3
from django.conf import settings

from pitboss.reminders.models import Target

SECONDS: Final = 10
LONGEST_ANSWER: Final = 200
CLOUD_V6: Final = ip_address("fd00:ec2::254")


class NotSent(Exception):
    """It was not taken; the message says what came back or went wrong."""


def secret_of(target: Target) -> str:
    """``whsec_…``, to be put into the system at the other end. Never in the database: withdraw and add to change it."""
    made = hmac.new(settings.FLOOR_SECRET.encode(), f"webhook 1\n{target.key}".encode(), "sha256").digest()
    return "whsec_" + base64.b64encode(made).decode()


def signature(secret: str, key: str, timestamp: int, body: bytes) -> str:
    known = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(known, f"{key}.{timestamp}.".encode() + body, "sha256").digest()
    return "v1," + base64.b64encode(mac).decode()


def post(*, target: Target, key: str, said: Mapping[str, Any], now: datetime) -> str:
    """Send it; the answer's status line. NotSent for everything but a 2xx."""
    body = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    timestamp = int(now.timestamp())
    parts = urlsplit(target.address)
    headers = {
        "Host": parts.netloc,
        "Content-Type": "application/json",
        "User-Agent": "pitboss",
        "webhook-id": key,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret_of(target), key, timestamp, body),
    }
    where = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with _pool(parts) as pool:
            answer = pool.urlopen("POST", where, body=body, headers=headers, redirect=False, preload_content=False)
            told = answer.read(LONGEST_ANSWER, decode_content=False).decode(errors="replace")
            answer.close()
    except (urllib3.exceptions.HTTPError, OSError) as why:
        raise NotSent(f"{type(why).__name__}: {why}") from why
    if not 200 <= answer.status < 300:
        raise NotSent(f"HTTP {answer.status} {told}".strip())
    return f"HTTP {answer.status}"


def _pool(parts: SplitResult) -> urllib3.HTTPConnectionPool:
    """A connection to the address that was looked at, under the name that was asked for."""
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = reachable(host, port)
    patience = urllib3.Timeout(connect=SECONDS, read=SECONDS)
    if parts.scheme == "https":
        return urllib3.HTTPSConnectionPool(
            address, port, timeout=patience, retries=False, maxsize=1,
            server_hostname=host, assert_hostname=host, cert_reqs="CERT_REQUIRED",
        )  # fmt: skip
    return urllib3.HTTPConnectionPool(address, port, timeout=patience, retries=False, maxsize=1)


def reachable(host: str, port: int) -> str:
    """The first address of that name, if all of its addresses may be spoken to. NotSent otherwise."""
    found = [str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    barred = [one for one in found if is_barred(ip_address(one.partition("%")[0]))]
    if barred or not found:
        raise NotSent(f"{host} is at {', '.join(barred) or 'no address'}, where nothing is sent")
    return found[0]


def is_barred(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return not settings.REMINDERS_MAY_STAY_HERE
    return address.is_link_local or address.is_multicast or address.is_unspecified or address == CLOUD_V6
