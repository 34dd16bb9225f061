"""An Argentine casino's regulation (seed 002)."""

from __future__ import annotations

from rules import sources
from rules.profiles.value import Profile, Value
from rules.words import Text

PROFILE = Profile(
    name="ar-casino",
    title=Text("Casino argentino", "Argentine casino"),
    source=sources.AR_PLAY.source,
    values={
        "hands_per_seat": Value(2, sources.AR_PAIRS.clause(2)),
        "resplit_aces": Value(False, sources.AR_ACES.clause(4)),
        "split_ace_tie": Value(True, sources.AR_ACES.clause(3)),
        "double_totals": Value((9, 10, 11), sources.AR_DOUBLE.clause(1)),
        "face_down": Value(frozenset({"double", "split_ace"}), sources.AR_DOUBLE.clause(2)),
        "surrender": Value(False, None, Text("El texto no conoce el retiro.", "The text knows no surrender.")),
        "insurance_window": Value("third_card", sources.AR_INSURANCE.clause(2)),
        "insurance_exact": Value(False, sources.AR_INSURANCE.clause(3)),
    },
)
