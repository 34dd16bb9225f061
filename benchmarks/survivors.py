"""What became of the mutants: the table of the files, and those that no test noticed."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutations import Mutant

LIST = Path(__file__).with_name("equivalent_mutants.toml")
BEGIN, END = "<!-- mutants -->", "<!-- /mutants -->"
FOUND = frozenset({"killed", "timeout"})


@dataclass(frozen=True)
class Equivalents:
    """The mutants that change nothing anybody could see, each with its reason."""

    whys: Mapping[tuple[str, str, str, str], str]

    @classmethod
    def read(cls) -> Equivalents:
        if not LIST.exists():
            return cls({})
        rows = tomllib.loads(LIST.read_text(encoding="utf-8")).get("equivalent", [])
        return cls({(row["file"], row["where"], row["before"], row["after"]): row["why"] for row in rows})

    def why(self, mutant: Mutant) -> str | None:
        return self.whys.get((mutant.path, mutant.where, mutant.before, mutant.after))

    def __contains__(self, mutant: Mutant) -> bool:
        return self.why(mutant) is not None


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


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 110 else f"{line[:70]} … {line[-37:]}"
