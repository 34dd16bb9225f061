"""What a finding says to do, to whom it falls, which events show it, and its sentence: one play for every kind of step.

The worked examples compare which findings there are and how they end; here the rest of the finding is compared, on the
same plays. A case is the example; code, spot, events, standing and who decides; the steps; the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.irregularity import Finding
from rules.words import STEPS
from tests.rules.test_courses import example
from tests.rules.test_examples import run

ENGINE = Path(__file__).resolve().parents[2] / "rules"
CASES = """
scj/bet_limit:under-the-minimum
    bet-limit[1] 9,8 breach pit_boss
    -
    Bet of $3,000 at spot 1; the limit is $5,000.
scj/blackjack_paid_early:against-a-ten
    blackjack-paid-early[1] 15 prescribed dealer
    wait
    The Black Jack at spot 1 was paid before the dealer's hand was complete.
scj/card_count:seventh-copy-shoe-ended
    card-count[-] 20 no_rule pit_boss
    stop; verify_shoe
    5♠ came out and a shoe of 6 decks could hold no more of it.
scj/card_face:player-card-face-down
    card-face[1] 9 breach dealer
    -
    10♥ went face down to spot 1.
scj/card_count:reading-18-the-dropped-card-counts-once
    card-on-floor[-] 17 prescribed pit_boss
    pick_up card=5s by=pit_boss; show card=5s
    5♠ fell to the floor.
scj/clearing_order:left-to-right
    clearing-order[-] 20 breach dealer
    -
    The cards were collected from left to right.
scj/conduct_asked_for_money:excluded
    conduct-asked-for-money[2] 15 prescribed pit_boss
    exclude seat=2 may=True
    The player at spot 2 asked for money for a bet.
scj/conduct_cash_bet:given-back-and-made-in-chips
    conduct-cash-bet[1] 8 prescribed pit_boss
    refuse_bet seat=1; exclude seat=1 may=True
    Spot 1 bet in cash.
scj/conduct_cash_bet:late-as-well
    conduct-changed-bet[1] 10 prescribed pit_boss
    exclude seat=1 may=True
    Spot 1 changed a bet after the round had begun.
scj/conduct_foreign_object:excluded
    conduct-foreign-object[2] 15 prescribed pit_boss
    exclude seat=2 may=True
    The player at spot 2 put an object on the table that is no part of the game.
scj/conduct_interfered:excluded
    conduct-interfered[1] 16 prescribed pit_boss
    exclude seat=1 may=True
    The player at spot 1 interfered with another's decision.
scj/conduct_played_other_hand:excluded
    conduct-played-other-hand[1] 16 prescribed pit_boss
    exclude seat=1 may=True
    The player at spot 1 played another's hand.
scj/card_on_floor:innocent-a-player-touches-a-card-on-the-felt
    conduct-touched-cards[1] 12 prescribed pit_boss
    exclude seat=1 may=True
    The player at spot 1 touched the cards.
scj/conduct_word_bet:given-back-and-made-in-chips
    conduct-word-bet[1] 8 prescribed pit_boss
    refuse_bet seat=1; exclude seat=1 may=True
    Spot 1 bet by word.
scj/cut_card_missed:reading-06-a-natural-waits-for-a-second-card-that-is-not-there
    cut-card-missed[-] 12 to_confirm pit_boss
    pay_naturals; void_rest; pay spot=1 on=main amount=15000
    The shoe ran out and the round could not be concluded.
profiles/lccartas:back-bets-when-the-cards-run-out
    cut-card-missed[-] 18 prescribed pit_boss
    pay_naturals; void_rest; pay spot=1 on=main amount=15000; pay spot=1 on=main amount=6000; return spot=2
    on=main amount=10000; return spot=2 on=main amount=3000
    The shoe ran out and the round could not be concluded.
