"""A case as its reports tell it: JSON values for the typesetter, in the language that is active.

The same function serves the report of one incident and each section of a period's, so both say the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import get_language, gettext

from pitboss.accounts.names import Names
from pitboss.audit.at_table import AtTable, at_table
from pitboss.audit.case import Case, Said, case, said
from pitboss.complaints.models import Complaint
from pitboss.drawing.formats import moment
from pitboss.incidents.models import Incident, Status, Step
from pitboss.languages import of_two
from pitboss.ledger.canonical import canonical
from pitboss.privacy.masking import Masking
from pitboss.replay.models import Round
from pitboss.replay.profiles import profile
from pitboss.replay.scenes import Scene, words_of
from pitboss.reports.case_play import at_finding, compared, events, felt, finding, happened, hidden, money_moved
from pitboss.reports.case_record import cctv, custody, history, proof, reported, signatures, unsaid
from pitboss.reports.pieces import chip, paired


@dataclass(frozen=True, slots=True)
class Told:
    """All that is known of one case before it is worded. ``played``: the steps of its round; ``masking`` None: nothing
    is masked but what ``names`` hide; ``whole``: with all steps, and what those who signed are at the casino
    today."""

    incident: Incident
    played: Sequence[Scene]
    this: Round | None
    complaints: Sequence[Complaint]
    names: Names
    masking: Masking | None = None
    whole: bool = True


def case_told(it: Told) -> dict[str, Any]:
    """``it.incident`` comes with findings and steps (``with_findings``). Six queries at most beside those of names."""
    incident, names = it.incident, it.names
    zone = ZoneInfo(incident.casino.timezone)
    steps = list(incident.steps.all())
    if not names.staff:
        names.veil(person for step in steps for person in (step.by, step.to))
    entries = said(it.played, zone) if it.masking is None else masked_said(it.played, it.masking, zone)
    shown = case(incident, entries, it.this, incident.recorded_at, with_house=False)
    shown_steps = steps if it.masking is None else [_masked(step, it.masking) for step in steps]
    there = at_table(incident, entries, names, zone)
    return {
        "folio": incident.folio,
        "casino": incident.casino.name,
        "regulator": profile(incident.session.profile, of_two(get_language())).title,
        "game": _game(it),
        "facts": paired(_facts(it, shown, there, zone)),
        "severity": chip(incident.severity),
        "outcome": chip(incident.outcome),
        "happened": happened(shown),
        "table": felt(it, entries, zone),
        "findings": [finding(one) for one in shown.findings],
        "compared": compared(shown) if it.whole else None,
        "events": events(entries, shown),
        "hidden": hidden(it),
        "money": money_moved(it, shown),
        "cctv": cctv(shown, shown_steps, zone),
        "rows": paired(reported(it, shown_steps, there, zone)),
        "custody": custody(shown_steps, shown, zone),
        "signatures": signatures(it, steps, zone),
        "history": history(steps, shown_steps, zone) if it.whole else [],
        "proof": proof(shown, entries),
        "fingerprint": shown.fingerprint,
        "unsaid": unsaid(incident, shown, steps),
    }


def masked_said(played: Sequence[Scene], masking: Masking, zone: ZoneInfo) -> list[Said]:
    """The same with badges as words, sentences and other seats' money left out. What it leaves out altogether is an
    entry of somebody else's bet."""
    told = []
    for one, scene in zip(said(played, zone), played, strict=True):
        body = masking.event(json.loads(scene.entry.body))
        if body is None:
            continue
        if one.corrected:
            words = gettext("Corregido después; el texto de la corrección no se muestra")
        else:
            bare = copy(scene.entry)
            bare.body = canonical(body)
            words = words_of(bare)[of_two(get_language())].rstrip(".")
        told.append(
            Said(
                entry=one.entry,
                body=body,
                icon=one.icon,
                text=words,
                at=one.at,
                scene=_own_bets(one.scene, masking),
                corrected=one.corrected,
                struck=one.struck,
            )
        )
    return told


def _own_bets(scene: Mapping[str, Any], masking: Masking) -> Mapping[str, Any]:
    if masking.seat is None:
        return scene
    spots = [spot if spot["spot"] == masking.seat else {**spot, "bets": []} for spot in scene["spots"]]
    return {**scene, "spots": spots}


def _masked(step: Step, masking: Masking) -> Step:
    """A copy to be read, never to be saved: its signature is that of the whole step."""
    bare = copy(step)
    bare.before, bare.after, bare.words = masking.step(step.before), masking.step(step.after), masking.text(step.words)
    return bare


def _facts(it: Told, shown: Case, there: AtTable, zone: ZoneInfo) -> list[tuple[str, str]]:
    incident = it.incident
    place = incident.table.name
    if incident.round is not None:
        place += gettext(", pase %(round)s") % {"round": incident.round}
    claims = ", ".join(one.folio for one in it.complaints)
    return [
        (gettext("Ocurrió"), moment(shown.opened_at)),
        (gettext("Se informó"), moment(shown.recorded_at)),
        (gettext("Mesa y pase"), place),
        *((role.capitalize(), name) for role, name in there.people),
        (gettext("Estado"), str(Status(incident.status).label)),
        (gettext("Reclamo vinculado"), claims or gettext("Ninguno")),
    ]


def _game(it: Told) -> str:
    scene = at_finding(it, it.played)
    decks = scene.scene["shoe"]["decks"] if scene else None
    return gettext("Black Jack, %(decks)s barajas") % {"decks": decks} if decks else "Black Jack"
