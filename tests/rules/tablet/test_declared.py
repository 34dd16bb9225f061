"""What a person declares: the same prescription as from the cards, nothing moved, and a ruling for an answer."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from rules.events import AnyEvent, Declarable, Declared, Event
from rules.examples import FOLDER, page
from rules.notation import events_of
from rules.replay import Replay
from rules.rulebooks import rulebook
from rules.scene import scene
from rules.settle import settlement
from rules.tablet import declare, forms, picture, preview
from tests.rules.streams import legal

AT = "2026-11-28T21:00:00-03:00"
BOOKS = ("cl-scj", "us-sd")
BY_RECORD = {"record-gap", "out-of-sequence", "source-mismatch", "feed-gap"}
VALUES: dict[str, Any] = {
    "card": "9d", "cards": ["9d", "4s"], "one_of_cards": "4s", "spot": "3", "spots": ["2", "5"],
    "amounts": [10000, 5000], "dealer_or_spot": "4", "amount": 10000, "total": 18, "count": 40, "role": "dealer",
}  # fmt: skip


def event(said: dict[str, Any]) -> Event:
    made: Event = msgspec.convert({"at": AT, **said}, AnyEvent)
    return made


def opened(profile: str = "cl-scj") -> Replay:
    run = Replay()
    run.feed(1, event({"kind": "table_opened", "profile": profile}))
    return run


def enter(run: Replay, *said: dict[str, Any]) -> None:
    for one in said:
        run.feed(run.last_seq + 1, event(one))


def asked(profile: str = "cl-scj") -> dict[str, dict[str, Any]]:
    return {form["code"]: form for group in forms("es", profile) for form in group["codes"]}


def facts(form: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    return {
        field["name"]: field["options"][0]["value"] if field["kind"] == "choice" else VALUES[field["kind"]]
        for field in form["fields"]
        if field["required"] or not required
    }


FORMS = [(profile, code) for profile in BOOKS for code in asked(profile)]


def test_every_code_that_can_be_seen_at_a_table_has_a_form() -> None:
    codes = set(rulebook("cl-scj").by_code)
    assert set(asked()) == codes - BY_RECORD
    assert set(asked("us-sd")) == set(rulebook("us-sd").by_code) - BY_RECORD
    conduct = {code for code in codes if code.startswith("conduct-")} - {"conduct-word-bet", "conduct-cash-bet"}
    assert set(get_args(Declarable)) == set(rulebook("cl-scj").declarations) == codes - BY_RECORD - conduct


def test_the_nine_procedures_come_first_and_ask_little() -> None:
    procedures = forms("es")[0]
    assert procedures["name"] == "procedures"
    assert len(procedures["codes"]) == 9
    for form in procedures["codes"]:
        assert sum(field["required"] for field in form["fields"]) <= 3, form["code"]


@pytest.mark.parametrize(("profile", "code"), FORMS)
@pytest.mark.parametrize("required", [False, True])
def test_a_declaration_raises_its_finding_alone_and_moves_nothing(profile: str, code: str, required: bool) -> None:
    run = opened(profile)
    form = asked(profile)[code]
    before = scene(run.table)
    told = facts(form, required=required)
    foreseen = {lang: preview(run, code, told, lang) for lang in ("es", "en")}
    enter(run, *declare(code, told))
    assert [found.code for found in run.findings] == [code]
    assert scene(run.table) == before
    rule = rulebook(profile).by_code[code]
    found = run.findings[0]
    assert (found.severity, found.cites, found.footage) == (
        rule.severity,
        [cite.as_dict() for cite in rule.cites],
        rule.footage,
    )
    assert ("code" in found.cctv_reasons) == rule.cctv
    for lang in ("es", "en"):
        shown = picture(run, lang)["findings"][0]
        places = ("key", "events")
        assert foreseen[lang].pop("direct") is None, "no cards are on record"
        assert {key: value for key, value in shown.items() if key not in places} == {
            key: value for key, value in foreseen[lang].items() if key not in places
        }
        words = shown["message"] + " ".join(shown["steps"]) + shown["then"] + (shown["say"] or "")
        assert "—" not in words
        assert "None" not in words
        assert "{" not in words


KINDS_ADDED = {
    # without the amounts on record the void bets go back as one step, and a chosen card is burned as a step
    ("cl-scj", "cut-card-missed"): {"return_rest"},
    ("cl-scj", "stuck-cards"): {"burn"},
}


@cache
def recorded(profile: str) -> dict[str, set[tuple[str, ...]]]:
    """By code the kinds of steps of every finding of the worked examples that comes from the cards on record."""
    regulator = {"cl-scj": "scj", "us-sd": "us_sd"}[profile]
    kinds: dict[str, set[tuple[str, ...]]] = {}
    for path in sorted((FOLDER / regulator).glob("*.toml")):
        for example in page(path).example:
            run = Replay()
            for seq, one, _ in events_of(example.text):
                run.feed(seq, one)
            for found in run.findings:
                if not found.rule.declared:
                    kinds.setdefault(found.code, set()).add(tuple(step["do"] for step in found.prescribed))
    return kinds


@pytest.mark.parametrize(("profile", "code"), FORMS)
def test_the_steps_are_of_the_kinds_that_the_record_gives(profile: str, code: str) -> None:
    run = opened(profile)
    told = facts(asked(profile)[code])
    enter(run, *declare(code, told | ({"due": 15000} if code == "wrong-payout" else {})))
    steps = {step["do"] for step in run.findings[0].prescribed} - KINDS_ADDED.get((profile, code), set())
    known = recorded(profile)[code]
    assert any(steps in (set(kinds), set(kinds) - {"return"}) for kinds in known), (steps, known)


# ── answered by a ruling ─────────────────────────────────────────────────────────────────────────────

OVER_17 = declare("dealer-card-over-17", {"total": 18, "card": "5s"})[0]


def ruled(**more: Any) -> dict[str, Any]:
    return {"kind": "ruled", "by_role": "pit_boss", "code": "dealer-card-over-17", "spot": "dealer", **more}


@pytest.mark.parametrize(
    ("ruling", "outcome"),
    [
        (ruled(ruling="as_prescribed"), "followed"),
        (ruled(ruling="as_prescribed", by_role="section_head"), "followed"),
        (ruled(ruling="as_prescribed", spot=None), "followed"),
        (ruled(ruling="late"), "contrary"),
        (ruled(), "contrary"),
        (ruled(ruling="as_prescribed", by_role="dealer"), "pending"),
        (ruled(ruling="as_prescribed", by_role="player"), "pending"),
        (ruled(ruling="as_prescribed", code="exposed-card"), "pending"),
        (ruled(ruling="as_prescribed", code=None), "pending"),
        (ruled(ruling="as_prescribed", spot="3"), "pending"),
    ],
)
def test_a_ruling_answers_it(ruling: dict[str, Any], outcome: str) -> None:
    run = opened()
    enter(run, OVER_17, ruling)
    found = run.findings[0]
    assert found.outcome == outcome
    assert found.cctv is (outcome == "contrary")
    assert len(run.findings) == 1


def test_no_round_and_no_close_turns_it_and_a_ruling_after_the_close_answers_it() -> None:
    stream = legal(3, 6)
    run = Replay()
    for one in stream[:-1]:
        run.feed(run.last_seq + 1, msgspec.structs.replace(one, seq=None))
        if one.__struct_config__.tag == "round_opened" and len(run.findings) < 3:
            enter(run, {**OVER_17, "at": one.at.isoformat()})
    assert [found.outcome for found in run.findings] == ["pending"] * 3
    assert [found.round for found in run.findings] == [1, 2, 3]
    assert len({found.key for found in run.findings}) == 3
    last = stream[-1].at.isoformat()
    enter(run, {"kind": "table_closed", "at": last}, ruled(ruling="as_prescribed", at=last))
    assert [found.outcome for found in run.findings] == ["followed"] * 3


def test_inside_a_recorded_round_it_neither_hides_nor_replaces_what_the_cards_show() -> None:
    play = """\
