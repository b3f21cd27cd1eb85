"""(satisfy …): the moves of a deduction puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes import Satisfy, Set

from ...needs import Feature as F
from ...program import expressions as ir
from ..puzzles.constraints import find_variables, puzzle_rule, satisfied
from ..registry import lowers

if TYPE_CHECKING:
    from ..lowering import Lowering


@lowers(Satisfy, to="moves", needs=F.DEDUCTION)
def satisfy(node: Satisfy, lo: Lowering) -> None:
    """For each variable and value: the move that sets it, if no constraint breaks, and the move that strikes it out (or
    back in).

    The only value of a resolved variable is not struck out. Given variables have no moves.
    """
    if node != puzzle_rule(lo):
        raise lo.unsupported(node, "beside another (satisfy …)")
    b, t, variables = lo.b, lo.eq.default_site, lo.sites.variables
    lo.after_start.append(lambda: find_variables(lo, node))
    if t not in variables.types:
        return  # nothing can be set
    values, number = variables.values[t], lo.type_number(t)
    given = b.set_const(_given(lo))
    with b.for_range(0, b.length("variables"), "k") as k:
        site = b.let(b.get("variables", k), "site")
        with b.if_(ir.set_has(given, site)):
            b.continue_()
        with b.for_range(values.low, values.high + 1, "value") as value:
            with variables.tried(t, site, value):
                good = b.let(satisfied(lo, node))
            with b.if_(good):
                lo.emit(site, site, [lo.act("puzzle_set", decision=True, type=number, var=site, value=value)], mover=1)
            only = ir.and_(variables.resolved(t, site), variables.can(t, site, value))
            with b.if_(ir.not_(only)):
                act = lo.act("puzzle_toggle", decision=True, type=number, var=site, value=value)
                lo.emit(site, site, [act], mover=1)


def _given(lo: Lowering) -> list[int]:
    """The sites of the first start rule, where that gives values."""
    start = lo.game.rules.start
    if start is None:
        return []
    first = start.rules[0] if start.rules else start.rule
    return [pair[0] for pair in first.pairs] if isinstance(first, Set) else []
