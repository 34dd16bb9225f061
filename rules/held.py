"""A session held in a tablet's worker: JSON in, JSON out, the same engine in between.

The caller keeps the stream: it says which events there are and in which places, and says all of them anew
(``reset``) when the ledger has put them in another order than the tablet did.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.events import Corrected, Event
from rules.options import Options, filled
from rules.replay import Replay, corrections, feed_corrected
from rules.tablet import declare, forms, picture, preview
from rules.tally import row_of, tally
from rules.wire import Rejected, decode_line


class Placed(msgspec.Struct, frozen=True):
    """An event in its place; or, without one, a place that a line took which could not be read."""

    seq: int
    event: msgspec.Raw = msgspec.Raw(b"null")


_PLACED = msgspec.json.Decoder(list[Placed])
_FACTS = msgspec.json.Decoder(dict[str, Any])


class Held:
    """One table's session. ``lang`` is ``es`` or ``en``. Every method answers with JSON text."""

    def __init__(self, lang: str = "es") -> None:
        self.lang = lang
        self._options: Options = {}
        self._stream: list[tuple[int, Event | None]] = []
        self._run = Replay()

    def reset(self, placed: str, house: str = "{}") -> str:
        """Begin anew with this stream, corrections in their places. ``house``: the options that the house had set
        when the session opened, as JSON."""
        self._options = _FACTS.decode(house)
        self._stream = []
        return self._add(placed, anew=True)

    def feed(self, placed: str) -> str:
        """The next events of the stream. A correction among them has the whole stream played again."""
        return self._add(placed, anew=False)

    def speak(self, lang: str) -> str:
        """The picture in this language, from now on."""
        self.lang = lang
        return self._told([])

    def forms(self) -> str:
        """What can be declared: see ``rules.tablet.forms``."""
        return msgspec.json.encode(forms(self.lang, self._run.table.house.profile)).decode()

    def declare(self, code: str, facts: str) -> str:
        """The events that declare an irregularity."""
        return msgspec.json.encode(declare(code, _FACTS.decode(facts))).decode()

    def preview(self, code: str, facts: str) -> str:
        """The finding that those events would raise; nothing is written."""
        return msgspec.json.encode(preview(self._run, code, _FACTS.decode(facts), self.lang)).decode()

    def found(self) -> str:
        """Every finding with its outcome, to see where two engines differ."""
        return msgspec.json.encode(sorted(row_of(finding) for finding in self._run.findings)).decode()

    def _add(self, placed: str, *, anew: bool) -> str:
        read, rejected = _read(placed, self._options)
        self._stream += read
        if anew or any(isinstance(event, Corrected) for _, event in read):
            self._play()
        else:
            for seq, event in read:
                if event is None:
                    self._run.rejected(seq)
                else:
                    self._run.feed(seq, event)
        self._run.changed()
        return self._told(rejected)

    def _play(self) -> None:
        self._run = Replay(options=self._options)
        instead = corrections((seq, event) for seq, event in self._stream if event is not None)
        for seq, event in self._stream:
            if event is None:
                self._run.rejected(seq)
            else:
                feed_corrected(self._run, seq, event, instead)

    def _told(self, rejected: Sequence[dict[str, Any]]) -> str:
        return msgspec.json.encode(
            {"picture": picture(self._run, self.lang), "tally": tally(self._run.findings), "rejected": rejected}
        ).decode()


def _read(placed: str, options: Options) -> tuple[list[tuple[int, Event | None]], list[dict[str, Any]]]:
    """What could be read, and what not: by its index in this stream."""
    read: list[tuple[int, Event | None]] = []
    rejected: list[dict[str, Any]] = []
    for index, one in enumerate(_PLACED.decode(placed)):
        if bytes(one.event) == b"null":
            read.append((one.seq, None))
            continue
        try:
            read.append((one.seq, decode_line(filled(bytes(one.event), options), one.seq)[1]))
        except Rejected as why:
            rejected.append({"index": index, "field": why.field or "event", "expected": why.expected})
    return read, rejected
