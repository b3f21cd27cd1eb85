"""Players who are still in the game, and their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..program import expressions as ir
from ..program.ops import Expr

if TYPE_CHECKING:
    from .lowering import Lowering


def is_active(lo: Lowering, player: ir.IntLike) -> Expr:
    """Whether a player is still in the game."""
    return ir.eq(ir.band(ir.shr(lo.b.get("active"), ir.as_int(player) - 1), 1), 1)


def next_active(lo: Lowering, player: Expr) -> Expr:
    """The next player in turn who is still in the game (some player must be)."""
    b, n = lo.b, lo.n_players
    if n <= 0:
        return ir.const(0)
    nxt = b.var(ir.mod(player, n) + 1, "next")
    with b.while_(lambda: ir.not_(is_active(lo, nxt))):
        b.assign(nxt, ir.mod(nxt, n) + 1)
    return nxt


def count_bits(lo: Lowering, bits: Expr) -> Expr:
    """Number of players in a mask (bit 0 is player 1)."""
    b = lo.b
    n = b.var(0, "n")
    with b.for_range(0, lo.n_players) as i:
        b.assign(n, n + ir.band(ir.shr(bits, i), 1))
    return n


def draw_rank(lo: Lowering) -> Expr:
    """The rank (doubled) that the players still in the game share in a draw."""
    b = lo.b
    return count_bits(lo, b.get("active")) + 1 + count_bits(lo, b.get("winners")) * 2