scj/cut_card_missed:natural-rounded-up-to-the-chip
    cut-card-missed[-] 16 prescribed pit_boss
    pay_naturals; void_rest; pay spot=1 on=main amount=7502; return spot=2 on=main amount=10000
    The shoe ran out and the round could not be concluded.
scj/cut_card_missed:natural-against-a-dealers-ace-paid-at-once
    cut-card-missed[-] 16 to_confirm pit_boss
    pay_naturals; void_rest; pay spot=1 on=main amount=15000; return spot=2 on=main amount=10000
    The shoe ran out and the round could not be concluded.
scj/cases:g02-the-shoe-runs-out
    cut-card-missed[-] 20 prescribed pit_boss
    pay_naturals; void_rest; pay spot=1 on=main amount=15; return spot=2 on=main amount=10; return spot=3
    on=main amount=10
    The shoe ran out and the round could not be concluded.
scj/cut_card_missed:truly-no-cut-card
    cut-card-missed[-] 12 prescribed pit_boss
    pay_naturals; void_rest; return spot=1 on=main amount=10000
    The shoe ran out and the round could not be concluded.
scj/cut_card_missed:natural-already-paid-stands
    cut-card-missed[-] 17 to_confirm pit_boss
    pay_naturals; void_rest; return spot=2 on=main amount=10000
    The shoe ran out and the round could not be concluded.
scj/cut_card_missed:no-natural-everything-back
    cut-card-missed[-] 18 prescribed pit_boss
    pay_naturals; void_rest; return spot=1 on=main amount=10000; return spot=2 on=main amount=20000
    The shoe ran out and the round could not be concluded.
scj/cut_card_missed:reading-15-busted-bet-goes-back
    cut-card-missed[-] 19 to_confirm pit_boss
    pay_naturals; void_rest; return spot=1 on=main amount=10000; return spot=2 on=main amount=10000
    The shoe ran out and the round could not be concluded.
readings:a02-insurance-and-perfect-pairs-when-the-cards-run-out
    cut-card-missed[-] 21 to_confirm pit_boss
    pay_naturals; void_rest; return spot=1 on=main amount=10000; return spot=2 on=main amount=10000; return
    spot=2 on=perfect_pairs amount=1000; return spot=1 on=insurance amount=5000
    The shoe ran out and the round could not be concluded.
scj/cases:g21-cut-leaves-forty-cards-cut-again
    cut-depth[-] 5 breach dealer
    cut
    The cut left 40 cards behind.
scj/deal_order:reading-34-a-hand-left-with-one-card
    deal-order[3] 16 no_rule pit_boss
    reorder; move card=Ts from=3 to=2; announce
    10♠ went to spot 3; by the order of the deal it was for spot 2.
scj/deal_order:put-right-at-once
    deal-order[3] 12 prescribed pit_boss
    reorder; move card=Tc from=3 to=2; announce
    10♣ went to spot 3; by the order of the deal it was for spot 2.
scj/conduct_touched_cards:the-pit-boss-moves-the-cards
    deal-order[2] 10 prescribed pit_boss
    reorder; move card=Tc from=2 to=1; move card=Th from=1 to=2; announce
    10♣ went to spot 2; by the order of the deal it was for spot 1.
scj/cases:c13-second-pass-at-the-wrong-seat
    deal-order[2] 15 prescribed pit_boss
    reorder; move card=7c from=2 to=1; move card=8h from=3 to=2; move card=2s from=1 to=3; announce
    7♣ went to spot 2; by the order of the deal it was for spot 1.
scj/cases:g04-never-dealt
    deal-order[3] 12 prescribed pit_boss
    reorder; move card=9s from=3 to=2; move card=7d from=dealer to=3; move card=9h from=1 to=dealer; move
    card=9c from=3 to=1; announce
    9♠ went to spot 3; by the order of the deal it was for spot 2.
