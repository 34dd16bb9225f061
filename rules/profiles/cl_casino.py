"""A Chilean casino's own regulation (seed 004)."""

from __future__ import annotations

from rules import sources
from rules.profiles.value import Profile, Value
from rules.words import Text

PROFILE = Profile(
    name="cl-casino",
    title=Text("Casino chileno", "Chilean casino"),
    source=sources.CC_PLAY.source,
    values={
        "decks": Value(6, sources.CC_MATERIALS.clause(1)),
        "seats": Value(7, sources.CC_MATERIALS.clause(4)),
        "hands_per_seat": Value(2, sources.CC_PAIRS.clause(4)),
        "resplit_aces": Value(False, sources.CC_PAIRS.clause(4)),
        "split_ace_tie": Value(False, sources.CC_PAYMENTS.clause(2)),
        "double_totals": Value((9, 10, 11), sources.CC_DOUBLE.clause(1)),
        "double_after_split": Value(True, sources.CC_DOUBLE.clause(3)),
        "face_down": Value(frozenset[str](), sources.CC_PLAY.clause(1)),
        "surrender": Value(True, sources.CC_SURRENDER.clause(1)),
        "surrender_window": Value("after_deal", sources.CC_SURRENDER.clause(1)),
    },
)
