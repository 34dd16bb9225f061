"""What became of the mutants: the table of the files, and those that no test noticed."""

from __future__ import annotations

import json
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path

from benchmarks.mutations import Mutant

LIST = Path(__file__).resolve().with_name("equivalent_mutants.toml")
KEPT = LIST.parents[1] / "var" / "mutants"
BEGIN, END = "<!-- mutants -->", "<!-- /mutants -->"
FOUND = frozenset({"killed", "timeout"})


class Results:
    """What became of each mutant, in a file that grows; the last word on a mutant counts."""

    def __init__(self) -> None:
        self.path = KEPT / "results.jsonl"
        self.count = 0

    def read(self) -> dict[str, str]:
        if not self.path.exists():
            return {}
        return {row["key"]: row["outcome"] for row in map(json.loads, self.path.read_text().splitlines())}

    def add(self, mutant: Mutant, outcome: str) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps({"key": mutant.key, "outcome": outcome}) + "\n")
        self.count += 1
        if self.count % 250 == 0:
            print(f"{time.strftime('%X')} {self.count} tried, now {mutant.path}", file=sys.stderr, flush=True)


class Equivalents:
    """The mutants that change nothing anybody could see, each with its reason.

    A row names the ``file`` (a pattern), the function ``where``, what stands there ``before`` and ``after``, and, for
    one that recurs, a pattern of the ``line``; what it leaves out may be anything.
    """

    def __init__(self, rows: list[dict[str, str]]) -> None:
        self.rows = rows

    @classmethod
    def read(cls) -> Equivalents:
        return cls(tomllib.loads(LIST.read_text(encoding="utf-8"))["equivalent"] if LIST.exists() else [])

    def why(self, mutant: Mutant) -> str | None:
        return next((row["why"] for row in self.rows if _is_named(row, mutant)), None)

    def __contains__(self, mutant: Mutant) -> bool:
        return self.why(mutant) is not None


def _is_named(row: Mapping[str, str], mutant: Mutant) -> bool:
    return (
        fnmatch(mutant.path, row.get("file", "*"))
        and row.get("where", mutant.where) == mutant.where
        and row.get("before", _flat(mutant.before)) == _flat(mutant.before)
        and row.get("after", _flat(mutant.after)) == _flat(mutant.after)
        and re.search(row.get("line", ""), mutant.text) is not None
    )


def told(
    mutants: Iterable[Mutant], known: Mapping[str, str], equivalent: Equivalents, *, listing: bool, into: str | None
) -> int:
    """Print the table; 1 where a mutant survived that is not listed as equivalent."""
    by_file: dict[str, Counter[str]] = {}
    left: list[Mutant] = []
    for mutant in mutants:
        outcome = "equivalent" if mutant in equivalent else known.get(mutant.key, "untried")
        by_file.setdefault(mutant.path, Counter())[outcome] += 1
        if outcome not in FOUND and outcome not in ("equivalent", "untried"):
            left.append(mutant)
    table = "\n".join(_table(by_file))
    print(table)
    if listing:
        for mutant in left:
            print(f"{mutant.path}:{mutant.line} [{known[mutant.key]}] {mutant.where}: "
                  f"{_short(mutant.before)}  ->  {_short(mutant.after)}")  # fmt: skip
    if into:
        path = Path(into)
        before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        path.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")
    return 1 if left else 0


def _table(by_file: Mapping[str, Counter[str]]) -> Iterable[str]:
    yield "| file | mutants | killed | out of time | equivalent | survived | not run | score |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    whole: Counter[str] = Counter()
    for path in sorted(by_file):
        whole += by_file[path]
        yield _row(path, by_file[path])
    yield _row("**all**", whole)


def _row(name: str, count: Counter[str]) -> str:
    tried = sum(count.values()) - count["equivalent"] - count["untried"]
    score = f"{100 * (count['killed'] + count['timeout']) / tried:.1f} %" if tried else "–"
    survived = count["survived"] + count["uncovered"] + count["error"]
    return (
        f"| {name} | {sum(count.values()):,} | {count['killed']:,} | {count['timeout']:,} | {count['equivalent']:,} "
        f"| {survived:,} | {count['untried']:,} | {score} |"
    )


def _flat(text: str) -> str:
    return " ".join(text.split())


def _short(text: str) -> str:
    line = _flat(text)
    return line if len(line) <= 110 else f"{line[:70]} … {line[-37:]}"
