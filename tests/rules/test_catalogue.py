"""What every code weighs, who decides it and on which clause it stands: the catalogue of the contract, written again.

A rule is one file, and nothing else would notice that its severity, its advice on the video or its citation had
changed. The columns: code, severity, whether the video is advised by the code itself, standing, who decides, seconds of
video before and after, until when a step may come, clauses. Severity and video are the contract's (3a to 3c).
"""

from __future__ import annotations

import pytest

from rules.rulebooks import RECORD, rulebook

SECTIONS = {
    "materials": "Elementos materiales",
    "bank": "Regla de la Banca",
    "payments": "Pagos",
    "pairs": "Pagos Perfect Pairs",
    "sequence": "Secuencia operativa",
    "conduct": "Reglas de conducta estrictas",
    "irregularities": "Procedimientos ante irregularidades",
    "final": "Resolución Final",
    "checks": "Verificaciones de cierre",
    "contract": "Catálogo 3b",
    "second": "Contrato 1.1",
    "sd": "20:18:15:28 Irregularities",
}
CL_SCJ = """
exposed-card              minor    -    prescribed dealer    30  60 round      irregularities.1
extra-cards-at-end        minor    -    prescribed dealer    60  60 next_round irregularities.2
stuck-cards               minor    -    prescribed player    30  90 round      irregularities.3
cut-card-missed           major    cctv prescribed pit_boss 300 120 round      irregularities.4 sequence.3
deal-order                major    cctv prescribed pit_boss  60 180 round      irregularities.5 sequence.2
player-without-cards      major    cctv prescribed pit_boss 120 120 round      irregularities.6
card-on-floor             minor    cctv prescribed pit_boss  30 120 round      irregularities.7
dealer-card-over-17       major    -    prescribed dealer    60 120 round      irregularities.8 checks.4 bank.2
unrequested-card          major    cctv prescribed dealer    60 120 round      irregularities.9
deck-check                critical cctv breach     pit_boss 600 300 next_round checks.1 materials.2
shuffle                   major    -    breach     dealer   600  60 next_round checks.1
cut-depth                 minor    -    breach     dealer   120  60 next_round checks.2
first-card-not-burned     major    cctv breach     dealer   120  60 next_round checks.2
round-after-cut-card      major    cctv breach     dealer   120 120 next_round materials.5 irregularities.4
unexplained-burn          major    cctv breach     pit_boss  60  60 round      irregularities.1 checks.2
card-count                critical cctv no_rule    pit_boss 900 300 next_round materials.2 checks.1
seat-limit                major    -    breach     pit_boss  60  60 round      materials.1
card-face                 minor    -    breach     dealer    30  30 round      sequence.2
out-of-turn               minor    -    no_rule    pit_boss  60  60 round      sequence.3 final.1
bet-limit                 minor    -    breach     pit_boss  60  30 round      sequence.1
double-not-allowed        major    -    no_rule    pit_boss  60  90 round      sequence.3
double-stake              major    -    breach     dealer    60  60 round      sequence.3
double-extra-card         major    cctv to_confirm dealer    60  90 round      sequence.3 irregularities.9
split-not-allowed         major    -    no_rule    pit_boss  60  90 round      sequence.3
split-stake               major    -    breach     dealer    60  60 round      sequence.3
split-aces-extra-card     major    cctv to_confirm dealer    60  90 round      sequence.3 irregularities.9
insurance-not-allowed     major    -    no_rule    pit_boss  60  60 round      sequence.3
insurance-over-half       minor    -    no_rule    pit_boss  60  60 round      sequence.3
surrender-not-allowed     major    -    to_confirm pit_boss  60  90 round      sequence.3
even-money-not-allowed    major    -    breach     pit_boss  60  60 round      checks.3
blackjack-paid-early      major    cctv prescribed dealer    60 120 round      checks.3
dealer-stood-under-17     major    cctv no_rule    pit_boss  60 120 round      bank.1
wrong-payout              major    cctv no_rule    pit_boss  90  60 round      payments.1 pairs.1 checks.6
unsettled-bet             major    cctv no_rule    pit_boss  90  60 next_round sequence.5
clearing-order            minor    -    breach     dealer    30  30 round      checks.5
discard-opened            major    cctv breach     pit_boss 120 120 round      checks.5
record-gap                critical -    breach     pit_boss 120 120 round      contract.28
out-of-sequence           minor    -    breach     pit_boss  60  60 round      sequence.1 contract.29
source-mismatch           critical cctv no_rule    pit_boss 300 120 never      second.2
feed-gap                  minor    -    breach     pit_boss  60  60 never      second.3
conduct-changed-bet       major    cctv prescribed pit_boss  90  60 never      conduct.1 conduct.7
conduct-touched-cards     major    cctv prescribed pit_boss  90  60 never      conduct.2 conduct.7
conduct-interfered        minor    -    prescribed pit_boss  90  60 never      conduct.3 conduct.7
conduct-played-other-hand major    cctv prescribed pit_boss  90  60 never      conduct.4 conduct.7
conduct-foreign-object    minor    -    prescribed pit_boss  90  60 never      conduct.5 conduct.7
conduct-asked-for-money   minor    -    prescribed pit_boss  90  60 never      conduct.5 conduct.7
conduct-word-bet          minor    -    prescribed pit_boss  90  60 never      conduct.6 conduct.7
conduct-cash-bet          minor    -    prescribed pit_boss  90  60 never      conduct.6 conduct.7
"""
US_SD = """
exposed-card              minor    -    prescribed dealer    30  60 round      sd.1
extra-cards-at-end        minor    -    prescribed dealer    60  60 never      sd.2
cut-card-missed           major    cctv prescribed pit_boss 300 120 round      sd.8
deal-order                major    cctv prescribed dealer    60 180 round      sd.7 sd.4
player-without-cards      major    cctv prescribed pit_boss 120 120 round      sd.6
dealer-card-over-17       major    -    prescribed dealer    60 120 round      sd.5
unrequested-card          major    cctv prescribed dealer    60 120 round      sd.3
"""
ROWS = [
    (name, *line.split()) for name, table in (("cl-scj", CL_SCJ), ("us-sd", US_SD)) for line in table.split("\n")[1:-1]
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_a_rule_weighs_what_the_catalogue_says(row: tuple[str, ...]) -> None:
    name, code, severity, cctv, standing, decides, before, after, deadline, *clauses = row
    rule = rulebook(name).by_code[code]
    assert (rule.severity, rule.cctv, rule.standing, rule.decides) == (severity, cctv == "cctv", standing, decides)
    assert rule.footage == (int(before), int(after))
    assert rule.deadline == deadline
    cited = [clause.split(".") for clause in clauses]
    assert [(cite.section, cite.clause) for cite in rule.cites] == [(SECTIONS[name], int(n)) for name, n in cited]


@pytest.mark.parametrize(("name", "table"), [("cl-scj", CL_SCJ), ("us-sd", US_SD)])
def test_the_catalogue_lists_every_rule_in_order(name: str, table: str) -> None:
    codes = [rule.code for rule in rulebook(name).rules]
    listed = [line.split()[0] for line in table.split("\n")[1:-1]]
    assert listed == (codes if name == "cl-scj" else [code for code in codes if code not in RECORD])


def test_both_books_hold_the_records_own_rules() -> None:
    for name in ("cl-scj", "us-sd"):
        book = rulebook(name)
        assert book.misfit == book.by_code["out-of-sequence"].misfit  # type: ignore[attr-defined]
        assert book.gap == book.by_code["record-gap"].gap  # type: ignore[attr-defined]
