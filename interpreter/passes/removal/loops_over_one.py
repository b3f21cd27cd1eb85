"""Unrolls loops over the only member of a set that is written where it is made."""

from __future__ import annotations

from string import ascii_letters

from ...program import expressions as ir
from ...program import ops
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.walk import assigned_once, blocks, rewrite, statements
from ..base.registry import register


@register(after=("drop_idle_slots",))
def loops_over_one(program: Program) -> None:
    """Rewrites loops over locals that are assigned once, such as the origins of a region that has one."""
    for fn in program.functions:
        if any(isinstance(s, ops.ForSet) for s in statements(fn.body)):
            _unroll(fn)


def _unroll(fn: Function) -> None:
    made = assigned_once(fn)

    def change(s: Stmt) -> list[Stmt]:
        if isinstance(s, ops.ForSet):
            one = _definition(s.set, made)
            if one.op is Op.SET_ONE:
                least = Expr(Op.VAR, Type.INT, (), s.var)
                member = ops.Assign(s.var, Expr(Op.SET_MIN, Type.INT, (s.set,)))
                return [member, ops.If(ir.ge(least, 0), _once(s.body, s.var), [])]
        return [s]

    fn.body[:] = rewrite(fn.body, change)


def _once(body: Block, var: Var) -> Block:
    """A block that stands in place of a loop with this body. It needs a loop if the body leaves the loop itself."""
    if not _leaves(body):
        return body
    once = Var(f"once{var.name.lstrip(ascii_letters + '_')}", Type.INT)
    return [ops.ForRange(once, ir.const(0), ir.const(1), body)]


def _leaves(body: Block) -> bool:
    """Whether a block has a break or continue of the loop around it."""
    for s in body:
        if isinstance(s, ops.Break | ops.Continue):
            return True
        if isinstance(s, ops.If) and any(_leaves(block) for block in blocks(s)):
            return True
    return False


def _definition(x: Expr, made: dict[int, Expr]) -> Expr:
    return made.get(id(x.arg), x) if x.op is Op.VAR else x
