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
REASONS = LIST.with_name("surviving_mutants.toml")
KEPT = LIST.parents[1] / "var" / "mutants"
FOUND = frozenset({"killed", "timeout"})
UNEXPLAINED = "Not looked at yet"


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


class Listed:
    """Mutants named in a list, each with a reason.

    Under a reason (``why``) stand places (``at``): each names the ``file`` (a pattern), the function ``where``, what
    stands there ``before`` and ``after``, and, for one that recurs, a pattern of the ``line``; what it leaves out may
    be anything.
    """

    def __init__(self, rows: list[dict[str, str]]) -> None:
        self.rows = rows

    def why(self, mutant: Mutant) -> str | None:
        return next((row["why"] for row in self.rows if _is_named(row, mutant)), None)

    def lines(self) -> Iterable[str]:
        """The list itself, the places of one reason in one line."""
        places: dict[str, list[str]] = {}
        for row in self.rows:
            place = " ".join(row[name] for name in ("file", "where") if row.get(name)) or "anywhere"
            line = f" where the line has `{row['line']}`" if "line" in row else ""
            change = " → ".join(f"`{row[name]}`" if name in row else "…" for name in ("before", "after"))
            places.setdefault(row["why"], []).append(f"{place.removeprefix('rules/')}{line} {change}")
        for why, there in places.items():
            yield f"- {why} ({'; '.join(there)})"

    def __contains__(self, mutant: Mutant) -> bool:
        return self.why(mutant) is not None


class Equivalents(Listed):
    """The mutants that change nothing anybody could see: they count neither for nor against."""

    @classmethod
    def read(cls) -> Equivalents:
        return cls(_rows(LIST, "equivalent"))


class Reasons(Listed):
    """Why a mutant that is no equivalent still lives: it counts as not noticed."""

    @classmethod
    def read(cls) -> Reasons:
        return cls(_rows(REASONS, "survivor"))


def _rows(path: Path, name: str) -> list[dict[str, str]]:
    groups = tomllib.loads(path.read_text(encoding="utf-8"))[name] if path.exists() else []
    return [{**place, "why": group["why"]} for group in groups for place in group["at"]]


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
    """Print the table; 1 where a mutant survived that is not listed as equivalent.

    A listed one that a test notices after all counts as noticed.
    """
    counted: dict[tuple[str, str], Counter[str]] = {}
    left: list[Mutant] = []
    for mutant in mutants:
        outcome = known.get(mutant.key, "untried")
        if outcome not in FOUND and mutant in equivalent:
            outcome = "equivalent"
        part = _part(mutant.path), "tables" if mutant.at_import else "bodies"
        counted.setdefault(part, Counter())[outcome] += 1
        if outcome not in FOUND and outcome not in ("equivalent", "untried"):
            left.append(mutant)
    table = "\n".join(_table(counted))
    print(table)
    if listing:
        print("\n".join(f"{mutant.path}:{mutant.line} {_change(mutant)}" for mutant in left))
    if into:
        path = Path(into)
        text = path.read_text(encoding="utf-8")
        text = _between(text, "mutants", table)
        text = _between(text, "survivors", "\n".join(_by_reason(left, Reasons.read())))
        path.write_text(_between(text, "equivalents", "\n".join(equivalent.lines())), encoding="utf-8")
    return 1 if left else 0


def _by_reason(left: Iterable[Mutant], reasons: Reasons) -> Iterable[str]:
    """Under each reason the survivors that it explains, those of one file in one line."""
    grouped: dict[str, dict[str, list[str]]] = {}
    for mutant in left:
        why = reasons.why(mutant) or UNEXPLAINED
        grouped.setdefault(why, {}).setdefault(mutant.path, []).append(f"{mutant.line} {_change(mutant)}")
    order = [row["why"] for row in reasons.rows]
    for why in sorted(grouped, key=lambda one: order.index(one) if one in order else len(order)):
        count = sum(map(len, grouped[why].values()))
        yield f"\n**{count}: {why}**\n"
        for path, changes in grouped[why].items():
            yield f"- {path.removeprefix('rules/')}: {'; '.join(changes)}"


def _change(mutant: Mutant) -> str:
    return f"{mutant.where or 'table'} `{_short(mutant.before)}` → `{_short(mutant.after)}`"


def _part(path: str) -> str:
    """A module; of a folder of rules or tables, the folder."""
    folders = path.split("/")[1:-1]
    return "rules/" + ("/".join(folders) + "/" if folders else path.rpartition("/")[2])


def _between(text: str, name: str, put: str) -> str:
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, _, rest = text.partition(begin)
    return f"{before}{begin}\n{put}\n{end}{rest.partition(end)[2]}"


def _table(counted: Mapping[tuple[str, str], Counter[str]]) -> Iterable[str]:
    yield "| part | of it | mutants | tried | noticed | out of time | equivalent | survived | score |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|---:|"
    whole: dict[str, Counter[str]] = {}
    for (part, kind), count in sorted(counted.items()):
        whole.setdefault(kind, Counter()).update(count)
        yield _row(part, kind, count)
    for kind, count in sorted(whole.items()):
        yield _row("**all**", kind, count)


def _row(part: str, kind: str, count: Counter[str]) -> str:
    found = count["killed"] + count["timeout"]
    tried = sum(count.values()) - count["equivalent"] - count["untried"]
    score = f"{100 * found / tried:.1f} %" if tried else "–"
    if tried and count["untried"]:
        low, high = _wilson(found, tried)
        score += f" ({100 * low:.0f}–{100 * high:.0f})"
    return (
        f"| {part} | {kind} | {sum(count.values()):,} | {tried:,} | {count['killed']:,} | {count['timeout']:,} "
        f"| {count['equivalent']:,} | {tried - found:,} | {score} |"
    )


def _wilson(found: int, tried: int) -> tuple[float, float]:
    """Within these the share of all lies in 95 of 100 samples of this size."""
    z = 1.96
    share, square = found / tried, z * z / tried
    middle, spread = share + square / 2, z * ((share * (1 - share) + square / 4) / tried) ** 0.5
    return (middle - spread) / (1 + square), (middle + spread) / (1 + square)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _short(text: str) -> str:
    line = _flat(text)
    return line if len(line) <= 60 else f"{line[:34]} … {line[-23:]}"
