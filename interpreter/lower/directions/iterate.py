"""Loops over the steps and radials that a direction argument gives from a site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...board import directions as systems
from ..base.prelude import AbsoluteDirection, Expr, Lowering, SiteType, ir
from .found import listed_directions
from .leaves import Leaf, by_direction, radial_store, steps_leaf
from .origin import AS_IT_STANDS, Origin, Stance
from .rows import rows
from .spec import DirectionNode, Spec, is_found, spec_of

Ready = Callable[[], None]


@contextmanager
def each_step(
    lo: Lowering,
    t: SiteType,
    site: Expr,
    node: DirectionNode,
    *,
    to: SiteType | None = None,
    distinct: bool = True,
    stance: Stance = AS_IT_STANDS,
    ready: Ready | None = None,
) -> Iterator[Expr]:
    """Loops over the sites one step away in the directions of `node` (None: all adjacent ones), in Ludii's order.

    `break` and `continue` work only for directions that are not found during play.

    site: pinned. to: the type of the sites reached, `t` unless given. distinct: visits each site once.
    stance: what to take instead of what stands on the site. ready: writes the statements that run between finding
    the directions and the loop.
    """
    origin = Origin(lo, t, site, stance)
    spec = spec_of(lo, t, node)
    leaf = steps_leaf(lo, t, to or t, distinct)
    with _each(origin, spec, leaf, ready, distinct=distinct) as x:
        yield x


@contextmanager
def each_radial(
    lo: Lowering,
    t: SiteType,
    site: Expr,
    node: DirectionNode,
    *,
    default: AbsoluteDirection = AbsoluteDirection.Adjacent,
    distinct: bool = False,
    stance: Stance = AS_IT_STANDS,
    ready: Ready | None = None,
    first: bool = False,
) -> Iterator[tuple[Expr, str, str]]:
    """Loops over the radials from a site in the directions of `node` (None: `default`): (radial, sites, opposites).

    `sites` (ragged): the sites of a radial, its own first: `lo.row_at(sites, radial, i)`, `lo.row_len(sites, radial)`.
    `opposites` (ragged): the radials opposite to it. distinct: takes only the first of two opposite radials, for each
    direction. first: takes only the first direction. stance, ready: as in `each_step`.
    """
    store = radial_store(lo, t)
    origin = Origin(lo, t, site, stance)
    spec = spec_of(lo, t, node, default)
    with _each(origin, spec, store.leaf(distinct, first), ready, first=first, rows_of=store.sites) as radial:
        yield radial, store.sites, store.opposites


@contextmanager
def each_radial_towards(lo: Lowering, t: SiteType, site: Expr, a: Expr, z: Expr) -> Iterator[tuple[Expr, str]]:
    """Loops over the radials of a site in the direction in which site a sees site z: (radial, sites).

    If several directions lead from a to z, the last one counts.
    """
    board = lo.board
    n = board.size(t)
    store = radial_store(lo, t)
    seen = [-1] * (n * n)
    for start in range(n):
        for facing in board.supported_directions(t):
            direction = systems.to_absolute(facing)
            for line in board.radials(t, start, direction):
                for x in line.sites[1:]:
                    seen[start * n + x] = systems.ORDINAL[direction]
    inside = ir.within(a, n) & (z >= 0) & (z < n)
    found = lo.let(ir.select(inside, lo.at(lo.table(seen, stem="sees"), a * n + z), -1))
    table = by_direction(lo, store.leaf(False, False), n, store.sites)
    with lo.for_row(table, ir.select(found >= 0, found * n + site, -1)) as radial:
        yield radial, store.sites


@contextmanager
def _each(
    origin: Origin, spec: Spec, leaf: Leaf, ready: Ready | None, *, first: bool = False, distinct: bool = False,
    rows_of: str = "",
) -> Iterator[Expr]:  # fmt: skip
    """Loops over the leaves of the directions at a site.

    rows_of: see `Table`. first, distinct: of directions that are found during play only the first, or each once. (For
    those in a table the leaf itself sees to that.)
    """
    lo = origin.lo
    if is_found(spec):
        with _each_found(origin, spec, leaf, ready, first=first, distinct=distinct, rows_of=rows_of) as x:
            yield x
        return
    table, row = rows(origin, spec, leaf, rows_of)
    if ready is not None:
        row = lo.let(row)
        ready()
    with lo.for_row(table, row) as x:
        yield x


@contextmanager
def _each_found(
    origin: Origin, spec: Spec, leaf: Leaf, ready: Ready | None, *, first: bool, distinct: bool, rows_of: str
) -> Iterator[Expr]:
    lo, site, n = origin.lo, origin.site, origin.size
    table = by_direction(lo, leaf, n, rows_of)
    found = listed_directions(origin, spec)
    if distinct:
        found = _without_repeats(lo, found)
    inside = lo.let(origin.on_board())
    if ready is not None:
        ready()
    if first:
        some = inside & (ir.list_len(found) > 0)
        with lo.for_row(table, lo.choose(some, lambda: ir.list_at(found, 0) * n + site, lambda: ir.const(-1))) as x:
            yield x
    else:
        with lo.for_list(found, "dir") as d, lo.for_row(table, ir.select(inside, d * n + site, -1)) as x:
            yield x


def _without_repeats(lo: Lowering, values: Expr) -> Expr:
    out = lo.list_new()
    return lo.push_all(out, lo.for_list(values, "dir"), lambda d: ~ir.list_has(out, d))
