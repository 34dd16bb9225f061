"""What may name somebody is kept beside an entry, not in it, so that it can go while the chain still holds.

The hashed body has a commitment in its place: ``sealed:`` and HMAC-SHA256 over place and value, with a random salt of
the session's own. The value lies in ``ledger_privatetext``, the salt in ``ledger_salt``; once both are gone, nothing
tells what the commitment was made of. As long as they are there, ``verify`` holds each value against its commitment.

The rules read sealed bodies: before and after a removal the same events give the same findings.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection

from pitboss.ledger.canonical import canonical
from pitboss.ledger.models import Entry, PrivateText, Salt

MARK: Final = "sealed:"
FREE: Final = frozenset({"note", "about", "reason", "words"})
"""Sentences: always sealed."""
PLAIN: Final = frozenset(
    {
        "act", "action", "amount", "amounts", "announced", "at", "backs", "behind", "by", "by_role", "card", "cards",
        "chip", "chosen_by", "code", "confidence", "counts", "currency", "dealer", "decks", "did", "due", "even_money",
        "face", "from", "id", "in_sequence", "instead", "kind", "max", "method", "min", "missed", "moved", "moves",
        "nth", "of", "on", "order", "owed", "passes", "perfect_pairs", "pit_boss", "profile", "ref", "ref_id", "reply",
        "role", "round", "sealed", "seat", "seats", "seq", "shown", "spot", "spots", "src", "state", "table", "tender",
        "to", "total", "v", "why",
    }
)  # fmt: skip
"""Fields of the contract that name nobody: codes, places, amounts, and people by badge. A field that neither set nor
the two below know was added by a source, and may hold anything: it is sealed."""
WORD: Final = re.compile(r"[a-z0-9_-]{1,40}")
A_FILE: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
A_READ: Final = re.compile(r"[0-9]{1,9}/[0-9a-f]{16}/[0-9]{1,16}(?:/(?:-?[0-9]{1,16}|-)){3}")
A_PAGE: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[1-9]")
A_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_KEY: Final = re.compile(r'"([^"\\]+)":')


@dataclass(frozen=True, slots=True)
class Sealed:
    """``body`` as it is hashed; ``texts`` what was taken out of it, canonical JSON by place (``instead/note``)."""

    body: str
    texts: Mapping[str, str]


def sealed(body: str, event_id: UUID, salt: bytes) -> Sealed:
    """Take out what may name somebody. A body that holds nothing of the kind comes back as it is."""
    texts: dict[str, str] = {}
    said = _without(json.loads(body), event_id, salt, texts, "")
    return Sealed(canonical(said), texts) if texts else Sealed(body, texts)


def may_name(body: str) -> bool:
    """Has this body to be sealed? Asked of every event, so without reading it whole where that is not needed."""
    if "\\" not in body and PLAIN.issuperset(_KEY.findall(body)):
        return False
    return any(_private(name, value) for name, value in _fields(json.loads(body)))


def salt_of(session_id: int) -> bytes:
    """The session's salt, made by the first that asks; of two at once both get the same."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_salt (session_id, salt) VALUES (%s, uuid_send(gen_random_uuid())"
            " || uuid_send(gen_random_uuid())) ON CONFLICT DO NOTHING",
            [session_id],
        )
    return bytes(Salt.objects.get(session_id=session_id).salt)


def same(stored: Entry, body: str) -> bool:
    """Says ``body`` what the entry says? Where the texts of the entry are gone, all the rest must be equal."""
    if stored.body == body:
        return True
    if MARK not in stored.body:
        return False
    salt = Salt.objects.filter(session_id=stored.session_id).first()
    if salt is not None and sealed(body, stored.event_id, bytes(salt.salt)).body == stored.body:
        return True
    if PrivateText.objects.filter(entry=stored).exists():
        return False
    return _blank(json.loads(stored.body)) == _blank(json.loads(sealed(body, stored.event_id, b"").body))


