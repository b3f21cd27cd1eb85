"""Actions that concern turns."""

from __future__ import annotations

from ..base.prelude import Expr, Lowering, ir
from ..base.repetition import KEEP_STORED, POSITION, stored
from .registry import applies


@applies("pass", "plain")
def apply_pass(lo: Lowering, p: dict[str, Expr]) -> None:
    """No effect."""


@applies("set_next_player")
def apply_set_next_player(lo: Lowering, p: dict[str, Expr]) -> None:
    lo.put("next", p["player"])


@applies("swap")
def apply_swap(lo: Lowering, p: dict[str, Expr]) -> None:
    """Two players exchange seats; the board and the owners of pieces stay."""
    first, second = lo.var(0, "first"), lo.var(0, "second")
    with lo.for_range(1, lo.n_players + 1) as seat:
        with lo.if_(ir.eq(lo.get("order", seat), p["player1"])):
            lo.assign(first, seat)
        with lo.if_(ir.eq(lo.get("order", seat), p["player2"])):
            lo.assign(second, seat)
    with lo.if_(ir.ne(first, 0) & ir.ne(second, 0)):
        lo.put("order", p["player2"], first)
        lo.put("order", p["player1"], second)


@applies("store_state")
def apply_store_state(lo: Lowering, p: dict[str, Expr]) -> None:
    """Stores the position in place of one stored before."""
    number = stored(lo)
    with lo.if_(ir.eq(lo.get(KEEP_STORED), 0)):
        lo.list_field("clear", lo.program.hash_lists[number])
        lo.run("hash_push", POSITION, number)
