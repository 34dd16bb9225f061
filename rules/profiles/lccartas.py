"""The rules of the LcCartas program (seed 003)."""

from __future__ import annotations

from rules import sources
from rules.profiles.value import Profile, Value
from rules.words import Text

PROFILE = Profile(
    name="lccartas",
    title=Text("LcCartas", "LcCartas"),
    source=sources.LC_PLAY.source,
    values={
        "decks": Value(6, sources.LC_CARDS.clause(1)),
        "seats": Value(7, sources.LC_PLAYERS.clause(3)),
        "back_bets": Value(True, sources.LC_PLAYERS.clause(5)),
        "hands_per_seat": Value(4, sources.LC_PLAY.clause(7)),
        "resplit_aces": Value(False, sources.LC_PLAY.clause(9)),
        "split_ace_tie": Value(False, sources.LC_PLAY.clause(10)),
        "double_totals": Value((9, 10, 11), sources.LC_PLAY.clause(11)),
        "double_after_split": Value(True, sources.LC_PLAY.clause(11)),
        "face_down": Value(frozenset[str](), sources.LC_PLAY.clause(2)),
        "natural_stands": Value(True, sources.LC_PLAY.clause(12)),
        "surrender": Value(False, None, Text("El texto no conoce el retiro.", "The text knows no surrender.")),
        "insurance_window": Value("acted", sources.LC_PLAY.clause(3)),
        "insurance_exact": Value(True, sources.LC_PLAY.clause(3)),
    },
)
