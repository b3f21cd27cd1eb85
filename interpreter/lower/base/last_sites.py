"""(sites LastTo), (sites LastFrom): the sites that the actions of the last move name."""

from __future__ import annotations

from ...program import expressions as ir
from ...program.actions import ACTIONS, ORDER
from ...program.ops import Expr, FieldKind
from .lowering import Lowering
from .once import per_game


def last_sites(lo: Lowering, which: str) -> Expr:
    """The SET of the sites that the last move names: in its header, and on the board in its actions.

    which: "from" or "to".
    """
    return lo.b.get(_field(lo, which))


@per_game
def _field(lo: Lowering, which: str) -> str:
    field = lo.b.field(f"last_sites_{which}", FieldKind.SET)
    lo.after_move.append(lambda start: _gather(lo, which, field, start))
    return field


def _gather(lo: Lowering, which: str, field: str, start: Expr) -> None:
    b = lo.b
    table = b.table(action_site(which), stem="action_site")
    on_board = lo.sites.on_board[lo.eq.default_site]
    out = b.var(ir.set_one(b.get(f"last_{which}")), "out")
    with b.for_range(start, b.run("applied_count"), "k") as k:
        kind = b.let(b.run("applied_kind", k), "kind")
        p = b.let(b.at(table, kind), "p")
        with b.if_(ir.ge(p, 0)):
            site = b.var(b.run("applied_param", k, p), "site")
            if which == "to":  # a selection without a target ends where it begins
                with b.if_(ir.and_(ir.eq(kind, ORDER.index("select") + 1), ir.eq(site, -1))):
                    b.assign(site, b.run("applied_param", k, ACTIONS["select"].param_index("from")))
            with b.if_(ir.and_(ir.ge(site, 0), ir.lt(site, on_board))):
                b.assign(out, ir.set_or(out, ir.set_one(site)))
    b.put(field, out)


def action_site(which: str) -> list[int]:
    """For each action kind (0: a consequent) the index of the parameter that is its site; -1 if it has none.

    which: "from" or "to".
    """
    out = [-1]
    for name in ORDER:
        params = ACTIONS[name].params
        if name in ("use_die", "update_dice"):
            out.append(params.index("site"))
        elif which in params:
            out.append(params.index(which))
        elif which == "from" and "to" in params and "type" in params:
            out.append(params.index("to"))
        elif "var" in params:
            out.append(params.index("var"))
        else:
            out.append(-1)
    return out
