"""Finding loops of pieces around sites, for (is Loop …) and (sites Loop …)."""

from __future__ import annotations

from collections.abc import Callable

from ludparse.ludemes import AbsoluteDirection, IsLoop, SitesLoop, SiteType

from ...program import expressions as ir
from ...program.ops import Expr, Function, Type
from ..base.lowering import Lowering
from ..directions.iterate import each_step

Found = Callable[[Expr, Expr], None]


def looking_for_loops(
    node: IsLoop | SitesLoop, lo: Lowering, t: SiteType, result: Type, found: Found
) -> tuple[Function, Expr]:
    """The function of (start, colour, owners) that finds a loop, and the SET of owners that were asked for.

    found: writes what the function returns, from the LISTs of the sites inside and of those of the loop. The function
    returns False or an empty LIST if there is no loop.
    """
    b = lo.b
    roles = node.surround_list if node.surround_list is not None else None
    if node.surround is not None:
        roles = (node.surround,)
    owners = ir.EMPTY_SET
    for role in roles or ():
        owners = ir.set_or(owners, ir.set_one(b.let(lo.role(role))))
    lo.program.set_width = max(lo.program.set_width, lo.n_players + 2)
    inside = node.inside if isinstance(node, SitesLoop) else None
    key = (looking_for_loops, result, t, roles is not None, node.directions, inside)
    return lo.once(key, lambda: _write(node, lo, t, roles is not None, result, found)), owners


def _write(node: IsLoop | SitesLoop, lo: Lowering, t: SiteType, owned: bool, result: Type, found: Found) -> Function:
    b, s = lo.b, lo.sites
    outer = b.set_const(lo.board.sets(t).outer)
    surrounded = _surrounded(lo, t, owned, outer)
    closed = _closed(node, lo, t)
    params = [("start", Type.INT), ("colour", Type.INT), ("owners", Type.SET)]

    def nothing() -> None:
        b.return_(False if result is Type.BOOL else b.list_new())

    with b.function("find_loop", params, result) as (fn, (start, colour, owners)):
        what = b.let(s.what(t, start), "what")
        with b.if_(ir.or_(ir.lt(start, 0), ir.ge(start, s.on_board[t]), ir.eq(what, 0))):
            nothing()
        around = b.list_new()
        with b.for_row(lo.tables.steps(t, AbsoluteDirection.Adjacent), start) as to:
            fits = ir.not_(ir.set_has(outer, to))
            if owned:
                fits = ir.and_(fits, ir.set_has(owners, s.who(t, to)))
            with b.if_(fits):
                b.run("list_push", around, to)
        beside = lo.tables.steps(t, AbsoluteDirection.Orthogonal)
        with b.for_range(ir.list_len(around) - 1, 0, "i", down=True) as i:
            group = b.let(b.call(surrounded, ir.list_at(around, i), what, owners), "group")
            ring = b.list_new()
            with b.for_list(group, "site") as site, b.for_row(beside, site) as to:
                with b.if_(ir.not_(ir.or_(ir.list_has(group, to), ir.list_has(ring, to)))):
                    b.run("list_push", ring, to)
            mine = b.var(ir.gt(ir.list_len(group), 0), "mine")
            with b.for_list(ring, "site") as site, b.if_(ir.ne(s.who(t, site), colour)):
                b.assign(mine, False)
                b.break_()
            with b.if_(mine), b.if_(b.call(closed, ring, what)):
                found(group, ring)
        nothing()
    return fn


def _surrounded(lo: Lowering, t: SiteType, owned: bool, outer: Expr) -> Function:
    """The sites that are visible from an origin within the pieces of a loop; none if the perimeter is among them."""
    b, s = lo.b, lo.sites
    rows, radials, _ = lo.tables.radials(t, AbsoluteDirection.Orthogonal)
    params = [("origin", Type.INT), ("what", Type.INT), ("owners", Type.SET)]
    with b.function("surrounded", params, Type.LIST) as (fn, (origin, what, owners)):
        group = b.list_new([origin])
        with b.for_list(group, "site") as site, b.for_row(rows, site, "radial") as radial:
            with b.for_range(1, b.row_len(radials, radial), "i") as i:
                to = b.let(b.row_at(radials, radial, i), "to")
                with b.if_(ir.list_has(group, to)):
                    b.continue_()
                with b.if_(ir.eq(s.what(t, to), what)):
                    b.break_()
                with b.if_(ir.set_has(outer, to)):
                    b.return_(b.list_new())
                fits = ir.set_has(owners, s.who(t, to)) if owned else ir.TRUE
                with b.if_(fits):
                    b.run("list_push", group, to)
        b.return_(group)
    return fn


def _closed(node: IsLoop | SitesLoop, lo: Lowering, t: SiteType) -> Function:
    """Whether a walk from piece to piece visits as many sites as the ring has. Dead ends are removed on the way."""
    b, s = lo.b, lo.sites
    with b.function("closed_ring", [("ring", Type.LIST), ("what", Type.INT)], Type.BOOL) as (fn, (ring, what)):
        walked = b.list_new()
        before, at = b.var(0, "before"), b.var(0, "at")
        with b.while_(lambda: ir.gt(ir.list_len(ring), 0)):
            site = b.let(ir.list_at(ring, at), "site")
            onward = b.var(-1, "onward")
            with b.if_(ir.eq(s.what(t, site), what)):
                with each_step(lo, t, site, node.directions) as to:
                    good = ir.and_(ir.list_has(ring, to), ir.eq(s.what(t, to), what))
                    with b.if_(ir.and_(ir.eq(onward, -1), good)):
                        b.assign(onward, to)
            with b.if_(ir.eq(onward, -1)):
                remove(lo, ring, site)
                remove(lo, walked, site)
                b.assign(at, before)
            with b.else_():
                b.run("list_push", walked, site)
                with b.if_(ir.eq(ir.list_len(walked), ir.list_len(ring))):
                    b.return_(True)
                b.assign(before, at)
                with b.for_range(0, ir.list_len(ring), "k") as k, b.if_(ir.eq(ir.list_at(ring, k), onward)):
                    b.assign(at, k)
                    b.break_()
        b.return_(False)
    return fn


def remove(lo: Lowering, values: Expr, value: Expr) -> None:
    """Removes the first occurrence of a value from a list."""
    b = lo.b
    with b.for_range(0, ir.list_len(values), "k") as k, b.if_(ir.eq(ir.list_at(values, k), value)):
        b.run("list_remove_at", values, k)
        b.break_()
