"""Chile, the regulator's catalogue entry (seed 000): the primary law, and the base of every other profile."""

from __future__ import annotations

from rules import sources
from rules.profiles.value import Profile, Value
from rules.words import Text

OPTION = Text(
    "El texto no lo dice: opción de la casa, con la lectura acordada por defecto.",
    "The text does not say: a house option, with the settled reading as its default.",
)

PROFILE = Profile(
    name="cl-scj",
    title=Text("Chile, regulador SCJ", "Chile, regulator SCJ"),
    source=sources.SCJ_SEQUENCE.source,
    values={
        "decks": Value(6, sources.SCJ_MATERIALS.clause(2)),
        "seats": Value(7, sources.SCJ_MATERIALS.clause(1)),
        "cut_least": Value(52, sources.SCJ_CHECKS.clause(2)),
        "cut_most": Value(104, sources.SCJ_CHECKS.clause(2)),
        "hands_per_seat": Value(4, sources.SCJ_SEQUENCE.clause(3)),
        "resplit_aces": Value(False, sources.SCJ_SEQUENCE.clause(3)),
        "split_ace_tie": Value(False, sources.SCJ_SEQUENCE.clause(3)),
        "double_totals": Value((9, 10, 11), sources.SCJ_SEQUENCE.clause(3)),
        "double_soft": Value(True, None, OPTION),
        "double_after_split": Value(True, None, OPTION),
        "face_down": Value(frozenset[str](), sources.SCJ_SEQUENCE.clause(2)),
        "natural_stands": Value(False, None, OPTION),
        "refused_card": Value("burn", sources.SCJ_IRREGULARITIES.clause(9)),
        "refusal": Value("hand", sources.SCJ_IRREGULARITIES.clause(9)),
        "shoe_out": Value("void", sources.SCJ_IRREGULARITIES.clause(4)),
        "surrender": Value(True, sources.SCJ_SEQUENCE.clause(3)),
        "surrender_window": Value("first_decision", sources.SCJ_SEQUENCE.clause(3)),
        "insurance_window": Value("acted", None, OPTION),
        "insurance_exact": Value(False, None, OPTION),
        "busts_at_once": Value(False, None, OPTION),
        "back_bets": Value(False, None, OPTION),
        "round_up": Value(True, None, OPTION),
        "chip": Value(1, None, OPTION),
        "min": Value(None, None, OPTION),
        "max": Value(None, None, OPTION),
        "currency": Value("CLP", None, OPTION),
        "perfect_pairs": Value(False, sources.SCJ_SEQUENCE.clause(1)),
        "even_money": Value(True, sources.SCJ_CHECKS.clause(3)),
    },
)
