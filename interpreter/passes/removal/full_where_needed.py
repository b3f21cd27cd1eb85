"""Wraps generators that need their moves in full, so that they work while a caller only counts moves.

Rules ask whether there is any move (COUNT) or one to a site (PROBE). A generator that is reachable from such a question
and looks at the moves themselves runs in FULL: its wrapper enters that mode, calls it, and exports what it pushed.
"""

from __future__ import annotations

from ...facts.questions import begins, follow
from ...facts.selectable import only_pushes
from ...program import ops
from ...program.builder import Builder
from ...program.expressions import const
from ...program.modes import FULL
from ...program.ops import Expr, Function, Op, Program, Type
from ...program.walk import reached, statements
from ..base.registry import register


@register(provides=("questions in FULL",), after=("chance_in_order",), legalises=True)
def full_where_needed(program: Program) -> None:
    """Wraps every function that is reachable from a question and needs moves in full."""
    if not any(begins(s, _asks) for fn in program.functions for s in statements(fn.body)):
        return

    def visit(fn: Function) -> bool:
        if only_pushes(fn):
            return True
        _wrap(program, fn)
        return False

    follow([program.functions[index] for index in reached(program)], _asks, visit)


def _asks(mode: Expr) -> bool:
    """Whether a mode may be another one than FULL."""
    return not (mode.is_const and mode.const == FULL)


def _wrap(program: Program, fn: Function) -> None:
    b = Builder(program)
    inner = program.add(Function(f"{fn.name}_full", fn.params, fn.result, fn.body, comment=fn.comment))
    fn.params = tuple(ops.Var(v.name, v.type) for v in fn.params)
    fn.body = []
    b.block = fn.body
    marked = ops.Var("mark", Type.INT)
    mark = Expr(Op.VAR, Type.INT, (), marked)
    fn.body.append(ops.Assign(marked, b.run("move_count")))
    b.run("mode_enter", const(0), const(-1))
    call = Expr(Op.CALL, inner.result, tuple(Expr(Op.VAR, v.type, (), v) for v in fn.params), inner)
    if fn.result is Type.VOID:
        b.do(call)
        b.run("mode_export", mark)
        return
    result = ops.Var("result", fn.result)
    fn.body.append(ops.Assign(result, call))
    b.run("mode_leave")
    b.return_(Expr(Op.VAR, fn.result, (), result))
