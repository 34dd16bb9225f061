"""The rulebook as a whole: codes, texts, citations, and what the engine may import."""

from __future__ import annotations

import ast
import string
import sys
from pathlib import Path

import pytest

from rules.irregularity import Irregularity
from rules.rulebooks import RECORD, elsewhere, rulebook
from rules.words import STEPS, Text

ENGINE = Path(__file__).resolve().parents[2] / "rules"
RULES = rulebook("cl-scj").rules
ALL = [*RULES, *(rule for rule in rulebook("us-sd").rules if rule.code not in RECORD)]


def test_one_file_holds_one_code() -> None:
    stems = {path.stem.replace("_", "-") for path in (ENGINE / "irregularities" / "scj").glob("[a-z]*.py")}
    assert stems == {rule.code for rule in RULES}
    assert len(RULES) == 48


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: f"{rule.code} {type(rule).__name__}")
def test_a_rule_says_the_same_things_in_both_languages(rule: Irregularity) -> None:
    for text in (rule.title, rule.message, rule.law, rule.announce):
        if text is not None:
            assert text.es
            assert text.en
            assert _placeholders(text.es) == _placeholders(text.en)
    assert rule.__doc__
    assert rule.footage.before >= 30
    assert rule.footage.after >= 30


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_a_step_has_the_same_facts_in_both_languages(step: Text) -> None:
    assert _placeholders(step.es) == _placeholders(step.en)


def test_only_what_was_read_of_another_law_is_told() -> None:
    told = {rule.code for rule in RULES if list(elsewhere(rule.code))}
    assert told == {rule.code for rule in rulebook("us-sd").rules} - RECORD
    assert len(told) == 7


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_engine_imports_the_standard_library_and_msgspec_only() -> None:
    allowed = {*sys.stdlib_module_names, "msgspec", "rules"}
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            assert all(name.split(".")[0] in allowed for name in names), (path, names)


def test_no_irregularity_imports_another() -> None:
    for path in (ENGINE / "irregularities").rglob("*.py"):
        assert "rules.irregularities" not in path.read_text(encoding="utf-8"), path
