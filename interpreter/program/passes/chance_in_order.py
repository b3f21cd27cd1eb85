"""Rounds of a loop that draw random numbers do not stand apart: leaving one out would change what later ones draw."""

from __future__ import annotations

from .. import ops
from ..ops import Block, Function, Op, Program
from ..walk import all_runs, expressions, runs, statements

_RANDOM = ("random_int", "random_unit")


def chance_in_order(program: Program) -> None:
    """Takes the mark `apart` from loops in which chance has a part."""
    drawing: set[int] = set()
    callers: dict[int, set[int]] = {}
    for fn in program.functions:
        for x in all_runs(fn):
            if x.op is Op.RUN and x.arg in _RANDOM:
                drawing.add(fn.index)
            elif isinstance(x.arg, Function):
                callers.setdefault(x.arg.index, set()).add(fn.index)
    todo = list(drawing)
    while todo:
        new = callers.get(todo.pop(), set()) - drawing
        drawing |= new
        todo += new
    if not drawing:
        return
    for fn in program.functions:
        for s in statements(fn.body):
            if isinstance(s, ops.ForRange | ops.ForSet) and s.apart and _draws(s.body, drawing):
                s.apart = False


def _draws(body: Block, drawing: set[int]) -> bool:
    for s in statements(body):
        for x in expressions(s):
            for y in runs(x):
                if (y.op is Op.RUN and y.arg in _RANDOM) or (isinstance(y.arg, Function) and y.arg.index in drawing):
                    return True
    return False
