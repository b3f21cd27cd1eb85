"""Groups: sites connected by steps, for all ludemes that count, measure or list them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from ..base.prelude import AbsoluteDirection, Expr, L, Lowering, SiteType, ir, required
from ..directions.iterate import each_step
from ..directions.spec import DirectionNode
from ..players.counting import each_owned
from ..players.roles import all_bits

Accept = Callable[[Expr], Expr]
Joined = Callable[[Expr, Expr], Expr]


def flood(
    lo: Lowering,
    t: SiteType,
    start: Expr,
    directions: DirectionNode,
    accept: Accept,
    joined: Joined | None = None,
    *,
    told: bool = True,
    meets: tuple[Expr, Accept] | None = None,
) -> Expr:
    """The SET of the sites that are reachable from a site by steps to accepted sites, the site included.

    accept: tells whether a pinned site counts. joined: tells whether the step between two sites counts. Changes the
    context's `to` to the site in question, unless `told` is False: then `accept` must neither read it nor write
    statements. meets: a local that is false, and becomes true if one of the sites beside the group fulfils a condition.
    """
    met = None if meets is None else meets[0]
    with lo.flood(start, met) as (group, site), each_step(lo, t, site, directions) as to:
        fresh = ~ir.set_has(group, to)
        if not told:
            with lo.if_(fresh & accept(to)):
                lo.include(group, to)
        else:
            pinned = lo.let(fresh)
            with lo.if_(pinned):
                lo.set_ctx("to", to)
                joins = ir.TRUE if joined is None else joined(site, to)
                with lo.if_(joins):
                    with lo.if_(accept(to)):
                        lo.include(group, to)
                    if meets is not None:
                        with lo.else_(), lo.if_(meets[1](to)):
                            lo.assign(meets[0], True)
    return group


def group_around(
    lo: Lowering,
    t: SiteType,
    start: Expr,
    directions: DirectionNode,
    condition: L.Bool | None,
    found: Callable[[Expr], None],
    joined: Joined | None = None,
) -> None:
    """Calls `found` with the group of a site: sites for which a condition holds, without one sites with the same
    component.

    Does nothing if the condition fails for the site itself. joined: as in `flood`.
    """
    s = lo.sites
    with lo.saved("from", "to"):
        lo.set_ctx("to", start)
        with lo.if_(lo.opt_bool(condition, True)):
            lo.set_ctx("from", start)
            what = lo.let(s.what(t, start), "what")

            def accept(to: Expr) -> Expr:
                return ir.eq(what, s.what(t, to)) if condition is None else lo.bool(condition)

            found(flood(lo, t, start, directions, accept, joined))


def any_liberty(node: L.CountLiberties, lo: Lowering) -> Expr:
    """Whether there is a liberty: the search may end at the first one."""
    start = lo.let(lo.opt_int(node.at, lo.get("last_to")), "start")
    met = lo.var(False, "met")
    group_with_liberties(node, lo, start, None, met)
    return met


def group_with_liberties(
    node: L.CountLiberties, lo: Lowering, start: Expr, group: Expr | None, met: Expr | None = None
) -> None:
    """Assigns the group of what stands on a site to the local `group`, and to `met` whether there is a liberty."""
    s, t = lo.sites, lo.site_type(node.type)
    with lo.saved("from", "to"):
        lo.set_ctx("to", start)
        begins = lo.opt_bool(node.if_, True)
        with lo.if_(begins):
            lo.set_ctx("from", start)
            what = lo.let(s.what(t, start), "what")

            def accept(to: Expr) -> Expr:
                same = ir.eq(what, s.what(t, to))
                return same if node.if_ is None else lo.all_of([lambda: same, lambda: lo.bool(required(node.if_))])

            meets = None if met is None else (met, lambda to: ir.eq(s.what(t, to), 0))
            sites = flood(lo, t, start, node.directions, accept, meets=meets)
            if group is not None:
                lo.assign(group, sites)


def occupied_to(t: SiteType) -> L.IsSite:
    """The default condition of groups: the site (to) is occupied."""
    return L.IsSite(kind=L.IsSiteType.Occupied, type=t, at=L.IteratorTo())


def each_group(
    lo: Lowering,
    t: SiteType,
    directions: DirectionNode,
    condition: L.Bool | None,
    found: Callable[[Expr], None],
    visible: L.Bool | None = None,
    through: L.RegionFunction | None = None,
) -> None:
    """Calls `found` for each group of the sites for which the condition holds, ordered by their lowest sites.

    visible: a condition; if it holds, only what is visible from above counts. through: a region that a group has to
    touch. The game fails where the region has sites beside the board, as in Ludii.
    """
    cond = occupied_to(t) if condition is None else condition
    region = None if through is None else lo.let(lo.region(through), "through")
    if region is not None:
        with lo.if_(~ir.set_eq(region & lo.sites.all_sites(t), region)):
            lo.run("fail", lo.string("the largest group through a region asks for sites beside the board"))
    with lo.saved("to"):
        members = lo.var(ir.EMPTY_SET, "members")
        with lo.for_range(0, lo.board.size(t), "site") if region is None else lo.for_set(region, "site") as site:
            lo.set_ctx("to", site)
            with lo.if_(lo.bool(cond)):
                lo.include(members, site)
        seen = lo.var(ir.EMPTY_SET, "seen")
        with lo.for_set(members, "start") as start:
            begins = ~ir.set_has(seen, start)
            if visible is not None:
                lo.set_ctx("to", start)
                first = lo.let(begins)
                # the condition is asked again, for visibility may have left another (to)
                clear = partial(is_clear, lo, t, start, visible, region)
                begins = lo.all_of([lambda: first, clear, lambda: lo.bool(cond)])
            with lo.if_(begins):
                joined = seen_from_above(lo, t, visible, region)
                group = flood(lo, t, start, directions, lambda _: lo.bool(cond), joined)
                lo.assign(seen, seen | group)
                found(group)


@contextmanager
def each_group_of_pieces(
    lo: Lowering, t: SiteType, directions: DirectionNode, condition: L.Bool | None
) -> Iterator[None]:
    """Loops over the groups of the mover's pieces, or of those for whose sites (to) the condition holds, ordered by
    their first pieces (`owned_list`). Leaves in the context the group (region) and where it begins (from)."""
    s = lo.sites
    mover = lo.let(lo.get("mover"), "who")
    starts = owned_list(lo, ir.const(all_bits(lo)) if condition is not None else ir.shl(1, mover))

    def member(site: Expr) -> Expr:
        return ir.eq(s.who(t, site), mover) if condition is None else lo.bool(condition)

    seen = lo.var(ir.EMPTY_SET, "seen")
    with (
        lo.for_list(starts, "start") as start,
        lo.if_((start < s.on_board[t]) & ~ir.set_has(seen, start)),
    ):
        lo.set_ctx("from", start)
        lo.set_ctx("to", start)
        with lo.if_(member(start)):
            group = lo.let(flood(lo, t, start, directions, member), "group")
            lo.set_ctx("region", group)
            yield
            lo.assign(seen, seen | group)


def is_clear(lo: Lowering, t: SiteType, site: Expr, visible: L.Bool, region: Expr | None = None) -> Expr:
    """Whether no piece lies directly above a site, if a condition holds. region: see `covered`."""
    return lo.choose(lo.bool(visible), lambda: ~covered(lo, t, site, region), lambda: ir.TRUE)


def covered(lo: Lowering, t: SiteType, site: Expr, region: Expr | None = None) -> Expr:
    """Whether a piece lies on an element directly above a site.

    region: Ludii looks among its sites alone, and takes the site for a place in the list of them: the game fails where
    the list is too short.
    """
    if region is not None:
        sites = lo.listed(lo.for_set(region))
        with lo.if_(site >= ir.list_len(sites)):
            lo.run("fail", lo.string("the largest visible group through a region takes a site for a place in its list"))
        site = lo.let(ir.list_at(sites, site), "instead")
    elements = lo.board.elements(t)
    columns: dict[tuple[float, float], list[int]] = {}
    for e in elements:
        columns.setdefault((e.x, e.y), []).append(e.index)
    rows = [[i for i in columns[(e.x, e.y)] if i > e.index] for e in elements]

    def lies(above: Expr) -> Expr:
        there = ir.ne(lo.sites.what(t, above), 0)
        return there if region is None else ir.set_has(region, above) & there

    return lo.any_in(lo.for_row(lo.table(rows, "ragged", "above"), site), lies, stem="covered")


def seen_from_above(
    lo: Lowering, t: SiteType, visible: L.Bool | None, region: Expr | None = None
) -> Joined | None:
    """For `flood`: a step counts if it is visible from above, where the condition holds. region: see `covered`."""
    return None if visible is None else partial(_seen_step, lo, t, visible, region)


def _seen_step(lo: Lowering, t: SiteType, visible: L.Bool, region: Expr | None, site: Expr, to: Expr) -> Expr:
    """Whether a step is visible from above: nothing covers its target, and no two pieces lie on both sites."""

    def look() -> Expr:
        up = [lo.board.steps_to(SiteType.Vertex, i, SiteType.Vertex, AbsoluteDirection.Upward) for i in
              range(lo.board.size(SiteType.Vertex))]  # fmt: skip
        above = lo.table(up, "sets", "upward")
        both = lo.let(lo.set_at(above, site) & lo.set_at(above, to))
        number = lo.count_in(lo.for_set(both), lambda x: ir.ne(lo.sites.what(SiteType.Vertex, x), 0), stem="both")
        return (number < 2) & ~covered(lo, t, to, region)

    return lo.choose(lo.bool(visible), look, lambda: ir.TRUE)


def owned_list(lo: Lowering, mask: Expr) -> Expr:
    """The sites of all positions of the players in a mask, ordered by player, component and position, as a LIST.

    A site occurs once for each player with pieces on it.
    """
    out, known = lo.list_new(), lo.var(ir.EMPTY_SET, "known")
    for position in each_owned(lo, mask, begin=lambda: lo.assign(known, ir.EMPTY_SET)):
        site = lo.let(lo.sites.decode(position)[0], "site")
        if lo.sites.owned.simple:  # each site is there once
            lo.push(out, site)
        else:
            with lo.if_(~ir.set_has(known, site)):
                lo.push(out, site)
                lo.include(known, site)
    return out
