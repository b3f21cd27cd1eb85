"""(set {{site value} …}): the variables of a puzzle that are given."""

from __future__ import annotations

from ludparse.problems.errors import LudRuleError

from ..base.prelude import Feature, L, Lowering, Needs, lowers
from .rules import start_action


@lowers(L.Set, to="start", needs=Needs(Feature.DEDUCTION, unseen=("type",)))
def set_variables(node: L.Set, lo: Lowering) -> None:
    """Gives variables of a deduction puzzle their values at the start."""
    t, variables = lo.site_type(node.type), lo.sites.variables
    for pair in node.pairs:
        if len(pair) != 2:
            raise LudRuleError(f"a site and its value are two numbers, not {len(pair)}", node.span)
        site, value = pair
        size, width = lo.sites.on_board[t], variables.values[t].width
        if t not in variables.types or not (0 <= site < size and 0 <= value < width):
            raise LudRuleError(
                f"{t.name.lower()} {site} cannot be {value}: sites are 0 to {size - 1}, values 0 to {width - 1}",
                node.span,
            )
        start_action(lo, "puzzle_set", site, type=lo.type_number(t), var=site, value=value)
