"""Open and update incidents from findings: one verb, in the transaction that wrote the findings.

Every finding belongs to an incident, the ``noted`` ones too: whoever asks the system about a round gets
all of it in one place. Which findings are one case is the rule in ``cases``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Max, Q

from pitboss.casino.business_days import BusinessCalendar
from pitboss.casino.clocks import Clock, ClockSetting
from pitboss.casino.models import TableSession
from pitboss.incidents.cases import Case, Trait, case_of
from pitboss.incidents.folio import folio, take_numbers, year_of
from pitboss.incidents.footage import preserve_by
from pitboss.incidents.heard import declared_by
from pitboss.incidents.models import Incident, IncidentFinding, Status, Step, Verb
from pitboss.incidents.searched import remember
from pitboss.incidents.summary import Summary, summarise
from pitboss.replay.models import Finding, Outcome, Severity


@dataclass(slots=True)
class _Open:
    """An incident at work: its findings, and what these say that its history does not yet."""

    case: Case
    incident: Incident | None
    links: dict[Any, IncidentFinding] = field(default_factory=dict)
    findings: dict[Any, Finding] = field(default_factory=dict)
    joined: list[Finding] = field(default_factory=list)
    answered: list[Finding] = field(default_factory=list)
    touched: bool = False

    def ordered(self) -> list[Finding]:
        return sorted(self.findings.values(), key=lambda finding: (finding.entry_id, finding.code))

    def summary(self) -> Summary:
        return summarise(self.ordered(), status=Status.OPEN if self.incident is None else self.incident.status)


def follow(*, session: TableSession, findings: Sequence[Finding], now: datetime) -> list[Incident]:
    """The incidents that these findings (raised or changed, already saved) opened or changed.

    The caller holds the table's lock, so nobody else is opening incidents of this session. Following
    the same findings again changes nothing.
    """
    if not findings:
        return []
    opens = _known(session, {finding.round for finding in findings})
    by_finding = {key: at_work for at_work in opens for key in at_work.findings}
    for finding in findings:
        at_work = by_finding.get(finding.pk)
        if at_work is None:
            at_work = _joined(finding, opens)
            by_finding[finding.pk] = at_work
        elif at_work.links[finding.pk].outcome != finding.outcome:
            at_work.answered.append(finding)
        at_work.findings[finding.pk] = finding
        at_work.touched = True
    return _write(session, [at_work for at_work in opens if at_work.touched], now)


def trait(finding: Finding) -> Trait:
    """What the rule of cases looks at."""
    return Trait(
        code=finding.code,
        round=finding.round,
        spot=finding.spot,
        events=frozenset(finding.data.get("events") or ()),
        minor_note=(finding.severity == Severity.MINOR and finding.outcome == Outcome.NOTED and not finding.cctv),
    )


def _known(session: TableSession, rounds: set[int | None]) -> list[_Open]:
    """The incidents there are of these rounds, each with all its findings: one query.

    They are held: somebody at the desk may be adding to the same history.
    """
    wanted = Q(incident__round__in=[number for number in rounds if number is not None])
    if None in rounds:
        wanted |= Q(incident__round__isnull=True)
    links = (
        IncidentFinding.objects.filter(wanted, incident__session=session)
        .select_related("incident__table", "finding")
        .select_for_update(of=("incident",), no_key=True)
        .order_by("incident_id", "id")
    )
    opens: dict[int, _Open] = {}
    for link in links:
        at_work = opens.setdefault(link.incident_id, _Open(case=Case(number=link.incident_id), incident=link.incident))
        at_work.links[link.finding_id] = link
        at_work.findings[link.finding_id] = link.finding
        at_work.case.traits.append(trait(link.finding))
    return list(opens.values())


def _joined(finding: Finding, opens: list[_Open]) -> _Open:
    """The case that takes this finding in; a new one, younger than all others, when none does."""
    this = trait(finding)
    case = case_of(this, (at_work.case for at_work in opens))
    at_work = next((at_work for at_work in opens if at_work.case is case), None)
    if at_work is None:
        youngest = max((at_work.case.number for at_work in opens), default=0)
        at_work = _Open(case=Case(number=youngest + 1), incident=None)
        opens.append(at_work)
    at_work.case.traits.append(this)
    at_work.joined.append(finding)
    return at_work


def _write(session: TableSession, opens: Sequence[_Open], now: datetime) -> list[Incident]:
    _open_new(session, [at_work for at_work in opens if at_work.incident is None], now)
    steps: list[Step] = []
    changed: list[Incident] = []
    old = [at_work for at_work in opens if at_work.incident is not None and at_work.incident.pk is not None]
    last_numbers = _last_steps(at_work.incident for at_work in old)
    for at_work in old:
        assert at_work.incident is not None  # noqa: S101 (said above; mypy cannot see it)
        summary = at_work.summary()
        step = _step(at_work, at_work.incident, summary, now)
        if step is not None:
            step.number = last_numbers.get(at_work.incident.pk, 0) + 1
            steps.append(step)
        if _apply(at_work.incident, summary):
            changed.append(at_work.incident)
    for at_work in opens:
        if at_work not in old:
            steps.append(_opening(at_work, now))
    fresh = [at_work.incident for at_work in opens if at_work.incident is not None and at_work not in old]
    Incident.objects.bulk_create(fresh)
    _link(opens, now)
    # A status moves only behind a step that says so: the database looks.
    Step.objects.bulk_create(steps)
    if changed:
        Incident.objects.bulk_update(changed, fields=_UPDATED)
    remember((at_work.incident, at_work.ordered()) for at_work in opens if at_work.incident is not None)
    return [at_work.incident for at_work in opens if at_work.incident is not None]


def _open_new(session: TableSession, opens: Sequence[_Open], now: datetime) -> None:
    """Give each new case its incident, and its folio in the order of the findings."""
    if not opens:
        return
    casino = session.table.casino
    clocks = ClockSetting.objects.in_force(casino=casino, at=now)
    days, kept = BusinessCalendar(timezone=casino.timezone), clocks[Clock.FOOTAGE_KEPT].value
    summaries = [(at_work, at_work.summary()) for at_work in opens]
    per_year: dict[int, list[tuple[_Open, Summary]]] = defaultdict(list)
    for at_work, summary in summaries:
        per_year[year_of(casino, summary.opened_at)].append((at_work, summary))
    for year in sorted(per_year):
        numbers = take_numbers(casino=casino, year=year, count=len(per_year[year]))
        for number, (at_work, summary) in zip(numbers, per_year[year], strict=True):
            incident = Incident(
                casino=casino,
                year=year,
                number=number,
                folio=folio(year, number),
                table=session.table,
                session=session,
                round=next(iter(at_work.findings.values())).round,
                recorded_at=now,
                retention_days=kept,
                preserve_by=preserve_by(summary.opened_at, kept),
                hold_until=days.term(summary.opened_at, clocks[Clock.FOOTAGE_HOLD]),
            )
            _apply(incident, summary)
            at_work.incident = incident


def _last_steps(incidents: Iterable[Incident | None]) -> dict[int, int]:
    keys = [incident.pk for incident in incidents if incident is not None]
    if not keys:
        return {}
    rows = Step.objects.filter(incident__in=keys).values("incident_id").annotate(last=Max("number"))
    return {row["incident_id"]: row["last"] for row in rows.order_by()}


_UPDATED = [
    "status", "code", "outcome", "severity", "cctv", "opened_at", "last_event_at",
    "footage_from", "footage_to", "owed", "overpaid", "dealer", "supervisor", "seat", "headline_es", "headline_en",
]  # fmt: skip


def _apply(incident: Incident, summary: Summary) -> bool:
    """Write the summary on the incident; whether anything differs from what it said before."""
    values: dict[str, Any] = {
        name: getattr(summary, name) for name in _UPDATED if name not in ("footage_from", "footage_to")
    }
    values["footage_from"] = None if summary.footage is None else summary.footage.start
    values["footage_to"] = None if summary.footage is None else summary.footage.end
    differs = any(getattr(incident, name) != value for name, value in values.items())
    for name, value in values.items():
        setattr(incident, name, value)
    return differs


def _opening(at_work: _Open, now: datetime) -> Step:
    after = at_work.summary().facts() | {"findings": _named(at_work.findings.values())}
    by = declared_by(next(iter(at_work.findings.values())))
    return Step(incident=at_work.incident, number=1, verb=Verb.OPENED, at=now, by=by, before={}, after=after)


def _step(at_work: _Open, incident: Incident, summary: Summary, now: datetime) -> Step | None:
    """The line of history that tells the change; None when there is nothing new to tell."""
    was = {name: getattr(incident, name) for name in summary.facts()}
    before = {name: was[name] for name, value in summary.facts().items() if was[name] != value}
    after = {name: value for name, value in summary.facts().items() if was[name] != value}
    if at_work.joined or at_work.answered:
        before["findings"] = {_name(finding): at_work.links[finding.pk].outcome for finding in at_work.answered}
        after["findings"] = _named([*at_work.answered, *at_work.joined])
    if not after:
        return None
    return Step(incident=incident, verb=_verb(at_work, after), at=now, before=before, after=after)


def _verb(at_work: _Open, after: dict[str, Any]) -> Verb:
    if "status" in after:
        return Verb.WITHDRAWN if after["status"] == Status.WITHDRAWN else Verb.RESTORED
    if at_work.joined:
        return Verb.JOINED
    return Verb.ANSWERED if at_work.answered else Verb.AMENDED


def _name(finding: Finding) -> str:
    """``12:deal-order:3``: the first event, the code and the spot, as the rules key it."""
    return finding.key


def _named(findings: Iterable[Finding]) -> dict[str, str]:
    return {_name(finding): finding.outcome for finding in findings}


def _link(opens: Sequence[_Open], now: datetime) -> None:
    """Tie new findings to their incidents, and remember which outcome the history has told."""
    new = [
        IncidentFinding(
            incident=at_work.incident,
            finding=finding,
            outcome=at_work.findings[finding.pk].outcome,
            added_at=now,
        )
        for at_work in opens
        for finding in at_work.joined
    ]
    IncidentFinding.objects.bulk_create(new)
    told: list[IncidentFinding] = []
    for at_work in opens:
        for finding in at_work.answered:
            link = at_work.links[finding.pk]
            link.outcome = finding.outcome
            told.append(link)
    if told:
        IncidentFinding.objects.bulk_update(told, fields=["outcome"])