scj/deal_order:reading-22-a-spot-without-a-bet-keeps-its-card
    deal-order[1] 10 prescribed pit_boss
    reorder; move card=4h from=1 to=2; move card=9c from=2 to=3; move card=Td from=3 to=dealer; move card=7d
    from=dealer to=2; move card=9h from=2 to=3; announce
    4♥ went to spot 1; by the order of the deal it was for spot 2.
scj/cases:c05-first-base-had-no-bet
    deal-order[1] 14 prescribed pit_boss
    reorder; move card=8s from=1 to=2; move card=Tc from=2 to=3; move card=5h from=3 to=4; move card=9d from=4
    to=5; move card=3s from=5 to=6; move card=6c from=6 to=7; announce
    8♠ went to spot 1; by the order of the deal it was for spot 2.
scj/cases:c01-dealer-slides-the-eight-away
    dealer-card-over-17[dealer] 16 prescribed dealer
    burn card=8h; stand total=17
    The dealer held 17 and drew 8♥.
scj/cases:c19-dealer-stood-on-16-and-paid
    dealer-stood-under-17[dealer] 14 no_rule pit_boss
    draw_to_17
    Spot 1 was settled with the dealer on 16.
scj/deck_check:never-checked-then-checked
    deck-check[-] 6 breach pit_boss
    stop; check_decks
    The first round opened with no deck check.
scj/deck_check:a-card-short-checked-again
    deck-check[-] 2 no_rule pit_boss
    stop; check_decks
    The check did not find six full decks, three and three, out of sequence.
scj/discard_opened:for-no-reason
    discard-opened[-] 12 breach pit_boss
    -
    The discard rack was opened with no dispute.
scj/double_extra_card:refused-and-burned
    double-extra-card[1] 14,15 to_confirm dealer
    burn card=4h; no_more_cards spot=1
    Spot 1 had doubled and was also dealt 4♥.
scj/double_not_allowed:hard-twelve-ruled
    double-not-allowed[1] 12 no_rule pit_boss
    rule
    Spot 1 doubled on 12 in 2 cards.
scj/conduct_changed_bet:reading-10-a-double-made-good
    double-stake[1] 12 breach dealer
    add_stake spot=1 on=main amount=4000
    Spot 1 doubled with $6,000; $10,000 is due.
scj/double_stake:excess-given-back
    double-stake[1] 12 breach dealer
    give_back spot=1 on=main amount=5000
    Spot 1 doubled with $15,000; $10,000 is due.
scj/even_money_not_allowed:natural-against-a-ten
    even-money-not-allowed[1] 12 breach pit_boss
    -
    Spot 1 took even money where it is not allowed.
scj/card_count:the-exposed-one-counts-once
    exposed-card[-] 11 prescribed dealer
    burn card=5s; continue
    5♠ came out of the shoe face up; spot 1 was waiting for it.
scj/cases:g05-one-more-when-all-is-settled
    extra-cards-at-end[-] 15 prescribed dealer
    burn card=4s
    The round was over and extra cards were drawn: 4♠.
scj/extra_cards_at_end:two-in-a-row-both-burned
    extra-cards-at-end[-] 15,16 prescribed dealer
    burn card=4s; burn card=9d
    The round was over and extra cards were drawn: 4♠ 9♦.
scj/first_card_not_burned:burned-before-the-second-round
    first-card-not-burned[-] 8 breach dealer
    burn_first
    10♥ was dealt before the shoe's first card was burned.
scj/insurance_not_allowed:against-a-king-given-back
    insurance-not-allowed[1] 12 no_rule pit_boss
    return spot=1 on=insurance amount=5000
    Spot 1 insured $5,000 where it is not allowed.
scj/cases:g12-insurance-over-half
    insurance-over-half[1] 12 no_rule pit_boss
    return spot=1 on=insurance amount=10
    Spot 1 insured $60; the most is $50.
scj/card_count:reading-31-a-card-before-the-table-opens-is-not-counted
    out-of-sequence[1] 1 breach pit_boss
    -
    The table is not open.
