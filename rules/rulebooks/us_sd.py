"""South Dakota's rulebook: what its irregularities section prescribes, and the record's own rules. The rest of its
law has not been read, and this list does not pretend otherwise.
"""

from __future__ import annotations

from rules.declarations.us_sd import TELLS
from rules.irregularities.scj.feed_gap import FeedGap
from rules.irregularities.scj.out_of_sequence import OutOfSequence
from rules.irregularities.scj.record_gap import RecordGap
from rules.irregularities.scj.source_mismatch import SourceMismatch
from rules.irregularities.us_sd.cut_card_missed import ShoeRunOut
from rules.irregularities.us_sd.deal_order import HandWithOneCard
from rules.irregularities.us_sd.dealer_card_over_17 import DealerCardOver17SD
from rules.irregularities.us_sd.exposed_card import ExposedCardSD
from rules.irregularities.us_sd.extra_cards_at_end import CardDrawnInError
from rules.irregularities.us_sd.player_without_cards import PlayerWithoutCardsSD
from rules.irregularities.us_sd.unrequested_card import UnrequestedCardSD
from rules.rulebook import Rulebook

GAP = RecordGap()
MISFIT = OutOfSequence()

RULES = [
    ExposedCardSD(),
    CardDrawnInError(),
    ShoeRunOut(),
    HandWithOneCard(),
    PlayerWithoutCardsSD(),
    DealerCardOver17SD(),
    UnrequestedCardSD(),
    GAP,
    MISFIT,
    SourceMismatch(),
    FeedGap(),
]


def book() -> Rulebook:
    return Rulebook("us-sd", "us_sd", RULES, MISFIT, GAP, TELLS)
