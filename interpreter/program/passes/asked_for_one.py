"""Whether moves to other sites matter where rules ask for a move to one site."""

from __future__ import annotations

from .. import ops
from ..intrinsics import PROBE
from ..ops import Block, Function, Op, Program
from ..walk import blocks, expressions, runs, subexpressions
from .modes import inherited, inherited_calls, is_run

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
        todo += inherited_calls(fn.body)
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
        if asking:
            found += [x.arg for e in expressions(s) for x in runs(e) if isinstance(x.arg, Function)]
        for inner in blocks(s):
            if asking:
                found += inherited_calls(inner)
            _asked(inner, found)


def _counts(fn: Function) -> bool:
    """Whether a function compares numbers of moves, or computes with them."""
    marks: set[int] = set()
    used: set[int] = set()
    for s in inherited(fn.body):
        if isinstance(s, ops.Assign) and is_run(s.value, "move_count"):
            marks.add(id(s.var))
        elif isinstance(s, ops.Assign | ops.Return) and s.value is not None and s.value.op is Op.VAR:
            used.add(id(s.value.arg))
        for x in (x for e in expressions(s) for x in subexpressions(e)):
            for y in x.src:
                if y.op is Op.VAR and not is_run(x, *_MARKS_ONLY):
                    used.add(id(y.arg))
                elif is_run(y, "move_count") and not is_run(x, *_MARKS_ONLY):
                    return True
    return bool(marks & used)
