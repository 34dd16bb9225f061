"""What raises each code and what answers it: the columns *raised by* and *followed when* of the catalogue.

A rule that no longer hears of an event stays silent, and nothing else fails: so what each hears is written here again.
The columns: code; kinds of event that may raise it; kinds that may answer it (`-` none, `*` any); places of a dealt
card and decisions it is about (`-` where it is about none or about all); whose money is compared at the close.
"""

from __future__ import annotations

import pytest

from rules.irregularity import Irregularity
from rules.rulebooks import RECORD, rulebook
from rules.watching import EVERY_KIND, heeded

MISFITS = (
    "table_opened table_closed round_opened round_closed bet bets_closed dealt acted refused accepted paid taken "
    "returned picked_up reordered shoe_empty shoe_ended cut_card_out cut shuffled corrected"
)
CL_SCJ = f"""
exposed-card              | exposed                  | burned exposed dealt          | -           | none
extra-cards-at-end        | dealt                    | dealt burned                  | extra       | none
stuck-cards               | stuck                    | burned dealt                  | -           | none
cut-card-missed           | shoe_empty               | dealt round_closed            | -           | all
deal-order                | dealt                    | *                             | misdealt    | differing
player-without-cards      | acted dealt round_closed | dealt returned                | CARDLESS    | spot
card-on-floor             | dropped                  | picked_up                     | -           | none
dealer-card-over-17       | dealt                    | burned paid taken returned    | over_17     | differing
unrequested-card          | refused accepted dealt   | accepted refused burned dealt | unrequested | spot
deck-check                | round_opened decks_checked | decks_checked                 | -           | none
shuffle                   | round_opened             | shuffled                      | -           | none
cut-depth                 | round_opened cut         | cut                           | -           | none
first-card-not-burned     | dealt                    | burned                        | -           | none
round-after-cut-card      | round_opened             | shoe_ended                    | -           | none
unexplained-burn          | burned                   | ruled                         | -           | none
card-count | dealt burned exposed stuck | dealt exposed burned decks_checked table_closed shoe_ended | - | none
seat-limit                | bet dealt                | -                             | -           | none
card-face                 | dealt                    | -                             | -           | none
out-of-turn | dealt acted | ruled | out_of_turn hit stand double split | none
bet-limit                 | bet bets_closed dealt    | -                             | initial misdealt | none
double-not-allowed        | acted                    | ruled                         | double      | none
double-stake              | acted                    | *                             | double      | none
double-extra-card         | dealt                    | accepted refused burned dealt | after_double | spot
split-not-allowed         | acted                    | ruled                         | split       | none
split-stake               | acted                    | *                             | split       | none
split-aces-extra-card     | dealt                    | accepted refused burned dealt | after_split_ace | spot
insurance-not-allowed     | acted                    | returned                      | insurance   | none
insurance-over-half       | acted                    | returned                      | insurance   | none
surrender-not-allowed     | acted                    | acted dealt paid taken returned round_closed | surrender   | none
even-money-not-allowed    | acted                    | -                             | even_money  | none
blackjack-paid-early      | paid                     | dealt taken                   | -           | spot
dealer-stood-under-17     | paid taken returned      | dealt                         | -           | differing
wrong-payout | paid taken returned dealt round_closed | paid taken returned dealt round_closed | dealer_draw | none
unsettled-bet             | round_closed             | paid taken returned           | -           | none
clearing-order            | cards_collected          | -                             | -           | none
discard-opened            | discard_opened           | -                             | -           | none
record-gap                |                          | corrected                     | -           | none
out-of-sequence           | {MISFITS}                | -                             | MISFIT      | none
source-mismatch           |                          | ruled table_closed            | -           | none
feed-gap                  |                          | -                             | -           | none
conduct-changed-bet       | conduct bet              | excluded                      | -           | none
conduct-touched-cards     | conduct                  | excluded                      | -           | none
conduct-interfered        | conduct                  | excluded                      | -           | none
conduct-played-other-hand | conduct                  | excluded                      | -           | none
conduct-foreign-object    | conduct                  | excluded                      | -           | none
conduct-asked-for-money   | conduct                  | excluded                      | -           | none
conduct-word-bet          | conduct bet              | returned dealt                | -           | none
conduct-cash-bet          | conduct bet              | returned dealt                | -           | none
"""
US_SD = """
exposed-card              | exposed                  | burned exposed dealt          | -           | none
extra-cards-at-end        | dealt                    | dealt burned                  | extra nowhere | none
cut-card-missed           | shoe_empty               | shuffled dealt round_closed   | -           | none
deal-order                | dealt                    | *                             | misdealt    | none
player-without-cards      | acted dealt round_closed | dealt returned                | CARDLESS    | spot
dealer-card-over-17       | dealt                    | burned paid taken returned    | over_17     | differing
unrequested-card          | refused accepted dealt   | accepted burned dealt         | SURPLUS     | spot
"""
NAMED = {
    "CARDLESS": "hit dealer_draw over_17 unrequested out_of_turn disorder HIT stand double split surrender",
    "MISFIT": "no_bet nowhere hit dealer_draw over_17 out_of_turn",
    "SURPLUS": "unrequested after_double after_split_ace",
}
"""Longer lists of places and decisions; HIT is the decision where the place of the same name stands beside it."""
SEEN_AFTERWARDS = {"cut-card-missed", "wrong-payout", "unsettled-bet"}
"""Sums that the event itself completes."""
ONCE_KNOWN = {
    "extra-cards-at-end": (), "stuck-cards": (), "deal-order": (), "player-without-cards": (),
    "unrequested-card": ("contrary", "noted"), "double-extra-card": ("contrary", "noted"),
    "split-aces-extra-card": ("contrary", "noted"), "conduct-changed-bet": (), "conduct-touched-cards": (),
    "conduct-interfered": (), "conduct-played-other-hand": (), "conduct-foreign-object": (),
    "conduct-asked-for-money": (), "source-mismatch": ("followed",),
}  # fmt: skip
"""Codes whose known outcome a later event may still turn, with the outcomes that nothing turns."""
SOUTH_DAKOTA_ENDS = {"extra-cards-at-end", "deal-order"}
"""There a card drawn in error is burned at once, and a hand with one card is judged once."""
ANNOUNCED = {
    "exposed-card", "stuck-cards", "cut-card-missed", "deal-order", "player-without-cards", "card-on-floor",
    "dealer-card-over-17", "unrequested-card",
}  # fmt: skip
"""What the players are told in a sentence of its own."""
ROWS = [
    (name, *(cell.strip() for cell in line.split("|")))
    for name, table in (("cl-scj", CL_SCJ), ("us-sd", US_SD))
    for line in table.split("\n")[1:-1]
]
RULES = [(name, rule.code) for name in ("cl-scj", "us-sd") for rule in rulebook(name).rules]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_a_rule_hears_what_raises_it_and_what_answers_it(row: tuple[str, ...]) -> None:
    name, code, raised, answered, about, settles = row
    rule = rulebook(name).by_code[code]
    assert _tags(rule.listens_to) == sorted(raised.split())
    assert _tags(heeded(rule)) == (_tags(EVERY_KIND) if answered == "*" else sorted(answered.replace("-", "").split()))
    assert _about(rule) == sorted(NAMED.get(about, about.replace("-", "")).split())
    assert rule.settles == settles


