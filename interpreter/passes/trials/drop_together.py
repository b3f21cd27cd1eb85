"""Filters that drop moves one by one put those that stay to the front, and drop the rest together."""

from __future__ import annotations

from ...facts.modes import is_run
from ...program import expressions as ir
from ...program import ops
from ...program.intrinsics import MOVE_COUNT, MOVE_DROP, MOVE_PUT, MOVE_SWAP, run_of
from ...program.ops import Block, Expr, Function, Op, Program, Stmt, Type, Var
from ...program.walk import all_blocks, nodes, reached, rewrite, statements
from ..base.registry import register

__all__ = ["drop_together"]


@register(after=("keep_verdicts", "try_first"))
def drop_together(program: Program) -> None:
    """Rewrites the loops over the moves of the buffer that go on to the next move or drop the present one.

    Dropping a move moves up all that follow it. The filters of `Function.tries` stay as they are: a backend that keeps
    verdicts knows them.
    """
    for index in sorted(reached(program)):
        fn = program.functions[index]
        for body in all_blocks(fn.body):
            for k in reversed(range(len(body))):
                s = body[k]
                if isinstance(s, ops.While) and _is_filter(fn, s):
                    body[k : k + 1] = _together(s)


def _is_filter(fn: Function, loop: ops.While) -> bool:
    """Whether a loop looks at one move after the other, drops it or goes on, and nothing else moves in the buffer."""
    i = _position(loop)
    if i is None or loop.head:
        return False
    inside = {id(s) for s in statements(loop.body)}
    for s in statements(loop.body):
        if isinstance(s, ops.Assign) and s.var is i and not _is_next(s.value, i):
            return False
        if isinstance(s, ops.Continue | ops.Return | ops.Break):
            return False
        for x in nodes([s]):
            if x.op is Op.CALL and x.called.tries:
                return False
            if is_run(x, MOVE_SWAP) or (is_run(x, MOVE_DROP) and _dropped(s, i) is None):
                return False
    starts = [s for s in statements(fn.body) if isinstance(s, ops.Assign) and s.var is i and id(s) not in inside]
    rest = [s for s in statements(fn.body) if id(s) not in inside and s is not loop]
    read = any(y.arg is i for y in nodes(rest))
    return len(starts) == 1 and not read and _decides(loop.body, i)


def _position(loop: ops.While) -> Var | None:
    """The local that counts the moves of a loop up to the last one in the buffer."""
    x = loop.cond
    if x.op is not Op.LT or x.src[0].op is not Op.VAR or not is_run(x.src[1], MOVE_COUNT):
        return None
    return x.src[0].var


def _is_next(x: Expr, i: Var) -> bool:
    return x.op is Op.ADD and x.src[0].arg is i and x.src[1].is_const and x.src[1].const == 1


def _dropped(s: Stmt, i: Var) -> str | None:
    """What a statement drops: the "present" move, all "later" ones; None if it does anything else."""
    if not isinstance(s, ops.Do) or not is_run(s.value, MOVE_DROP):
        return None
    lo, hi = s.value.src
    if lo.arg is i and _is_next(hi, i):
        return "present"
    return "later" if _is_next(lo, i) and is_run(hi, MOVE_COUNT) else None


def _decides(body: Block, i: Var) -> bool:
    """Whether each way through a block ends by going on to the next move or by dropping the present one, just once."""
    *before, last = body or [ops.Break()]
    within = statements(before)
    ends = any((isinstance(s, ops.Assign) and s.var is i) or _dropped(s, i) == "present" for s in within)
    later = any(_dropped(s, i) == "later" for s in within)
    if isinstance(last, ops.If) and last.orelse:
        return not ends and not later and _decides(last.then, i) and _decides(last.orelse, i)
    if isinstance(last, ops.Assign) and last.var is i:
        return not ends
    return _dropped(last, i) == "present" and not ends and not later


def _together(loop: ops.While) -> Block:
    i = _position(loop)
    assert i is not None
    front, end = Var(f"{i.name}_front", Type.INT), Var(f"{i.name}_end", Type.INT)
    here, to = Expr(Op.VAR, Type.INT, (), i), Expr(Op.VAR, Type.INT, (), front)

    def change(s: Stmt) -> list[Stmt]:
        dropped = _dropped(s, i)
        if dropped == "later":
            return [ops.Assign(end, here + 1)]
        if dropped == "present":
            return [ops.Assign(i, here + 1)]
        if isinstance(s, ops.Assign) and s.var is i:
            put = ops.Do(Expr(Op.RUN, Type.VOID, (to, here), run_of(MOVE_PUT)))
            return [ops.If(ir.ne(to, here), [put], []), ops.Assign(front, to + 1), s]
        return [s]

    count = Expr(Op.RUN, Type.INT, (), run_of(MOVE_COUNT))
    body = rewrite(loop.body, change)
    new = ops.While([], ir.lt(here, Expr(Op.VAR, Type.INT, (), end)), body)
    drop = ops.Do(Expr(Op.RUN, Type.VOID, (to, count), run_of(MOVE_DROP)))
    return [ops.Assign(front, here), ops.Assign(end, count), new, drop]