table_opened cl-scj
decks_checked 52,52,52,52,52,52 red,red,red,blue,blue,blue no
shuffled machine
cut 78
burned - first
round_opened 1
bet 1 10000
bet 2 10000
declared deal-order spot=2 to=1 card=6s
declared player-without-cards spot=2
dealt 2 Th
reordered pit_boss yes Th:2>1
dealt 2 9h
dealt dealer 7c
dealt 1 8c
dealt 2 9s
acted 1 stand
acted 2 stand
dealt dealer Td
paid 2 10000
paid 1 10000
round_closed
"""
    run = Replay()
    plain = Replay()
    for seq, one, _ in events_of(play):
        run.feed(seq, one)
        if not isinstance(one, Declared):
            plain.feed(seq, msgspec.structs.replace(one, seq=None))
    assert [(found.code, found.spot, found.outcome) for found in run.findings] == [
        ("deal-order", "2", "pending"),
        ("player-without-cards", "2", "pending"),
        ("deal-order", "2", "followed"),
    ]
    assert list(settlement(run.table)) == list(settlement(plain.table))


def test_a_dispute_marks_what_was_declared_of_its_spot_and_still_waits() -> None:
    run = opened()
    enter(
        run,
        *declare("player-without-cards", {"spot": "3"}),
        *declare("unrequested-card", {"spot": "5", "card": "2c", "reply": "refused"}),
        *declare("surrender-not-allowed", {"spot": "3"}),
        {"kind": "ruled", "by_role": "pit_boss", "ruling": "as_prescribed", "code": "surrender-not-allowed"},
        {"kind": "disputed", "spot": "3"},
    )
    assert ["disputed" in found.cctv_reasons for found in run.findings] == [True, False, False]


def test_a_code_that_the_tables_rules_do_not_have_is_out_of_sequence() -> None:
    run = opened("us-sd")
    enter(run, {"kind": "declared", "code": "cut-depth"})
    assert [(found.code, found.outcome) for found in run.findings] == [("out-of-sequence", "noted")]
    assert "reglamento" in run.findings[0].message("es")
    closed = Replay()
    closed.feed(1, event(OVER_17))
    assert [found.code for found in closed.findings] == ["out-of-sequence"]


@pytest.mark.parametrize(
    ("code", "told", "field"),
    [
        ("dealer-card-over-17", {"card": "11x"}, "card"),
        ("player-without-cards", {"spot": "9"}, "spot"),
        ("wrong-payout", {"spot": "1", "amount": -5}, "amount"),
        ("conduct-interfered", {}, "seat"),
        ("record-gap", {}, "code"),
    ],
)
def test_a_preview_tells_which_fact_is_wrong(code: str, told: dict[str, Any], field: str) -> None:
    shown = preview(opened(), code, told, "es")
    assert shown["error"]["field"] == field
    assert shown["error"]["expected"]


def test_money_that_was_declared_is_weighed() -> None:
    run = opened()
    told = {"spot": "2", "moved": "taken", "amount": 10000, "owed": "paid", "due": 15000}
    enter(run, *declare("wrong-payout", told))
    found = run.findings[0]
    assert found.money == [
        {"spot": "2", "on": "main", "owner": None, "expected": 15000, "actual": -10000, "difference": 25000}
    ]
    assert found.prescribed == [{"do": "pay", "spot": "2", "on": "main", "amount": 25000}]
    assert found.cctv_reasons == ["code", "money"]


def test_naturals_of_a_shoe_that_ran_out_are_paid_up_to_the_chip() -> None:
    run = Replay()
    run.feed(1, event({"kind": "table_opened", "profile": "cl-scj", "chip": 1000}))
    enter(run, *declare("cut-card-missed", {"spots": ["2", "5"], "amounts": [5000]}))
    paid = [step for step in run.findings[0].prescribed if step["do"] == "pay"]
    assert paid == [
        {"do": "pay", "spot": "2", "on": "main", "amount": 8000},
        {"do": "pay", "spot": "5", "on": "main"},
    ]
