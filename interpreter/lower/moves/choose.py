"""Choosing the next player: (move Set NextPlayer …); choosing trumps: (set TrumpSuit …), (move Set TrumpSuit …)."""

from __future__ import annotations

from ..arguments.moves import push_move
from ..base.prelude import Expr, Feature, L, Lowering, lowers, required


@lowers(L.MoveSetNextPlayer, to="moves")
def move_set_next_player(node: L.MoveSetNextPlayer, lo: Lowering) -> None:
    """A choice among players. Ludii ignores a consequent here."""

    def one(player: Expr) -> None:
        with lo.if_(lo.is_player(player)):
            push_move(lo, -1, -1, [lo.act("set_next_player", decision=True, player=player)])

    if node.next_players is None:
        assert node.who is not None
        one(lo.let(lo.int(node.who.index)))
        return
    with lo.for_list(lo.let(lo.ints(node.next_players)), "player") as player:
        one(player)


@lowers(L.SetTrump, L.MoveSetTrump, to="moves", needs=Feature.NO_END_BY_PASSES)
def set_trump(node: L.SetTrump | L.MoveSetTrump, lo: Lowering) -> None:
    """One move for each suit."""
    decision = isinstance(node, L.MoveSetTrump)
    if node.suit is not None:
        push_move(lo, -1, -1, [lo.act("set_trump", decision=decision, suit=lo.int(node.suit))], then=node.then)
        return
    with lo.for_list(lo.let(lo.ints(required(node.suits))), "suit") as suit:
        push_move(lo, -1, -1, [lo.act("set_trump", decision=decision, suit=suit)], then=node.then)
