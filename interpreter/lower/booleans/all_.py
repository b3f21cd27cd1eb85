"""(all Passed), (all DiceUsed), (all DiceEqual)."""

from __future__ import annotations

from ..actions.dice import current_dice, dice_equal
from ..base.prelude import Expr, L, Lowering, ir, lowers
from ..flow.all_passed import all_passed


@lowers(L.AllSimple, to="bool")
def all_simple(node: L.AllSimple, lo: Lowering) -> Expr:
    """Whether every player has passed in a row, all dice show the same, or all dice have been used."""
    if node.kind is L.AllSimpleType.Passed:
        return (lo.get("n_moves") - lo.get("n_start") >= lo.n_players) & all_passed(lo)
    if node.kind is L.AllSimpleType.DiceEqual:
        return ir.ne(lo.get(dice_equal(lo)), 0)
    field = current_dice(lo)
    dice = lo.for_range(0, lo.program.fields[field].size)
    return lo.all_in(dice, lambda i: ir.eq(lo.get(field, i), 0), stem="used")
