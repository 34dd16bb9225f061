"""A Spanish casino's rules for its guests (seed 001)."""

from __future__ import annotations

from rules import sources
from rules.profiles.value import Profile, Value
from rules.words import Text

PROFILE = Profile(
    name="es-casino",
    title=Text("Casino español", "Spanish casino"),
    source=sources.ES_PLAY.source,
    values={
        "hands_per_seat": Value(2, sources.ES_PLAY.clause(14)),
        "resplit_aces": Value(False, sources.ES_PLAY.clause(15)),
        "split_ace_tie": Value(False, sources.ES_PLAY.clause(15)),
        "double_totals": Value((9, 10, 11), sources.ES_PLAY.clause(16)),
        "face_down": Value(frozenset[str](), sources.ES_PLAY.clause(2)),
        "busts_at_once": Value(True, sources.ES_PLAY.clause(3)),
        "surrender": Value(True, sources.ES_PLAY.clause(17)),
        "surrender_window": Value("third_card", sources.ES_PLAY.clause(17)),
        "insurance_window": Value("third_card", sources.ES_PLAY.clause(11)),
        "insurance_exact": Value(False, sources.ES_PLAY.clause(12)),
    },
)
