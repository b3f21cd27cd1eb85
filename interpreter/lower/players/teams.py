"""Loops over the teams of a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...equipment.flags import Feature
from ...program import expressions as ir
from ..base.lowering import Lowering


@contextmanager
def each_team(lo: Lowering) -> Iterator[None]:
    """Loops over the teams that have players. The context's `team` is the mask of its players. Without teams no
    iteration.
    """
    b = lo.b
    if not lo.flags.uses(Feature.TEAMS):
        with b.if_(ir.FALSE):
            yield
        return
    b.context_slot("team")
    with lo.saved("team"), b.for_range(1, lo.n_players + 1, "team") as team:
        mask = b.var(0, "members")
        with b.for_range(1, lo.n_players + 1, "pid") as pid, b.if_(ir.eq(b.get("team", pid), team)):
            b.assign(mask, ir.bor(mask, ir.shl(1, pid)))
        with b.if_(ir.ne(mask, 0)):
            b.set_ctx("team", mask)
            yield
