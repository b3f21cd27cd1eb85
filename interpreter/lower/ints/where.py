"""Where a piece stands: (where "Name" …)."""

from __future__ import annotations

from ludparse.ludemes import WhereLevel, WhereSite

from ...equipment.needs import Feature as F
from ...equipment.needs import Needs
from ...program import expressions as ir
from ...program.ops import Expr
from ..base.lowering import Lowering
from ..base.registry import lowers


@lowers(WhereSite, to="int", needs=Needs(given={"state": F.STATE}))
def where_site(node: WhereSite, lo: Lowering) -> Expr:
    """The first board site with a component: in the order of sites, or for a named piece in that of its positions."""
    b, s = lo.b, lo.sites
    t = lo.site_type(node.type)
    n = s.on_board[t]
    state = None if node.state is None else b.let(lo.int(node.state))
    result = b.var(-1, "where")

    def fits(site: Expr, level: Expr | None, what: Expr) -> Expr:
        good = ir.eq(s.what(t, site, level), what)
        if state is not None:
            good = ir.and_(good, ir.or_(ir.eq(state, -1), ir.eq(s.state(t, site, level), state)))
        return good

    def look(site: Expr, what: Expr) -> None:
        if lo.flags.stacking:
            with b.for_range(0, s.height(t, site), "level") as level, b.if_(fits(site, level, what)):
                b.assign(result, site)
                b.break_()
        else:
            with b.if_(fits(site, None, what)):
                b.assign(result, site)

    if node.what is not None:
        what = b.let(lo.int(node.what), "what")
        with b.if_(ir.gt(what, 0)), b.for_range(0, n, "site") as site:
            look(site, what)
            with b.if_(ir.ne(result, -1)):
                b.break_()
        return result
    owner = b.let(lo.player(node.role, node.index_player))
    rows = [-1] * (lo.n_players + 2)
    for c in reversed(lo.eq.components[1:]):
        if node.name_piece is not None and node.name_piece in c.name and c.owner < len(rows):
            rows[c.owner] = c.index
    inside = ir.and_(ir.ge(owner, 0), ir.lt(owner, len(rows)))
    piece = b.let(ir.select(inside, b.at(b.table(rows, stem="named"), owner), -1), "what")
    with b.if_(ir.gt(piece, 0)), b.for_range(0, s.owned_count(piece), "k") as k:
        site_x, _, _ = s.decode(b.let(s.owned_at(piece, k), "pos"))
        site = b.let(site_x, "site")
        with b.if_(ir.lt(site, n)):
            look(site, piece)
        with b.if_(ir.ne(result, -1)):
            b.break_()
    return result


@lowers(WhereLevel, to="int", needs=Needs(F.STACKING, given={"state": F.STATE}))
def where_level(node: WhereLevel, lo: Lowering) -> Expr:
    """The level of a stack that holds a component: the highest unless `fromTop` does not hold; -1: none."""
    b, s = lo.b, lo.sites
    t = lo.site_type(node.type)
    site = b.let(lo.int(node.at), "site")
    if node.what is not None:
        what = b.let(lo.int(node.what), "what")
    else:
        owner = b.let(lo.player(node.role, node.index_player))
        rows = [0] * (lo.n_players + 2)
        for c in reversed(lo.eq.components[1:]):
            if node.name_piece is not None and node.name_piece in c.name and c.owner < len(rows):
                rows[c.owner] = c.index
        what = b.let(b.at(b.table(rows, stem="named"), owner), "what")
    state = None if node.state is None else b.let(lo.int(node.state))
    down = ir.TRUE if node.from_top is None else b.let(lo.bool(node.from_top))
    result = b.var(-1, "level")
    with b.if_(ir.and_(ir.ge(site, 0), ir.lt(site, s.on_board[t]), ir.gt(what, 0))):
        height = b.let(s.height(t, site), "height")
        with b.for_range(0, height, "i") as i:
            level = b.let(ir.select(down, height - 1 - i, i), "level")
            good = ir.eq(s.what(t, site, level), what)
            if state is not None:
                good = ir.and_(good, ir.or_(ir.eq(state, -1), ir.eq(s.state(t, site, level), state)))
            with b.if_(good):
                b.assign(result, level)
                b.break_()
    return result
