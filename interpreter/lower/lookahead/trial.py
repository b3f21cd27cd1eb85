"""Playing on a copy of the state: what a move does, and which moves could follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..base.prelude import Expr, Function, Lowering, action_number, ir, per_game

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
    record = lo.let(lo.run("applied_count")) if spelt_out else None
    with lo.restoring(*SLOTS, moves=True, record=record is None):
        if seeds_copies:
            lo.run("seed_copies")
        with lo.on_copy():
            if before is not None:
                before()
            if not deep:
                lo.list_field("clear", "pending")
            first = lo.let(lo.run("applied_count"))
            lo.do(lo.call(lo.play if deep else lo.apply_stored, ir.as_int(move)))
            end = lo.let(lo.run("applied_count"))
            yield first, end
    if record is not None:
        lo.run("move_replace_applied", move, record, end)
        lo.run("applied_truncate", record)


@per_game
def next_moves(lo: Lowering, legal: Function) -> Function:
    """The function that pushes the moves of the player to move: none after the end, else at least a pass.

    legal: pushes them, and none where the player has to pass."""
    with lo.function("next_moves") as (fn, _), lo.if_(ir.eq(lo.get("over"), 0)):
        mark = lo.mark()
        lo.do(lo.call(legal))
        with lo.if_(ir.eq(lo.count(), mark)):
            lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)])
        lo.put("stalemated", lo.get("stalemated") - (lo.get("stalemated") & ir.shl(1, lo.get("mover"))))
    return fn


REMOVALS = ("remove", "remove_level", "remove_later")


def is_removal(kind: Expr) -> Expr:
    """Whether the number of an action kind stands for a removal."""
    return ir.or_(*(ir.eq(kind, action_number(name)) for name in REMOVALS))


def keep_best(lo: Lowering, scored: Callable[[], Expr]) -> None:
    """Keeps, of the moves that `scored` pushes, those with the highest score. It gives a LIST of scores in their order,
    each at least 0.
    """
    def best() -> tuple[Expr, Expr]:
        scores = scored()
        return scores, lo.best_in(lo.for_list(scores, "score"), lambda score, best: score > best, none=0)

    keep_listed(lo, best)


def keep_listed(lo: Lowering, valued: Callable[[], tuple[Expr, Expr]]) -> None:
    """Keeps, of the moves that `valued` pushes, those with a value. It gives a LIST of values in their order, and the
    one that is wanted."""

    def has_value(_: Expr) -> Expr:
        keep = lo.let(ir.eq(ir.list_at(values, k), value), "keep")
        lo.assign(k, k + 1)
        return keep

    with lo.filtered(has_value):
        values, value = valued()
        k = lo.var(0, "k")
