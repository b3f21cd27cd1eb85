"""Wraps generators that need their moves in full, so that they work while a caller only counts moves.

Rules ask whether there is any move (COUNT) or one to a site (PROBE). A generator that is reachable from such a question
and looks at the moves themselves runs in FULL: its wrapper enters that mode, calls it, and exports what it pushed.
"""

from __future__ import annotations

from ...facts.questions import follow
from ...facts.selectable import only_pushes
from ...program import ops
from ...program.builder import Builder
from ...program.expressions import value_of
from ...program.ops import Expr, Op, Type
from ...program.program import Function, Program
from ...program.walk import reached
from ..base.registry import register


@register(provides=("questions in FULL",), legalises=True)
def full_where_needed(program: Program) -> None:
    """Wraps every function that is reachable from a question and needs moves in full."""
    def visit(fn: Function) -> bool:
        if only_pushes(fn):
            return True
        _wrap(program, fn)
        return False

    follow([program.functions[index] for index in reached(program)], lambda s: isinstance(s, ops.Question), visit)


def _wrap(program: Program, fn: Function) -> None:
    b = Builder(program)
    whole = Function(f"{fn.name}_full", fn.params, fn.result, fn.body, comment=fn.comment, places=fn.places)
    whole.filters = fn.filters
    inner = program.add(whole)
    fn.params = tuple(ops.Var(v.name, v.type) for v in fn.params)
    fn.body, fn.filters = [], False
    fn.changed()
    b.block, b.places = fn.body, fn.places
    call = Expr(Op.CALL, inner.result, tuple(map(value_of, fn.params)), inner)
    if fn.result is Type.VOID:
        fn.whole = inner
        with b.in_full(exports=True):
            b.do(call)
        return
    with b.in_full():
        result = b.let(call, "result")
    b.return_(result)
