"""Why two accounts part. A cause is what the two records look like; which of them is right, only the video shows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from rules.comparison.accounts import Beside, Played, Read, is_end
from rules.comparison.align import agree
from rules.words import Text, card_sign, spot_name

Cause = Literal[
    "swapped-card", "wrong-card-keyed", "order", "recipient", "extra-card", "missed-read", "burned-card", "stuck-pair",
    "unreadable", "doubled-read", "missed", "outage", "out-of-step",
]  # fmt: skip
OF_THE_FEED: Final = frozenset({"unreadable", "doubled-read", "missed", "outage"})
"""What the source itself shows to be a fault of its own: a gap in it, and no word against the table."""
GRAVEST: Final[tuple[Cause, ...]] = (
    "swapped-card", "order", "recipient", "burned-card", "extra-card", "stuck-pair", "missed-read",
)  # fmt: skip
DOUBLED: Final = timedelta(milliseconds=600)
"""The same card again within this: no hand draws twice so quickly."""
TOGETHER: Final = timedelta(milliseconds=350)
"""Two cards within this came out together."""


class Disagreement(NamedTuple):
    """One stretch on which they part. ``beside``: only the pairs that differ."""

    cause: Cause
    beside: tuple[Beside, ...]
    source: str

    @property
    def code(self) -> str:
        return "feed-gap" if self.cause in OF_THE_FEED else "source-mismatch"

    @property
    def day(self) -> date:
        """On which day it parted, by the clock of whoever told it."""
        return (self.seen[0].at if self.seen else self.played[0].event.at).date()

    @property
    def first_seq(self) -> int:
        """The event at which they part: the second source's where there is one, else the table's."""
        return min((read.seq for read in self.seen), default=0) or self.played[0].seq

    @property
    def played(self) -> list[Played]:
        return [played for played, _ in self.beside if played is not None]

    @property
    def seen(self) -> list[Read]:
        return [read for _, read in self.beside if read is not None]

    @property
    def seqs(self) -> list[int]:
        return sorted({one.seq for one in self.played} | {read.seq for read in self.seen})


def disagreements(
    source: str, beside: Sequence[Beside], before: Sequence[Read], after: Read | None, outage: bool
) -> list[Disagreement]:
    """What a stretch comes to: at most one that is held against the table, and one of each fault of the feed.

    ``before`` are the last reads ahead of it, ``after`` the one behind; ``outage``: the source told that it saw nothing
    for a time.
    """
    differing = [pair for pair in beside if differs(pair)]
    if _in_another_order(differing):
        return [Disagreement("order", tuple(differing), source)]
    reads = [*before, *(read for _, read in beside if read is not None), after]
    found: dict[Cause, list[Beside]] = {}
    for pair in differing:
        found.setdefault(_cause(pair, reads, outage), []).append(pair)
    told = [Disagreement(cause, tuple(some), source) for cause, some in found.items() if cause in OF_THE_FEED]
    grave = [cause for cause in GRAVEST if cause in found]
    if grave:
        held = [pair for pair in differing if any(pair in found[cause] for cause in grave)]
        told.insert(0, Disagreement(grave[0], tuple(held), source))
    return told


def of_pair(source: str, pair: Beside) -> list[Disagreement]:
    """A pair that agrees in its card, looked at for what else it says."""
    return disagreements(source, [pair], (), None, False) if differs(pair) else []


def differs(pair: Beside) -> bool:
    played, read = pair
    if is_end(played) or is_end(read):
        return False
    if played is None or read is None:
        return True
    if read.card is None or not agree(played.card, read.card):
        return True
    return (read.burned and not played.burned) or _to_another(played, read)


def _to_another(played: Played, read: Read) -> bool:
    return read.to is not None and played.spot is not None and read.to != played.spot


def _in_another_order(pairs: Sequence[Beside]) -> bool:
    here = [played.card for played, read in pairs if played is not None and read is not None]
    there = [read.card for played, read in pairs if played is not None and read is not None]
    return len(pairs) > 1 and len(here) == len(pairs) and None not in here and _sorted(here) == _sorted(there)


def _sorted(cards: Sequence[str | None]) -> list[str]:
    return sorted(card or "" for card in cards)


def _cause(pair: Beside, reads: Sequence[Read | None], outage: bool) -> Cause:
    played, read = pair
    if read is None:
        if played is not None and played.stuck:
            return "stuck-pair"
        return "outage" if outage else "missed-read"
    if played is None:
        return _nothing_played(read, reads)
    if read.known_missing:
        return "missed"
    if read.card is None:
        return "unreadable"
    if agree(played.card, read.card):
        return "burned-card" if read.burned and not played.burned else "recipient"
    return "swapped-card"


def _nothing_played(read: Read, reads: Sequence[Read | None]) -> Cause:
    """A card of the source's that the table did not record."""
    if read.known_missing:
        return "missed"
    if read.card is None:
        return "unreadable"
    if any(abs(later.at - one.at) <= DOUBLED for one, later in pairwise(_equal_ones(read, reads))):
        return "doubled-read"
    at = next(place for place, one in enumerate(reads) if one is read)
    around = [one for one in (*reads[max(0, at - 1) : at], *reads[at + 1 : at + 2]) if one is not None]
    if read.burned:
        return "burned-card"
    if any(abs(one.at - read.at) <= TOGETHER for one in around):
        return "stuck-pair"
    return "extra-card"


