"""(sites Playable): where a game without a board can grow."""

from __future__ import annotations

from ..base.prelude import Expr, Feature, Function, Lowering, RelationType, SiteType, Type, ir, per_game


def playable(lo: Lowering) -> Expr:
    """The empty cells next to occupied ones; on a bounded board, before the first move, its centre."""
    return lo.call(_playable(lo))


@per_game
def _playable(lo: Lowering) -> Function:
    t = SiteType.Cell
    with lo.function("playable", (), Type.SET) as (fn, _):
        if not lo.flags.uses(Feature.BOARDLESS):
            with lo.if_(ir.eq(lo.get("n_moves"), lo.get("n_start"))):
                lo.return_(lo.set_const(lo.board.sets(t).centre))
        near = lo.tables.neighbour_sets(t, RelationType.Adjacent)
        empty = lo.let(lo.sites.empty(t))
        taken = lo.for_set(lo.sites.all_sites(t) - empty)
        lo.return_(lo.union_in(taken, lambda site: lo.set_at(near, site)) & empty)
    return fn
