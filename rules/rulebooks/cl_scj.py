"""The rulebook of Chile's regulator: a plain list."""

from __future__ import annotations

from rules.declarations.scj import TELLS
from rules.irregularities.scj.bet_limit import BetLimit
from rules.irregularities.scj.blackjack_paid_early import BlackjackPaidEarly
from rules.irregularities.scj.card_count import CardCount
from rules.irregularities.scj.card_face import CardFace
from rules.irregularities.scj.card_on_floor import CardOnFloor
from rules.irregularities.scj.clearing_order import ClearingOrder
from rules.irregularities.scj.conduct_asked_for_money import ConductAskedForMoney
from rules.irregularities.scj.conduct_cash_bet import ConductCashBet
from rules.irregularities.scj.conduct_changed_bet import ConductChangedBet
from rules.irregularities.scj.conduct_foreign_object import ConductForeignObject
from rules.irregularities.scj.conduct_interfered import ConductInterfered
from rules.irregularities.scj.conduct_played_other_hand import ConductPlayedOtherHand
from rules.irregularities.scj.conduct_touched_cards import ConductTouchedCards
from rules.irregularities.scj.conduct_word_bet import ConductWordBet
from rules.irregularities.scj.cut_card_missed import CutCardMissed
from rules.irregularities.scj.cut_depth import CutDepth
from rules.irregularities.scj.deal_order import DealOrder
from rules.irregularities.scj.dealer_card_over_17 import DealerCardOver17
from rules.irregularities.scj.dealer_stood_under_17 import DealerStoodUnder17
from rules.irregularities.scj.deck_check import DeckCheck
from rules.irregularities.scj.discard_opened import DiscardWasOpened
from rules.irregularities.scj.double_extra_card import DoubleExtraCard
from rules.irregularities.scj.double_not_allowed import DoubleNotAllowed
from rules.irregularities.scj.double_stake import DoubleStake
from rules.irregularities.scj.even_money_not_allowed import EvenMoneyNotAllowed
from rules.irregularities.scj.exposed_card import ExposedCard
from rules.irregularities.scj.extra_cards_at_end import ExtraCardsAtEnd
from rules.irregularities.scj.feed_gap import FeedGap
from rules.irregularities.scj.first_card_not_burned import FirstCardNotBurned
from rules.irregularities.scj.insurance_not_allowed import InsuranceNotAllowed
from rules.irregularities.scj.insurance_over_half import InsuranceOverHalf
from rules.irregularities.scj.out_of_sequence import OutOfSequence
from rules.irregularities.scj.out_of_turn import OutOfTurn
from rules.irregularities.scj.player_without_cards import PlayerWithoutCards
from rules.irregularities.scj.record_gap import RecordGap
from rules.irregularities.scj.round_after_cut_card import RoundAfterCutCard
from rules.irregularities.scj.seat_limit import SeatLimit
from rules.irregularities.scj.shuffle import Shuffle
from rules.irregularities.scj.source_mismatch import SourceMismatch
from rules.irregularities.scj.split_aces_extra_card import SplitAcesExtraCard
from rules.irregularities.scj.split_not_allowed import SplitNotAllowed
from rules.irregularities.scj.split_stake import SplitStake
from rules.irregularities.scj.stuck_cards import StuckCards
from rules.irregularities.scj.surrender_not_allowed import SurrenderNotAllowed
from rules.irregularities.scj.unexplained_burn import UnexplainedBurn
from rules.irregularities.scj.unrequested_card import UnrequestedCard
from rules.irregularities.scj.unsettled_bet import UnsettledBet
from rules.irregularities.scj.wrong_payout import WrongPayout
from rules.rulebook import Rulebook

GAP = RecordGap()
MISFIT = OutOfSequence()

RULES = [
    # procedures for irregularities (contract 3a)
    ExposedCard(),
    ExtraCardsAtEnd(),
    StuckCards(),
    CutCardMissed(),
    DealOrder(),
    PlayerWithoutCards(),
    CardOnFloor(),
    DealerCardOver17(),
    UnrequestedCard(),
    # procedure (contract 3b)
    DeckCheck(),
    Shuffle(),
    CutDepth(),
    FirstCardNotBurned(),
    RoundAfterCutCard(),
    UnexplainedBurn(),
    CardCount(),
    SeatLimit(),
    CardFace(),
    OutOfTurn(),
    BetLimit(),
    DoubleNotAllowed(),
    DoubleStake(),
    DoubleExtraCard(),
    SplitNotAllowed(),
    SplitStake(),
    SplitAcesExtraCard(),
    InsuranceNotAllowed(),
    InsuranceOverHalf(),
    SurrenderNotAllowed(),
    EvenMoneyNotAllowed(),
    BlackjackPaidEarly(),
    DealerStoodUnder17(),
    WrongPayout(),
    UnsettledBet(),
    ClearingOrder(),
    DiscardWasOpened(),
    GAP,
    MISFIT,
    SourceMismatch(),
    FeedGap(),
    # conduct (contract 3c)
    ConductChangedBet(),
    ConductTouchedCards(),
    ConductInterfered(),
    ConductPlayedOtherHand(),
    ConductForeignObject(),
    ConductAskedForMoney(),
    ConductWordBet(),
    ConductCashBet(),
]


def book() -> Rulebook:
    return Rulebook("cl-scj", "scj", RULES, MISFIT, GAP, TELLS)
