"""Actions that change the board itself: costs and phases of its sites."""

from __future__ import annotations

from ..base.memory import cost_field, phase_field
from ..base.prelude import Expr, Lowering, SiteType, ir
from .by_type import for_type, known_type
from .registry import applies


def _on_board(lo: Lowering, t: SiteType, site: Expr) -> Expr:
    return ir.within(site, lo.board.size(t))


@applies("set_cost")
def apply_set_cost(lo: Lowering, p: dict[str, Expr]) -> None:

    def body(t: SiteType) -> None:
        with lo.if_(_on_board(lo, t, p["to"])):
            lo.put(cost_field(lo, t), p["cost"], p["to"])

    for_type(lo, known_type(lo, "set_cost", p), body)


@applies("set_phase")
def apply_set_phase(lo: Lowering, p: dict[str, Expr]) -> None:

    def body(t: SiteType) -> None:
        with lo.if_(_on_board(lo, t, p["to"])):
            lo.put(phase_field(lo, t), p["phase"] + 1, p["to"])

    for_type(lo, known_type(lo, "set_phase", p), body)
