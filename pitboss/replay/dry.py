"""A session judged without a ledger: events in, what the rules find out, nothing kept anywhere.

For trying a file before it is taken in. The engine is fed as the ledger's would be, under the options that the house
has in force when the table opens; findings are handed out as soon as no later event can change them, so that a long
file needs no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.replay.house import Options
from rules.events import Event, RoundOpened
from rules.irregularity import Finding as Seen
from rules.options import filled
from rules.replay import Replay
from rules.wire import decode_line

LANGUAGES = ("es", "en")


@dataclass(frozen=True, slots=True)
class Found:
    """A finding as it stands at the end. ``seq``: the event that raised it; ``text``: its message in each language."""

    seq: int
    code: str
    round: int | None
    spot: str | None
    severity: str
    outcome: str
    cctv: bool
    title: dict[str, str]
    text: dict[str, str]


class DryRun:
    """One table session. Corrections are only noted: whoever imports records has none."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._engine = Replay(options=options)
        self.rounds = 0

    def feed(self, seq: int, event: Event, raw: bytes) -> None:
        """The next event; ``raw`` is its line."""
        if (with_options := filled(raw, self._options)) is not raw:
            event = decode_line(with_options, seq)[1]
        self.rounds += isinstance(event, RoundOpened)
        self._engine.feed(seq, event)

    def rejected(self, seq: int | None) -> None:
        """A line that could not be read takes its place (contract, reading 19)."""
        self._engine.rejected(seq)

    def drain(self) -> Iterator[Found]:
        """Those that nothing can change any more."""
        return _found(self._engine.drain())

    def end(self) -> Iterator[Found]:
        """All the others, as they stand."""
        return _found(self._engine.findings)


def _found(findings: Iterable[Seen]) -> Iterator[Found]:
    for seen in findings:
        yield Found(
            seq=seen.events[0],
            code=seen.code,
            round=seen.round,
            spot=seen.spot,
            severity=seen.severity,
            outcome=seen.outcome,
            cctv=seen.cctv,
            title={language: seen.title(language) for language in LANGUAGES},
            text={language: seen.message(language) for language in LANGUAGES},
        )
