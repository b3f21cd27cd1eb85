"""Legal moves in games without turns: all players move at the same time, or there are no players."""

from __future__ import annotations

from collections.abc import Sequence

from ...program import expressions as ir
from ...program.ops import Expr, Function
from ..base.lowering import Lowering
from ..players.active import is_active

Phases = Sequence[Sequence[Function]]


def moves_of_all(lo: Lowering, plays: Phases) -> None:
    """The moves of all players in order, each by the rules of their own phase; a player without moves has to pass.

    A phase may push moves of several players. Those of other players than the one whose phase it is are dropped.
    """
    b = lo.b
    with b.for_range(1, lo.n_players + 1, "player") as player:
        first = b.let(lo.count(), "first")
        _run(lo, plays, b.let(b.get("phase", player)))
        kept = b.var(first, "kept")
        with b.for_range(first, lo.count()) as m, b.if_(ir.eq(b.run("move_mover", m), player)):
            # the remaining moves are compacted in their order
            with b.if_(ir.ne(m, kept)):
                b.run("move_swap", m, kept)
            b.assign(kept, kept + 1)
        b.run("move_drop", kept, lo.count())
        with b.if_(ir.and_(ir.eq(kept, first), is_active(lo, player))):
            lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)], mover=player)


def move_of_nobody(lo: Lowering, plays: Phases) -> None:
    """One move with the actions of all moves of the first phase, in order. Their consequents are dropped."""
    b = lo.b
    first = b.let(lo.count(), "first")
    for play in plays[0]:
        b.do(b.call(play))
    last = b.let(lo.count(), "last")
    with b.if_(ir.gt(last, first)):
        b.run("move_detach", first, last)
        b.run("move_set_levels", first, 0, 0)
        b.run("move_reopen", first)
        b.run("move_splice", first + 1, last)
        b.run("move_reclose", first)
        b.run("move_drop", first + 1, last)
    lo.act("pass")  # a simulation without moves continues with this


def _run(lo: Lowering, plays: Phases, phase: Expr) -> None:
    b = lo.b
    for i, functions in enumerate(plays):
        with b.if_(ir.eq(phase, i)):
            for play in functions:
                b.do(b.call(play))
