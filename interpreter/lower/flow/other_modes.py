"""Legal moves in games without turns: all players move at the same time, or there are no players."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.prelude import Expr, Function, Lowering, ir
from ..players.active import is_active

Phases = Sequence[Sequence[Function]]


def moves_of_all(lo: Lowering, plays: Phases) -> None:
    """The moves of all players in order, each by the rules of their own phase; a player without moves has to pass.

    A phase may push moves of several players. Those of other players than the one whose phase it is are dropped.
    """
    with lo.for_range(1, lo.n_players + 1, "player") as player:
        first = lo.let(lo.count(), "first")
        with lo.filtered(lambda m, player=player: ir.eq(lo.run("move_mover", m), player)):  # type: ignore[misc]
            _run(lo, plays, lo.let(lo.get("phase", player)))
        with lo.if_(ir.eq(lo.count(), first) & is_active(lo, player)):
            lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)], mover=player)


def move_of_nobody(lo: Lowering, plays: Phases) -> None:
    """One move with the actions of all moves of the first phase, in order. Their consequents are dropped."""
    first = lo.let(lo.count(), "first")
    for play in plays[0]:
        lo.do(lo.call(play))
    last = lo.let(lo.count(), "last")
    with lo.if_(last > first):
        lo.run("move_detach", first, last)
        lo.run("move_set_levels", first, 0, 0)
        lo.run("move_reopen", first)
        lo.run("move_splice", first + 1, last)
        lo.run("move_reclose", first)
        lo.run("move_drop", first + 1, last)
    lo.act("pass")  # a simulation without moves continues with this


def _run(lo: Lowering, plays: Phases, phase: Expr) -> None:
    for i, functions in enumerate(plays):
        with lo.if_(ir.eq(phase, i)):
            for play in functions:
                lo.do(lo.call(play))
