"""Passes, facts and backends ask what a program means, not how a lowering has spelled it.

Forbidden are: to compare the length of a block with a number, a statement by its constant position in a block, and a
local, field or slot by its name. `LEFT` says where this is still done, and how often. A count may only fall; at 0 the
entry goes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import ludparse

ROOT = Path(ludparse.__file__).resolve().parents[1] / "interpreter"
ROOMS = "passes", "facts", "backends"
BLOCKS = {"body", "then", "orelse", "block"}
NAMED = {"name", "arg", "slot", "field"}

LEFT: dict[str, int] = {
    "passes/trials/apply_once.py": 2,
}


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


def test_no_spelling_is_added() -> None:
    found: Counter[str] = Counter()
    places: list[str] = []
    for path in sorted(p for room in ROOMS for p in (ROOT / room).rglob("*.py")):
        if "program import" not in path.read_text("utf-8") and "program.ops" not in path.read_text("utf-8"):
            continue  # it sees no program
        name = path.relative_to(ROOT).as_posix()
        for line, what in spellings(ast.parse(path.read_text("utf-8"))):
            found[name] += 1
            places.append(f"{name}:{line} {what}")
    more = [p for p in places if found[p.partition(":")[0]] > LEFT.get(p.partition(":")[0], 0)]
    assert not more, "\n".join(["a meaning is recognised by its spelling:", *more])
    fewer = {name: (found[name], n) for name, n in LEFT.items() if found[name] < n}
    assert not fewer, f"LEFT can be smaller now: {fewer}"


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
