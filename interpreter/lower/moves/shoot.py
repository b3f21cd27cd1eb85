"""Pieces shot from a site along its lines: (shoot …) and (move Shoot …)."""

from __future__ import annotations

from ..arguments.moves import condition_of, named_component, push_move
from ..base import passed
from ..base.prelude import Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers
from ..directions.iterate import each_radial


@lowers(
    L.Shoot, L.MoveShoot, to="moves",
    needs=Needs(
        Feature.FROM_POSITIONS, unseen=("what",),
        parts={"from_": ("type", "loc"), "between": ("if_",), "to": ("if_",)},
    ),
)  # fmt: skip
def shoot(node: L.Shoot | L.MoveShoot, lo: Lowering) -> None:
    """One move for each site of each line up to the first where the condition fails: it adds a piece there."""
    t = lo.site_type(None if node.from_ is None else node.from_.type)
    if node.from_ is None:
        site = lo.let(lo.get("last_to"), "from")
    elif node.from_.loc is None:
        site = lo.let(lo.ctx("from"), "from")
    else:
        site = lo.let(lo.int(node.from_.loc), "from")
    if node.what.component is not None:
        piece = lo.let(lo.int(node.what.component), "piece")
    elif node.what.name_component is not None:
        piece = ir.const(named_component(lo, node.what.name_component))
    else:
        raise lo.unsupported(node, "several pieces")
    with lo.if_(piece < 0):
        lo.return_()
    with lo.saved("to", "between"):
        outside = lo.let(lo.ctx("between"), "between")
        with each_radial(lo, t, site, node.dirn) as (radial, radials, _):
            lo.set_ctx("between", outside)
            with lo.for_along(radials, radial, 1) as i:
                to = lo.let(lo.row_at(radials, radial, i), "to")
                lo.set_ctx("to", to)
                with lo.if_(~_may_land(node, lo, to)):
                    lo.break_()
                lo.set_ctx("between", to)
                decision = isinstance(node, L.MoveShoot)
                action = lo.act("add", decision=decision, type=lo.type_number(t), to=to, what=piece, count=1)

                def line(radials: str = radials, radial: Expr = radial, i: Expr = i) -> None:
                    passed.add_line(lo, radials, radial, 1, i)

                more = line if passed.noted(lo) else None
                push_move(lo, to, to, [action], more=more, plain=True, then=node.then)


def _may_land(node: L.Shoot | L.MoveShoot, lo: Lowering, to: Expr) -> Expr:
    if node.to is None:
        # without (to …) the cell of that number has to be empty, whatever the board is played on
        return lo.sites.is_empty(SiteType.Cell, to)
    return condition_of(lo, node.to, "a shot with (to …) needs a condition in it: (to if:…)")
