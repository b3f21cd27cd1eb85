"""Passes, facts and backends ask what a program means, not how a lowering has spelled it.

Forbidden are: to compare the length of a block with a number, a statement by its constant position in a block, and a
local, field or slot by its name.
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


def spellings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the kind of each thing that is forbidden."""
    for x in ast.walk(tree):
        if isinstance(x, ast.Compare) and any(map(length, ast.walk(x))) and any(map(number, ast.walk(x))):
            yield x.lineno, "the length of a block"
        if isinstance(x, ast.Subscript) and block(x.value) and isinstance(x.slice, ast.Constant | ast.UnaryOp):
            yield x.lineno, "a statement by its position"
        elif isinstance(x, ast.Assign) and block(x.value) and isinstance(x.targets[0], ast.Tuple | ast.List):
            yield x.lineno, "statements by their positions"
        elif isinstance(x, ast.Compare):
            sides = [x.left, *x.comparators]
            asked = any(isinstance(y, ast.Attribute) and y.attr in NAMED for y in sides)
            told = any(isinstance(y, ast.Constant) and isinstance(y.value, str) and y.value for y in sides)
            if asked and told:
                yield x.lineno, "a name"


def test_nothing_is_recognised_by_its_spelling() -> None:
    places: list[str] = []
    for path in sorted(p for room in ROOMS for p in (ROOT / room).rglob("*.py")):
        if "program import" not in path.read_text("utf-8") and "program.ops" not in path.read_text("utf-8"):
            continue  # it sees no program
        name = path.relative_to(ROOT).as_posix()
        places += [f"{name}:{line} {what}" for line, what in spellings(ast.parse(path.read_text("utf-8")))]
    assert not places, "\n".join(["a meaning is recognised by its spelling:", *places])


def test_each_kind_is_seen() -> None:
    text = """
def pass_(s):
    if len(s.body) == 2: pass
    first = s.then[0]
    a, b = s.body or [None]
    if s.value.name == "owned": pass
"""
    assert [what for _, what in sorted(spellings(ast.parse(text)))] == [
        "the length of a block", "a statement by its position", "statements by their positions", "a name",
    ]  # fmt: skip
