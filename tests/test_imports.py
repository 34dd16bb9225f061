"""Arrows point one way, and the rules stand alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from tests.conftest import CHECKOUT

ALLOWED = sys.stdlib_module_names | {"msgspec", "rules"}


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_the_rules_import_the_standard_library_and_msgspec_only() -> None:
    files = list((CHECKOUT / "rules").rglob("*.py"))
    assert files
    foreign = {f"{file.relative_to(CHECKOUT)}: {name}" for file in files for name in imported(file) - ALLOWED}
    assert not foreign


def test_the_import_contracts_are_kept() -> None:
    told = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=CHECKOUT, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stdout
