"""(sites LastTo), (sites LastFrom): the sites that the actions of the last move name."""

from __future__ import annotations

from .prelude import ACTIONS, ORDER, Expr, FieldKind, Lowering, action_number, ir, per_game


def last_sites(lo: Lowering, which: str) -> Expr:
    """The SET of the sites that the last move names: in its header, and on the board in its actions.

    which: "from" or "to".
    """
    return lo.get(_field(lo, which))


@per_game
def _field(lo: Lowering, which: str) -> str:
    field = lo.field(f"last_sites_{which}", FieldKind.SET)
    lo.after_move.append(lambda start: _gather(lo, which, field, start))
    return field


def _gather(lo: Lowering, which: str, field: str, start: Expr) -> None:
    table = lo.table(action_site(which), stem="action_site")
    on_board = lo.sites.on_board[lo.eq.default_site]
    out = lo.var(ir.set_one(lo.get(f"last_{which}")), "out")
    with lo.for_range(start, lo.run("applied_count"), "k") as k:
        kind = lo.let(lo.run("applied_kind", k), "kind")
        p = lo.let(lo.at(table, kind), "p")
        with lo.if_(p >= 0):
            site = acted_on(lo, which, k, kind, p)
            with lo.if_(ir.within(site, on_board)):
                lo.include(out, site)
    lo.put(field, out)


def acted_on(lo: Lowering, which: str, k: Expr, kind: Expr, p: Expr) -> Expr:
    """The site that parameter p of the k-th applied action names. A selection without a target ends where it begins."""
    site = lo.var(lo.run("applied_param", k, p), "site")
    if which == "to":
        with lo.if_(ir.eq(kind, action_number("select")) & ir.eq(site, -1)):
            lo.assign(site, lo.run("applied_param", k, ACTIONS["select"].param_index("from")))
    return site


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
