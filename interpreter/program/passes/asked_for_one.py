"""Whether moves to other sites matter where rules ask for a move to one site."""

from __future__ import annotations

from .. import ops
from ..intrinsics import PROBE
from ..ops import Block, Expr, Function, Op, Program
from ..walk import blocks, expressions, subexpressions
from .modes import inherited, is_run

_MARKS_ONLY = ("move_attach", "move_set_movers", "mode_export", "moves_rewind")
"""Intrinsics that take a number of moves as a place in the buffer."""


def others_matter(program: Program) -> bool:
    """Whether a generator that such a question comes to looks at how many moves there are (a priority, say)."""
    todo: list[Function] = []
    for fn in program.functions:
        _asked(fn.body, todo)
    seen: set[int] = set()
    while todo:
        fn = todo.pop()
        if fn.index in seen:
            continue
        seen.add(fn.index)
        if _counts(fn):
            return True
        todo += [x.arg for x in inherited(fn.body) if isinstance(x, Expr) and isinstance(x.arg, Function)]
    return False


def _asked(body: Block, found: list[Function]) -> None:
    """Adds the functions that are called while moves to one site are asked for."""
    asking = False
    for s in body:
        if isinstance(s, ops.Do) and is_run(s.value, "mode_enter"):
            mode = s.value.src[0]
            asking = not mode.is_const or mode.const == PROBE
        elif isinstance(s, ops.Do) and is_run(s.value, "mode_leave", "mode_export"):
            asking = False
        for x in (y for e in expressions(s) for y in subexpressions(e)):
            if asking and isinstance(x.arg, Function):
                found.append(x.arg)
        for inner in blocks(s):
            if asking:
                found += [x.arg for x in inherited(inner) if isinstance(x, Expr) and isinstance(x.arg, Function)]
            _asked(inner, found)


def _counts(fn: Function) -> bool:
    """Whether a function compares numbers of moves, or computes with them."""
    marks: set[int] = set()
    used: set[int] = set()
    for x in inherited(fn.body):
        if isinstance(x, ops.Assign) and is_run(x.value, "move_count"):
            marks.add(id(x.var))
        elif isinstance(x, Expr):
            for s in x.src:
                if s.op is Op.VAR and not is_run(x, *_MARKS_ONLY):
                    used.add(id(s.arg))
                elif is_run(s, "move_count") and not is_run(x, *_MARKS_ONLY):
                    return True
        elif isinstance(x, ops.Assign | ops.Return) and x.value is not None and x.value.op is Op.VAR:
            used.add(id(x.value.arg))
    return bool(marks & used)
