"""Walks over the board along given pieces, and steps repeated until something is reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...board.walk import walk, walk_directions
from ..base.prelude import Expr, L, Lowering, SiteType, ir
from ..directions.iterate import each_step
from ..directions.origin import Stance


def each_match(
    lo: Lowering,
    t: SiteType,
    steps: Sequence[L.StepType],
    start: Expr,
    whats: Sequence[Expr],
    found: Callable[[str, Expr], None],
) -> None:
    """Calls `found(table, row)` for each walk from a site along which the given components alternate. whats: pinned."""
    directions = walk_directions(lo.board, t)
    rows = [walk(lo.board, t, site, d, steps) or [] for site in range(lo.board.size(t)) for d in directions]
    table = lo.table(rows, "ragged", "walks")
    kinds = lo.list_new(list(whats))
    inside = ir.within(start, lo.board.size(t))
    with lo.if_(inside), lo.for_range(0, len(directions), "turn") as turn:
        row = lo.let(start * len(directions) + turn, "row")

        def alternates(i: Expr) -> Expr:
            wanted = whats[0] if len(whats) == 1 else ir.list_at(kinds, ir.mod(i, len(whats)))
            return ir.eq(lo.sites.what(t, lo.row_at(table, row, i)), wanted)

        length = lo.row_len(table, row)
        good = lo.all_in(lo.for_range(0, length, "i"), alternates, besides=length > 0)
        with lo.if_(good):
            found(table, row)


class Spread:
    """Steps repeated from a site, one distance after the other (breadth-first).

    `level` is called with the LIST of sites reached so far, the bounds of the last level in it, and its distance. It
    gives a BOOL: whether to continue.
    """

    def __init__(self, lo: Lowering, t: SiteType, step: L.Step, rotate: L.Int | None) -> None:
        self.lo, self.t, self.step, self.rotate = lo, t, step, rotate

    def run(self, start: Expr, level: Callable[[Expr, Expr, Expr, Expr], Expr]) -> None:
        """Spreads from a pinned site."""
        lo, t = self.lo, self.t
        what = lo.let(lo.sites.what(t, start), "what")
        rotation = lo.var(lo.sites.rotation(t, start) if lo.sites.keeps("rotation") else 0, "rotation")
        todo = lo.list_new([start])
        begin, end, distance = lo.var(0, "begin"), lo.var(1, "end"), lo.var(0, "distance")
        seen = lo.var(ir.set_one(start), "seen")
        go_on = lo.var(True, "go_on")
        uses = self.rotate is not None or lo.flags.rotations
        with lo.saved("from", "to", "value"), lo.while_(lambda: go_on & (begin < end)):
            with lo.for_range(begin, end, "i") as i:
                site = lo.let(ir.list_at(todo, i), "site")
                if self.rotate is not None:
                    with lo.if_(distance > 0):
                        lo.set_ctx("value", rotation)
                        lo.assign(rotation, lo.int(self.rotate))
                turned = rotation if uses else None
                lo.set_ctx("from", site)
                with each_step(lo, t, site, self.step.directions, stance=Stance(what, turned)) as to:
                    lo.set_ctx("to", to)
                    rule = self.step.to.if_
                    fits = ~ir.set_has(seen, to)
                    with lo.if_(fits), lo.if_(lo.opt_bool(rule, True)):
                        lo.include(seen, to)
                        lo.push(todo, to)
            lo.assign(begin, end)
            lo.assign(end, ir.list_len(todo))
            lo.assign(distance, distance + 1)
            lo.assign(go_on, level(todo, begin, end, distance))
