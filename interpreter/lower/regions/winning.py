"""The sites where a move would win: (sites Winning …)."""

from __future__ import annotations

from ..base.prelude import Expr, L, Lowering, ir, required
from ..lookahead.trial import SLOTS, applied
from ..players.active import is_active, next_active


def winning(node: L.SitesPlayer, lo: Lowering) -> Expr:
    """The targets of moves after which a player is among the winners. For another player than the one to move, as if it
    were their turn.
    """
    if node.moves is None or (node.pid is None and node.role is None):
        raise lo.unsupported(node, "winning sites without a player and the moves to try")
    who = lo.let(lo.int(node.pid.index) if node.pid is not None else lo.int(required(node.role)), "who")
    out = lo.var(ir.EMPTY_SET, "out")
    mark = lo.mark()
    other = lo.let(ir.ne(who, lo.get("mover")), "other")
    with lo.restoring(*SLOTS, moves=True):
        with lo.on_copy(other):
            with lo.if_(other):
                _take_turn(lo, who)
            lo.moves(node.moves)
            with lo.for_range(mark, lo.count(), "m") as m:
                to = lo.let(lo.run("move_to", m), "to")
                with lo.if_(ir.ne(to, -1) & ~ir.set_has(out, to)):
                    with applied(lo, m, deep=True):
                        won = lo.let(ir.has_bit(lo.get("winners"), who - 1), "won")
                    with lo.if_(won):
                        lo.include(out, to)
    return out


def _take_turn(lo: Lowering, who: Expr) -> None:
    """Makes a player the one to move, between the players who are still in the game."""
    n = lo.n_players
    lo.put("mover", who)
    lo.put("next", next_active(lo, who))
    prev = lo.var(ir.select(who > 1, who - 1, n), "prev")
    with lo.while_(lambda: ~is_active(lo, prev)):
        lo.assign(prev, ir.select(prev > 1, prev - 1, n))
    lo.put("prev", prev)
