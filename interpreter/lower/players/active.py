"""Players who are still in the game, and the places that the others have got."""

from __future__ import annotations

from ludparse.ludemes.base import walk

from ...equipment.players import is_team
from ..base.prelude import Expr, FieldKind, L, Lowering, RoleType, ir, per_game

_AGAIN = "won_again"


def is_active(lo: Lowering, player: ir.IntLike) -> Expr:
    """Whether a player is still in the game."""
    return ir.has_bit(lo.get("active"), ir.as_int(player) - 1)


def next_active(lo: Lowering, player: Expr) -> Expr:
    """The next player in turn who is still in the game (some player must be)."""
    n = lo.n_players
    if n <= 0:
        return ir.const(0)
    nxt = lo.var(ir.mod(player, n) + 1, "next")
    if n == 2:  # no loop: the other player, or else the same
        return lo.let(ir.select(is_active(lo, nxt), nxt, 3 - nxt), "next")
    with lo.while_(lambda: ~is_active(lo, nxt)):
        lo.assign(nxt, ir.mod(nxt, n) + 1)
    return nxt


def only_active(lo: Lowering) -> Expr:
    """The one player still in the game, 0 when there is none, -1 when there are several."""
    active = lo.let(lo.get("active"))  # a mask: bit 0 is player 1
    below = lo.let(active - 1)
    one = ir.select(ir.eq(active & below, 0), ir.bit_count(below) + 1, -1)
    return lo.let(ir.select(ir.eq(active, 0), 0, one), "only")


def draw_rank(lo: Lowering) -> Expr:
    """The rank (doubled) that the players still in the game share in a draw."""
    return ir.bit_count(lo.get("active")) + 1 + wins(lo) * 2


def wins(lo: Lowering) -> Expr:
    """The number of places that winners have taken. Who wins several times at once takes as many places."""
    players = ir.bit_count(lo.get("winners"))
    return players + lo.get(lo.field(_AGAIN, FieldKind.INT)) if _may_win_again(lo) else players


def win(lo: Lowering, player: Expr) -> None:
    """Gives a player the next place of the winners."""
    if _may_win_again(lo):
        lo.field(_AGAIN, FieldKind.INT)
        lo.put(_AGAIN, lo.get(_AGAIN) + (ir.shr(lo.get("winners"), player - 1) & 1))
    lo.put("winners", lo.get("winners") | ir.shl(1, player - 1))


@per_game
def _may_win_again(lo: Lowering) -> bool:
    """Whether end rules may declare the same player winner twice: in a loop, or with the player's team."""
    nodes = list(walk(lo.ends))
    repeated = [node.result for node in nodes if isinstance(node, L.EndForEach) and isinstance(node.result, L.Result)]
    repeated = [r for r in repeated if r.who is not RoleType.Player]
    teams = [r for r in nodes if isinstance(r, L.Result) and is_team(r.who)]
    return any(r.result is L.ResultType.Win for r in (*repeated, *teams))
