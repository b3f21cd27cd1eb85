"""Counts the moves of all iterations of a loop over sites at once, with operations on sets of sites.

Where a loop runs over the sites of a player's pieces, say, and each iteration pushes a move for every step to an empty
site, the numbers of moves are found direction by direction: the empty sites, shifted back, meet the pieces that have a
step there. The pass follows an iteration as it runs in COUNT, with its site as an unknown. A condition becomes the set
of sites for whose iteration it holds, a loop over directions stays a loop, and the moves are counted for all sites
together: bit i of a site's number is whether the site is in the i-th of a few sets.
"""

from __future__ import annotations

from functools import partial

from ...facts.loops import context_stays, piece_of, sites_of
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Var
from ...program.program import Function, Program
from ...program.walk import all_of, bound
from ..base.kept_sets import KeptSets
from ..base.rays import RayTables
from ..base.registry import register
from .lane_loops import Lanes
from .lane_sets import CannotError
from .lane_writer import Over


@register(after=("see_along_rays",))
def count_at_once(program: Program) -> None:
    """Notes how the moves are counted (`ops.CountedLoop.at_once`, `ops.ForSet.at_once`)."""
    effects, kept, rays = effects_of(program), KeptSets(program), RayTables(program)
    made = 0
    for fn in list(program.functions):
        for s in [s for s in all_of(fn, ops.ForLoop) if isinstance(s, ops.ForPieces | ops.ForSet) and s.apart]:
            sites = sites_of(program, s)
            if sites is None:
                continue
            size = program.fields[program.listed].size if isinstance(s, ops.ForPieces) else program.set_width
            over = Over(sites, piece_of(program, s), size)
            stays = partial(context_stays, program, fn, s)
            try:
                s.at_once = Lanes(program, effects, kept, rays, s, over, _outer(fn, s), made).found(stays)
            except CannotError:
                continue
            fn.changed()
            made += 1


def _outer(fn: Function, loop: ops.ForPieces | ops.ForSet) -> list[Var]:
    """The locals that the loop does not change."""
    inside = {loop.var, *bound(loop.body)}
    return [v for v in (*fn.params, *bound(fn.body)) if v not in inside]