def opened(entries: Iterable[Entry]) -> list[Entry]:
    """The same entries with what is still kept of their texts put back: to be shown, never to be hashed or saved.

    One query, and none where nothing is sealed.
    """
    given = list(entries)
    holding = [entry.pk for entry in given if MARK in entry.body]
    if not holding:
        return given
    texts: dict[int, dict[str, Any]] = {}
    for entry_id, place, text in PrivateText.objects.filter(entry__in=holding).values_list("entry", "place", "text"):
        texts.setdefault(entry_id, {})[place] = json.loads(text)
    return [_opened(entry, texts[entry.pk]) if entry.pk in texts else entry for entry in given]


def unfit(entry: Entry, texts: Mapping[str, str], salt: bytes | None) -> bool:
    """Is one of the kept texts another than the entry commits to?"""
    body = json.loads(entry.body)
    if salt is None:
        return bool(texts)
    return any(_at(body, place) != _token(place, text, entry.event_id, salt) for place, text in texts.items())


def is_sealed(value: object) -> bool:
    return isinstance(value, str) and value.startswith(MARK)


def _private(name: str, value: object) -> bool:
    if value is None or value == "" or is_sealed(value):
        return False
    if name == "ruling":
        return not (isinstance(value, str) and WORD.fullmatch(value))
    if name == "owner":
        # One word is a mark of the table (the contract's "another name"); more of them are a person's name
        return not isinstance(value, str) or len(value.split()) > 1
    if name == "import":
        # The mark of the file that an event was imported from; whatever else stands there is a source's own
        return not (isinstance(value, str) and A_FILE.fullmatch(value))
    if name == "read":
        # Which read of a shoe it was: numbers only (docs/shoes.md)
        return not (isinstance(value, str) and A_READ.fullmatch(value))
    if name in ("sheet", "image_sha256"):
        # The page of paper that it was read from, and the picture of it (docs/sheets.md)
        form = A_PAGE if name == "sheet" else A_DIGEST
        return not (isinstance(value, str) and form.fullmatch(value))
    return name not in PLAIN


def _fields(said: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in said.items():
        if name == "instead" and isinstance(value, dict):
            yield from _fields(value)
        else:
            yield name, value


def _without(said: Mapping[str, Any], event_id: UUID, salt: bytes, texts: dict[str, str], above: str) -> dict[str, Any]:
    left: dict[str, Any] = {}
    for name, value in said.items():
        place = above + name.replace("~", "~0").replace("/", "~1")
        if name == "instead" and isinstance(value, dict):
            left[name] = _without(value, event_id, salt, texts, f"{place}/")
        elif _private(name, value):
            texts[place] = json_of(value)
            left[name] = _token(place, texts[place], event_id, salt)
        else:
            left[name] = value
    return left


def json_of(value: Any) -> str:
    """Any JSON value in its canonical form, which is defined of objects here."""
    return canonical({"": value})[4:-1]


def _token(place: str, text: str, event_id: UUID, salt: bytes) -> str:
    # Who owns a bet behind a seat must be the same in the bet and in its payment; of sentences not even that is told
    about = "owner" if place.rpartition("/")[2] == "owner" else f"{event_id}\n{place}"
    mac = hmac.new(salt, f"{about}\n{text}".encode(), hashlib.sha256).digest()
    return MARK + urlsafe_b64encode(mac).decode().rstrip("=")


def _opened(entry: Entry, texts: Mapping[str, Any]) -> Entry:
    body = json.loads(entry.body)
    for place, value in texts.items():
        inside = body
        *way, name = _names(place)
        for step in way:
            inside = inside[step]
        inside[name] = value
    shown = Entry(**{field.attname: getattr(entry, field.attname) for field in Entry._meta.concrete_fields})
    shown.body = canonical(body)
    return shown


def _at(body: Mapping[str, Any], place: str) -> Any:
    inside: Any = body
    *way, name = _names(place)
    for step in way:
        inside = inside.get(step, {})
    return inside.get(name)


def _names(place: str) -> list[str]:
    return [name.replace("~1", "/").replace("~0", "~") for name in place.split("/")]


def _blank(said: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _blank(value) if name == "instead" and isinstance(value, dict) else MARK if is_sealed(value) else value
        for name, value in said.items()
    }
