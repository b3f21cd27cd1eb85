"""Moves for every direction from a site: (forEach Direction …)."""

from __future__ import annotations

from ...board import directions as systems
from ..arguments.moves import origin
from ..arguments.ranges import range_of
from ..base.prelude import Expr, L, Lowering, Needs, SiteType, ir, lowers
from ..directions.iterate import each_radial
from ..directions.origin import Stance


@lowers(L.ForEachDirection, to="moves", needs=Needs(unseen=("directions",)))
def for_each_direction(node: L.ForEachDirection, lo: Lowering) -> None:
    """Relative directions are those of the last step (from the site `from` to the site `to`), if it was one."""
    t = lo.site_type(None if node.from_ is None else node.from_.type)
    site, _ = origin(lo, node.from_)
    low = high = ir.const(1)
    if node.between is not None and node.between.range is not None:
        low, high = range_of(lo, node.between.range)
        low, high = lo.let(low), lo.let(high)
    start, before = lo.let(lo.ctx("from"), "start"), lo.let(lo.ctx("to"), "before")
    what = lo.let(lo.sites.what(t, start), "what")
    inside = ir.within(site, lo.board.size(t))
    with lo.if_(~inside | ir.eq(what, 0)):
        lo.return_()
    facing = _direction_of_step(lo, t, start, before)
    stance = Stance(component=what, facing=facing)
    rule = None if node.to is None else node.to.if_
    applied: L.Moves | None = node.moves
    if node.to is not None and node.to.effect is not None:
        applied = node.to.effect.effect
    if applied is None:
        raise lo.unsupported(node, "nothing to apply")
    mark = lo.mark()
    with lo.saved("to", "between", "from"):
        outside = lo.let(lo.ctx("between"), "between")
        with each_radial(lo, t, site, node.directions, stance=stance) as (radial, radials, _):
            length: Expr = ir.min_(lo.row_len(radials, radial), high + 1)
            with lo.for_range(1, length, "i") as i:
                to = lo.let(lo.row_at(radials, radial, i), "to")
                if node.between is not None and node.between.if_ is not None:
                    with lo.if_((low > 1) & (i < low)):
                        lo.set_ctx("between", to)
                        with lo.if_(~lo.bool(node.between.if_)):
                            lo.break_()
                        lo.set_ctx("between", outside)
                lo.set_ctx("to", to)
                with lo.if_(~(lo.opt_bool(rule, True))):
                    lo.break_()
                with lo.if_(i >= low):
                    lo.moves(applied)
    lo.attach(mark, node.then)


def _direction_of_step(lo: Lowering, t: SiteType, start: Expr, to: Expr) -> Expr:
    """The number of the last direction in which a site is one step away from another, -1 for none."""
    board = lo.board
    n = board.size(t)
    rows = []
    for site in range(n):
        row = []
        for facing in board.supported_directions(t):
            number = systems.ORDINAL[facing]
            row += [number * n + x for x in board.steps_to(t, site, t, systems.to_absolute(facing))]
        rows.append(row)
    table = lo.table(rows, "ragged", "steps_by_direction")
    found = lo.var(-1, "facing")
    with lo.for_row(table, start) as x, lo.if_(ir.eq(ir.mod(x, n), to)):
        lo.assign(found, ir.div(x, n))
    return found
