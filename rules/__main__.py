"""The command line: ``check``, ``settle``, ``explain``, ``profile``, ``clauses`` and ``convert``; no database, no web.

Exit codes of ``check``: 0 no finding, 1 some, 2 no line could be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from rules.options import NotAnOption, Options, checked

if TYPE_CHECKING:
    from rules.events import Event
    from rules.irregularity import Finding
    from rules.replay import Replay
    from rules.wire import Rejected

NO_FINDING, SOME_FINDINGS, NOTHING_READ = 0, 1, 2
DRAIN_EVERY = 4096


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        if command in (check, settle):
            options.set_by_house = _house(options)
        with _standard_input(options):
            return command(options)
    except NotAnOption as why:
        print(why, file=sys.stderr)
        return NOTHING_READ
    except BrokenPipeError:
        # The reader of our output has seen enough.
        sys.stderr.close()
        return NO_FINDING
    except OSError as error:
        print(f"{error.filename or ''}: {error.strerror}", file=sys.stderr)
        return NOTHING_READ


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command, words in (
        ("check", check, "replay files of events and print the findings"),
        ("settle", settle, "print what every bet of every closed round is due"),
    ):
        one = commands.add_parser(name, help=words)
        one.add_argument(
            "files", nargs="+", metavar="FILE", help="NDJSON, or a play (.play, .txt); - is standard input"
        )
        one.add_argument("--profile", help="house rules, instead of those the table was opened with")
        one.add_argument("--house", metavar="FILE.json", help="what the house has set, option to value")
        one.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="one of them; goes before")
        one.add_argument("--json", action="store_true", help="one object a line")
        one.add_argument("--lang", choices=("es", "en"), default="es")
        one.set_defaults(command=command)
    one = commands.add_parser("explain", help="one rule as a page: text, citation, worked examples")
    one.add_argument("code", nargs="?", help="without one, the list of codes")
    one.add_argument("--profile", default="cl-scj")
    one.add_argument("--lang", choices=("es", "en"), default="es")
    one.set_defaults(command=explain)
    one = commands.add_parser("profile", help="house rules as a page: each value and where it stands")
    one.add_argument("name", nargs="?", help="without one, the list of profiles")
    one.add_argument("--lang", choices=("es", "en"), default="es")
    one.set_defaults(command=profile)
    one = commands.add_parser(
        "clauses", help="every clause of the texts, and what carries it; exits 1 if one has nothing"
    )
    one.add_argument("--profile", help="only this text's")
    one.add_argument("--lang", choices=("es", "en"), default="es")
    one.set_defaults(command=clauses)
    one = commands.add_parser("convert", help="NDJSON to play notation and back")
    one.add_argument("file", metavar="FILE")
    one.add_argument("--to", choices=("ndjson", "play"), help="default: the other one")
    one.set_defaults(command=convert)
    return parser


@contextmanager
def _standard_input(options: argparse.Namespace) -> Iterator[None]:
    """``-`` is read twice like any file (corrections first), so it is laid down on disk."""
    files: list[str] = getattr(options, "files", [])
    if "-" not in files:
        yield
        return
    from shutil import copyfileobj
    from tempfile import NamedTemporaryFile

    with NamedTemporaryFile() as spool:
        copyfileobj(sys.stdin.buffer, spool)
        spool.flush()
        options.names = {spool.name: "-"}
        options.files = [spool.name if file == "-" else file for file in files]
        yield


def _house(options: argparse.Namespace) -> Options:
    """What ``--house`` and ``--set`` say. Raises ``NotAnOption``."""
    import msgspec

    told: dict[str, Any] = {}
    if options.house is not None:
        with open(options.house, "rb") as source:
            try:
                told = msgspec.json.decode(source.read(), type=dict[str, Any])
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise NotAnOption(f"{options.house}: expected one JSON object, option to value") from None
    for one in options.set:
        option, _, value = one.partition("=")
        try:
            told[option] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            told[option] = value
    return checked(told)


# ── check and settle ─────────────────────────────────────────────────────────────────────────────────


def check(options: argparse.Namespace) -> int:
    out = sys.stdout
    read_any = found_any = False
    for file in options.files:
        name = _name(file, options)
        write = _finding_writer(out, options, name)
        for table in _tables(file, options, name):
            run = table.run
            for finding in run.drain():
                found_any = True
                write(finding)
            read_any = read_any or table.read
            if table.ended:
                for finding in run.findings:
                    found_any = True
                    write(finding)
    out.flush()
    return NOTHING_READ if not read_any else SOME_FINDINGS if found_any else NO_FINDING


def settle(options: argparse.Namespace) -> int:
    from rules.events import RoundClosed
    from rules.settle import rows

    read_any = False
    for file in options.files:
        name = _name(file, options)

        def on_event(run: Replay, event: Event, name: str | None = name) -> None:
            if isinstance(event, RoundClosed) and run.table.round is not None:
                for row in rows(run.table):
                    _write_row(row, options, name)

        for table in _tables(file, options, name, on_event):
            read_any = read_any or table.read
    sys.stdout.flush()
    return NO_FINDING if read_any else NOTHING_READ


def _name(file: str, options: argparse.Namespace) -> str | None:
    """The path as given, where more than one file was."""
    names: dict[str, str] = getattr(options, "names", {})
    return names.get(file, file) if len(options.files) > 1 else None


class _Table:
    """One table's replay inside a file; ``ended`` at the end of the file."""

    def __init__(self, run: Replay) -> None:
        self.run = run
        self.read = False
        self.ended = False
        self.fed = 0


