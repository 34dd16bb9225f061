"""Clause coverage has no hole, and what is said to show a clause does show it."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.clauses import Clause, Source, example_at, faults, is_test, listing, rows, texts
from rules.examples import Example
from rules.notation import loads
from rules.profiles import PROFILES
from rules.replay import Replay, corrections, feed_corrected
from rules.settle import settlement
from rules.wire import Rejected, read

ROOT = Path(__file__).resolve().parents[2]
SOURCES = texts()
CLAUSES = [(source, clause) for source in SOURCES for clause in source.clause]
CARRIED = [(source.profile, clause) for source, clause in CLAUSES if clause.is_carried]


class Shown(msgspec.Struct):
    """What one example lets be seen: rules that spoke, fields that were written, how bets stood."""

    found: list[str]
    marked: list[str]
    codes: set[str]
    written: set[str]
    settled: set[str]


@cache
def shown(reference: str, profile: str) -> Shown:
    """Play one worked example by one profile's rules, whatever table it was written for."""
    example = example_at(reference)
    assert example is not None, reference
    return _played(example, profile)


def _played(example: Example, profile: str) -> Shown:
    lines = list(loads(example.text))
    pairs = []
    for one in read(json.dumps(line.event).encode() + b"\n" for line in lines):
        assert not isinstance(one, Rejected), one
        pairs.append(one)
    instead = corrections(pairs)
    replay = Replay(profile or None)
    settled: list[dict[str, Any]] = []
    for seq, event in pairs:
        feed_corrected(replay, seq, event, instead)
        if event.__struct_config__.tag == "round_closed":
            settled += settlement(replay.table)
    settled += settlement(replay.table)
    written = {str(line.event["kind"]) for line in lines}
    return Shown(
        found=sorted(f"{f.events[0]} {f.code}[{f.spot}] {f.outcome} {f.cctv}" for f in replay.findings),
        marked=sorted(
            f"{line.event.get('seq', at)} {m.code}[{m.spot}] {m.outcome} {m.cctv}"
            for at, line in enumerate(lines, 1)
            for m in line.marks
        ),
        codes={finding.code for finding in replay.findings},
        written=written | {f"{line.event['kind']}.{field}" for line in lines for field in line.event},
        settled={f"{row['on']} {row['result']}" for row in settled},
    )


def test_no_clause_is_without_what_carries_it_and_no_rule_or_value_without_its_clause() -> None:
    assert list(faults(SOURCES)) == []


def test_every_text_of_the_client_is_listed_under_its_profile() -> None:
    assert [(source.seed, source.profile) for source in SOURCES] == [
        ("000", "cl-scj"), ("001", "es-casino"), ("002", "ar-casino"), ("003", "lccartas"), ("004", "cl-casino"),
        ("", ""),
    ]  # fmt: skip
    for source in SOURCES:
        assert not source.profile or source.source == PROFILES[source.profile].source


@pytest.mark.parametrize(("profile", "clause"), CARRIED, ids=[clause.id for _, clause in CARRIED])
def test_an_example_shows_what_the_clause_names(profile: str, clause: Clause) -> None:
    plays = [shown(reference, profile) for reference in clause.example if not is_test(reference)]
    assert all(play.found == play.marked for play in plays), "plays otherwise by this profile's rules"
    assert set(clause.code) <= {code for play in plays for code in play.codes}
    assert set(clause.event) <= {field for play in plays for field in play.written}
    assert set(clause.settle) <= {row for play in plays for row in play.settled}


@pytest.mark.parametrize("reference", sorted({e for _, clause in CLAUSES for e in clause.example if is_test(e)}))
def test_a_test_that_shows_a_clause_is_there(reference: str) -> None:
    path, _, name = reference.partition(":")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_a_clause_is_told_in_both_languages_and_numbered_in_its_text() -> None:
    for source, clause in CLAUSES:
        assert clause.es
        assert clause.en
        assert clause.es != clause.en
        assert clause.id.startswith(f"{source.seed}-" if source.seed else ("CTR", "OPT")), clause.id
        assert clause.number > 0


def test_sections_run_in_the_order_of_the_text() -> None:
    for source in SOURCES:
        sections = [clause.section for clause in source.clause]
        starts = {section: sections.index(section) for section in sections}
        for section, start in starts.items():
            numbers = [clause.number for clause in source.clause[start : start + sections.count(section)]]
            assert set(sections[start : start + sections.count(section)]) == {section}
            assert numbers == sorted(numbers), section


def test_the_listing_tells_every_clause_once() -> None:
    for lang in ("es", "en"):
        told = list(listing(lang=lang))
        ids = [line.split()[0] for line in told if line[:1].strip() and " → " not in line]
        assert [one for one in ids if one in {clause.id for _, clause in CLAUSES}] == [c.id for _, c in CLAUSES]
    assert len(list(rows())) == len(CLAUSES)
    assert {row["profile"] for row in rows("lccartas")} == {"lccartas", None}


# ── the check itself would see a hole ────────────────────────────────────────────────────────────────


def _with(**changes: Any) -> list[str]:
    """What is told when one more clause stands in the list."""
    example = ("exposed_card:not-yet-burned",)
    clause = Clause(id="X", section="S", number=1, es="a", en="b", example=example)
    extra = Source(seed="9", profile="", source="x", clause=(msgspec.structs.replace(clause, **changes),))
    return [fault for fault in faults([*SOURCES, extra]) if fault.startswith("X: ")]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "X: nothing carries it"),
        ({"code": ("exposed-card",), "example": ()}, "X: no example shows it"),
        ({"code": ("no-such-rule",)}, "X: no rule no-such-rule"),
        ({"value": ("colour",)}, "X: no value colour"),
        ({"event": ("dealt.colour",)}, "X: no event dealt.colour"),
        ({"event": ("melted",)}, "X: no event melted"),
        ({"settle": ("main twice",)}, "X: no settlement main twice"),
        ({"code": ("exposed-card",), "example": ("exposed_card:no-such",)}, "X: no example exposed_card:no-such"),
        ({"code": ("exposed-card",), "example": ("../x:y",)}, "X: no example ../x:y"),
        ({"nature": "definition", "example": ()}, "X: nothing carries it, and it does not say why"),
        (
            {"nature": "definition", "why_es": "a", "why_en": "b", "code": ("exposed-card",)},
            "X: is carried, and told to be a mere definition",
        ),
    ],
)
def test_a_clause_with_a_hole_is_told(changes: dict[str, Any], told: str) -> None:
    assert _with(**changes) == [told]


@pytest.mark.parametrize("name", ["record-gap", "back_bets", "cctv_requested"])
def test_a_rule_a_value_or_an_event_that_no_clause_names_is_told(name: str) -> None:
    def without(clause: Clause) -> Clause:
        kept = {
            field: tuple(one for one in getattr(clause, field) if one.partition(".")[0] != name)
            for field in ("code", "value", "event")
        }
        return msgspec.structs.replace(clause, **kept)

    bare = [msgspec.structs.replace(text, clause=tuple(map(without, text.clause))) for text in SOURCES]
    assert any(fault.startswith(f"{name}: no clause names") for fault in faults(bare))


def test_a_citation_that_leads_to_no_clause_is_told() -> None:
    moved = [
        msgspec.structs.replace(
            text, clause=tuple(msgspec.structs.replace(clause, number=clause.number + 50) for clause in text.clause)
        )
        for text in SOURCES
    ]
    told = list(faults(moved))
    assert any(fault.startswith("exposed-card: cites ") for fault in told)
    assert any(fault.startswith("es-casino.surrender_window: cites ") for fault in told)
