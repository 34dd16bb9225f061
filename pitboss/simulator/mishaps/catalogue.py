"""Every mishap by its code."""

from pitboss.simulator.mishaps import cards, conduct, deal, draws, money, record, shoe, stakes
from pitboss.simulator.mishaps.mishap import Mishap

KINDS: tuple[type[Mishap], ...] = (
    cards.ExposedCard,
    cards.ExtraCards,
    cards.StuckCards,
    shoe.CutCardMissed,
    deal.DealOrder,
    deal.PlayerWithoutCards,
    cards.CardOnFloor,
    draws.DealerCardOver17,
    draws.UnrequestedCard,
    shoe.DeckCheck,
    shoe.BadShuffle,
    shoe.CutDepth,
    shoe.FirstCardNotBurned,
    shoe.RoundAfterCutCard,
    draws.UnexplainedBurn,
    draws.CardCount,
    stakes.SeatLimit,
    draws.CardFace,
    record.OutOfTurn,
    stakes.BetLimit,
    stakes.DoubleNotAllowed,
    stakes.DoubleStake,
    draws.DoubleExtraCard,
    stakes.SplitNotAllowed,
    stakes.SplitStake,
    draws.SplitAcesExtraCard,
    stakes.InsuranceNotAllowed,
    stakes.InsuranceOverHalf,
    stakes.SurrenderNotAllowed,
    stakes.EvenMoneyNotAllowed,
    money.BlackjackPaidEarly,
    draws.DealerStoodUnder17,
    money.WrongPayout,
    money.UnsettledBet,
    record.ClearingOrder,
    record.DiscardOpened,
    record.RecordGap,
    record.OutOfSequence,
    conduct.ChangedBet,
    conduct.TouchedCards,
    conduct.Interfered,
    conduct.PlayedOtherHand,
    conduct.ForeignObject,
    conduct.AskedForMoney,
    conduct.WordBet,
    conduct.CashBet,
    record.Dispute,
    record.Correction,
)

# These happen at a table and are no irregularity: nothing is to be found.
REGULAR = frozenset({record.Dispute.code, record.Correction.code})

CATALOGUE: dict[str, type[Mishap]] = {kind.code: kind for kind in KINDS}
