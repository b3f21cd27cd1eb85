"""Counts the moves of all iterations of a loop over sites at once, with operations on sets of sites.

Where a loop runs over the sites of a player's pieces, say, and each iteration pushes a move for every step to an empty
site, the numbers of moves are found direction by direction: the empty sites, shifted back, meet the pieces that have a
step there. The pass follows an iteration as it runs in COUNT, with its site as an unknown. A condition becomes the set
of sites for whose iteration it holds, a loop over directions stays a loop, and the moves are counted for all sites
together: bit i of a site's number is whether the site is in the i-th of a few sets.
"""

from __future__ import annotations

from functools import partial

from ...facts.kept_sets import KeptSets
from ...facts.loops import context_stays
from ...facts.rays import RayTables
from ...facts.site_sets import text_of
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, FieldKind, Function, Op, Program, Type, Var
from ...program.walk import bound, nodes, statements, subexpressions
from ..base.registry import register
from .lane_loops import Lanes
from .lane_sets import CannotError
from .lane_writer import Over


@register(after=("see_along_rays",))
def count_at_once(program: Program) -> None:
    """Notes how the moves are counted (`ops.ForRange.at_once`, `ops.ForSet.at_once`)."""
    effects, kept, rays = effects_of(program), KeptSets(program), RayTables(program)
    made = 0
    for fn in list(program.functions):
        for s in [s for s in statements(fn.body) if isinstance(s, ops.ForRange | ops.ForSet)]:
            over = _over(program, fn, s) if s.apart else None
            if over is None:
                continue
            stays = partial(context_stays, program, fn, s)
            try:
                s.at_once = Lanes(program, effects, kept, rays, s, over, _outer(fn, s), made).found(stays)
            except CannotError:
                continue
            made += 1


def _outer(fn: Function, loop: ops.ForRange | ops.ForSet) -> list[Var]:
    """The locals that the loop does not change."""
    inside = {id(v) for v in (loop.var, *bound(loop.body))}
    return [v for v in (*fn.params, *bound(fn.body)) if id(v) not in inside]


def _over(program: Program, fn: Function, loop: ops.ForRange | ops.ForSet) -> Over | None:
    var = Expr(Op.VAR, Type.INT, (), loop.var)
    if isinstance(loop, ops.ForSet):
        piece = loop.set.src[0] if loop.set.op is Op.SET_WHERE and loop.set.arg == program.listed else None
        return Over(loop.set, var, piece, program.set_width)
    if not program.listed or loop.down or not loop.lo.is_const or loop.lo.const != 0 or loop.hi.op is not Op.VAR:
        return None
    f = program.fields[program.listed]
    assigned = [s for s in statements(fn.body) if isinstance(s, ops.Assign) and s.var is loop.hi.arg]
    if len(assigned) != 1 or f.kind is not FieldKind.ARRAY or f.cap is not None or f.size > program.set_width:
        return None
    count = assigned[0].value
    if count.op is not Op.FIELD or count.arg != "owned_n":
        return None
    piece = count.src[0]
    if any(x.op not in (Op.VAR, Op.CONST) for x in subexpressions(piece)):
        return None
    if any(piece.arg is v for v in (loop.var, *bound(loop.body))):
        return None
    for s in statements(loop.body):
        for x in (y for y in nodes([s]) if y.op is Op.FIELD and y.arg == "owned"):
            if is_position(x.src[0], piece, loop.var):
                # a position in the list is within the bounds of the field
                site = Expr(Op.FIELD_RAW, Type.INT, x.src, x.arg)
                return Over(Expr(Op.SET_WHERE, Type.SET, (piece,), program.listed), site, piece, f.size)
    return None


def is_position(index: Expr, piece: Expr, position: Var) -> bool:
    """Whether an index is that of the loop's position in the list of a piece."""
    if index.op is not Op.ADD or index.src[1].arg is not position or index.src[1].op is not Op.VAR:
        return False
    row = index.src[0]
    if row.op is Op.CAP:
        return row.arg == "owned" and piece.is_const and piece.const == 1
    return (
        row.op is Op.MUL and row.src[1].op is Op.CAP and row.src[1].arg == "owned"
        and text_of(row.src[0]) == text_of(piece)
    )  # fmt: skip
