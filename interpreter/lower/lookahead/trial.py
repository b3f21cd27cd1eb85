"""Playing on a copy of the state: what a move does, and which moves could follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...program import expressions as ir
from ...program.actions import ORDER
from ...program.ops import Expr, Function
from ..base.lowering import Lowering
from ..base.once import per_game

SLOTS = ("from", "to", "between", "site", "level", "value", "player", "track", "pip")


@contextmanager
def applied(
    lo: Lowering,
    move: ir.IntLike,
    *,
    deep: bool = False,
    seeds_copies: bool = False,
    spelt_out: bool = False,
    before: Callable[[], None] | None = None,
) -> Iterator[tuple[Expr, Expr]]:
    """Applies a move of the buffer with its consequents for the statements inside; then restores everything.

    deep: plays the move, end rules included. seeds_copies: copies first get the state of the game's generator of random
    numbers, as where Ludii lists the consequences of a move. spelt_out: afterwards the actions of the move are all that
    were applied, and it has no consequents. before: writes statements that change the copy first. Gives the bounds of
    its actions in the record of applied actions. The state, the evaluation context and the buffer are restored
    afterwards. The body must not be left early.
    """
    b = lo.b
    moves, acts, record = lo.mark(), b.let(b.run("act_count")), b.let(b.run("applied_count"))
    if seeds_copies:
        b.run("seed_copies")
    with lo.saved(*SLOTS):
        b.run("state_push")
        if before is not None:
            before()
        if not deep:
            b.list_field("clear", "pending")
        b.do(b.call(lo.play if deep else lo.apply_stored, ir.as_int(move)))
        end = b.let(b.run("applied_count"))
        yield record, end
        b.run("state_pop")
    b.run("moves_rewind", moves, acts)
    if spelt_out:
        b.run("move_replace_applied", move, record, end)
    b.run("applied_truncate", record)


@per_game
def next_moves(lo: Lowering) -> Function:
    """The function that pushes the legal moves of the player to move: none after the end, else at least a pass."""
    b = lo.b
    with b.function("next_moves") as (fn, _), b.if_(ir.eq(b.get("over"), 0)):
        mark = lo.mark()
        b.do(b.call(lo.legal_moves))
        with b.if_(ir.eq(lo.count(), mark)):
            lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)])
        b.put("stalemated", b.get("stalemated") - ir.band(b.get("stalemated"), ir.shl(1, b.get("mover"))))
    return fn


REMOVALS = ("remove", "remove_level", "remove_later")


def is_removal(kind: Expr) -> Expr:
    """Whether the number of an action kind stands for a removal."""
    return ir.or_(*(ir.eq(kind, ORDER.index(name) + 1) for name in REMOVALS))


def keep_best(lo: Lowering, mark: Expr, scores: Expr) -> None:
    """Keeps, of the moves from the mark on, those with the highest score. scores: a LIST in their order, each at least
    0.
    """
    b = lo.b
    best = b.var(0, "best")
    with b.for_list(scores, "score") as score, b.if_(ir.gt(score, best)):
        b.assign(best, score)
    m = b.var(mark, "m")
    with b.for_list(scores, "score") as score:
        with b.if_(ir.eq(score, best)):
            b.assign(m, m + 1)
        with b.else_():
            b.run("move_drop", m, m + 1)
