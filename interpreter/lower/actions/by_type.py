"""Branches on the number of an action's site type, one for each type that the game uses."""

from __future__ import annotations

from collections.abc import Callable

from ..base.prelude import ACTIONS, Expr, Lowering, SiteType, ir


def known_type(lo: Lowering, kind: str, p: dict[str, Expr], name: str = "type") -> Expr:
    """The number of an action's site type. A missing one becomes the default of the board, in the record too."""
    default = lo.type_number(lo.eq.default_site)
    with lo.if_(ir.eq(p[name], -1)):
        lo.run("applied_set_param", ACTIONS[kind].param_index(name), default)
    return lo.let(ir.select(ir.eq(p[name], -1), default, p[name]))


def fitting_type(lo: Lowering, kind: str, p: dict[str, Expr], site: Expr) -> Expr:
    """As `known_type`; a site beyond the board's sites of that type is a cell (of a hand)."""
    s = lo.sites
    number = lo.var(known_type(lo, kind, p), "type")
    if not lo.eq.has_hand or s.types == [SiteType.Cell] == [lo.eq.default_site]:
        return number
    for t in (SiteType.Vertex, SiteType.Edge):
        if t in s.types or t is lo.eq.default_site:
            with lo.if_(ir.eq(number, lo.type_number(t)) & (site >= s.on_board[t])):
                lo.assign(number, lo.type_number(SiteType.Cell))
                lo.run("applied_set_param", ACTIONS[kind].param_index("type"), lo.type_number(SiteType.Cell))
    return number


def is_named(lo: Lowering, t: SiteType, number: Expr) -> Expr:
    """Whether an action whose site type has a number names the type of its site. For a site of a hand it may name
    another: what it removes then stays in the list of positions, and in games with stacks it sets no property."""
    if len(lo.sites.types) == 1 or t is not SiteType.Cell or not lo.eq.has_hand:
        return ir.TRUE
    return ir.eq(number, -1) | ir.eq(number, lo.type_number(t))


def for_type(lo: Lowering, number: Expr, body: Callable[[SiteType], None]) -> None:
    """Writes the body for the type with that number; -1 is the board's default type.

    In a game that plays on one type of site, whatever the number says is that type, unless that is not the type of the
    board (`Sites.uses`).
    """
    types = lo.sites.types
    if types == [lo.eq.default_site]:
        body(types[0])
        return
    t = lo.let(ir.select(ir.eq(number, -1), lo.type_number(lo.eq.default_site), number))
    for kind in types:
        with lo.if_(ir.eq(t, lo.type_number(kind))):
            body(kind)


def for_place(lo: Lowering, number: Expr, site: Expr, body: Callable[[SiteType], None]) -> None:
    """As `for_type`; sites beyond those of the board are cells of a hand whatever the number says."""
    s = lo.sites
    if s.types != [lo.eq.default_site] and s.hands is not None:
        number = lo.let(ir.select(site >= s.hands, lo.type_number(SiteType.Cell), number))
    for_type(lo, number, body)
