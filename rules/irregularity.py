"""An irregularity is a kind; a finding is one instance of it, seen by the rules.

A rule remembers nothing (``Table`` does). ``check`` sees the table as it was *before* the event and yields
findings; ``answer`` sees the events that follow, the table after them, and says whether the prescription was
followed. Sentences are made when someone reads, in that person's language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, NamedTuple

from rules.events import Event, RoundOpened
from rules.placing import Place
from rules.sources import Cite
from rules.table import Table
from rules.words import Text, fill, step_words

Severity = Literal["minor", "major", "critical"]
Standing = Literal["prescribed", "to_confirm", "no_rule", "breach"]
Outcome = Literal["pending", "followed", "contrary", "superseded", "noted"]
Decides = Literal["dealer", "pit_boss", "section_head", "player", "floor"]
Deadline = Literal["round", "next_round", "never"]

MINOR: Severity = "minor"
MAJOR: Severity = "major"
CRITICAL: Severity = "critical"
PRESCRIBED: Standing = "prescribed"
TO_CONFIRM: Standing = "to_confirm"
NO_RULE: Standing = "no_rule"
BREACH: Standing = "breach"
PENDING: Outcome = "pending"
FOLLOWED: Outcome = "followed"
CONTRARY: Outcome = "contrary"
SUPERSEDED: Outcome = "superseded"
NOTED: Outcome = "noted"

Step = dict[str, Any]
"""One prescribed step, machine-readable: ``{"do": "burn", "card": "5s"}``."""


class Footage(NamedTuple):
    """Seconds of video to keep before the first and after the last event of a finding."""

    before: int
    after: int


class Finding:
    """One irregularity seen at one place (contract section 2). Only its outcome, flags and money change later."""

    __slots__ = (
        "_latest", "cctv", "cctv_reasons", "code", "decides", "events", "facts", "in_round", "money", "outcome",
        "prescribed", "regulation", "round", "rule", "severity", "spot", "standing",
    )  # fmt: skip

    def __init__(
        self,
        rule: Irregularity,
        *,
        seq: int,
        round: int | None,
        spot: str | None,
        steps: list[Step],
        facts: dict[str, Any],
        standing: Standing,
        decides: Decides,
        outcome: Outcome,
        also: list[int],
    ) -> None:
        self.rule = rule
        self.code = rule.code
        self.round = round
        self.in_round = round is not None
        self.spot = spot
        self.events = [seq, *also]
        self._latest = max(self.events) if also else seq
        self.severity: Severity = rule.severity
        self.standing: Standing = standing
        self.decides: Decides = decides
        self.prescribed = steps
        self.outcome: Outcome = outcome
        self.cctv = False
        self.cctv_reasons: list[str] = []
        self.money: list[dict[str, Any]] = []
        self.facts = facts
        self.regulation: dict[str, Any] | None = None
        if rule.cctv:
            self.flag("code")
        if outcome == CONTRARY:
            self.flag("contrary")

    @property
    def key(self) -> str:
        """Stable name of the finding inside its session and edition; two bets of one hand are two findings."""
        on = self.facts.get("on", "main")
        bet = "" if on == "main" and not self.facts.get("owner") else f":{on}:{self.facts.get('owner') or ''}"
        return f"{self.events[0]}:{self.code}:{self.spot or '-'}{bet}"

    def flag(self, reason: str) -> None:
        """Advise a look at the video, and say why."""
        self.cctv = True
        if reason not in self.cctv_reasons:
            self.cctv_reasons.append(reason)

    def unflag(self, reason: str) -> None:
        """That reason is gone; the advice stays while another holds."""
        if reason in self.cctv_reasons:
            self.cctv_reasons.remove(reason)
            self.cctv = bool(self.cctv_reasons)

    def weigh(self, rows: list[dict[str, Any]]) -> None:
        """Expected and actual of the bets concerned; a difference is a reason to look at the video."""
        self.money = rows
        if any(row["difference"] for row in rows):
            self.flag("money")
        else:
            self.unflag("money")

    @property
    def shown(self) -> tuple[object, ...]:
        """All of it that can change, to see whether it did: who changes one of its lists makes a new one."""
        return self.outcome, len(self.events), self.standing, self.prescribed, self.money, self.regulation

    def turn(self, outcome: Outcome) -> None:
        self.outcome = outcome
        if outcome == CONTRARY:
            self.flag("contrary")
        else:
            self.unflag("contrary")

    def seen(self, seq: int) -> None:
        """One more event shows it."""
        if seq > self._latest:
            self._latest = seq
        elif seq in self.events:
            return
        self.events.append(seq)

    @property
    def cites(self) -> list[dict[str, object]]:
        return [cite.as_dict() for cite in self.rule.cites]

    @property
    def footage(self) -> Footage:
        return self.rule.footage

    def as_dict(self) -> dict[str, Any]:
        """The contract's object, with both languages beside the machine-readable steps."""
        found: dict[str, Any] = {
            "code": self.code,
            "round": self.round,
            "spot": self.spot,
            "events": list(self.events),
            "severity": self.severity,
            "standing": self.standing,
            "decides": self.decides,
            "prescribed": self.prescribed,
            "outcome": self.outcome,
            "cctv": self.cctv,
            "cctv_reasons": list(self.cctv_reasons),
            "money": self.money,
            "cites": self.cites,
            "words": {lang: {"message": self.message(lang), "steps": self.steps(lang)} for lang in ("es", "en")},
        }
        if self.regulation is not None:
            found["regulation"] = self.regulation
        return found

    def title(self, lang: str) -> str:
        return self.rule.title.of(lang)

    def message(self, lang: str) -> str:
        """What was seen, in one sentence."""
        return fill(self.rule.message.of(lang), self.facts, self.spot, lang)

    def steps(self, lang: str) -> list[str]:
        """The prescribed steps in words."""
        return [step_words(step, lang) for step in self.prescribed]

    def say(self, lang: str) -> str | None:
        """The sentence to announce to the players, where there is one."""
        text = self.rule.announce
        return None if text is None else fill(text.of(lang), self.facts, self.spot, lang)


