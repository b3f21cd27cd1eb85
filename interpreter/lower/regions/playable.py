"""(sites Playable): where a game without a board can grow."""

from __future__ import annotations

from ludparse.ludemes import RelationType, SiteType

from ...equipment.flags import Feature
from ...program import expressions as ir
from ...program.ops import Expr, Function, Type
from ..base.lowering import Lowering
from ..base.once import per_game


def playable(lo: Lowering) -> Expr:
    """The empty cells next to occupied ones; on a bounded board, before the first move, its centre."""
    return lo.b.call(_playable(lo))


@per_game
def _playable(lo: Lowering) -> Function:
    b, t = lo.b, SiteType.Cell
    with b.function("playable", (), Type.SET) as (fn, _):
        if not lo.flags.uses(Feature.BOARDLESS):
            with b.if_(ir.eq(b.get("n_moves"), b.get("n_start"))):
                b.return_(b.set_const(lo.board.sets(t).centre))
        near = lo.tables.neighbour_sets(t, RelationType.Adjacent)
        empty = b.let(lo.sites.empty(t))
        out = b.var(ir.EMPTY_SET, "out")
        with b.for_set(ir.set_diff(lo.sites.all_sites(t), empty)) as site:
            b.assign(out, ir.set_or(out, b.set_at(near, site)))
        b.return_(ir.set_and(out, empty))
    return fn
