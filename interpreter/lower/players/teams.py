"""Loops over the teams of a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..base.prelude import Feature, Lowering, ir


@contextmanager
def each_team(lo: Lowering) -> Iterator[None]:
    """Loops over the teams that have players. The context's `team` is the mask of its players. Without teams no
    iteration.
    """
    if not lo.flags.uses(Feature.TEAMS):
        with lo.if_(ir.FALSE):
            yield
        return
    lo.context_slot("team")
    with lo.saved("team"), lo.for_range(1, lo.n_players + 1, "team") as team:
        mask = lo.var(0, "members")
        with lo.for_range(1, lo.n_players + 1, "pid") as pid, lo.if_(ir.eq(lo.get("team", pid), team)):
            lo.assign(mask, mask | ir.shl(1, pid))
        with lo.if_(ir.ne(mask, 0)):
            lo.set_ctx("team", mask)
            yield
