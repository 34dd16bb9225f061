"""The shapes of a bundle's JSON files; the published JSON Schema is made of them. Field by field in docs/bundle.md."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

FORMAT: Final = "pitboss incidents 1"
SCHEMA_ID: Final = "urn:pitboss:incidents:1"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Instant = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$", description="ISO 8601, UTC")]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
Number = Annotated[int, Meta(ge=1)]
Amount = Annotated[int, Meta(description="Whole number of the currency's smallest unit")]


class Struct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every field is always there."""


class Head(Struct, frozen=True, kw_only=True):
    """A checkpoint by what it says; the signed note is ``evidence/checkpoint``."""

    origin: str
    size: Annotated[int, Meta(ge=0)]
    root: Annotated[str, Meta(description="base64")]


class Elsewhere(Struct, frozen=True, kw_only=True):
    """A folio that is not in this bundle, and why: ``period``, ``narrowed`` or ``later``."""

    number: Number
    why: Annotated[str, Meta(pattern="^(period|narrowed|later)$")]


class Folios(Struct, frozen=True, kw_only=True):
    """Folios of a casino and year from the first here to the last: each is an incident, or told in ``elsewhere``."""

    casino: str
    year: int
    first: Number
    last: Number
    elsewhere: list[Elsewhere]


class Words(Struct, frozen=True, kw_only=True):
    es: str
    en: str


class Person(Struct, frozen=True, kw_only=True):
    """``badge`` empty where there is none; ``name`` null where names are masked or nobody wears the badge."""

    badge: str
    name: str | None


class Somebody(Struct, frozen=True, kw_only=True):
    """A witness, or somebody else who is part of it."""

    part: str
    role: str
    position: str
    name: str | None
    contact: str | None


class Footage(Struct, frozen=True, kw_only=True):
    start: Instant | None = msgspec.field(name="from")
    end: Instant | None = msgspec.field(name="to")
    preserve_by: Instant | None
    hold_until: Instant | None


class Round(Struct, frozen=True, kw_only=True):
    """``first`` and ``last``: numbers of entries of the session."""

    number: int
    first: Number
    last: Number
    shoe: int | None
    opened_at: Instant
    closed_at: Instant | None
    seats: list[str]


class Text(Struct, frozen=True, kw_only=True):
    title: str
    message: str | None
    steps: list[str]
    say: str | None
    law: str | None


class Texts(Struct, frozen=True, kw_only=True):
    es: Text
    en: Text


class Finding(Struct, frozen=True, kw_only=True):
    """The engine's finding, and where in the ledger it was raised and settled."""

    id: str
    key: str
    edition: str
    entry: Number
    answered: Number | None
    code: str
    round: int | None
    spot: str | None
    events: list[int]
    severity: str
    standing: str
    decides: str
    prescribed: list[dict[str, Any]]
    outcome: str
    cctv: bool
    cctv_reasons: list[str]
    money: list[dict[str, Any]]
    cites: list[dict[str, Any]]
    regulation: Any
    withdrawn_by: int | None
    dealer: Person
    supervisor: Person
    text: Texts


class Step(Struct, frozen=True, kw_only=True):
    """A row of the history. ``by`` null: the system. ``entry``: the event that said it at the table."""

    number: Number
    verb: str
    at: Instant
    by: Person | None
    to: Person | None
    before: dict[str, Any]
    after: dict[str, Any]
    words: str
    entry: Number | None
    answers: Number | None
    signature: str


class Incident(Struct, frozen=True, kw_only=True):
    """A case. ``fingerprint``: SHA-256 over its history, as pages and prints show it."""

    casino: str
    folio: str
    year: int
    number: Number
    table: str
    session: Number
    gaming_day: Day
    round: int | None
    code: str
    status: str
    severity: str
    outcome: str
    cctv: bool
    opened_at: Instant
    recorded_at: Instant
    last_event_at: Instant
    currency: str
    owed: Amount | None
    overpaid: Amount | None
    seat: str
    ruling: str
    headline: Words
    footage: Footage
    rounds: list[Round]
    findings: list[Finding]
    steps: list[Step]
    people: list[Somebody]
    complaints: list[str]
    fingerprint: Hash
    events: str
    first: Number
    last: Number


class Incidents(Struct, frozen=True, kw_only=True):
    """``incidents.json``."""

    format: Annotated[str, Meta(pattern=f"^{FORMAT}$")]
    request: Hash
    checkpoint: Head
    edition: str
    masked: bool
    folios: list[Folios]
    incidents: list[Incident]


class Session(Struct, frozen=True, kw_only=True):
    """One row of ``sessions.json``."""

    session: int
    casino: str
    table: str
    table_number: int
    number: int
    profile: str
    house: dict[str, Any]
    gaming_day: str
    opened_at: str
    closed_at: str | None
    entries: int
    hash: str
    whole: bool
    salt: str | None
    unread: int
    elsewhere: list[str]


def written(value: Any) -> bytes:
    """JSON for people and programs: indented, one line break at the end."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def schema() -> bytes:
    """The JSON Schema of ``incidents.json``."""
    made = msgspec.json.schema(Incidents)
    return written({"$schema": DIALECT, "$id": SCHEMA_ID, "title": "pitboss incidents 1", **made})
