"""Which findings are one case."""

from __future__ import annotations

from pitboss.incidents.cases import Case, Trait, case_of, one_cause


def trait(
    code: str = "wrong-payout",
    *,
    round: int | None = 1,
    spot: str | None = None,
    events: tuple[int, ...] = (10,),
    minor_note: bool = False,
) -> Trait:
    return Trait(code=code, round=round, spot=spot, events=frozenset(events), minor_note=minor_note)


def test_findings_that_share_an_event_are_one_case() -> None:
    stood = trait("dealer-stood-under-17", spot="dealer", events=(31,))
    assert one_cause(stood, trait("wrong-payout", spot="1", events=(31, 32)))


def test_what_went_wrong_in_one_deal_is_one_case() -> None:
    order = trait("deal-order", spot="3", events=(12,))
    assert one_cause(order, trait("player-without-cards", spot="2", events=(19,)))
    assert not one_cause(order, trait("player-without-cards", round=2, spot="2", events=(59,)))


def test_hands_of_one_seat_are_one_case() -> None:
    double = trait("double-not-allowed", spot="3", events=(20,))
    paid = trait("wrong-payout", spot="3.2", events=(31,))
    assert one_cause(double, paid)
    assert not one_cause(double, trait(spot="4", events=(31,)))


def test_rounds_are_never_one_case() -> None:
    assert not one_cause(trait(round=1, spot="3"), trait(round=2, spot="3"))
    assert not one_cause(trait(round=None), trait(round=1))


def test_outside_any_round_only_a_shared_event_makes_one_case() -> None:
    first = trait("unrequested-card", round=None, spot="3", events=(2,))
    assert not one_cause(first, trait("unrequested-card", round=None, spot="3", events=(40,)))
    assert one_cause(first, trait("wrong-payout", round=None, spot="3", events=(2, 3)))
    misdeal = trait("deal-order", round=None, spot="2", events=(5,))
    assert not one_cause(misdeal, trait("player-without-cards", round=None, spot="4", events=(50,)))
    note = trait("bet-limit", round=None, spot="1", events=(3,), minor_note=True)
    assert not one_cause(note, trait("bet-limit", round=None, spot="2", events=(60,), minor_note=True))


def test_two_cards_face_up_in_one_round_are_two_cases() -> None:
    assert not one_cause(trait("exposed-card", events=(10,)), trait("exposed-card", events=(14,)))


def test_a_hole_in_the_record_is_not_the_cause_of_a_wrong_card() -> None:
    gap = trait("record-gap", events=(12,))
    assert not one_cause(gap, trait("deal-order", spot="3", events=(12,)))
    assert one_cause(gap, trait("out-of-sequence", events=(19,)))


def test_minor_notes_of_one_code_are_one_case() -> None:
    low = trait("bet-limit", spot="1", events=(3,), minor_note=True)
    assert one_cause(low, trait("bet-limit", spot="2", events=(4,), minor_note=True))
    assert not one_cause(low, trait("card-face", spot="2", events=(4,), minor_note=True))
    assert not one_cause(low, trait("bet-limit", spot="2", events=(4,)))


def test_a_finding_of_two_cases_joins_the_older() -> None:
    older, younger = Case(1, [trait(events=(10,))]), Case(2, [trait(spot="3", events=(20,))])
    assert case_of(trait(spot="3", events=(10,)), [younger, older]) is older
    assert case_of(trait(spot="5", events=(30,)), [younger, older]) is None
