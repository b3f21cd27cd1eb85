"""Directions that are known when the game is compiled: a table of what a loop visits, and the row to read."""

from __future__ import annotations

from ..base.prelude import Expr, ir
from .leaves import Leaf, Leaves, leaves
from .origin import Origin, facings
from .spec import Choice, Facing, Fixed, Spec


def rows(origin: Origin, spec: Spec, leaf: Leaf, rows_of: str = "") -> tuple[str, Expr]:
    """The ragged table of the leaves of all sites, and the row of the origin (-1 off the board).

    spec: one that is not found during play (`spec.is_found`). rows_of: see `Table`.
    """
    made: list[Leaves] = []
    row = _add_rows(origin, spec, leaf, made)
    return origin.lo.table(made, "ragged", "leaves", origin.size, rows_of), row


def _add_rows(origin: Origin, spec: Spec, leaf: Leaf, made: list[Leaves]) -> Expr:
    lo, n, base = origin.lo, origin.size, len(made)
    inside = origin.on_board()
    if isinstance(spec, Fixed):
        made += leaves(lo, leaf, [spec.at(s) for s in range(n)])
        return ir.select(inside, origin.site + base, -1)
    if isinstance(spec, Facing):
        for look in origin.looks():
            for turn in range(origin.turns()):
                made += leaves(lo, leaf, [spec.at(look, turn, s) for s in range(n)])
        before = base // n if n else 0  # a board may have no sites of the type
        return ir.select(inside, facings(lo).row(origin, before), -1)
    assert isinstance(spec, Choice), "what is found during play has no rows"
    cond = lo.let(lo.bool(spec.cond))
    first = lo.let(_add_rows(origin, spec.first, leaf, made))
    second = lo.let(_add_rows(origin, spec.second, leaf, made))
    return ir.select(cond, first, second)