scj/conduct_played_other_hand:an-action-out-of-turn
    out-of-turn[1] 16 no_rule pit_boss
    rule
    An action at spot 1 out of turn.
scj/cases:g04-never-dealt
    player-without-cards[2] 16 prescribed pit_boss
    void spot=2; return spot=2 on=main amount=10
    Spot 2 had a bet and was dealt no cards.
scj/record_gap:a-number-missing-corrected
    record-gap[-] 10 breach pit_boss
    complete_record
    The record jumps or runs back: something between 9 and 9 is missing or doubled.
scj/cut_card_missed:reading-29-cut-card-out-and-ignored
    round-after-cut-card[-] 17 breach dealer
    end_shoe
    The cut card was out already and another round was opened.
scj/seat_limit:sixth-spot-of-five
    seat-limit[6] 8 breach pit_boss
    -
    Spot 6 was played and the table has 5 seats.
scj/shuffle:no-chemin-shuffled-again
    shuffle[-] 6 breach dealer
    shuffle
    The shoe started without one chemin and one double or triple normal shuffle.
scj/split_aces_extra_card:refused-and-burned
    split-aces-extra-card[1] 14,15 to_confirm dealer
    burn card=5h; no_more_cards spot=1
    Spot 1 had its ace's card and was dealt 5♥.
scj/cases:g08-aces-split-twice
    split-not-allowed[1] 14 no_rule pit_boss
    rule
    Spot 1 split A♥ A♠.
scj/split_stake:short-made-good
    split-stake[1] 12 breach dealer
    add_stake spot=1 on=main amount=4000
    Spot 1 split with $6,000; $10,000 is due.
scj/split_stake:excess-given-back
    split-stake[1] 12 breach dealer
    give_back spot=1 on=main amount=5000
    Spot 1 split with $15,000; $10,000 is due.
scj/cases:c15-stuck-cards-on-the-first-pass
    stuck-cards[2] 10 prescribed player
    choose spot=2 cards=9h,4c
    9♥ 4♣ came out stuck together; they were for spot 2.
scj/stuck_cards:on-a-double
    stuck-cards[4] 13 to_confirm player
    choose spot=4 cards=Ts,2d
    10♠ 2♦ came out stuck together; they were for spot 4.
scj/deal_order:innocent-burned-and-stuck-cards-shift-nobody
    stuck-cards[dealer] 14 no_rule pit_boss
    choose_pit_boss cards=7d,2c
    7♦ 2♣ came out stuck together; they were for the dealer.
scj/cases:g06-surrender-against-an-ace-not-taken
    surrender-not-allowed[1] 12 to_confirm pit_boss
    play_on spot=1
    Spot 1 surrendered where it is not allowed.
scj/card_count:reading-20-a-first-burn-restarts-nothing
    unexplained-burn[-] 27 breach pit_boss
    explain
    A card was burned and no rule asked for it.
scj/cases:g18-an-unasked-card-is-accepted
    unrequested-card[1] 13 prescribed dealer
    -
    4♠ went to spot 1, which had not asked for it.
scj/double_extra_card:unrequested-without-a-double
    unrequested-card[1] 13,14 prescribed dealer
    burn card=4h; no_more_cards spot=1
    4♥ went to spot 1, which had not asked for it.
scj/unsettled_bet:settled-before-the-next-round
    unsettled-bet[1] 19 no_rule pit_boss
    pay spot=1 on=main amount=10000
    The round was closed with bets unsettled at spot 1: main bet.
scj/unsettled_bet:reading-12-two-bets-of-one-spot
    unsettled-bet[1] 15 no_rule pit_boss
    pay spot=1 on=main amount=10000; take spot=1 on=perfect_pairs amount=1000
    The round was closed with bets unsettled at spot 1: main bet, Perfect Pairs.
scj/cut_card_missed:reading-15-busted-bet-kept
    unsettled-bet[1] 21 no_rule pit_boss
    return spot=1 on=main amount=10000
    The round was closed with bets unsettled at spot 1: main bet.
