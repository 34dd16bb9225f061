from __future__ import annotations

from rules import sources
from rules.kinds.added_stake import AddedStake
from rules.words import Text


class SplitStake(AddedStake):
    """The stake put on the second hand of a split differs from the main stake."""

    code = "split-stake"
    title = Text("Monto de la separación", "Stake of the split")
    message = Text(
        "{spot} separó con {amount}; corresponde {due}.",
        "{spot} split with {amount}; {due} is due.",
    )
    law = Text(
        "La mano nueva de una separación lleva una apuesta igual a la principal.",
        "The new hand of a split carries a stake equal to the main one.",
    )
    actions = ("split",)
    cites = (sources.SCJ_SEQUENCE.clause(3),)
