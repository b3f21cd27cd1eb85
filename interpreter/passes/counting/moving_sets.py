"""Strength reduction for sets that a loop shifts further in each iteration: each is shifted from its value in the
iteration before."""

from __future__ import annotations

from collections.abc import Callable

from ...facts.site_sets import text_of
from ...program import expressions as ir
from ...program import ops
from ...program.ops import Block, Expr, Op, Type, Var
from ...program.walk import blocks, change_expressions, statements, substituted


def moving_sets(body: Block, new: Callable[[], Var]) -> Block:
    """Replaces each set that is shifted by `k * i`, in loops over i from 0 or more and for constants k, by a local that
    is shifted by k at the end of each iteration. Returns the changed block. new: makes a local for a set.

    All shifts go in one direction, so that what has left the width of sets stays out.
    """
    out: Block = []
    for s in body:
        for inner in blocks(s):
            inner[:] = moving_sets(inner, new)
        if isinstance(s, ops.ForRange | ops.WhileAny):
            out += _before(s, new)
        out.append(s)
    return out


def _before(loop: ops.ForRange | ops.WhileAny, new: Callable[[], Var]) -> Block:
    """Changes the body of a loop. Returns what has to stand before it."""
    inside = [s for block in blocks(loop) for s in statements(block)]
    changed = {s.var for s in inside if isinstance(s, ops.Binding)}
    moving: dict[str, tuple[Var, Expr, int]] = {}

    def moved(x: Expr) -> Expr | None:
        if x.op is Op.SET_SHIFT and x.src[0].op is Op.VAR and x.src[0].var not in changed:
            by = factor(x.src[1], loop.var)
            if by is not None:
                text = text_of(x)
                if text not in moving:
                    moving[text] = new(), x.src[0], by
                return Expr(Op.VAR, Type.SET, (), moving[text][0])
        return None

    if loop.lo.is_const and loop.lo.const >= 0:
        for s in inside:
            change_expressions(s, lambda x: substituted(x, moved))
    before: Block = []
    for local, shifted, by in moving.values():
        now = Expr(Op.VAR, local.type, (), local)
        before.append(ops.Assign(local, ir.set_shift(shifted, ir.const(by * loop.lo.const))))
        loop.body.append(ops.Assign(local, ir.set_shift(now, ir.const(by))))
    return before


def factor(by: Expr, var: Var) -> int | None:
    """The number by which the variable of a loop is multiplied in an expression that is nothing else."""
    if by.op is Op.VAR and by.var is var:
        return 1
    if by.op is Op.SUB and by.src[0].is_const and by.src[0].const == 0:
        inner = factor(by.src[1], var)
        return None if inner is None else -inner
    if by.op is Op.MUL:
        for a, b in (by.src, by.src[::-1]):
            inner = factor(b, var) if a.is_const else None
            if inner is not None:
                return a.const * inner
    return None
