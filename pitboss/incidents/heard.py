"""What people said at the table about a case: it becomes the same step that it would be at the desk.

A ruling names the code that it is about, and may name the spot: it belongs to the newest case before it that has
such a finding. Without a code, and for footage that is asked for, the case meant is one of the pase at hand: the
newest of it; for footage, all those of it that are flagged. Where there is no such case there is no step; the event
stays in the ledger all the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import Max

from pitboss.accounts.models import Person
from pitboss.casino.models import TableSession
from pitboss.incidents.models import Incident, IncidentFinding, Step, Verb
from pitboss.incidents.picks import Reason, Ruling
from pitboss.ledger.models import Entry
from pitboss.ledger.sealed import WORD, is_sealed, opened
from pitboss.replay.models import Finding, Round

HEARD: Final = {"ruled": Verb.RULED, "cctv_requested": Verb.FOOTAGE_ASKED}


def hear(*, session: TableSession, entries: Iterable[Entry], known: Sequence[Incident] = ()) -> list[Incident]:
    """Add the steps that these entries say, each once; the incidents that got one, without those of ``known``.

    The caller holds the table's lock. Nothing is asked of the database where nothing of the kind was said.
    """
    said = [entry for entry in entries if entry.kind in HEARD]
    if not said:
        return []
    told = set(Step.objects.filter(entry__in=said).values_list("entry_id", flat=True))
    changed: dict[int, Incident] = {}
    for entry in opened(said):
        if entry.pk in told:
            continue
        body = json.loads(entry.body)
        for incident in _meant(session, entry, body):
            _add(incident, entry, body)
            changed[incident.pk] = incident
    there = {incident.pk for incident in known}
    return [incident for incident in changed.values() if incident.pk not in there]


def declared_by(finding: Finding) -> Person | None:
    """Who said that something was wrong; None where the rules saw it."""
    if finding.entry.kind != "declared":
        return None
    return _wearer(json.loads(finding.entry.body))


def _meant(session: TableSession, entry: Entry, body: dict[str, Any]) -> list[Incident]:
    links = IncidentFinding.objects.filter(
        incident__session=session, finding__entry__number__lte=entry.number
    ).select_related("incident")
    code = body.get("code")
    if code:
        links = links.filter(finding__code=code)
        if body.get("spot"):
            links = links.filter(finding__spot=body["spot"])
        newest = links.order_by("-finding__entry__number", "-id").first()
        return [] if newest is None else [newest.incident]
    at_hand = body.get("round", _round_at(session, entry))
    of_round = list(links.filter(incident__round=at_hand).order_by("-finding__entry__number", "-id")[:50])
    flagged = {link.incident_id: link.incident for link in of_round if link.incident.cctv}
    if entry.kind == "cctv_requested" and flagged:
        return list(flagged.values())
    return [link.incident for link in of_round[:1]]


def _round_at(session: TableSession, entry: Entry) -> int | None:
    """The number of the pase that the entry is in or comes after; None where none was opened."""
    return (
        Round.objects.filter(session=session, first_entry__number__lte=entry.number)
        .order_by("-first_entry_id")
        .values_list("number", flat=True)
        .first()
    )


def _add(incident: Incident, entry: Entry, body: dict[str, Any]) -> None:
    Incident.objects.select_for_update(of=("self",), no_key=True).get(pk=incident.pk)
    last: int = incident.steps.aggregate(last=Max("number"))["last"] or 0
    ruling = entry.kind == "ruled"
    Step.objects.create(
        incident=incident,
        number=last + 1,
        verb=HEARD[entry.kind],
        at=entry.at,
        by=_wearer(body),
        after=_ruling(body) if ruling else {"role": body.get("by_role")},
        words=_words(body),
        entry=entry,
    )


def _ruling(body: dict[str, Any]) -> dict[str, Any]:
    """The tablet's word for a ruling, as the desk has it. A word that neither knows is kept as it came; a sentence is
    no word, see ``_words``."""
    said = body.get("ruling")
    after: dict[str, Any] = {"role": body.get("by_role")}
    if said == Ruling.AS_PRESCRIBED:
        return after | {"ruling": str(Ruling.AS_PRESCRIBED)}
    after["ruling"] = str(Ruling.OTHERWISE)
    if said in Reason.values:
        return after | {"reason": said}
    return after | ({"said": said} if isinstance(said, str) and WORD.fullmatch(said) else {})


def _words(body: dict[str, Any]) -> str:
    """A person's own: a sentence may name somebody, so it has no place in what a step says has changed."""
    ruling = body.get("ruling")
    said = ruling if isinstance(ruling, str) and not WORD.fullmatch(ruling) else None
    texts = [said, body.get("words") or (body.get("reason") if body.get("kind") == "cctv_requested" else None)]
    return ". ".join(str(text).rstrip(".") for text in texts if text and not is_sealed(text))


def _wearer(body: dict[str, Any]) -> Person | None:
    badge = body.get("by")
    return Person.objects.filter(badge=badge).first() if isinstance(badge, str) and badge else None
