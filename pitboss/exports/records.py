"""Incidents as ``incidents.json`` has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Prefetch, QuerySet

from pitboss.complaints.models import ComplaintIncident
from pitboss.exports import shapes
from pitboss.exports.queries import Since, Upto
from pitboss.exports.telling import Telling, instant, maybe, plain
from pitboss.incidents.fingerprint import fingerprint
from pitboss.incidents.models import Incident, Step, Witness
from pitboss.ledger.models import Entry
from pitboss.replay.models import Finding, Round

AT_ONCE: Final = 200
SAID: Final = ("code", "round", "spot", "severity", "standing", "decides", "outcome", "cctv")


def with_all(incidents: QuerySet[Incident]) -> QuerySet[Incident]:
    """With all that a record tells; a handful of queries for every ``AT_ONCE``. Bodies of entries are not read."""
    entries = Entry.objects.only("number", "session_id")
    findings = Finding.objects.order_by("entry_id", "code", "pk").prefetch_related(
        Prefetch("entry", entries), Prefetch("answered", entries)
    )
    steps = Step.objects.select_related("by", "to", "answers").order_by("number")
    steps = steps.prefetch_related(Prefetch("entry", entries))
    linked = ComplaintIncident.objects.select_related("complaint").order_by("complaint__number")
    return incidents.select_related("casino", "table", "session").prefetch_related(
        Prefetch("findings", findings),
        Prefetch("steps", steps),
        Prefetch("witnesses", Witness.objects.order_by("pk")),
        Prefetch("complaint_links", linked),
    )


def is_later(incident: Incident, upto: Mapping[int, Upto], since: Since) -> bool:
    """Has something of it come after the checkpoint? Then the checkpoint proves another case than this one."""
    there, session = upto.get(incident.session_id), incident.session_id
    numbers = {finding.entry.number for finding in incident.findings.all()}
    numbers |= {finding.answered.number for finding in incident.findings.all() if finding.answered}
    numbers |= {step.entry.number for step in incident.steps.all() if step.entry}
    if there is None or max(numbers, default=0) > there.number or session in since.corrected:
        return True
    # Money is compared when the round closes; a dispute flags what was declared of the table
    return session in since.disputed if incident.round is None else (session, incident.round) in since.rounds


def rounds_of(incidents: Sequence[Incident]) -> dict[tuple[int, int], list[Round]]:
    """The rounds of these incidents, by session and number: a query a session."""
    wanted: dict[int, set[int]] = {}
    for incident in incidents:
        if incident.round is not None:
            wanted.setdefault(incident.session_id, set()).add(incident.round)
    found: dict[tuple[int, int], list[Round]] = {}
    entries = Entry.objects.only("number")
    for session, numbers in sorted(wanted.items()):
        rounds = Round.objects.filter(session=session, number__in=numbers).defer("hands").order_by("first_entry_id")
        for one in rounds.prefetch_related(Prefetch("first_entry", entries), Prefetch("last_entry", entries)):
            found.setdefault((session, one.number), []).append(one)
    return found


def record(incident: Incident, rounds: Iterable[Round], telling: Telling, last: int) -> shapes.Incident:
    """One case; ``last`` is how far the bundle has its session. The incident comes from `with_all`."""
    casino = incident.casino
    findings, steps = list(incident.findings.all()), list(incident.steps.all())
    numbers = {finding.entry.number for finding in findings}
    numbers |= {finding.answered.number for finding in findings if finding.answered}
    # A number that was opened twice has two rounds: those that the case has something in
    there = [
        one for one in rounds if any(one.first_entry.number <= number <= one.last_entry.number for number in numbers)
    ]
    numbers |= {one.first_entry.number for one in there} | {one.last_entry.number for one in there}
    others = telling.question.masked and any(_of_another(finding, telling) for finding in findings)
    return shapes.Incident(
        casino=casino.code,
        folio=incident.folio,
        year=incident.year,
        number=incident.number,
        table=incident.table.name,
        session=incident.session_id,
        gaming_day=incident.session.gaming_day.isoformat(),
        round=incident.round,
        code=incident.code,
        status=incident.status,
        severity=incident.severity,
        outcome=incident.outcome,
        cctv=incident.cctv,
        opened_at=instant(incident.opened_at),
        recorded_at=instant(incident.recorded_at),
        last_event_at=instant(incident.last_event_at),
        currency=casino.currency,
        # Of a masked case with other players in it, a sum would tell their money
        owed=None if others else incident.owed,
        overpaid=None if others else incident.overpaid,
        seat=incident.seat,
        ruling=incident.ruling,
        headline=shapes.Words(es="—", en="—")
        if others
        else shapes.Words(es=incident.headline_es, en=incident.headline_en),
        footage=shapes.Footage(
            start=maybe(incident.footage_from),
            end=maybe(incident.footage_to),
            preserve_by=maybe(incident.preserve_by),
            hold_until=maybe(incident.hold_until),
        ),
        rounds=[
            shapes.Round(
                number=one.number,
                first=one.first_entry.number,
                last=min(one.last_entry.number, last),
                shoe=one.shoe,
                opened_at=instant(one.opened_at),
                closed_at=maybe(one.closed_at),
                seats=one.seats,
            )
            for one in there
        ],
        findings=[finding_of(finding, telling) for finding in findings],
        steps=[_step(step, incident, telling) for step in steps],
        people=[
            shapes.Somebody(
                part=one.part,
                role=one.role,
                position=one.position if telling.witnesses else "",
                name=one.name if telling.witnesses else None,
                contact=one.contact if telling.witnesses else None,
            )
            for one in incident.witnesses.all()
        ],
        complaints=[link.complaint.folio for link in incident.complaint_links.all()],
        fingerprint=fingerprint(incident, steps),
        events=f"rounds/{casino.code}-{incident.folio}.ndjson",
        first=min(numbers),
        last=min(max(numbers), last),
    )


def finding_of(finding: Finding, telling: Telling) -> shapes.Finding:
    """What the engine said, word for word; under a masking without other seats' money and what tells of it."""
    data, masking = finding.data, telling.maskings[finding.casino_id]
    masked = telling.question.masked
    hidden = masked and _of_another(finding, telling)
    return shapes.Finding(
        id=str(finding.pk),
        key=finding.key,
        edition=finding.edition,
        entry=finding.entry.number,
        answered=finding.answered.number if finding.answered else None,
        **{name: data.get(name) for name in SAID} | {"outcome": finding.outcome},
        events=plain(data.get("events")),
        prescribed=[] if hidden else plain(data.get("prescribed")),
        cctv_reasons=plain(data.get("cctv_reasons")),
        money=masking.money(plain(data.get("money"))) if masked else plain(data.get("money")),
        cites=plain(data.get("cites")),
        regulation=None if hidden else data.get("regulation"),
        withdrawn_by=data.get("withdrawn_by"),
        dealer=telling.badge(finding.casino_id, finding.dealer),
        supervisor=telling.badge(finding.casino_id, finding.supervisor),
        text=shapes.Texts(**{language: _text(finding.text(language), hidden) for language in ("es", "en")}),
    )


def _text(told: Mapping[str, Any], hidden: bool) -> shapes.Text:
    return shapes.Text(
        title=told.get("title", ""),
        message=None if hidden else told.get("message"),
        steps=[] if hidden else plain(told.get("steps")),
        say=None if hidden else told.get("say"),
        law=told.get("law"),
    )


def _of_another(finding: Finding, telling: Telling) -> bool:
    """Is it about another seat than the complainant's, or does its money name one?"""
    spots = {finding.spot, *(row.get("spot") for row in finding.data.get("money") or ())}
    return any(str(spot).partition(".")[0] != telling.question.seat for spot in spots if spot and spot != "dealer")


def _step(step: Step, incident: Incident, telling: Telling) -> shapes.Step:
    masking = telling.maskings[incident.casino_id]
    return shapes.Step(
        number=step.number,
        verb=step.verb,
        at=instant(step.at),
        by=telling.person(incident.casino_id, step.by),
        to=telling.person(incident.casino_id, step.to),
        before=masking.step(step.before),
        after=masking.step(step.after),
        words=masking.text(step.words),
        entry=step.entry.number if step.entry else None,
        answers=step.answers.number if step.answers else None,
        signature=step.signature,
    )