def _equal_ones(read: Read, reads: Sequence[Read | None]) -> list[Read]:
    """The reads of the same card in a row of which this is one: which of them is one too many, only their times say."""
    first = last = next(place for place, one in enumerate(reads) if one is read)
    while first and (one := reads[first - 1]) is not None and one.card == read.card:
        first -= 1
    while last + 1 < len(reads) and (one := reads[last + 1]) is not None and one.card == read.card:
        last += 1
    return [one for one in reads[first : last + 1] if one is not None]


# ── in words ─────────────────────────────────────────────────────────────────────────────────────────

SOURCES: Final = {
    "shoe": Text("el sabot", "the shoe"),
    "sheet": Text("la hoja de papel", "the paper sheet"),
    "surveillance": Text("la revisión del video", "the video review"),
    "supervisor": Text("el jefe de mesa", "the pit boss"),
    "dealer": Text("el croupier", "the dealer"),
    "system": Text("otro sistema", "another system"),
}
WHAT: Final[dict[str, Text]] = {
    "swapped-card": Text(
        "{source} vio {seen} donde la mesa anotó {played}",
        "{source} saw {seen} where the table wrote {played}",
    ),
    "wrong-card-keyed": Text(
        "{source} vio {seen} donde la mesa anotó {played}, y el pase se jugó con la vista: parece mal digitada",
        "{source} saw {seen} where the table wrote {played}, and the round was played by the one seen: a keying error",
    ),
    "order": Text(
        "{source} vio {seen} y la mesa anotó {played}: las mismas cartas en otro orden",
        "{source} saw {seen} and the table wrote {played}: the same cards in another order",
    ),
    "recipient": Text(
        "{source} vio {seen} en {spots_seen}, y la mesa la anotó en {spots}",
        "{source} saw {seen} at {spots_seen}, and the table wrote it at {spots}",
    ),
    "extra-card": Text(
        "{source} vio salir {seen}, que la mesa no anotó",
        "{source} saw {seen} come out, which the table did not write",
    ),
    "missed-read": Text(
        "la mesa anotó {played}, que {source} no vio salir",
        "the table wrote {played}, which {source} did not see come out",
    ),
    "burned-card": Text(
        "{source} vio quemar {seen}, y la mesa no lo anotó así",
        "{source} saw {seen} burned, and the table did not write it so",
    ),
    "stuck-pair": Text(
        "salieron cartas pegadas: {source} vio {seen} y la mesa anotó {played}",
        "cards came out together: {source} saw {seen} and the table wrote {played}",
    ),
    "out-of-step": Text(
        "{source} y la mesa llevan cartas que ya no se corresponden",
        "{source} and the table hold cards that no longer go together",
    ),
    "unreadable": Text(
        "{source} no pudo leer una carta; la mesa anotó {played}",
        "{source} could not read a card; the table wrote {played}",
    ),
    "doubled-read": Text("{source} leyó dos veces {seen}", "{source} read {seen} twice"),
    "missed": Text(
        "{source} no leyó lo que salió; la mesa anotó {played}",
        "{source} did not read what came out; the table wrote {played}",
    ),
    "outage": Text(
        "{source} no vio nada por un tiempo; la mesa anotó {played}",
        "{source} saw nothing for a time; the table wrote {played}",
    ),
}
NOTHING: Final = Text("ninguna carta", "no card")


def in_words(found: Disagreement, cause: str) -> Text:
    """What the two say, in one sentence."""
    es, en = (_told(found, cause, lang) for lang in ("es", "en"))
    return Text(es, en)


def _told(found: Disagreement, cause: str, lang: str) -> str:
    facts: dict[str, Any] = {
        "source": SOURCES[found.source].of(lang),
        "seen": _cards([read.card for read in found.seen], lang),
        "played": _cards([played.card for played in found.played], lang),
        "spots": ", ".join(dict.fromkeys(spot_name(played.spot, lang) for played in found.played)),
        "spots_seen": ", ".join(dict.fromkeys(spot_name(read.to, lang) for read in found.seen)),
    }
    return WHAT[cause].of(lang).format_map(facts)


def _cards(cards: Sequence[str | None], lang: str) -> str:
    return " ".join(card_sign(card) for card in cards) or NOTHING.of(lang)
