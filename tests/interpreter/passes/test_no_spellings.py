"""Passes, facts and backends ask what a program means, not how a lowering has spelled it.

Forbidden are: to compare the length of a block with a number, a statement by its constant position in a block, a
local, field or slot by its name, in passes and facts the printed text of a program, a `match` on how nodes lie within
each other, and to ask a block for the one statement that it leads to (`way_to`, `only`). Nodes tell what
they mean instead (`Trial`, `Ahead`, `Flood.meets`, `Filter.to`, `Composed.then`), and so do functions (`filters`,
`whole`, `judges`, `enters`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import ludparse

ROOT = Path(ludparse.__file__).resolve().parents[1] / "interpreter"
ROOMS = "passes", "facts", "backends"
BLOCKS = {"body", "then", "orelse", "block"}
NAMED = {"name", "arg", "slot", "field"}
LIES, TEXT = "how nodes lie within each other", "the text of a program"
LEADING = {"way_to", "only"}
"""Functions that tell what a block leads to, if it is put together in one way."""


def block(x: ast.expr) -> bool:
    """Whether an expression is a block of statements, or one of two."""
    if isinstance(x, ast.BoolOp):
        return any(map(block, x.values))
    if isinstance(x, ast.Subscript) and isinstance(x.slice, ast.Slice):
        return block(x.value)
    named = x.attr if isinstance(x, ast.Attribute) else x.id if isinstance(x, ast.Name) else ""
    return named in BLOCKS


def length(x: ast.AST) -> bool:
    """Whether an expression is the length of a block."""
    return isinstance(x, ast.Call) and isinstance(x.func, ast.Name) and x.func.id == "len" and block(x.args[0])


def number(x: ast.AST) -> bool:
    return isinstance(x, ast.Constant) and isinstance(x.value, int)


def structure(case: ast.match_case) -> bool:
    """Whether a case looks into nodes, and not only at what kind they are."""
    return any(
        isinstance(p, ast.MatchSequence) or (isinstance(p, ast.MatchClass) and (p.patterns or p.kwd_patterns))
        for p in ast.walk(case.pattern)
    )


def leading(x: ast.AST) -> bool:
    """Whether it asks what a block leads to."""
    return isinstance(x, ast.Call) and isinstance(x.func, ast.Name) and x.func.id in LEADING


def spellings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the kind of each thing that is forbidden."""
    for x in ast.walk(tree):
        if isinstance(x, ast.Compare) and any(map(length, ast.walk(x))) and any(map(number, ast.walk(x))):
            yield x.lineno, "the length of a block"
        if isinstance(x, ast.Subscript) and block(x.value) and isinstance(x.slice, ast.Constant | ast.UnaryOp):
            yield x.lineno, "a statement by its position"
        elif isinstance(x, ast.Assign) and block(x.value) and isinstance(x.targets[0], ast.Tuple | ast.List):
            yield x.lineno, "statements by their positions"
        elif (isinstance(x, ast.Match) and any(map(structure, x.cases))) or leading(x):
            yield x.lineno, LIES
        elif isinstance(x, ast.ImportFrom) and (x.module or "").endswith("printer") and x.level:
            yield x.lineno, TEXT
        elif isinstance(x, ast.Compare):
            sides = [x.left, *x.comparators]
            asked = any(isinstance(y, ast.Attribute) and y.attr in NAMED for y in sides)
            told = any(isinstance(y, ast.Constant) and isinstance(y.value, str) and y.value for y in sides)
            if asked and told:
                yield x.lineno, "a name"


def places() -> dict[str, list[tuple[int, str]]]:
    """By file, what is forbidden there."""
    found: dict[str, list[tuple[int, str]]] = {}
    for path in sorted(p for room in ROOMS for p in (ROOT / room).rglob("*.py")):
        text = path.read_text("utf-8")
        if "program import" in text or "program.ops" in text:  # else it sees no program
            name = path.relative_to(ROOT).as_posix()
            told = TEXT if name.startswith("backends/") else ""  # which may name what they keep after it
            found[name] = sorted(x for x in spellings(ast.parse(text)) if x[1] != told)
    return found


def test_nothing_is_recognised_by_its_spelling() -> None:
    found = [f"{name}:{line} {what}" for name, of in places().items() for line, what in of]
    assert not found, "\n".join(["a meaning is recognised by its spelling:", *found])


def test_each_kind_is_seen() -> None:
    text = """
def pass_(s):
    if len(s.body) == 2: pass
    first = s.then[0]
    a, b = s.body or [None]
    if s.value.name == "owned": pass
    from .program.printer import block
    match s:
        case ops.Restoring(): pass
    match s:
        case ops.Restoring(body=[first]): pass
    return only(ops.Emit, s.body)
"""
    assert [what for _, what in sorted(spellings(ast.parse(text)))] == [
        "the length of a block", "a statement by its position", "statements by their positions", "a name",
        TEXT, LIES, LIES,
    ]  # fmt: skip
