"""(all Passed), (all DiceUsed), (all DiceEqual)."""

from __future__ import annotations

from ludparse.ludemes import AllSimple, AllSimpleType

from ...program import expressions as ir
from ...program.ops import Expr
from ..actions.dice import current_dice, dice_equal
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..flow.all_passed import all_passed


@lowers(AllSimple, to="bool")
def all_simple(node: AllSimple, lo: Lowering) -> Expr:
    """Whether every player has passed in a row, all dice show the same, or all dice have been used."""
    if node.kind is AllSimpleType.Passed:
        return ir.and_(ir.ge(lo.get("n_moves") - lo.get("n_start"), lo.n_players), all_passed(lo))
    if node.kind is AllSimpleType.DiceEqual:
        return ir.ne(lo.get(dice_equal(lo)), 0)
    used = lo.var(True, "used")
    field = current_dice(lo)
    with lo.for_range(0, lo.program.fields[field].size) as i, lo.if_(ir.ne(lo.get(field, i), 0)):
        lo.assign(used, False)
        lo.break_()
    return used
