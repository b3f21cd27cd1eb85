"""Sites that lie at an angle: (is Acute …), (is Right …), (is Obtuse …), (is Reflex …)."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees

from ..base.prelude import Expr, L, Lowering, ir, lowers

_FITS: dict[L.IsAngleType, Callable[[float], bool]] = {
    L.IsAngleType.Acute: lambda angle: angle < 90,
    L.IsAngleType.Right: lambda angle: angle == 90,
    L.IsAngleType.Obtuse: lambda angle: angle > 90,
    L.IsAngleType.Reflex: lambda angle: angle > 180,
}


@lowers(L.IsAngle, to="bool")
def is_angle(node: L.IsAngle, lo: Lowering) -> Expr:
    """Whether two other sites meet the conditions and the line to the higher one has an angle of the kind.

    The lower site is the first. Ludii measures the angle against straight down, not at the named site.
    """
    t = lo.site_type(node.type)
    size, points = lo.board.size(t), lo.board.elements(t)
    fits = _FITS[node.kind]

    def angle(i: int, j: int) -> float:
        return abs(degrees(atan2(points[j].x - points[i].x, -(points[j].y - points[i].y))))

    rows = [[j for j in range(i + 1, size) if fits(angle(i, j))] for i in range(size)]
    table = lo.table(rows, "sets", "angles")
    at = lo.let(lo.int(node.at), "at")
    found = lo.var(False, "found")
    with lo.if_(ir.within(at, size)), lo.saved("site"):
        first, second = lo.var(ir.EMPTY_SET, "first"), lo.var(ir.EMPTY_SET, "second")
        with lo.for_range(0, size, "site") as site, lo.if_(ir.ne(site, at)):
            lo.set_ctx("site", site)
            for sites, condition in ((first, node.condition_site), (second, node.condition_site2)):
                with lo.if_(lo.bool(condition)):
                    lo.include(sites, site)
        with lo.for_set(first) as site, lo.if_(ir.set_count(lo.set_at(table, site) & second) > 0):
            lo.assign(found, True)
            lo.break_()
    return found
