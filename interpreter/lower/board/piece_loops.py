"""Finding loops of pieces around sites, for (is Loop …) and (sites Loop …)."""

from __future__ import annotations

from collections.abc import Callable

from ..base.prelude import AbsoluteDirection, Expr, Function, L, Lowering, SiteType, Type, ir
from ..directions.iterate import each_step

Found = Callable[[Expr, Expr], None]


def looking_for_loops(
    node: L.IsLoop | L.SitesLoop, lo: Lowering, t: SiteType, result: Type, found: Found
) -> tuple[Function, Expr]:
    """The function of (start, colour, owners) that finds a loop, and the SET of owners that were asked for.

    found: writes what the function returns, from the LISTs of the sites inside and of those of the loop. The function
    returns False or an empty LIST if there is no loop.
    """
    roles = node.surround_list if node.surround_list is not None else None
    if node.surround is not None:
        roles = (node.surround,)
    owners = ir.EMPTY_SET
    for role in roles or ():
        owners = owners | ir.set_one(lo.let(lo.role(role)))
    inside = node.inside if isinstance(node, L.SitesLoop) else None
    key = (looking_for_loops, result, t, roles is not None, node.directions, inside)
    return lo.once(key, lambda: _write(node, lo, t, roles is not None, result, found)), owners


def _write(
    node: L.IsLoop | L.SitesLoop, lo: Lowering, t: SiteType, owned: bool, result: Type, found: Found
) -> Function:
    s = lo.sites
    outer = lo.set_const(lo.board.sets(t).outer)
    surrounded = _surrounded(lo, t, owned, outer)
    closed = _closed(node, lo, t)
    params = [("start", Type.INT), ("colour", Type.INT), ("owners", Type.SET)]

    def find_none() -> None:
        lo.return_(False if result is Type.BOOL else lo.list_new())

    with lo.function("find_loop", params, result) as (fn, (start, colour, owners)):
        what = lo.let(s.what(t, start), "what")
        with lo.if_((start < 0) | (start >= s.on_board[t]) | ir.eq(what, 0)):
            find_none()
        around = lo.listed(
            lo.for_row(lo.tables.steps(t, AbsoluteDirection.Adjacent), start),
            lambda to: ~ir.set_has(outer, to) & (ir.set_has(owners, s.who(t, to)) if owned else ir.TRUE),
        )
        beside = lo.tables.steps(t, AbsoluteDirection.Orthogonal)
        with lo.for_range(ir.list_len(around) - 1, 0, "i", down=True) as i:
            group = lo.let(lo.call(surrounded, ir.list_at(around, i), what, owners), "group")
            ring = lo.list_new()
            with lo.for_list(group, "site") as site, lo.for_row(beside, site) as to:
                with lo.if_(~(ir.list_has(group, to) | ir.list_has(ring, to))):
                    lo.push(ring, to)
            is_closed_in, pieces = ir.list_len(group) > 0, lo.for_list(ring, "site")
            mine = lo.all_in(pieces, lambda site: ir.eq(s.who(t, site), colour), "mine", besides=is_closed_in)
            with lo.if_(mine), lo.if_(lo.call(closed, ring, what)):
                found(group, ring)
        find_none()
    return fn


def _surrounded(lo: Lowering, t: SiteType, owned: bool, outer: Expr) -> Function:
    """The sites that are visible from an origin within the pieces of a loop; none if the perimeter is among them."""
    s = lo.sites
    rows, radials, _ = lo.tables.radials(t, AbsoluteDirection.Orthogonal)
    params = [("origin", Type.INT), ("what", Type.INT), ("owners", Type.SET)]
    with lo.function("surrounded", params, Type.LIST) as (fn, (origin, what, owners)):
        group = lo.list_new([origin])
        with lo.for_list(group, "site") as site, lo.for_row(rows, site, "radial") as radial:
            with lo.for_along(radials, radial, 1) as i:
                to = lo.let(lo.row_at(radials, radial, i), "to")
                with lo.if_(ir.list_has(group, to)):
                    lo.continue_()
                with lo.if_(ir.eq(s.what(t, to), what)):
                    lo.break_()
                with lo.if_(ir.set_has(outer, to)):
                    lo.return_(lo.list_new())
                fits = ir.set_has(owners, s.who(t, to)) if owned else ir.TRUE
                with lo.if_(fits):
                    lo.push(group, to)
        lo.return_(group)
    return fn


def _closed(node: L.IsLoop | L.SitesLoop, lo: Lowering, t: SiteType) -> Function:
    """Whether a walk from piece to piece visits as many sites as the ring has. Dead ends are removed on the way."""
    s = lo.sites
    with lo.function("closed_ring", [("ring", Type.LIST), ("what", Type.INT)], Type.BOOL) as (fn, (ring, what)):
        walked = lo.list_new()
        before, at = lo.var(0, "before"), lo.var(0, "at")
        with lo.while_(lambda: ir.list_len(ring) > 0):
            site = lo.let(ir.list_at(ring, at), "site")
            onward = lo.var(-1, "onward")
            with lo.if_(ir.eq(s.what(t, site), what)):
                with each_step(lo, t, site, node.directions) as to:
                    good = ir.list_has(ring, to) & ir.eq(s.what(t, to), what)
                    with lo.if_(ir.eq(onward, -1) & good):
                        lo.assign(onward, to)
            with lo.if_(ir.eq(onward, -1)):
                remove(lo, ring, site)
                remove(lo, walked, site)
                lo.assign(at, before)
            with lo.else_():
                lo.push(walked, site)
                with lo.if_(ir.eq(ir.list_len(walked), ir.list_len(ring))):
                    lo.return_(True)
                lo.assign(before, at)
                with lo.for_range(0, ir.list_len(ring), "k") as k, lo.if_(ir.eq(ir.list_at(ring, k), onward)):
                    lo.assign(at, k)
                    lo.break_()
        lo.return_(False)
    return fn


def remove(lo: Lowering, values: Expr, value: Expr) -> None:
    """Removes the first occurrence of a value from a list."""
    with lo.for_range(0, ir.list_len(values), "k") as k, lo.if_(ir.eq(ir.list_at(values, k), value)):
        lo.run("list_remove_at", values, k)
        lo.break_()
