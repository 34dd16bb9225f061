from __future__ import annotations

from rules import sources
from rules.kinds.added_stake import AddedStake
from rules.words import Text


class DoubleStake(AddedStake):
    """The stake added by a double differs from the main stake."""

    code = "double-stake"
    title = Text("Monto del doble", "Stake of the double")
    message = Text(
        "{spot} dobló con {amount}; corresponde {due}.",
        "{spot} doubled with {amount}; {due} is due.",
    )
    law = Text(
        "El doble agrega una apuesta igual a la principal.",
        "A double adds a stake equal to the main one.",
    )
    actions = ("double",)
    cites = (sources.SCJ_SEQUENCE.clause(3),)
