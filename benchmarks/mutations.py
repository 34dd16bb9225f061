"""Every mutant of a source file: one small change each, by mutmut's operators and four of our own.

mutmut's program changes functions that carry no decorator, and only those: here that leaves out what moves the table
(`@advances`), every property, and all the tables (rules, profiles, sources). So its operators are applied to the
whole file. Ours: a bare condition is turned round, a `return` gives None, a statement goes, an element of a literal
goes.

Left alone by rule, because it is no behaviour: docstrings, annotations and type aliases (save where they are the
schema of the wire), the words of texts (`Text(…)`, strings of more than one word, help of the command line),
`__slots__`, decorators, `TYPE_CHECKING` blocks, and `gc`, which only spares memory.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

WIRE = frozenset({"rules/events.py", "rules/cards.py"})
"""Files whose annotations are read when the program runs: they are the schema of the events."""
ALIASES = frozenset({"Callable", "Literal", "Annotated", "tuple", "dict", "list", "type"})
PROSE_ARGUMENTS = frozenset({"help", "description", "metavar", "prog"})
UNTOUCHED_CALLS = frozenset({"len", "isinstance"})
"""As in mutmut: such a call without its argument only raises."""
OPERANDS = (cst.Name, cst.Attribute, cst.Call, cst.Subscript)
LITERALS = (cst.Tuple, cst.List, cst.Set, cst.Dict)
_PROSE = re.compile(r"[^\W\d_].*\s.*[^\W\d_]|[^\x00-\x7f]")


@dataclass(frozen=True)
class Mutant:
    """One change: ``before`` becomes ``after`` at a place of a file."""

    path: str
    line: int
    lines: tuple[int, int]
    """First and last line of the statement."""
    where: str
    """Qualified name of the outermost function it lies in, empty outside."""
    at_import: bool
    """It changes what is computed when the module is read, not a function's body."""
    operator: str
    before: str
    after: str
    start: int
    """Byte offset in the file."""
    text: str
    """The line as it stands."""
    nth: int = 0
    """Which one of equal changes in the same place."""

    @property
    def key(self) -> str:
        """Stays the same while other lines come and go."""
        return f"{self.path}:{self.where}:{self.before} -> {self.after}:{self.nth}"

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.start + len(self.before.encode()) :]


@dataclass(frozen=True)
class _Place:
    """What is known on the way down to a node."""

    names: tuple[str, ...] = ()
    where: str = ""
    lines: tuple[int, int] = (0, 0)
    at_import: bool = True
    in_text: bool = False
    in_function: bool = False


def mutants_of(root: Path, path: str) -> list[Mutant]:
    """The mutants of one file, in the order of its lines."""
    source = (root / path).read_bytes()
    found = _Finder(path, source).found()
    counted: Counter[str] = Counter()
    numbered = []
    for mutant in found:
        numbered.append(Mutant(**{**mutant.__dict__, "nth": counted[mutant.key]}))
        counted[mutant.key] += 1
    return numbered