def _tables(
    file: str,
    options: argparse.Namespace,
    name: str | None,
    on_event: Callable[[Replay, Event], None] | None = None,
) -> Iterator[_Table]:
    """Feed a file to one replay a table; yields a table when findings may be taken out of it."""
    from rules.files import corrections_in, read_file
    from rules.replay import Replay, feed_corrected
    from rules.wire import Rejected

    corrected = corrections_in(file, options.set_by_house)
    tables: dict[str | None, _Table] = {}
    for found in read_file(file, options.set_by_house):
        if isinstance(found, Rejected):
            _reject(found, name)
            for table in tables.values():
                table.run.rejected(found.seq)
            continue
        seq, event = found
        key = event.table
        one = tables.get(key)
        if one is None:
            one = tables[key] = _Table(Replay(options.profile, options=options.set_by_house))
        one.read = True
        feed_corrected(one.run, seq, event, corrected.get(key) or {})
        if on_event is not None:
            on_event(one.run, event)
        one.fed += 1
        if one.fed % DRAIN_EVERY == 0:
            yield one
    for one in tables.values():
        one.ended = True
        yield one


# ── out ──────────────────────────────────────────────────────────────────────────────────────────────


def _reject(rejected: Rejected, name: str | None) -> None:
    import json

    row = rejected.as_dict()
    if name is not None:
        row = {"file": name, **row}
    print(json.dumps(row, ensure_ascii=False), file=sys.stderr)


def _write_json(row: dict[str, Any], name: str | None) -> None:
    import msgspec

    if name is not None:
        row = {"file": name, **row}
    sys.stdout.write(msgspec.json.encode(row).decode() + "\n")


def _write_row(row: dict[str, Any], options: argparse.Namespace, name: str | None) -> None:
    from rules.words import money

    if options.json:
        _write_json(row, name)
        return
    owner = f" ({row['owner']})" if "owner" in row else ""
    where = f"{name}: " if name else ""
    print(
        f"{where}{row['round']:>5}  {row['spot']:<4} {row['on']:<14} {row['result']:<11} {row['kind']:<9}"
        f" {money(int(row['amount']), options.lang):>14}{owner}"
    )


def _finding_writer(out: IO[str], options: argparse.Namespace, name: str | None) -> Callable[[Finding], None]:
    if options.json:
        return lambda finding: _write_json(finding.as_dict(), name)
    from rules.told import finding_lines

    def write(finding: Finding) -> None:
        where = f"{name}: " if name else ""
        for line in finding_lines(finding, options.lang):
            out.write(f"{where}{line}\n")

    return write


# ── explain and convert ──────────────────────────────────────────────────────────────────────────────


def explain(options: argparse.Namespace) -> int:
    from rules.pages import catalogue_lines, rule_lines
    from rules.rulebooks import rulebook

    book = rulebook(options.profile)
    if options.code is None:
        lines = catalogue_lines(book, options.lang)
    else:
        rule = book.by_code.get(options.code)
        if rule is None:
            print(f"{options.code}: {', '.join(book.by_code)}", file=sys.stderr)
            return NOTHING_READ
        lines = rule_lines(rule, options.lang, book)
    print("\n".join(lines))
    return NO_FINDING


def profile(options: argparse.Namespace) -> int:
    from rules.pages import profile_lines
    from rules.profiles import PROFILES

    if options.name is None:
        for one in PROFILES.values():
            print(f"{one.name:<12} {one.title.of(options.lang)}")
        return NO_FINDING
    if options.name not in PROFILES:
        print(f"{options.name}: {', '.join(PROFILES)}", file=sys.stderr)
        return NOTHING_READ
    print("\n".join(profile_lines(options.name, options.lang)))
    return NO_FINDING


def clauses(options: argparse.Namespace) -> int:
    from rules.clauses import faults, listing, texts

    print("\n".join(listing(options.profile, options.lang)))
    found = list(faults(texts()))
    for fault in found:
        print(fault, file=sys.stderr)
    return SOME_FINDINGS if found else NO_FINDING


def convert(options: argparse.Namespace) -> int:
    import json

    from rules.files import PLAY_SUFFIXES
    from rules.notation import dumps, loads
    from rules.wire import LONGEST, Rejected, decode_line

    to = options.to or ("ndjson" if options.file.endswith(PLAY_SUFFIXES) else "play")
    with sys.stdin.buffer if options.file == "-" else open(options.file, "rb") as source:
        raw = source.read()
    read_any = False
    if to == "ndjson":
        try:
            for line in loads(raw.decode("utf-8")):
                decode_line(json.dumps(line.event).encode(), line.number)
                print(json.dumps(line.event, ensure_ascii=False, separators=(",", ":")))
                read_any = True
        except UnicodeDecodeError:
            _reject(Rejected(1, None, "UTF-8 text"), None)
        except Rejected as rejected:
            _reject(rejected, None)
            return NOTHING_READ
        return NO_FINDING if read_any else NOTHING_READ
    events: list[dict[str, Any]] = []
    for number, one in enumerate(raw.split(b"\n"), 1):
        if not one.strip():
            continue
        try:
            decode_line(one[: LONGEST + 1], number)
            events.append(json.loads(one))
        except Rejected as rejected:
            _reject(rejected, None)
    sys.stdout.write(dumps(events))
    return NO_FINDING if events else NOTHING_READ


if __name__ == "__main__":
    sys.exit(main())
