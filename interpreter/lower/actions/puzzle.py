"""Actions of deduction puzzles: set a variable, strike a value out or bring it back."""

from __future__ import annotations

from collections.abc import Callable

from ..base.prelude import Expr, Lowering, SiteType, ir
from .registry import applies


def _for_variable(lo: Lowering, p: dict[str, Expr], body: Callable[[SiteType], None]) -> None:
    variables = lo.sites.variables
    for t in variables.types:
        inside = ir.within(p["var"], lo.sites.on_board[t])
        known = ir.within(p["value"], variables.values[t].width)
        with lo.if_(ir.eq(p["type"], lo.type_number(t)) & inside & known):
            body(t)


@applies("puzzle_set")
def apply_set(lo: Lowering, p: dict[str, Expr]) -> None:
    _for_variable(lo, p, lambda t: lo.sites.variables.resolve(t, p["var"], p["value"]))


@applies("puzzle_toggle")
def apply_toggle(lo: Lowering, p: dict[str, Expr]) -> None:
    _for_variable(lo, p, lambda t: lo.sites.variables.toggle(t, p["var"], p["value"]))
