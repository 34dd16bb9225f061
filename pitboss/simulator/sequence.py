"""A round from its opening to its close."""

from pitboss.simulator import bank, behind, betting, dealing, settling, turns
from pitboss.simulator.round import Round
from pitboss.simulator.shoe import ShoeEmpty


def play(r: Round) -> None:
    """Play a round whose `round_opened` is written. The shoe may run out under way."""
    r.moment("opening")
    betting.place(r)
    if r.profile.back_bets:
        behind.place(r, r.order)
    betting.close(r)
    try:
        _cards(r)
    except ShoeEmpty:
        seq = r.write("shoe_empty", r.beat(1500, 3000))
        r.found("cut-card-missed", None, "followed", seq)
        r.recorder.wait(r.beat(20_000, 60_000))
        settling.settle_void(r)
    else:
        settling.settle(r)
        r.moment("settled")
    settling.clear(r)
    r.moment("closed")


def _cards(r: Round) -> None:
    if not r.moment("deal"):
        dealing.initial(r)
    r.deal_over = True
    dealing.look(r)
    r.moment("dealt")
    dealing.window(r)
    turns.play(r)
    bank.play(r)
    r.moment("dealer_done")
