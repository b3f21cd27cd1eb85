"""What structured nodes mean: the plain statements of each, which backends run where no pass has found better ones."""

from __future__ import annotations

from . import ops
from .expressions import add, lt, value_of
from .intrinsics import LIST_PUSH, run_of
from .ops import Expr, Function, Op, Program, Stmt, Type, Var
from .walk import rewrite, statements, unused_name

__all__ = ["added", "expand"]


def expand(program: Program) -> None:
    """Puts the plain statements in the place of all scans and floods."""
    for fn in program.functions:
        if any(isinstance(s, ops.Scan | ops.Flood) for s in statements(fn.body)):
            _expand(fn)


def _expand(fn: Function) -> None:
    def change(s: Stmt) -> list[Stmt]:
        if isinstance(s, ops.Scan):
            at = value_of(s.var)
            return [ops.Assign(s.var, s.lo), ops.While([], lt(at, s.hi), [*s.body, ops.Assign(s.var, add(at, 1))])]
        if isinstance(s, ops.Flood):
            return _flood(s, Var(unused_name(fn, f"todo_{s.group.name}"), Type.LIST))
        return [s]

    fn.body[:] = rewrite(fn.body, change)


def _flood(s: ops.Flood, todo: Var) -> list[Stmt]:
    """The members of the group stand in a list, at whose end new ones are put while it is run over."""

    def change(t: Stmt) -> list[Stmt]:
        site = added(t) if isinstance(t, ops.Assign) and t.var is s.group else None
        if site is None:
            return [t]
        return [t, ops.Do(Expr(Op.RUN, Type.VOID, (value_of(todo), site), run_of(LIST_PUSH)))]

    first = ops.Assign(todo, Expr(Op.LIST_NEW, Type.LIST, (s.start,)))
    return [first, ops.ForList(s.var, value_of(todo), rewrite(s.body, change))]


def added(s: ops.Assign) -> Expr | None:
    """The site that a statement adds to the local SET which it assigns, if that is what it does."""
    old, one = s.value.src if s.value.op is Op.SET_OR else (s.value, s.value)
    return one.src[0] if old.arg is s.var and old.op is Op.VAR and one.op is Op.SET_ONE else None
