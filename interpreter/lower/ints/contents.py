"""What stands on a site: (what at:…), (who at:…), (state at:…), (rotation at:…)."""

from __future__ import annotations

from ..arguments.values import at_level
from ..base.prelude import Expr, Feature, L, Lowering, SiteType, ir, lowers


@lowers(L.What, to="int")
def what(node: L.What, lo: Lowering) -> Expr:
    """The piece of a level: unlike owner, state and rotation the lowest where none is named."""
    if node.level is None and lo.flags.stacking:
        return lo.sites.what(lo.site_type(node.type), lo.int(node.at), 0)
    return at_level(lo, lo.sites.what, node)


@lowers(L.Who, to="int")
def who(node: L.Who, lo: Lowering) -> Expr:
    """The owner. Where no level is named, sites of vertices and edges are always the board's: nobody's in a hand."""
    t = lo.site_type(node.type)
    unnamed = node.level is None or lo.static_int(node.level) == -1
    if unnamed and t is not SiteType.Cell:
        return lo.sites.who_on_board(t, lo.int(node.at))
    return at_level(lo, lo.sites.who, node)


@lowers(L.State, to="int", needs=Feature.STATE)
def state(node: L.State, lo: Lowering) -> Expr:
    """The state of a site, at a level or at the top."""
    return at_level(lo, lo.sites.state, node)


@lowers(L.Rotation, to="int", needs=Feature.ROTATION)
def rotation(node: L.Rotation, lo: Lowering) -> Expr:
    """The rotation of the piece on a site, at a level or at the top."""
    return at_level(lo, lo.sites.rotation, node)


@lowers(L.TopLevel, to="int", needs=Feature.STACKING)
def top_level(node: L.TopLevel, lo: Lowering) -> Expr:
    """The top level of a stack, 0 for an empty site and in flat games, -1 beyond the board and what follows it."""
    if not lo.flags.stacking:
        return ir.const(0)
    t = lo.site_type(node.type)
    site = lo.let(lo.int(node.at))
    height = lo.let(lo.sites.height(t, site))
    beyond = site >= lo.sites.on_board[t]
    if lo.sites.beyond is not None:
        beyond &= (site < lo.sites.beyond) | (site >= lo.sites.total)
    return ir.select(beyond, -1, ir.max_(height - 1, 0))
