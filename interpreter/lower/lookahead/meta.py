"""Rules about all moves of a game: the swap rule, no repetition, no suicide, automove, gravity, pin."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

from ..arguments.needs import repetition_needs
from ..base import repetition
from ..base.fields import place_in_history
from ..base.prelude import (
    Expr,
    Feature,
    Function,
    L,
    Lowering,
    Needs,
    Type,
    action_number,
    declare,
    ir,
    per_game,
)
from ..players.active import is_active
from .automove import forced_moves
from .pyramids import falling, pinned, stacked_on_fallen

R = TypeVar("R", bound=L.MetaRule)
T = TypeVar("T")

declare(L.Swap, needs=Feature.SWAP_RULE)
declare(L.NoRepeat, needs=Needs(more=repetition_needs))


def meta_rules(lo: Lowering) -> list[L.MetaRule]:
    """The meta rules of the game."""
    meta = lo.game.rules.meta
    if meta is None:
        return []
    return list(meta.rules) if meta.rules is not None else [meta.rule] if meta.rule is not None else []


def write_legal_moves(lo: Lowering) -> None:
    """Writes the generator of all legal moves of the player to move. It pushes none if the player must pass.

    If players do not take turns, only the rules about repetition and suicide count.
    """
    rules = meta_rules(lo)
    turns = [r for r in rules if lo.flags.alternating or isinstance(r, L.NoRepeat | L.NoSimple)]

    def written(kind: type[R], write: Callable[[R], T]) -> list[T]:
        """What is written for the last of the rules of a kind, if there is one."""
        for rule in turns[::-1]:
            if isinstance(rule, kind):
                with lo.lowering(rule):
                    return [write(rule)]
        return []

    forbidden = [*written(L.Pin, lambda _: pinned(lo)), *written(L.NoStackOn, lambda _: stacked_on_fallen(lo))]
    added = [*written(L.Automove, lambda _: forced_moves(lo)), *written(L.Gravity, partial(falling, lo))]
    checks = move_checks(lo)
    with lo.define(lo.legal_moves):
        with ExitStack() as filters:
            if checks:
                # the last move takes the place of one that is not allowed, as in Ludii
                filters.enter_context(lo.filtered(partial(is_allowed, lo), swaps=True))
            mark = lo.mark() if added else ir.const(0)
            with ExitStack() as inner:
                for fn in reversed(forbidden):
                    inner.enter_context(lo.filtered(lambda m, fn=fn: ~lo.call(fn, m)))  # type: ignore[misc]
                lo.do(lo.call(lo.phase_moves))
                written(L.Swap, lambda _: _swap_move(lo))
            for fn in added:
                lo.run("move_attach", mark, fn.index)
        forbid = [rule for rule in meta_rules(lo) if isinstance(rule, L.NoRepeat | L.NoSimple)]
        if len(forbid) == 1:  # the filter is written for this rule alone
            with lo.lowering(forbid[0]):
                lo.block[-1].places = lo.places


def move_checks(lo: Lowering) -> list[Function]:
    """The functions (move number → allowed) of the rules that forbid repetition and suicide."""
    return [_move_check(lo, i) for i, rule in enumerate(meta_rules(lo)) if isinstance(rule, L.NoRepeat | L.NoSimple)]


@per_game
def _move_check(lo: Lowering, index: int) -> Function:
    rule = meta_rules(lo)[index]
    with lo.lowering(rule):
        return _no_repeat(lo, rule.repetition_type) if isinstance(rule, L.NoRepeat) else _no_suicide(lo)


def is_allowed(lo: Lowering, m: Expr) -> Expr:
    """Whether the rules against repetition and suicide allow move m of the buffer."""
    return lo.all_of([partial(lo.call, check, m) for check in move_checks(lo)])


def may_swap(lo: Lowering) -> bool:
    """Whether the game has the swap rule."""
    return any(isinstance(r, L.Swap) for r in meta_rules(lo))


def second_turn(lo: Lowering) -> Expr:
    """Whether it is the turn in which the swap rule allows an exchange of the sides."""
    return ir.eq(lo.get("n_moves") - lo.get("n_start"), lo.n_players - 1)


def _swap_move(lo: Lowering) -> None:
    with lo.if_(second_turn(lo)):
        other = lo.var(-1, "other")
        k = lo.var(lo.get("n_moves") - 1, "k")
        with lo.while_(lambda: (k >= 0) & ir.eq(other, -1)):
            past = lo.let(lo.get("past_mover", place_in_history(lo, k)))
            with lo.if_(ir.ne(past, lo.get("mover"))):
                lo.assign(other, past)
            lo.assign(k, k - 1)
        with lo.if_(ir.ne(other, -1)):
            swap = lo.act("swap", player1=lo.get("mover"), player2=other, decision=True)
            lo.emit(-1, -1, [swap, lo.act("set_next_player", player=lo.get("mover"))])


def is_swap(lo: Lowering, m: Expr) -> Expr:
    """Whether every decision of a move is a swap of players, and there is one."""
    if not may_swap(lo) and "swap" not in lo.used_actions:
        return ir.FALSE
    return lo.call(_is_swap(lo), m)


@per_game
def _is_swap(lo: Lowering) -> Function:
    kind = action_number("swap")
    with lo.function("is_swap", [("m", Type.INT)], Type.BOOL) as (fn, (m,)):
        found = lo.var(False, "found")
        with lo.for_range(0, lo.run("move_action_count", m)) as k:
            swaps = ir.eq(lo.run("move_action_kind", m, k), kind)
            with lo.if_(lo.run("move_action_decision", m, k) & ~swaps):
                lo.return_(False)
            with lo.if_(swaps):
                lo.assign(found, True)
        lo.return_(found)
    return fn


def _tried(lo: Lowering, stem: str, deep: bool, judge: Callable[[Expr], Expr]) -> Function:
    """A check that plays move m on a copy of the state, calls `judge` and restores the state."""
    with lo.function(stem, [("m", Type.INT)], Type.BOOL) as (fn, (m,)):
        fn.judges = True
        if not deep:
            with lo.if_(lo.run("move_is_pass", m)):
                lo.return_(True)
        mover = lo.let(lo.get("mover"))
        lo.return_(lo.tried(lo.play if deep else lo.apply_stored, m, lambda: judge(mover)))
    return fn


def _no_repeat(lo: Lowering, kind: L.RepetitionType | None) -> Function:
    return _tried(lo, "no_repeat", False, lambda _: ~repetition.seen(lo, kind))


def _no_suicide(lo: Lowering) -> Function:

    def judge(mover: Expr) -> Expr:
        lost = ir.has_bit(lo.get("losers"), mover - 1)
        return is_active(lo, mover) | ~lost

    return _tried(lo, "no_suicide", True, judge)
