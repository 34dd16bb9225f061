"""Patterns from generated play: rates against the play they come from, and a dealer who favours one seat."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from pitboss.casino.cast import Cast
from pitboss.incidents import patterns as module
from pitboss.incidents.counted import Answered, Period, Ruled
from pitboss.incidents.models import Incident
from pitboss.incidents.patterns import Chart, chart, one_rate, patterns
from pitboss.incidents.picks import Reason, Ruling
from pitboss.incidents.verbs.rule import rule
from pitboss.replay.models import Finding, Round
from tests.incidents.favouring import favoured
from tests.replay.test_affected import evening, generated, take

pytestmark = pytest.mark.services
DAYS: dict[str, Any] = {"since": date(2026, 11, 28), "until": date(2026, 11, 30)}


def by(found: module.Patterns, name: str) -> Chart:
    return next(one for one in found.charts if one.by == name)


def test_every_way_to_part_the_play_adds_up_to_all_of_it(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    take(cast, evening("BJ-04"))
    with django_assert_num_queries(4):
        found = patterns(Period(casino=cast.casino, **DAYS))
    assert found.rounds == Round.objects.count() == 100
    stands = Finding.objects.exclude(outcome="superseded")
    assert found.findings == stands.count()
    assert [one.by for one in found.charts] == ["dealer", "table", "code", "supervisor", "hour"]
    for one in found.charts:
        assert sum(rate.findings for rate in one.rates) == found.findings, one.by
    for name in ("dealer", "table", "supervisor", "hour"):
        assert sum(rate.rounds for rate in by(found, name).rates) == found.rounds, name
    assert {rate.group for rate in by(found, "dealer").rates} == {"R-2117", "R-2125", "R-2148"}
    assert {rate.group for rate in by(found, "supervisor").rates} == {"R-1042"}
    # The evening begins at eight by the casino's own clock
    assert [rate.group for rate in by(found, "hour").rates] == [20, 21]
    codes = {rate.group: rate.findings for rate in by(found, "code").rates}
    assert codes == {code: stands.filter(code=code).count() for code in codes}
    assert all(rate.limits is None for rate in by(found, "code").rates)


def test_one_irregularity_alone_and_other_days(cast: Cast) -> None:
    take(cast, evening("BJ-04"))
    alone = patterns(Period(casino=cast.casino, code="wrong-payout", **DAYS))
    assert alone.findings == Finding.objects.filter(code="wrong-payout").count()
    assert alone.rounds == 100
    before = patterns(Period(casino=cast.casino, since=date(2026, 11, 1), until=date(2026, 11, 27)))
    assert (before.rounds, before.findings, before.rulings, before.favours.found) == (0, 0, [], [])
    assert patterns(Period(casino=cast.casinos["CDS"], **DAYS)).rounds == 0


def test_with_little_play_no_limits_are_drawn() -> None:
    told = chart("dealer", {"a": 1000, "b": 150, "c": 400}, {"a": 30, "b": 9, "c": 0})
    a, c, b = told.rates
    assert (a.group, b.group, c.group) == ("a", "b", "c")
    assert b.limits is None
    assert b.beyond == 0
    assert b.interval is not None
    assert told.judged == 2
    assert c.beyond == -997
    assert a.limits is not None
    assert a.limits[1][0] <= a.limits[0][0] <= (told.centre or 0) <= a.limits[0][1] <= a.limits[1][1]


def test_what_chance_would_hardly_bring_lies_beyond_the_limits() -> None:
    assert one_rate("a", 1000, 20, 0.02).beyond == 0
    assert one_rate("a", 1000, 30, 0.02).beyond == 95
    assert one_rate("a", 1000, 40, 0.02).beyond == 997
    assert one_rate("a", 1000, 10, 0.02).beyond == -95
    # Fewer than two would be expected: too rare to say anything
    assert one_rate("a", 1000, 9, 0.0019).limits is None
    assert one_rate("a", 0, 2, 0.02).rate is None


def test_a_dealer_who_favours_one_seat_is_found_and_nobody_else(cast: Cast) -> None:
    lines, dealer, seat = favoured(generated(rounds=90), errors=8)
    take(cast, lines)
    found = patterns(Period(casino=cast.casino, **DAYS)).favours
    assert found.errors == 8
    (one,) = found.found
    assert (one.dealer, one.table, one.seat, one.errors) == (dealer, "BJ-01", seat, 8)
    assert one.expected < 3
    assert one.rate <= 0.05
    rounds = Round.objects.filter(dealer=dealer, seats__contains=[seat])
    assert one.hands == rounds.count()


def test_the_same_errors_spread_over_all_seats_point_at_nobody(cast: Cast) -> None:
    lines = favoured(generated(rounds=90), errors=8, spread=True)[0]
    take(cast, lines)
    found = patterns(Period(casino=cast.casino, **DAYS)).favours
    assert found.errors == 8
    assert found.found == []


def test_a_code_that_was_answered_in_two_ways_is_told_with_who_did_which(cast: Cast) -> None:
    take(cast, evening("BJ-01"))
    found = patterns(Period(casino=cast.casino, **DAYS))
    (pay,) = [one for one in found.rulings if one.code == "wrong-payout"]
    assert (pay.followed, pay.contrary) == (1, 1)
    assert pay.by == [("R-1042", 1, 1, None)]
    assert pay.share is not None
    assert pay.share[1] < 0.5 < pay.share[2]


def test_what_the_desk_ruled_last_is_counted_case_by_case(cast: Cast) -> None:
    take(cast, evening("BJ-01"))
    cases = list(Incident.objects.filter(code="wrong-payout").order_by("pk"))
    now = timezone.now()
    rule(incident=cases[0], by=cast.rosa, now=now, ruling=Ruling.AS_PRESCRIBED)
    rule(incident=cases[1], by=cast.rosa, now=now, ruling=Ruling.AS_PRESCRIBED)
    rule(incident=cases[1], by=cast.sergio, now=now, ruling=Ruling.OTHERWISE, reason=Reason.ORDERED, words="Orden")
    found = patterns(Period(casino=cast.casino, **DAYS))
    (pay,) = [one for one in found.rulings if one.code == "wrong-payout"]
    assert sorted(pay.rulings) == [("as_prescribed", 1), ("ordered", 1)]


def test_what_pit_bosses_ruled_is_told_by_its_word() -> None:
    rows = [
        Answered("card-face", "followed", "R-1", 9),
        Answered("card-face", "followed", "R-2", 1),
        Answered("card-face", "contrary", "R-2", 8),
        Answered("cut-depth", "followed", "R-2", 8),
        Answered("deal-order", "followed", "R-2", 3),
        Answered("deal-order", "followed", "R-1", 1),
    ]
    told = module.rulings(rows, [Ruled("deal-order", "stands", 3), Ruled("deal-order", "void", 1)])
    assert [one.code for one in told] == ["card-face", "deal-order"]
    assert [(who, followed, contrary) for who, followed, contrary, _ in told[0].by] == [("R-1", 9, 0), ("R-2", 1, 8)]
    assert all(rate is not None and rate < 0.001 for *_, rate in told[0].by)
    assert told[1].rulings == [("stands", 3), ("void", 1)]


def test_a_group_alone_is_not_compared_with_itself() -> None:
    told = chart("table", {"BJ-01": 1000}, {"BJ-01": 30})
    assert told.centre == 30
    assert told.rates[0].limits is None
    assert told.judged == 0