scj/unsettled_bet:reading-27-pending-until-then
    unsettled-bet[1] 14 no_rule pit_boss
    take spot=1 on=main amount=10000
    The round was closed with bets unsettled at spot 1: main bet.
scj/card_on_floor:picked-up-by-the-dealer-and-the-hand-misread
    wrong-payout[1] 16 no_rule pit_boss
    pay spot=1 on=main amount=20000
    Main bet at spot 1: $10,000 is due, −$10,000 has moved.
scj/blackjack_paid_early:reading-30-then-a-dealer-natural
    wrong-payout[1] 17 no_rule pit_boss
    take spot=1 on=main amount=15000
    Main bet at spot 1: $0 is due, $15,000 has moved.
us_sd/cut_card_missed:reshuffled-and-finished
    cut-card-missed[-] 13 prescribed pit_boss
    shuffle_discards; finish
    The shoe ran out before the round was over.
us_sd/deal_order:completed-after-the-others
    deal-order[2] 13 prescribed dealer
    complete spot=1
    8♦ went to spot 2; by the order of the deal it was for spot 1.
us_sd/dealer_card_over_17:burned
    dealer-card-over-17[dealer] 14 prescribed dealer
    burn card=4s; stand total=17
    The dealer held 17 and drew 4♠.
us_sd/exposed_card:put-away
    exposed-card[-] 9 prescribed dealer
    burn card=Kd; continue
    K♦ came out of the shoe face up; spot 1 was waiting for it.
us_sd/extra_cards_at_end:unexposed-and-used
    extra-cards-at-end[-] 16 prescribed dealer
    use_next card=Th
    10♥ was drawn when nobody was to get it.
us_sd/player_without_cards:dead-hand
    player-without-cards[2] 13 prescribed pit_boss
    void spot=2; return spot=2 on=main amount=10000
    Spot 2 had a bet and was dealt no cards.
us_sd/unrequested_card:passed-on
    unrequested-card[1] 16 prescribed dealer
    pass_on card=4s; no_more_in_round seat=1
    4♠ went to spot 1, which had not asked for it.
"""


def _rows() -> Iterator[tuple[str, str, str, str]]:
    """A case begins at the margin; its steps may take more than one line."""
    for case in re.split(r"\n(?! )", CASES.strip()):
        reference, head, *steps, sentence = (line.strip() for line in case.split("\n"))
        yield reference, head, " ".join(steps), sentence


ROWS = list(_rows())


@pytest.mark.parametrize(("reference", "head", "steps", "sentence"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_a_finding_says_what_is_to_be_done(reference: str, head: str, steps: str, sentence: str) -> None:
    name, events, standing, decides = head.split()
    found = _finding(reference, name, int(events.split(",")[0]))
    assert (found.standing, found.decides) == (standing, decides)
    assert ",".join(map(str, found.events)) == events
    assert ("; ".join(map(_step, found.prescribed)) or "-") == steps
    assert found.message("en") == sentence
    assert len(found.steps("es")) == len(found.prescribed)


def test_every_step_that_has_a_sentence_is_prescribed_by_some_rule() -> None:
    sources = [path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py") if path.name != "words.py"]
    assert [step for step in STEPS if not any(f'"{step}"' in source for source in sources)] == []
    shown = {step.split()[0] for _, _, steps, _ in ROWS for step in steps.split("; ")} - {"-"}
    assert shown <= set(STEPS)


def _finding(reference: str, name: str, first: int) -> Finding:
    replay, *_ = run(example(reference))
    (found,) = [f for f in replay.findings if f"{f.code}[{f.spot or '-'}]" == name and f.events[0] == first]
    return found


def _step(step: dict[str, Any]) -> str:
    facts = [f"{key}={','.join(value) if isinstance(value, list) else value}" for key, value in step.items()]
    return " ".join([step["do"], *(fact for fact in facts if not fact.startswith("do="))])
