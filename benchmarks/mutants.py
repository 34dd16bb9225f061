"""Is there a test for every line of the rules? Change each a little, and see whether a test notices.

    make mutants                                            # what is new since the last run, then the report
    python benchmarks/mutants.py [FILE…] [--jobs 2] [--anew] [--survivors] [--sample N] [--report docs/mutants.md]

Needs the packages of the `mutants` group. One process collects `tests/rules` and learns which test runs which line.
Then every mutant gets a process of its own, forked with all that imported: a change in a function's body is put into
the function that is there already (decorated, registered or bound, it is the same), and only the tests that run its
lines are run, the quickest first, until one fails. A change of what is computed at import (the tables) makes the child
read the file anew and run all of `tests/rules`. Results stay in `var/mutants/`; `equivalent_mutants.toml` beside this
file holds the mutants that no test can kill, each with its reason.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

# Runs from a checkout that isn't installed, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

import _pytest.runner
import coverage
import hypothesis
import pytest

from benchmarks.mutations import Mutant, mutants_of
from benchmarks.survivors import KEPT, Equivalents, Results, told

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = ["-x", "-s", "--noconftest", "--import-mode=importlib", f"--rootdir={ROOT}", "-c", os.devnull,
           "-p", "no:cacheprovider", "-p", "no:terminal", "-W", "ignore"]  # fmt: skip
TESTS = ROOT / "tests" / "rules"
NOT_REACHED = (
    "rules/__main__.py", "rules/options.py", "rules/tablet/", "rules/declarations/", "rules/kinds/declared.py",
    "rules/held.py", "rules/tally.py",
)  # fmt: skip
"""The command line's tests start a process of their own, which reads the file on disk; the tablet's stand apart."""
LEFT_OUT = ("test_any_play.py", "test_invariants", "test_watching")
"""Take longest and mostly ask that nothing is raised, or ask for time: what the others let pass they notice least."""
FIRST = (
    ("test_catalogue.py", "test_attention.py", "test_tables.py", "test_schema.py"),
    ("test_rulebook.py", "test_profiles.py", "test_cards.py", "test_house.py", "test_wire.py"),
)
"""Tests of the tables: without the worked examples they are collected in no time."""
SHARP = tuple(
    f"tests/rules/test_{name}.py" for name in ("felt", "advance", "rounds", "replay", "prescribed", "courses")
)
"""They say most of what there is to say, so they notice most and are asked first."""
MOST = 800
"""Tests asked of one mutant. Lines of the hot path are run by three thousand."""
ONLY: list[str] = []
"""Tests named on the command line: new ones, for what survived the others."""
CPU_SECONDS = 2.0
"""Of processor time for one test, and twenty times what it takes on the untouched rules: then it runs in circles."""
MEMORY = 6 << 30


def suite() -> list[str]:
    """The files of the tests that are to notice."""
    if ONLY:
        return ONLY
    return [str(path) for path in sorted(TESTS.glob("test_*.py")) if not path.name.startswith(LEFT_OUT)]


class Learning:
    """Plugin of the first run: which lines each test runs, and how long it takes."""

    def __init__(self, cover: coverage.Coverage) -> None:
        self.cover = cover
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.cover.switch_context(item.nodeid)
        start = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - start
        self.cover.switch_context("import")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def learn() -> dict[str, Any]:
    """Run everything once on the rules as they are, in a child: ``seconds`` by test, ``lines`` by file and line."""

    def work() -> dict[str, Any]:
        cover = coverage.Coverage(data_file=None, include=[f"{ROOT}/rules/*"], config_file=False)
        cover.start()
        cover.switch_context("import")
        plugin = Learning(cover)
        code = pytest.main([*OPTIONS, *suite()], plugins=[plugin])
        cover.stop()
        if code:
            raise SystemExit(f"the tests fail on the rules as they are: {plugin.failed}")
        data = cover.get_data()
        lines = {
            str(Path(file).relative_to(ROOT)): {
                str(line): tests for line, tests in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        return {"seconds": plugin.seconds, "lines": lines}

    path = KEPT / "learned.json"
    if child := os.fork():
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            raise SystemExit("the tests fail on the rules as they are")
    else:
        try:
            path.write_text(json.dumps(work()))
        except BaseException as error:
            print(error, file=sys.stderr)
            os._exit(1)
        os._exit(0)
    found: dict[str, Any] = json.loads(path.read_text())
    return found


# ── one mutant in a process of its own ───────────────────────────────────────────────────────────────


def limited(seconds: float) -> None:
    """At most so much processor time from now on; whoever takes more is killed."""
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS + 20 * seconds)


def quiet_child() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)


def in_place(mutant: Mutant, functions: dict[tuple[str, str], list[FunctionType]], items: list[pytest.Item],
             seconds: dict[str, float]) -> bool:  # fmt: skip
    """Put the change into the function that is there; True when a test fails."""
    file = ROOT / mutant.path
    changed = {
        (code.co_qualname, code.co_firstlineno): code
        for code in codes(compile(mutant.applied(file.read_bytes()), str(file), "exec", dont_inherit=True))
    }
    for function in functions[mutant.path, mutant.where]:
        function.__code__ = changed[mutant.where, function.__code__.co_firstlineno]
    for at, item in enumerate(items):
        limited(seconds[item.nodeid])
        after = items[at + 1] if at + 1 < len(items) else None
        if any(report.failed for report in _pytest.runner.runtestprotocol(item, log=False, nextitem=after)):
            return True
    return False


class Changed(SourceFileLoader):
    """Loads a module from its mutant's source."""

    source = b""

    def get_code(self, fullname: str) -> CodeType | None:
        return compile(self.source, self.path, "exec", dont_inherit=True)


