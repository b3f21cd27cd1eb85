"""(no Moves …), (can Move …): whether moves exist."""

from __future__ import annotations

from ludparse.ludemes import Can, NoMove, RoleType

from ...equipment.flags import Feature
from ...program import expressions as ir
from ...program.modes import ANY, COUNT
from ...program.ops import Expr, FieldKind
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..lookahead.asking import asked
from ..lookahead.automatic import ASKING_MOVES
from ..players.active import next_active


@lowers(NoMove, to="bool")
def no_move(node: NoMove, lo: Lowering) -> Expr:
    """Whether a player was found to have no moves. For the next player it is found out now, but not recursively."""
    b = lo.b
    if node.player_fn is RoleType.Next:
        busy = b.field(ASKING_MOVES, FieldKind.INT)
        result = b.var(False, "none")
        with b.if_(ir.eq(b.get(busy), 0)):
            olds = {name: b.let(b.get(name)) for name in ("prev", "mover", "next")}
            with b.if_(ir.and_(ir.eq(b.get("over"), 0), ir.ne(b.get("active"), 0))):
                b.put("mover", olds["next"])
                b.put("next", following(lo, olds["next"]))
                b.put("prev", olds["mover"])
            b.put(busy, 1)
            b.do(b.call(lo.compute_stalemated))
            b.put(busy, 0)
            for name, old in olds.items():
                b.put(name, old)
            b.assign(result, _stalemated(lo, b.get("next")))
        return result
    return _stalemated(lo, lo.role(node.player_fn))


def following(lo: Lowering, player: Expr) -> Expr:
    """The next active player after one."""
    return next_active(lo, player)


def _stalemated(lo: Lowering, player: Expr) -> Expr:
    return ir.eq(ir.band(ir.shr(lo.b.get("stalemated"), player), 1), 1)


@lowers(Can, to="bool")
def can_move(node: Can, lo: Lowering) -> Expr:
    """Whether a generator has any move. During the query the sites of the last move count as visited."""
    b = lo.b
    old = None
    if lo.flags.uses(Feature.VISITED):
        old = b.let(b.get("visited"), "visited")
        sites = ir.set_or(ir.set_one(b.get("last_from")), ir.set_one(b.get("last_to")))
        both = b.let(sites, "both")
        b.put("visited", ir.set_or(old, both))
    mark, acts = lo.mark(), b.let(b.run("act_count"))
    b.run("mode_enter", COUNT, ANY)
    lo.moves(asked(lo, node.moves))
    found = b.let(ir.gt(lo.count(), mark), "can")
    b.run("moves_rewind", mark, acts)
    b.run("mode_leave")
    if old is not None:
        b.put("visited", ir.set_diff(old, both))
    return found
