"""Where a piece stands: (where "Name" …)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..base.prelude import Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers


@lowers(L.WhereSite, to="int", needs=Needs(given={"state": Feature.STATE}))
def where_site(node: L.WhereSite, lo: Lowering) -> Expr:
    """The first board site with a component: in the order of sites, or for a named piece in that of its positions."""
    s = lo.sites
    t = lo.site_type(node.type)
    n = s.on_board[t]
    state = lo.given(node.state)
    result = lo.var(-1, "where")

    def look(site: Expr, what: Expr) -> None:
        if lo.flags.stacking:
            with lo.for_range(0, s.height(t, site), "level") as level, lo.if_(_holds(lo, t, site, level, what, state)):
                lo.assign(result, site)
                lo.break_()
        else:
            with lo.if_(_holds(lo, t, site, None, what, state)):
                lo.assign(result, site)

    if node.what is not None:
        what = lo.let(lo.int(node.what), "what")
        with lo.if_(what > 0), lo.for_range(0, n, "site") as site:
            look(site, what)
            with lo.if_(ir.ne(result, -1)):
                lo.break_()
        return result
    owner = lo.let(lo.player(node.role, node.index_player))
    rows = [-1] * (lo.n_players + 2)
    for c in reversed(lo.eq.components[1:]):
        if node.name_piece is not None and node.name_piece in c.name and c.owner < len(rows):
            rows[c.owner] = c.index
    inside = ir.within(owner, len(rows))
    piece = lo.let(ir.select(inside, lo.at(lo.table(rows, stem="named"), owner), -1), "what")
    with lo.if_(piece > 0), s.positions(piece) as position:
        site_x, _, _ = s.decode(position)
        site = lo.let(site_x, "site")
        with lo.if_(site < n):
            look(site, piece)
        with lo.if_(ir.ne(result, -1)):
            lo.break_()
    return result


@lowers(L.WhereLevel, to="int", needs=Needs(Feature.STACKING, given={"state": Feature.STATE}))
def where_level(node: L.WhereLevel, lo: Lowering) -> Expr:
    """The level of a stack that holds a component: the highest unless `fromTop` does not hold; -1: none."""
    s = lo.sites
    t = lo.site_type(node.type)
    site = lo.let(lo.int(node.at), "site")
    if node.what is not None:
        what = lo.let(lo.int(node.what), "what")
    else:
        owner = lo.let(lo.player(node.role, node.index_player))
        rows = [0] * (lo.n_players + 2)
        for c in reversed(lo.eq.components[1:]):
            if node.name_piece is not None and node.name_piece in c.name and c.owner < len(rows):
                rows[c.owner] = c.index
        what = lo.let(lo.at(lo.table(rows, stem="named"), owner), "what")
    state = lo.given(node.state)
    down = lo.let(lo.opt_bool(node.from_top, True))

    @contextmanager
    def levels() -> Iterator[Expr]:
        with lo.if_(ir.within(site, s.on_board[t]) & (what > 0)):
            height = lo.let(s.height(t, site), "height")
            with lo.for_range(0, height, "i") as i:
                yield lo.let(ir.select(down, height - 1 - i, i), "level")

    return lo.first_in(levels(), lambda level: _holds(lo, t, site, level, what, state), stem="level")


def _holds(lo: Lowering, t: SiteType, site: Expr, level: Expr | None, what: Expr, state: Expr | None) -> Expr:
    """Whether a component stands there, in a state if one is asked for (-1: in any)."""
    good = ir.eq(lo.sites.what(t, site, level), what)
    return good if state is None else good & (ir.eq(state, -1) | ir.eq(lo.sites.state(t, site, level), state))
