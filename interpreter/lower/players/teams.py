"""Loops over the teams of a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..base.prelude import Expr, Feature, Lowering, ir


@contextmanager
def each_team(lo: Lowering) -> Iterator[Expr]:
    """Loops over the teams that have players. The mask of its players, which is the context's `team` too. Without
    teams no iteration.
    """
    if not lo.flags.uses(Feature.TEAMS):
        with lo.if_(ir.FALSE):
            yield ir.const(0)
        return
    lo.context_slot("team")
    with lo.saved("team"), lo.for_range(1, lo.n_players + 1, "team") as team:
        players = lo.for_range(1, lo.n_players + 1, "pid")
        mask = lo.bits_in(players, lambda pid: ir.eq(lo.get("team", pid), team), stem="members")
        with lo.if_(ir.ne(mask, 0)):
            lo.set_ctx("team", mask)
            yield mask
