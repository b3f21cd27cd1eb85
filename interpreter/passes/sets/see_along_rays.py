"""Turns loops that collect sites along the rays of a site into one operation on all of its rays.

Of each ray the sites of a set up to the first other one, or that other one, or the last before it: what `SIGHT` finds,
within the set or without it, and what `RAY_ENDS` finds.
"""

from __future__ import annotations

from collections.abc import Callable

from ...facts.rays import RayRows
from ...facts.verdict_reads import closure, verdict_functions
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.ops import Block, Expr, Op, Program, Type, Var
from ...program.walk import blocks, bound, nodes, statements, subexpressions
from ..base.registry import register

__all__ = ["see_along_rays"]


@register(after=("keep_verdicts", "look_along_rays"))
def see_along_rays(program: Program) -> None:
    """Replaces the loops. Functions that verdicts depend on keep theirs: these note which sites they look at."""
    seeing = _Seeing(program, effects_of(program))
    verdicts = verdict_functions(program)
    noting = {fn.index for fn in closure(program, verdicts)} if verdicts else set[int]()
    for fn in program.functions:
        if fn.index not in noting and (program.live is None or fn.index in program.live):
            read = [x.var for x in _read(fn.body)]
            seeing.block(fn.body, lambda v, read=read: read.count(v))  # type: ignore[misc]


def _read(body: Block) -> list[Expr]:
    return [x for x in nodes(statements(body)) if x.op is Op.VAR]


class _Seeing:
    def __init__(self, program: Program, effects: EffectsOf) -> None:
        self.program, self.effects, self.rays = program, effects, RayRows(program)

    def block(self, body: Block, reads: Callable[[Var], int]) -> None:
        """Looks for the loops in a block. reads: how often its function reads a local."""
        for k, s in enumerate(body):
            found = self._seen(s, reads) if isinstance(s, ops.ForRow) else None
            if found is not None:
                body[k] = found
                continue
            for inner in blocks(s):
                self.block(inner, reads)

    def _seen(self, loop: ops.ForRow, reads: Callable[[Var], int]) -> ops.Assign | None:
        """What replaces a loop; None if it is another one."""
        (run, *then) = loop.body or [ops.Break()]
        if not isinstance(run, ops.Assign) or run.value.op is not Op.ROW_RUN or len(then) != 1:
            return None
        end, value = run.var, run.value
        out = _collected(then[0], end)
        if out is None or not self.effects.expression(loop.row).pure:
            return None
        if value.src[0].arg is not loop.var or not value.src[1].is_const or value.src[1].const != 1:
            return None
        target, added, what = out
        if added.name != value.name or added.src[0].arg is not loop.var:
            return None
        own = {loop.var, *bound(loop.body)} - {target}
        inside = [x.var for x in _read(loop.body)]
        if any(reads(v) != inside.count(v) for v in own):
            return None  # read after the loop
        through = value.src[2]
        if not self.effects.expression(through).pure or any(x.var in {*own, target} for x in _of(through, loop.row)):
            return None
        lists = self.program.tables[value.name].lists
        table = self.rays.of(loop.table, value.name, 1, max(map(len, lists), default=1))
        if not table:
            return None
        op = Op.RAY_ENDS if what == "last" else Op.SIGHT
        seen = Expr(op, Type.SET, (loop.row, through), table)
        if what != "last":
            seen = (ir.set_and if what == "through" else ir.set_diff)(seen, through)
        return ops.Assign(target, ir.set_or(Expr(Op.VAR, Type.SET, (), target), seen))


def _of(*found: Expr) -> list[Expr]:
    return [y for x in found for y in subexpressions(x) if y.op is Op.VAR]


def _collected(s: ops.Stmt, end: Var) -> tuple[Var, Expr, str] | None:
    """The local to which a statement adds sites of a radial; the expression that tells the radial; and which sites:
    those before the end ("through"), the one there ("at"), or the last before it ("last")."""
    last = isinstance(s, ops.If)
    if isinstance(s, ops.If):
        # if end > 1: out = out ∪ {radials[x][end - 1]}
        a, b = s.cond.src if s.cond.op is Op.GT else (s.cond, s.cond)
        if s.orelse or len(s.then) != 1 or a.arg is not end or not b.is_const or b.const != 1:
            return None
        s = s.then[0]
    if not isinstance(s, ops.Assign) or s.value.op is not Op.SET_OR or s.value.src[0].arg is not s.var:
        return None
    x = s.value.src[1]
    if last:
        at = x.src[0] if x.op is Op.SET_ONE else x
        return (s.var, at, "last") if at.op is Op.ROW_AT and _beyond(at.src[1], end) == -1 else None
    if x.op is not Op.ROW_SET:
        return None
    if x.src[1].is_const and x.src[1].const == 1 and _beyond(x.src[2], end) == 0:
        return s.var, x, "through"
    return (s.var, x, "at") if _beyond(x.src[1], end) == 0 and _beyond(x.src[2], end) == 1 else None


def _beyond(x: Expr, end: Var) -> int | None:
    """How much an expression is more than a local; None if that is not known."""
    if x.op is Op.VAR:
        return 0 if x.arg is end else None
    if x.op in (Op.ADD, Op.SUB) and x.src[0].arg is end and x.src[1].is_const:
        return x.src[1].const if x.op is Op.ADD else -x.src[1].const
    return None
