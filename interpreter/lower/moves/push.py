"""Pieces that push or draw others along a line: (push …), (attract …)."""

from __future__ import annotations

from ..arguments.moves import push_move
from ..base.prelude import Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers
from ..directions.iterate import each_radial


def _start(lo: Lowering, node: L.Push | L.Attract) -> tuple[SiteType, Expr]:
    if node.from_ is None:
        return lo.eq.default_site, lo.let(lo.get("last_to"), "from")
    t = lo.site_type(node.from_.type)
    return t, lo.let(lo.opt_int(node.from_.loc, lo.ctx("from")), "from")


def _take(lo: Lowering, node: L.Push | L.Attract, t: SiteType, site: Expr) -> None:
    push_move(lo, site, site, [lo.act("remove", type=lo.type_number(t), to=site)], mover=0, then=node.then)


def _put(lo: Lowering, node: L.Push | L.Attract, t: SiteType, site: Expr, what: Expr) -> None:
    action = lo.act("add", type=lo.type_number(t), to=site, what=what, count=1)
    push_move(lo, site, site, [action], plain=True, mover=0, then=node.then)


@lowers(L.Push, to="moves", needs=Needs(unseen=("directions",)))
def push(node: L.Push, lo: Lowering) -> None:
    """Moves the piece and all pieces directly behind it by one, in the first direction only."""
    t, site = _start(lo, node)
    with each_radial(lo, t, site, node.directions, first=True) as (radial, radials, _):
        moving = lo.var(lo.sites.what(t, site), "moving")
        _take(lo, node, t, site)
        with lo.for_along(radials, radial, 1) as i:
            to = lo.let(lo.row_at(radials, radial, i), "to")
            what = lo.let(lo.sites.what(t, to), "what")
            with lo.if_(ir.ne(what, 0)):
                _take(lo, node, t, to)
            _put(lo, node, t, to, moving)
            with lo.if_(ir.eq(what, 0)):
                lo.break_()
            lo.assign(moving, what)


@lowers(L.Attract, to="moves", needs=Needs(Feature.FROM_POSITIONS, parts={"from_": ("type", "loc")}))
def attract(node: L.Attract, lo: Lowering) -> None:
    """Moves all pieces on each line as near as they can get."""
    t, site = _start(lo, node)
    default = lo.eq.default_site
    with each_radial(lo, t, site, node.dirn) as (radial, radials, _):
        drawn = lo.list_new()
        with lo.for_along(radials, radial, 1) as i:
            to = lo.let(lo.row_at(radials, radial, i), "to")
            what = lo.let(lo.sites.what(t, to), "what")
            with lo.if_(ir.ne(what, 0)):
                lo.push(drawn, what)
                _take(lo, node, default, to)
        with lo.for_range(0, ir.list_len(drawn), "k") as k:
            _put(lo, node, t, lo.let(lo.row_at(radials, radial, k + 1)), lo.let(ir.list_at(drawn, k)))
