"""Questions about moves (code between mode_enter and mode_leave), and the functions that are reachable from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..program import ops
from ..program.intrinsics import MODE_ENTER, MODE_EXPORT, MODE_LEAVE
from ..program.ops import Block, Expr, Function, Stmt
from ..program.walk import blocks, expressions, runs
from .modes import inherited_calls, is_run

Asks = Callable[[Expr], bool]
"""Whether the mode that is entered is one to look for."""


def begins(s: Stmt, asks: Asks) -> bool:
    """Whether a statement begins such a question."""
    return isinstance(s, ops.Do) and is_run(s.value, MODE_ENTER) and asks(s.value.src[0])


def follow(functions: Iterable[Function], asks: Asks, visit: Callable[[Function], bool]) -> None:
    """Calls `visit` once for each function that is reachable from questions in these functions. Callees of a function
    are followed if `visit` returns true for it."""
    todo: list[Function] = []
    for fn in functions:
        _asked(fn.body, asks, todo)
    seen: set[int] = set()
    while todo:
        fn = todo.pop()
        if fn.index not in seen:
            seen.add(fn.index)
            if visit(fn):
                todo += inherited_calls(fn.body)


def _asked(body: Block, asks: Asks, found: list[Function]) -> None:
    """Adds the functions that are called between a mode_enter and its mode_leave."""
    asking = False
    for s in body:
        if isinstance(s, ops.Do) and is_run(s.value, MODE_ENTER, MODE_LEAVE, MODE_EXPORT):
            asking = begins(s, asks)
        if asking:
            _calls(s, found)
        for inner in blocks(s):
            _asked(inner, asks, found)


def _calls(s: Stmt, found: list[Function]) -> None:
    for x in expressions(s):
        found += [y.arg for y in runs(x) if isinstance(y.arg, Function)]
    for inner in blocks(s):
        for t in inner:
            _calls(t, found)