@pytest.mark.parametrize(("name", "code"), RULES)
def test_a_rule_says_when_it_looks_and_what_it_stands_for(name: str, code: str) -> None:
    rule = rulebook(name).by_code[code]
    ends = name == "us-sd" and code in SOUTH_DAKOTA_ENDS
    assert rule.afterwards is (code in SEEN_AFTERWARDS)
    assert rule.watches_on is (code in ONCE_KNOWN and not ends)
    assert rule.final == (() if ends else ONCE_KNOWN.get(code, ()))
    assert rule.supersedes == (("deal-order",) if code == "player-without-cards" else ())
    assert rule.declared is False


@pytest.mark.parametrize(("name", "code"), RULES)
def test_a_rule_has_its_words_in_both_languages(name: str, code: str) -> None:
    rule = rulebook(name).by_code[code]
    said = [rule.title, rule.message, rule.law]
    assert (rule.announce is not None) == (name == "cl-scj" and code in ANNOUNCED)
    for text in said if rule.announce is None else [*said, rule.announce]:
        assert text.es.strip()
        assert text.en.strip()
        assert text.es != text.en or text.es in ("{what}", "{what}.")


def test_titles_tell_the_codes_apart() -> None:
    for name in ("cl-scj", "us-sd"):
        for lang in ("es", "en"):
            titles = [rule.title.of(lang) for rule in rulebook(name).rules]
            assert len(set(titles)) == len(titles)


def test_every_rule_has_its_row() -> None:
    listed = {(row[0], row[1]) for row in ROWS}
    assert listed == {(name, code) for name, code in RULES if name == "cl-scj" or code not in RECORD}


def _tags(kinds: object) -> list[str]:
    return sorted(str(kind.__struct_config__.tag) for kind in kinds)  # type: ignore[attr-defined]


def _about(rule: Irregularity) -> list[str]:
    places = [place.name.lower() for place in rule.at or ()]
    actions = rule.actions or ()
    return sorted([*places, *(("HIT" if action == "hit" and "hit" in places else action) for action in actions)])
