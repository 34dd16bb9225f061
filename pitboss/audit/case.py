"""One incident as its page shows it: findings with prescribed beside done, money, footage, history, proof."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import get_language, gettext

from pitboss.audit.footage_clock import Countdown, countdown
from pitboss.audit.house import house_of
from pitboss.audit.regulation import Compared, compared
from pitboss.audit.settlement import Money, settlement
from pitboss.audit.step_words import told, who
from pitboss.audit.telling import icon_of, role_name
from pitboss.audit.words import changes, reason_words, verb_words
from pitboss.drawing.formats import money
from pitboss.incidents.custody import Keeping, custody_of
from pitboss.incidents.fingerprint import fingerprint
from pitboss.incidents.gate import details_of
from pitboss.incidents.life import signature_holds
from pitboss.incidents.models import Incident, Step
from pitboss.languages import of_two
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import hash_of
from pitboss.replay.catalogue import Elsewhere, elsewhere
from pitboss.replay.house_words import HouseValue
from pitboss.replay.models import Finding, Outcome, Round
from pitboss.replay.scenes import Scene

REMEDIES = frozenset(
    {
        "burned", "reordered", "picked_up", "returned", "paid", "taken", "ruled", "excluded", "refused", "accepted",
        "cut", "shuffled", "decks_checked", "shoe_ended", "corrected", "bet", "cards_collected", "disputed",
        "cctv_requested",
    }
)  # fmt: skip
"""Events by which something is done about a finding, rightly or not; by any other, play just goes on."""


@dataclass(frozen=True, slots=True)
class Said:
    """A ledger entry in words, on the casino's clock. ``body`` is what was said, as an object; ``scene`` the
    table after it. ``struck``: a correction took it out; ``corrected``: the words are the correction's."""

    entry: Entry
    body: Mapping[str, Any]
    icon: str
    text: str
    at: datetime
    scene: Mapping[str, Any]
    corrected: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding of the case. ``done`` is what was seen to be done about it, in order; ``lapsed`` is how
    play went on without it."""

    finding: Finding
    title: str
    message: str
    law: str
    steps: list[str]
    say: str
    decides: str
    cites: list[str]
    elsewhere: tuple[Elsewhere, ...]
    done: list[Said]
    lapsed: Said | None
    at: datetime
    compared: Compared | None


@dataclass(frozen=True, slots=True)
class Happened:
    """One line of the case's own history. ``signed``: does its author's signature, computed anew, hold? None for a
    step that needs none: the system's, and those said at the table, which the tablet's own signature covers."""

    step: Step
    at: datetime
    verb: str
    who: str
    details: list[str]
    signed: bool | None


@dataclass(frozen=True, slots=True)
class Proof:
    """The entries that this page shows, and whether their hashes hold when computed anew."""

    first: int
    last: int
    first_hash: str
    last_hash: str
    holds: bool
    entries: int


@dataclass(frozen=True, slots=True)
class Case:
    incident: Incident
    headline: str
    opened_at: datetime
    recorded_at: datetime
    findings: list[Shown]
    money: Money
    reasons: list[str]
    footage: tuple[datetime, datetime] | None
    keep: Countdown
    preserve_by: datetime | None
    history: list[Happened]
    proof: Proof | None
    disputes: list[str]
    house: list[HouseValue]
    custody: list[Keeping]
    fingerprint: str


def said(played: Iterable[Scene], zone: ZoneInfo) -> list[Said]:
    language = of_two(get_language())
    return [
        Said(
            entry=one.entry,
            body=json.loads(one.entry.body),
            icon=icon_of(one.entry.kind),
            text=one.words[language].rstrip("."),
            at=one.entry.at.astimezone(zone),
            scene=one.scene,
            corrected=one.corrected,
            struck=one.struck,
        )
        for one in played
    ]


def case(
    incident: Incident, entries: Sequence[Said], this: Round | None, now: datetime, *, with_house: bool = True
) -> Case:
    """``incident`` comes with findings and steps; ``entries`` are those of its round, which is ``this``. What the house
    had set is asked for in two queries, where it is wanted."""
    language = get_language() or "es"
    zone = ZoneInfo(incident.casino.timezone)
    findings, steps = list(incident.findings.all()), list(incident.steps.all())
    return Case(
        incident=incident,
        headline=headline(incident, language),
        opened_at=incident.opened_at.astimezone(zone),
        recorded_at=incident.recorded_at.astimezone(zone),
        findings=[_shown(finding, entries, language, zone) for finding in findings],
        money=settlement(findings, this, details_of(steps)),
        reasons=_reasons(findings),
        footage=_footage(incident, zone),
        keep=countdown(incident.preserve_by, incident.opened_at, now),
        preserve_by=incident.preserve_by.astimezone(zone) if incident.preserve_by else None,
        history=[_happened(step, zone) for step in steps],
        proof=_proof(entries),
        house=house_of(incident.session, language, zone) if with_house else [],
        custody=custody_of(steps),
        fingerprint=fingerprint(incident, steps),
        disputes=[str(one.body.get("spot")) for one in entries if one.entry.kind == "disputed"],
    )


def headline(incident: Incident, language: str) -> str:
    """What happened, whether the prescription was followed, and what money is left, in one sentence."""
    happened = incident.headline(language).rstrip(".")
    endings = {
        Outcome.CONTRARY: gettext("no se hizo lo prescrito"),
        Outcome.FOLLOWED: gettext("se hizo lo prescrito"),
    }
    parts = [endings[Outcome(incident.outcome)]] if incident.outcome in endings else []
    if incident.owed:
        parts.append(gettext("se deben %(amount)s a jugadores") % {"amount": money(incident.owed)})
    if incident.overpaid:
        parts.append(gettext("se pagaron %(amount)s de más") % {"amount": money(incident.overpaid)})
    if not parts:
        return f"{happened}."
    rest = ", ".join(parts[:-1])
    last = parts[-1] if not rest else gettext("%(first)s y %(last)s") % {"first": rest, "last": parts[-1]}
    return f"{happened}: {last}."


def _shown(finding: Finding, entries: Sequence[Said], language: str, zone: ZoneInfo) -> Shown:
    text = finding.text(language)
    seqs = set(finding.data.get("events", [])[1:])
    later = [one for one in entries if one.entry.pk > finding.entry_id]
    answer = next((one for one in later if one.entry.pk == finding.answered_id), None)
    lapsed = answer if answer and answer.entry.kind not in REMEDIES else None
    done = [
        one
        for one in later
        if one is not lapsed and (one.entry.seq in seqs or one is answer or _rules_on(one.body, finding))
    ]
    return Shown(
        finding=finding,
        title=str(text.get("title") or finding.code),
        message=str(text.get("message") or ""),
        law=str(text.get("law") or ""),
        steps=[str(step) for step in text.get("steps") or []],
        say=str(text.get("say") or ""),
        decides=role_name(finding.decides),
        cites=[_cited(cite) for cite in finding.data.get("cites") or []],
        elsewhere=elsewhere(finding.code, get_language() or "es"),
        done=done,
        lapsed=lapsed,
        at=finding.at.astimezone(zone),
        compared=compared(finding.data.get("regulation")),
    )


def _rules_on(body: Mapping[str, Any], finding: Finding) -> bool:
    """A ruling, exclusion or footage request that is about this finding, as far as it says."""
    if body.get("kind") == "cctv_requested":
        return finding.cctv
    if body.get("kind") != "ruled":
        return False
    return body.get("code") in (None, finding.code) and body.get("spot") in (None, finding.spot)


def _cited(cite: Mapping[str, Any]) -> str:
    return gettext("%(source)s, %(section)s, n.º %(clause)s") % {
        "source": cite.get("source", ""),
        "section": cite.get("section", ""),
        "clause": cite.get("clause", ""),
    }


def _reasons(findings: Sequence[Finding]) -> list[str]:
    reasons = (reason for finding in findings for reason in finding.data.get("cctv_reasons") or [])
    return [reason_words(reason) for reason in dict.fromkeys(reasons)]


def _footage(incident: Incident, zone: ZoneInfo) -> tuple[datetime, datetime] | None:
    if incident.footage_from is None or incident.footage_to is None:
        return None
    return incident.footage_from.astimezone(zone), incident.footage_to.astimezone(zone)


def _happened(step: Step, zone: ZoneInfo) -> Happened:
    details = told(step, zone) + changes(step.before, step.after, first=step.number == 1)
    if step.words:
        details.append(f"«{step.words}»")
    return Happened(
        step=step,
        at=step.at.astimezone(zone),
        verb=verb_words(step),
        who=who(step),
        signed=signature_holds(step) if step.signature else None,
        details=details,
    )


def _proof(entries: Sequence[Said]) -> Proof | None:
    if not entries:
        return None
    rows = [one.entry for one in entries]
    holds = all(hash_of(entry) == bytes(entry.hash) for entry in rows) and all(
        bytes(later.prev_hash) == bytes(earlier.hash)
        for earlier, later in pairwise(rows)
        if later.number == earlier.number + 1
    )
    return Proof(
        first=rows[0].number,
        last=rows[-1].number,
        first_hash=bytes(rows[0].hash).hex(),
        last_hash=bytes(rows[-1].hash).hex(),
        holds=holds,
        entries=len(rows),
    )
