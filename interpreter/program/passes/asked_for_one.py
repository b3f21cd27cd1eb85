"""Whether moves to other sites matter where rules ask for a move to one site."""

from __future__ import annotations

from .. import ops
from ..intrinsics import PROBE
from ..ops import Function, Op, Program
from ..walk import expressions, subexpressions
from .modes import inherited, is_run
from .questions import follow

_MARKS_ONLY = ("move_attach", "move_set_movers", "mode_export", "moves_rewind")
"""Intrinsics that take a number of moves as a place in the buffer."""


def others_matter(program: Program) -> bool:
    """Whether a generator that such a question comes to looks at how many moves there are (a priority, say)."""
    found = False

    def visit(fn: Function) -> bool:
        nonlocal found
        found = found or _counts(fn)
        return not found

    follow(program.functions, lambda mode: not mode.is_const or mode.const == PROBE, visit)
    return found


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
