"""Actions that concern turns."""

from __future__ import annotations

from ...program import expressions as ir
from ...program.ops import Expr
from ..base.lowering import Lowering
from ..base.repetition import KEEP_STORED, POSITION, stored
from .registry import applies


@applies("pass")
def apply_pass(lo: Lowering, p: dict[str, Expr]) -> None:
    """No effect."""


@applies("set_next_player")
def apply_set_next_player(lo: Lowering, p: dict[str, Expr]) -> None:
    lo.b.put("next", p["player"])


@applies("swap")
def apply_swap(lo: Lowering, p: dict[str, Expr]) -> None:
    """Two players exchange seats; the board and the owners of pieces stay."""
    b = lo.b
    first, second = b.var(0, "first"), b.var(0, "second")
    with b.for_range(1, lo.n_players + 1) as seat:
        with b.if_(ir.eq(b.get("order", seat), p["player1"])):
            b.assign(first, seat)
        with b.if_(ir.eq(b.get("order", seat), p["player2"])):
            b.assign(second, seat)
    with b.if_(ir.and_(ir.ne(first, 0), ir.ne(second, 0))):
        b.put("order", p["player2"], first)
        b.put("order", p["player1"], second)


@applies("store_state")
def apply_store_state(lo: Lowering, p: dict[str, Expr]) -> None:
    """Stores the position in place of one stored before."""
    number = stored(lo)
    with lo.b.if_(ir.eq(lo.b.get(KEEP_STORED), 0)):
        lo.b.list_field("clear", lo.program.hash_lists[number])
        lo.b.run("hash_push", POSITION, number)
