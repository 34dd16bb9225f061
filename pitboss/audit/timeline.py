"""The round as a line of time: entries in words, like ones together, findings where they rose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import get_language, gettext

from pitboss.audit.case import Said
from pitboss.audit.step_words import ICONS, told, who
from pitboss.audit.telling import bet_name, card_glyph, contracted, spot_name
from pitboss.complaints.models import ComplaintStep
from pitboss.drawing.formats import day, money
from pitboss.incidents.models import Step, Verb
from pitboss.replay.models import Finding, Outcome

FINAL = {
    Outcome.CONTRARY: ("contrary", "bad"),
    Outcome.FOLLOWED: ("followed", "good"),
    Outcome.NOTED: ("noted", ""),
    Outcome.SUPERSEDED: ("superseded", ""),
}
TOGETHER = {"bet": "bet", "dealt": "dealt", "paid": "settled", "taken": "settled", "returned": "settled"}
FLAGS = ("disputed",)
SAID = {"cctv_requested": "cctv", "ruled": "ruling", "disputed": "complaint"}
"""Events of the table that are something else too."""
DONE = {
    Verb.RULED: "ruling", Verb.FOOTAGE_ASKED: "cctv", Verb.FOOTAGE_PRESERVED: "cctv", Verb.FOOTAGE_FOUND: "cctv",
    Verb.CARDS_HANDED_OVER: "custody", Verb.COMPLETED: "report", Verb.COMMENTED: "note", Verb.REVIEWED: "review",
    Verb.CLOSED: "review", Verb.REOPENED: "review", Verb.ASSIGNED: "review",
}  # fmt: skip
LAG = timedelta(minutes=1)
"""From so long on it is told when a line was recorded, beside when it happened."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of time. ``first`` to ``step`` are the replay's steps that it tells; it leads to the last. Both are 0
    where people did something with the case that is no event of the table. ``kinds``: what it can be filtered by, words
    with spaces between. ``recorded``: when it was, where that was not at once."""

    at: datetime
    icon: str
    mood: str
    text: str
    detail: str
    first: int
    step: int
    kinds: str = "table"
    recorded: datetime | None = None

    def holds(self, step: int) -> bool:
        return self.first <= step <= self.step


def timeline(entries: Sequence[Said], findings: Sequence[Finding]) -> list[Line]:
    """Every entry is on one line; a finding stands right behind the entry that raised or answered it."""
    raised: dict[int, list[Finding]] = {}
    answered: dict[int, list[Finding]] = {}
    for finding in findings:
        raised.setdefault(finding.entry_id, []).append(finding)
        if finding.answered_id and finding.answered_id != finding.entry_id:
            answered.setdefault(finding.answered_id, []).append(finding)
    lines: list[Line] = []
    held: list[tuple[int, Said]] = []
    for step, one in enumerate(entries, start=1):
        group = TOGETHER.get(one.entry.kind)
        eventful = one.entry.pk in raised or one.entry.pk in answered or one.corrected or one.struck
        if held and (group is None or eventful or TOGETHER.get(held[0][1].entry.kind) != group):
            lines.append(_together(held))
            held = []
        if group and not eventful:
            held.append((step, one))
            continue
        lines.append(_single(step, one, raised.get(one.entry.pk, [])))
        lines += [_answer(step, one, finding) for finding in answered.get(one.entry.pk, [])]
    if held:
        lines.append(_together(held))
    return lines


def with_steps(lines: Sequence[Line], steps: Sequence[Step], entries: Sequence[Said], zone: ZoneInfo) -> list[Line]:
    """The same with what people did with the case, each where its time is. What was said at the table and is on a
    line already is not told twice."""
    merged = list(lines)
    there = {one.entry.pk for one in entries}
    for step in steps:
        if step.verb not in ICONS or step.entry_id in there:
            continue
        recorded = step.at.astimezone(zone)
        at = _happened_at(step, zone) or recorded
        place = next((place for place in range(len(merged), 0, -1) if merged[place - 1].at <= at), 0)
        merged.insert(
            place, _person(step, at, recorded, zone, other_day=bool(lines) and at.date() != lines[0].at.date())
        )
    return merged


def _happened_at(step: Step, zone: ZoneInfo) -> datetime | None:
    """When it happened, where the step says that it was earlier than its being told."""
    if step.verb != Verb.CARDS_HANDED_OVER:
        return None
    return datetime.fromisoformat(step.after["at"]).astimezone(zone)


def kinds_of(lines: Sequence[Line]) -> list[tuple[str, str, int]]:
    """What the lines can be filtered by: each kind that there is, its name, how many lines are of it."""
    names = {
        "table": gettext("Mesa"),
        "finding": gettext("Hallazgos"),
        "ruling": gettext("Resolución"),
        "cctv": gettext("CCTV"),
        "custody": gettext("Custodia"),
        "complaint": gettext("Reclamo"),
        "report": gettext("Informe"),
        "note": gettext("Notas"),
        "review": gettext("Revisión"),
    }
    counts = Counter(kind for line in lines for kind in line.kinds.split())
    return [(kind, name, counts[kind]) for kind, name in names.items() if counts[kind]]


def with_complaints(lines: Sequence[Line], steps: Sequence[ComplaintStep], zone: ZoneInfo) -> list[Line]:
    """The same with what was done about the player's complaints, each where its time is. Steps come with their
    complaint and who did them."""
    merged = list(lines)
    for step in steps:
        at = step.at.astimezone(zone)
        place = next((place for place in range(len(merged), 0, -1) if merged[place - 1].at <= at), 0)
        detail = [step.complaint.folio, *([f"«{step.words}»"] if step.words else [])]
        if lines and at.date() != lines[0].at.date():
            detail.insert(0, day(at))
        text = f"{step.get_verb_display()} · {step.by}"
        merged.insert(place, Line(at, "flag", "hot", text, " · ".join(detail), 0, 0, "complaint"))
    return merged


def _person(step: Step, at: datetime, recorded: datetime, zone: ZoneInfo, *, other_day: bool) -> Line:
    icon = ICONS[Verb(step.verb)]
    said = [] if step.verb in (Verb.COMPLETED, Verb.FOOTAGE_PRESERVED) else told(step, zone)
    if step.words:
        said.append(f"«{step.words}»")
    if other_day:
        said.insert(0, day(at))
    text = f"{step.get_verb_display()} · {who(step)}"
    kind = DONE.get(Verb(step.verb), "note")
    return Line(at, icon, "cam" if kind == "cctv" else "", text, " · ".join(said), 0, 0, kind, _late(at, recorded))


def _single(step: int, one: Said, raised: Sequence[Finding]) -> Line:
    if raised:
        worst = max(raised, key=lambda finding: ["minor", "major", "critical"].index(finding.severity))
        titles = " · ".join(_title(finding) for finding in raised)
        mood = f"hot hot--{worst.severity}"
        return Line(one.at, worst.severity, mood, one.text, titles, step, step, "table finding", _recorded(one))
    kind = SAID.get(one.entry.kind, "")
    mood = "cam" if kind == "cctv" else "hot" if one.entry.kind in FLAGS else ""
    return Line(one.at, one.icon, mood, one.text, _remark(one), step, step, f"table {kind}".strip(), _recorded(one))


def _recorded(one: Said) -> datetime | None:
    return _late(one.at, one.entry.received_at.astimezone(one.at.tzinfo))


def _late(at: datetime, recorded: datetime) -> datetime | None:
    """When it was recorded, if that was not at once."""
    return recorded if recorded - at >= LAG else None


def _answer(step: int, one: Said, finding: Finding) -> Line:
    icon, mood = FINAL.get(Outcome(finding.outcome), ("pending", ""))
    words = {
        Outcome.CONTRARY: gettext("Queda contraria"),
        Outcome.FOLLOWED: gettext("Prescripción cumplida"),
        Outcome.NOTED: gettext("Queda anotada"),
        Outcome.SUPERSEDED: gettext("Reemplazada por otro hallazgo"),
    }
    return Line(one.at, icon, mood, words.get(Outcome(finding.outcome), ""), _title(finding), step, step, "finding")


def _title(finding: Finding) -> str:
    return str(finding.text(get_language() or "es").get("title") or finding.code)


def _together(held: Sequence[tuple[int, Said]]) -> Line:
    first, last = held[0], held[-1]
    if len(held) == 1:
        return _single(first[0], first[1], [])
    group = TOGETHER[first[1].entry.kind]
    text, detail = {"bet": _bets, "dealt": _dealt, "settled": _settled}[group]([one for _, one in held])
    return Line(first[1].at, first[1].icon, "", text, detail, first[0], last[0], "table", _recorded(last[1]))


def _bets(held: Sequence[Said]) -> tuple[str, str]:
    spots = _list(list(dict.fromkeys(str(one.body.get("spot")) for one in held)))
    amounts = []
    for one in held:
        on = one.body.get("on", "main")
        amount = money(int(one.body.get("amount") or 0))
        amounts.append(amount if on == "main" else f"{amount} {bet_name(on)}")
    return gettext("Apuestas: %(spots)s") % {"spots": spots}, " · ".join(amounts)


def _dealt(held: Sequence[Said]) -> tuple[str, str]:
    places = dict.fromkeys(str(one.body.get("to")) for one in held)
    to = [spot_name(spot) for spot in sorted(places, key=lambda spot: spot == "dealer")]
    cards = " ".join(card_glyph(one.body.get("card")) for one in held)
    return contracted(gettext("Cartas a %(spots)s") % {"spots": _list(to)}), cards


def _settled(held: Sequence[Said]) -> tuple[str, str]:
    signs = {"paid": "+", "taken": "−", "returned": "="}
    amounts = (f"{signs[one.entry.kind]}\u2060{money(int(one.body.get('amount') or 0))}" for one in held)
    # Spot, sign and amount stay on one line: no-break space, word joiner
    rows = (f"{one.body.get('spot')}:\u00a0{amount}" for one, amount in zip(held, amounts, strict=True))
    return gettext("Liquidación"), " · ".join(rows)


def _remark(one: Said) -> str:
    if one.struck:
        return gettext("Anulado por una corrección")
    return gettext("Según la corrección") if one.corrected else ""


def _list(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return gettext("%(first)s y %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}