class Instead(MetaPathFinder):
    """Finds one module in its mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.path = str(ROOT / mutant.path)
        self.loader = Changed(self.name, self.path)
        self.loader.source = mutant.applied(Path(self.path).read_bytes())

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(fullname, self.path, loader=self.loader) if fullname == self.name else None


class Limiting:
    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        limited(self.seconds.get(item.nodeid, 1))


def anew(mutant: Mutant, seconds: dict[str, float]) -> bool:
    """Read the changed file instead of the one on disk, and run everything; True when a test fails."""
    sys.meta_path.insert(0, Instead(mutant))
    limited(1)
    first = [[str(TESTS / name) for name in names] for names in FIRST]
    seen = {path for paths in first for path in paths}
    for paths in [ONLY] if ONLY else [*first, [path for path in suite() if path not in seen]]:
        if pytest.main([*OPTIONS, *paths], plugins=[Limiting(seconds)]):
            return True
        limited(1)
    return False


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


# ── all of them ──────────────────────────────────────────────────────────────────────────────────────


def each_in_a_child(jobs: int, work: Iterable[tuple[Mutant, Callable[[], bool]]], done: Callable[..., None]) -> None:
    """Run each in a fork, so many at a time. Killed by a signal (out of time, out of memory) counts as found."""
    running: dict[int, Mutant] = {}

    def wait() -> None:
        child, status = os.wait()
        code = os.waitstatus_to_exitcode(status)
        done(
            running.pop(child),
            "survived" if code == 0 else "killed" if code == 1 else "timeout" if code < 0 else "error",
        )

    for mutant, test in work:
        if len(running) >= jobs:
            wait()
        child = os.fork()
        if not child:
            try:
                quiet_child()
                os._exit(int(test()))
            except MemoryError:
                os._exit(1)
            except BaseException as error:
                (KEPT / "errors.txt").open("a").write(f"{mutant.key}: {error!r}\n")
                os._exit(3)
        running[child] = mutant
    while running:
        wait()


class Running:
    """Plugin of the run itself: the tests are collected, and every mutant of a function's body is tried on them."""

    def __init__(self, mutants: list[Mutant], learned: dict[str, Any], jobs: int, done: Callable[..., None]) -> None:
        self.mutants = mutants
        self.learned = learned
        self.jobs = jobs
        self.done = done

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        functions: dict[tuple[str, str], list[FunctionType]] = {}
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(f"{ROOT}/rules/"):
                path = str(Path(one.__code__.co_filename).relative_to(ROOT))
                functions.setdefault((path, one.__code__.co_qualname), []).append(one)
        gc.freeze()
        seconds = self.learned["seconds"]

        def work() -> Iterator[tuple[Mutant, Callable[[], bool]]]:
            for mutant in self.mutants:
                tests = tests_of(mutant, self.learned)
                order = sorted(tests, key=lambda name: (not name.startswith(SHARP), seconds[name]))[:MOST]
                chosen = [items[name] for name in order]
                yield mutant, functools.partial(in_place, mutant, functions, chosen, seconds)

        each_in_a_child(self.jobs, work(), self.done)
        return True


