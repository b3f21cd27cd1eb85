"""(no Moves …), (can Move …): whether moves exist."""

from __future__ import annotations

from ...program.modes import ANY, COUNT
from ..base.prelude import Expr, Feature, FieldKind, L, Lowering, RoleType, ir, lowers
from ..lookahead.asking import query_for
from ..lookahead.automatic import ASKING_MOVES
from ..players.active import next_active


@lowers(L.NoMove, to="bool")
def no_move(node: L.NoMove, lo: Lowering) -> Expr:
    """Whether a player was found to have no moves. For the next player it is found out now, but not recursively."""
    if node.player_fn is RoleType.Next:
        busy = lo.field(ASKING_MOVES, FieldKind.INT)
        result = lo.var(False, "none")
        with lo.if_(ir.eq(lo.get(busy), 0)):
            with lo.restoring(fields=("prev", "mover", "next")):
                with lo.if_(ir.eq(lo.get("over"), 0) & ir.ne(lo.get("active"), 0)):
                    lo.put("prev", lo.get("mover"))
                    lo.put("mover", lo.get("next"))
                    lo.put("next", following(lo, lo.get("next")))
                lo.put(busy, 1)
                lo.do(lo.call(lo.compute_stalemated))
                lo.put(busy, 0)
            lo.assign(result, _stalemated(lo, lo.get("next")))
        return result
    return _stalemated(lo, lo.role(node.player_fn))


def following(lo: Lowering, player: Expr) -> Expr:
    """The next active player after one."""
    return next_active(lo, player)


def _stalemated(lo: Lowering, player: Expr) -> Expr:
    return ir.has_bit(lo.get("stalemated"), player)


@lowers(L.Can, to="bool")
def can_move(node: L.Can, lo: Lowering) -> Expr:
    """Whether a generator has any move. During the query the sites of the last move count as visited."""
    old = None
    if lo.flags.uses(Feature.VISITED):
        old = lo.let(lo.get("visited"), "visited")
        sites = ir.set_one(lo.get("last_from")) | ir.set_one(lo.get("last_to"))
        both = lo.let(sites, "both")
        lo.put("visited", old | both)
    with lo.question(COUNT, ANY) as number:
        lo.moves(query_for(lo, node.moves))
    if old is not None:
        lo.put("visited", old - both)
    return number > 0