class _Finder:
    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.rows = source.decode().split("\n")
        wrapper = MetadataWrapper(cst.parse_module(source))
        self.module = wrapper.module
        self.spans = wrapper.resolve(ByteSpanPositionProvider)
        self.positions = wrapper.resolve(PositionProvider)

    def found(self) -> list[Mutant]:
        seen: set[tuple[int, str, str]] = set()
        mutants = []
        for mutant in self._down(self.module, _Place()):
            change = (mutant.start, mutant.before, mutant.after)
            if mutant.before != mutant.after and change not in seen:
                seen.add(change)
                mutants.append(mutant)
        return sorted(mutants, key=lambda one: one.start)

    # ── the way down ─────────────────────────────────────────────────────────────────────────────

    def _down(self, node: cst.CSTNode, place: _Place) -> Iterator[Mutant]:
        if self._is_left_alone(node, place):
            return
        place = self._placed(node, place)
        yield from self._changes(node, place)
        for child in self._children(node):
            yield from self._down(child, place)

    def _children(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        for child in node.children:
            if isinstance(node, cst.FunctionDef) and child in node.decorators:
                continue
            if isinstance(node, cst.ClassDef) and child in node.decorators:
                continue
            yield child

    def _placed(self, node: cst.CSTNode, place: _Place) -> _Place:
        known = place.__dict__.copy()
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            known["names"] = (*place.names, node.name.value)
            if isinstance(node, cst.FunctionDef) and not place.where:
                known["where"] = ".".join(known["names"])
        if isinstance(node, cst.FunctionDef):
            known["in_function"] = True
        if isinstance(node, cst.IndentedBlock) and place.in_function:
            known["at_import"] = False
        if isinstance(node, (cst.SimpleStatementLine, cst.Decorator)):
            known["lines"] = self._lines(node)
        elif isinstance(node, (cst.If, cst.While, cst.For, cst.FunctionDef, cst.ClassDef, cst.With, cst.ExceptHandler)):
            first = self._lines(node)[0]
            known["lines"] = (first, max(first, self._lines(node.body)[0] - 1))
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "Text":
            known["in_text"] = True
        return _Place(**known)

    def _is_left_alone(self, node: cst.CSTNode, place: _Place) -> bool:
        if isinstance(node, cst.Annotation):
            return self.path not in WIRE or place.in_function
        if isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value in {*PROSE_ARGUMENTS, "gc"}:
            return True
        if isinstance(node, cst.If):
            return "TYPE_CHECKING" in self.module.code_for_node(node.test)
        if isinstance(node, (cst.Assign, cst.AnnAssign)) and place.at_import:
            target = node.targets[0].target if isinstance(node, cst.Assign) else node.target
            if isinstance(target, cst.Name) and target.value in ("__slots__", "__all__"):
                return True
            return self.path not in WIRE and _is_alias(node.value)
        if isinstance(node, (cst.Import, cst.ImportFrom)):
            return True
        if isinstance(node, cst.ConcatenatedString):
            return True
        return isinstance(node, cst.SimpleString) and (place.in_text or _is_prose(node))

    # ── the changes at one node ──────────────────────────────────────────────────────────────────

    def _changes(self, node: cst.CSTNode, place: _Place) -> Iterator[Mutant]:
        for kind, operator in mutation_operators:
            if not isinstance(node, kind) or _is_skipped(operator.__name__, node, place):
                continue
            for changed in _first_only(operator.__name__, operator(node)):
                yield from self._mutant(node, self.module.code_for_node(changed), operator.__name__, place)
        if isinstance(node, (cst.If, cst.While, cst.CompIf)) and isinstance(node.test, OPERANDS):
            yield from self._turned(node.test, place)
        if isinstance(node, cst.BooleanOperation):
            for operand in (node.left, node.right):
                if isinstance(operand, OPERANDS):
                    yield from self._turned(operand, place)
        if isinstance(node, cst.Return) and _gives_something(node.value):
            yield from self._mutant(node, "return None", "return_none", place)
        if isinstance(node, cst.Raise) or (
            isinstance(node, cst.Expr) and isinstance(node.value, (cst.Call, cst.Yield)) and not place.at_import
        ):
            yield from self._mutant(node, "pass", "remove_statement", place)
        if isinstance(node, LITERALS) and not place.in_text:
            yield from self._without_one(node, place)

    def _turned(self, node: cst.BaseExpression, place: _Place) -> Iterator[Mutant]:
        yield from self._mutant(node, f"(not {self.module.code_for_node(node)})", "turn_condition", place)

    def _without_one(self, node: Any, place: _Place) -> Iterator[Mutant]:
        for at in range(len(node.elements)):
            kept = [*node.elements[:at], *node.elements[at + 1 :]]
            if not kept and isinstance(node, cst.Set):
                continue
            yield from self._mutant(
                node, self.module.code_for_node(node.with_changes(elements=kept)), "remove_element", place
            )

    def _mutant(self, node: cst.CSTNode, after: str, operator: str, place: _Place) -> Iterator[Mutant]:
        span = self.spans.get(node)
        if span is None:
            return
        before = self.source[span.start : span.start + span.length].decode()
        first, last = self._lines(node)
        yield Mutant(
            path=self.path,
            line=first,
            lines=place.lines if place.lines[0] <= first <= place.lines[1] else (first, last),
            where=place.where,
            at_import=place.at_import,
            operator=operator,
            before=before,
            after=after,
            start=span.start,
            text=self.rows[first - 1].strip(),
        )

    def _lines(self, node: cst.CSTNode) -> tuple[int, int]:
        position = self.positions[node]
        return position.start.line, position.end.line


def _is_skipped(operator: str, node: cst.CSTNode, place: _Place) -> bool:
    if isinstance(node, (cst.Assign, cst.AnnAssign)):
        # None is no other answer than False; True, which is tried as well, is.
        return isinstance(node.value, cst.Name) and node.value.value == "False"
    if not isinstance(node, cst.Call):
        return False
    return place.in_text or (isinstance(node.func, cst.Name) and node.func.value in UNTOUCHED_CALLS)


def _first_only(operator: str, changed: Any) -> Iterator[Any]:
    """Of a string's three changes one: in capitals or in small letters it is as wrong as with an XX."""
    for number, one in enumerate(changed):
        if operator != "operator_string" or number == 0:
            yield one


def _gives_something(value: cst.BaseExpression | None) -> bool:
    """Not a comparison or the like, which has changes of its own, nor the empty tuple of a rule without findings."""
    if isinstance(value, cst.Tuple):
        return bool(value.elements)
    return isinstance(value, (*OPERANDS[1:], *LITERALS, cst.ListComp))


def _is_alias(value: cst.BaseExpression | None) -> bool:
    return isinstance(value, cst.Subscript) and isinstance(value.value, cst.Name) and value.value.value in ALIASES


def _is_prose(node: cst.SimpleString) -> bool:
    """More than one word, or letters that no code here has: somebody reads it."""
    return node.value[-3:] in ('"""', "'''") or bool(_PROSE.search(node.raw_value))
