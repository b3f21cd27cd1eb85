"""All sites to which, or from which, the actions of the last move went: (sites LastTo), (sites LastFrom)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..program import expressions as ir
from ..program.actions import ACTIONS, ORDER
from ..program.ops import Expr, FieldKind
from .ints.context import action_site

if TYPE_CHECKING:
    from .lowering import Lowering


def last_sites(lo: Lowering, which: str) -> Expr:
    """The SET of sites of the last move: that of its header, and those on the board that its actions name.

    which: "from" or "to".
    """
    field = f"last_sites_{which}"
    if field not in lo.entry:
        lo.entry[field] = lo.apply_stored
        lo.b.field(field, FieldKind.SET)
        lo.after_move.append(lambda start: _gather(lo, which, field, start))
    return lo.b.get(field)


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
            if which == "to":  # a selection without an end ends where it begins
                with b.if_(ir.and_(ir.eq(kind, ORDER.index("select") + 1), ir.eq(site, -1))):
                    b.assign(site, b.run("applied_param", k, ACTIONS["select"].param_index("from")))
            with b.if_(ir.and_(ir.ge(site, 0), ir.lt(site, on_board))):
                b.assign(out, ir.set_or(out, ir.set_one(site)))
    b.put(field, out)