def tests_of(mutant: Mutant, learned: dict[str, Any]) -> set[str]:
    """The tests that run the lines of a mutant."""
    lines = learned["lines"].get(mutant.path, {})
    first, last = mutant.lines
    return {test for line in range(first, last + 1) for test in lines.get(str(line), ())} - {"import"}


def runs_at_import(mutant: Mutant, learned: dict[str, Any]) -> bool:
    """Its function is called while modules are read or tests are collected, or keeps what it once returned."""
    lines = learned["lines"].get(mutant.path, {})
    first, last = mutant.lines
    return any("import" in lines.get(str(line), ()) for line in range(first, last + 1))


def in_bodies(mutants: list[Mutant], learned: dict[str, Any], jobs: int, done: Callable[..., None]) -> None:
    """Try those of functions' bodies in one child, whose own children they are: here the rules stay unread."""
    if child := os.fork():
        os.waitpid(child, 0)
        return
    try:
        pytest.main([*OPTIONS, *suite()], plugins=[Running(mutants, learned, jobs, done)])
    finally:
        os._exit(0)


def run(mutants: list[Mutant], jobs: int, results: Results) -> None:
    hypothesis.settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    )  # fmt: skip
    hypothesis.settings.load_profile("mutants")
    learned = learn()
    bodies = [mutant for mutant in mutants if not mutant.at_import and tests_of(mutant, learned)]
    in_bodies(bodies, learned, jobs, results.add)
    known = results.read()
    inside = set(bodies)
    again: list[Mutant] = []
    for mutant in mutants:
        if mutant not in inside and not mutant.at_import and not runs_at_import(mutant, learned):
            if not ONLY:
                results.add(mutant, "uncovered")
        elif mutant not in inside or _is_open(known[mutant.key], mutant, learned):
            again.append(mutant)
    gc.freeze()
    seconds = learned["seconds"]
    each_in_a_child(jobs, ((one, functools.partial(anew, one, seconds)) for one in again), results.add)


def _is_open(outcome: str, mutant: Mutant, learned: dict[str, Any]) -> bool:
    """The change could not be put in, or what its function once gave at import was kept."""
    return outcome == "error" or (outcome == "survived" and runs_at_import(mutant, learned))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="files or folders of rules/; all of them without one")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--anew", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--survivors", action="store_true", help="only those that survived the last time")
    parser.add_argument(
        "--tests", nargs="+", metavar="FILE", default=[], help="only these tests, new ones: with --survivors"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="of each file so many at most, drawn with --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", metavar="FILE", help="put the tables into this file, between its marks")
    parser.add_argument("--only", choices=("bodies", "tables"), help="functions, or what is computed at import")
    parser.add_argument("--list", action="store_true", help="print what survived")
    options = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    results = Results()
    if options.anew:
        results.path.unlink(missing_ok=True)
    ONLY.extend(str(Path(path).resolve()) for path in options.tests)
    known = results.read()
    mutants = [mutant for path in files(options.files) for mutant in chosen(path, options)]
    equivalent = Equivalents.read()
    wanted = "survived", "uncovered", "error"
    untried = [
        mutant
        for mutant in mutants
        if mutant not in equivalent
        and (known.get(mutant.key) in wanted if options.survivors else known.get(mutant.key, "survived") in wanted)
    ]
    print(f"{len(mutants)} mutants, {len(untried)} to try", file=sys.stderr, flush=True)
    if untried:
        run(untried, options.jobs, results)
    known = results.read()
    return told(mutants, known, equivalent, listing=options.list, into=options.report)


def files(names: list[str]) -> list[str]:
    """The files named, and those of the folders named; all of ``rules/`` but what the suite does not reach."""
    paths = [path for name in names or ["rules"] for path in (sorted(Path(name).rglob("*.py")) or [Path(name)])]
    return [str(path) for path in paths if str(path) in names or not str(path).startswith(NOT_REACHED)]


def chosen(path: str, options: argparse.Namespace) -> list[Mutant]:
    found = [one for one in mutants_of(ROOT, path) if options.only in (None, "tables" if one.at_import else "bodies")]
    if options.sample is None or len(found) <= options.sample:
        return found
    return random.Random(f"{options.seed} {path}").sample(found, options.sample)


if __name__ == "__main__":
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.exit(main())
