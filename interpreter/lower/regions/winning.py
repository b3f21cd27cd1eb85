"""The sites where a move would win: (sites Winning …)."""

from __future__ import annotations

from ludparse.ludemes import SitesPlayer

from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.required import required
from ..base.lowering import Lowering
from ..lookahead.trial import SLOTS, applied
from ..players.active import is_active, next_active


def winning(node: SitesPlayer, lo: Lowering) -> Expr:
    """The targets of moves after which a player is among the winners. For another player than the one to move, as if it
    were their turn.
    """
    b = lo.b
    if node.moves is None or (node.pid is None and node.role is None):
        raise lo.unsupported(node, "winning sites without a player and the moves to try")
    who = b.let(lo.int(node.pid.index) if node.pid is not None else lo.int(required(node.role)), "who")
    out = b.var(ir.EMPTY_SET, "out")
    mark, acts = lo.mark(), b.let(b.run("act_count"))
    other = b.let(ir.ne(who, b.get("mover")), "other")
    with lo.saved(*SLOTS):
        with b.if_(other):
            b.run("state_push")
            _take_turn(lo, who)
        lo.moves(node.moves)
        with b.for_range(mark, lo.count(), "m") as m:
            to = b.let(b.run("move_to", m), "to")
            with b.if_(ir.and_(ir.ne(to, -1), ir.not_(ir.set_has(out, to)))):
                with applied(lo, m, deep=True):
                    won = b.let(ir.eq(ir.band(ir.shr(b.get("winners"), who - 1), 1), 1), "won")
                with b.if_(won):
                    b.assign(out, ir.set_or(out, ir.set_one(to)))
        with b.if_(other):
            b.run("state_pop")
    b.run("moves_rewind", mark, acts)
    return out


def _take_turn(lo: Lowering, who: Expr) -> None:
    """Makes a player the one to move, between the players who are still in the game."""
    b, n = lo.b, lo.n_players
    b.put("mover", who)
    b.put("next", next_active(lo, who))
    prev = b.var(ir.select(ir.gt(who, 1), who - 1, n), "prev")
    with b.while_(lambda: ir.not_(is_active(lo, prev))):
        b.assign(prev, ir.select(ir.gt(prev, 1), prev - 1, n))
    b.put("prev", prev)
