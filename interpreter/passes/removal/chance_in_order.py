"""Takes the mark `apart` from loops whose iterations draw random numbers.

A backend may skip iterations of a loop that is marked. If an iteration draws random numbers, skipping it would change
what later ones draw.
"""

from __future__ import annotations

from ...program import ops
from ...program.ops import Block, Expr, Op
from ...program.program import Function, Program
from ...program.walk import all_runs, expressions, runs, statements
from ..base.registry import register


@register(legalises=True)
def chance_in_order(program: Program) -> None:
    """Clears `apart` where the body of a loop, functions that it calls included, draws random numbers."""
    drawing = drawing_functions(program)
    if not drawing:
        return
    for fn in program.functions:
        for s in statements(fn.body):
            if isinstance(s, ops.CountedLoop | ops.ForSet) and s.apart and _draws(s.body, drawing):
                s.apart = False


def drawing_functions(program: Program) -> set[int]:
    """Indices of the functions that draw random numbers, directly or through callees."""
    drawing: set[int] = set()
    callers: dict[int, set[int]] = {}
    for fn in program.functions:
        for x in all_runs(fn):
            if _draws_itself(x):
                drawing.add(fn.index)
            elif isinstance(x.arg, Function):
                callers.setdefault(x.arg.index, set()).add(fn.index)
    todo = list(drawing)
    while todo:
        new = callers.get(todo.pop(), set()) - drawing
        drawing |= new
        todo += new
    return drawing


def _draws_itself(x: Expr) -> bool:
    return x.op is Op.RUN and x.run.intrinsic.draws


def _draws(body: Block, drawing: set[int]) -> bool:
    for s in statements(body):
        for x in expressions(s):
            for y in runs(x):
                if _draws_itself(y) or (isinstance(y.arg, Function) and y.arg.index in drawing):
                    return True
    return False