class Irregularity:
    """A kind of irregular play and what the text prescribes for it. One file, one class, one code."""

    code: ClassVar[str]
    title: ClassVar[Text]
    message: ClassVar[Text]
    law: ClassVar[Text]
    """The rule in our own words, one or two sentences."""
    announce: ClassVar[Text | None] = None
    listens_to: ClassVar[tuple[type[Event], ...]]
    at: ClassVar[tuple[Place, ...] | None] = None
    """Places of a dealt card that it is about; None where it is not about dealt cards or about all."""
    actions: ClassVar[tuple[str, ...] | None] = None
    """Decisions that it is about; None where it is about none or about all."""
    heeds: ClassVar[tuple[type[Event], ...] | None] = None
    """Kinds of event about which ``answer`` has anything to say; None where it may be any."""
    cites: ClassVar[tuple[Cite, ...]]
    standing: ClassVar[Standing]
    decides: ClassVar[Decides]
    severity: ClassVar[Severity]
    cctv: ClassVar[bool] = False
    footage: ClassVar[Footage] = Footage(60, 60)
    deadline: ClassVar[Deadline] = "round"
    """When a pending finding has gone on without its step: it turns contrary there."""
    watches_on: ClassVar[bool] = False
    """Keep listening after the outcome is known: a later event can still turn it."""
    final: ClassVar[tuple[Outcome, ...]] = ()
    """Outcomes that nothing turns any more, of a rule that ``watches_on``."""
    settles: ClassVar[Literal["none", "spot", "all", "differing"]] = "none"
    """Bets whose money is compared when the round closes: the hand's, all, or those that differ."""
    afterwards: ClassVar[bool] = False
    """``check`` sees the table after the event: for sums that the event completes."""
    supersedes: ClassVar[tuple[str, ...]] = ()
    """Codes whose open finding of the round this one replaces."""
    tells_more: ClassVar[bool] = False
    """Its facts say more when they change, and whoever keeps them takes them anew; of any other rule they are its
    scratch paper once the finding is raised."""
    declared: ClassVar[bool] = False
    """Told by a person, not seen in the record of the cards: it neither replaces another nor is replaced."""

    def check(self, table: Table, event: Any) -> Iterable[Finding]:
        """Findings that this event raises, on the table as it lies before it (after it: ``afterwards``)."""
        raise NotImplementedError

    def answer(self, finding: Finding, table: Table, event: Event) -> Outcome | None:
        """What a later event means for the finding; None while it decides nothing."""
        return None

    def finding(
        self,
        table: Table,
        *,
        spot: str | None = None,
        steps: list[Step] | None = None,
        event: Event | None = None,
        round: int | None = None,
        standing: Standing | None = None,
        decides: Decides | None = None,
        outcome: Outcome | None = None,
        also: list[int] | None = None,
        seq: int | None = None,
        **facts: Any,
    ) -> Finding:
        """A finding raised by the event at ``table.seq``. Without steps there is nothing to do: noted."""
        if round is None:
            if isinstance(event, RoundOpened):
                round = event.round
            elif table.round_open:
                round = table.round
        return Finding(
            self,
            seq=seq or table.seq,
            round=round,
            spot=spot,
            steps=steps or [],
            facts=facts,
            standing=standing or self.standing,
            decides=decides or self.decides,
            outcome=outcome or (PENDING if steps else NOTED),
            also=also or [],
        )
