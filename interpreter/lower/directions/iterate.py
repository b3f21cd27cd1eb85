"""Loops over the steps and radials that a direction argument gives from a site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ludparse.ludemes import AbsoluteDirection, SiteType

from ...board import directions as systems
from ...program import expressions as ir
from ...program.ops import Expr
from .leaves import Leaf, Leaves, by_direction, leaves, radial_store, steps_leaf
from .spec import Choice, Facing, Fixed, Found, Mixed, Row, Spec, is_found, spec_of

if TYPE_CHECKING:
    from ..lowering import Lowering


class Facings:
    """The facings that pieces of a game can have, numbered; with rotations where the game uses them."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        north = AbsoluteDirection.N
        looks = [c.facing or north for c in lo.eq.components]
        self.list = list(dict.fromkeys([north, *looks]))
        self.of_component = lo.b.table([self.list.index(f) for f in looks], stem="facing")
        self.rotations = 1

    def all_of(self, t: SiteType) -> list[AbsoluteDirection]:
        """The facings of pieces, and all others that sites of a type have steps in."""
        return list(dict.fromkeys([*self.list, *self.lo.board.supported_directions(t)]))

    def row(
        self,
        t: SiteType,
        site: Expr,
        component: Expr | None,
        rotation: Expr | None,
        facing: Expr | None,
        turns: int,
    ) -> Expr:
        """The row of (facing, rotation, site) for what stands on the site (or for a given component or facing)."""
        lo, b = self.lo, self.lo.b
        what = lo.sites.what(t, site) if component is None else component
        look = b.at(self.of_component, what) if len(self.list) > 1 else ir.const(0)
        if facing is not None:
            known = self.all_of(t)
            numbers = [known.index(d) if d in known else 0 for d in AbsoluteDirection]
            look = ir.select(ir.ge(facing, 0), b.at(b.table(numbers, stem="facing"), facing), look)
        code = look
        if turns > 1:
            turn = b.let(lo.sites.rotation(t, site) if rotation is None else rotation)
            # past a full turn the facings come round again
            turn = ir.select(ir.lt(turn, turns), turn, ir.mod(turn - 1, turns - 1) + 1)
            code = look * turns + turn
        return code * lo.board.size(t) + site


def facings(lo: Lowering) -> Facings:
    """The facings of this game (made once)."""
    known: Facings | None = lo.__dict__.get("_facings")
    if known is None:
        known = lo.__dict__["_facings"] = Facings(lo)
    return known


def _turns(lo: Lowering, t: SiteType, rotation: Expr | None) -> int:
    if not lo.flags.rotations and rotation is None:
        return 1
    return len(lo.board.supported_directions(t, None, _all())) + 1


def _all() -> Any:
    from ludparse.ludemes import RelationType

    return RelationType.All


@contextmanager
def _each(
    lo: Lowering,
    t: SiteType,
    site: Expr,
    spec: Spec,
    leaf: Leaf,
    ready: Callable[[], None] | None,
    component: Expr | None,
    rotation: Expr | None,
    facing: Expr | None = None,
    first: bool = False,
    once: bool = False,
) -> Iterator[Expr]:
    """Loops over the leaves of the directions at a site. ready: called once the directions are known; first: only the
    first of directions that are found during play; once: each of those once."""
    b, n = lo.b, lo.board.size(t)
    if is_found(spec):
        table = by_direction(lo, leaf, n)
        found = b.list_new()
        _push_all(lo, t, site, spec, found, component, rotation, facing)
        if once:
            found = _once(lo, found)
        inside = b.let(ir.and_(ir.ge(site, 0), ir.lt(site, n)))
        if ready is not None:
            ready()
        if first:
            some = ir.and_(inside, ir.gt(ir.list_len(found), 0))
            with b.for_row(table, b.choose(some, lambda: ir.list_at(found, 0) * n + site, lambda: ir.const(-1))) as x:
                yield x
            return
        with b.for_list(found, "dir") as d, b.for_row(table, ir.select(inside, d * n + site, -1)) as x:
            yield x
        return
    table, row = _rows(lo, t, site, spec, leaf, component, rotation, facing)
    if ready is not None:
        row = b.let(row)
        ready()
    with b.for_row(table, row) as x:
        yield x


def _push_all(
    lo: Lowering,
    t: SiteType,
    site: Expr,
    spec: Spec,
    out: Expr,
    component: Expr | None,
    rotation: Expr | None,
    facing: Expr | None = None,
) -> None:
    """Adds the direction numbers at a site to a list."""
    b, n = lo.b, lo.board.size(t)
    if isinstance(spec, Found):
        with b.for_list(spec.make(t, site), "dir") as d:
            b.run("list_push", out, d)
    elif isinstance(spec, Choice):
        with b.if_(lo.bool(spec.cond)):
            _push_all(lo, t, site, spec.first, out, component, rotation, facing)
        with b.else_():
            _push_all(lo, t, site, spec.second, out, component, rotation, facing)
    elif isinstance(spec, Mixed):
        first, second = b.list_new(), b.list_new()
        _push_all(lo, t, site, spec.first, first, component, rotation, facing)
        _push_all(lo, t, site, spec.second, second, component, rotation, facing)
        table = b.table(_expansions(lo, t), "ragged", "expanded")
        if spec.union:
            for part in (first, second):
                with b.for_list(part, "dir") as d, b.for_row(table, d * n + site) as x:
                    with b.if_(ir.not_(ir.list_has(out, x))):
                        b.run("list_push", out, x)
            return
        removed = b.list_new()
        with b.for_list(second, "dir") as d, b.for_row(table, d * n + site) as x:
            b.run("list_push", removed, x)
        with b.for_list(first, "dir") as d, b.for_row(table, d * n + site) as x:
            with b.if_(ir.not_(ir.list_has(removed, x))):
                b.run("list_push", out, x)
    else:
        with _each(lo, t, site, spec, _ordinals, None, component, rotation, facing) as d:
            b.run("list_push", out, d)


def _once(lo: Lowering, values: Expr) -> Expr:
    b, out = lo.b, lo.b.list_new()
    with b.for_list(values, "dir") as d, b.if_(ir.not_(ir.list_has(out, d))):
        b.run("list_push", out, d)
    return out


def push_directions(lo: Lowering, t: SiteType, site: Expr, spec: Spec, out: Expr) -> None:
    """Adds the direction numbers at a site, of what stands there, to a list."""
    _push_all(lo, t, site, spec, out, None, None)


def candidates(lo: Lowering, t: SiteType, site: Expr, spec: Spec) -> Expr:
    """The LIST of directions at a site among which chance chooses: the last given first, collective ones spread out."""
    b, board, out = lo.b, lo.board, lo.b.list_new()

    def leaf(s: int, directions: Row) -> list[int]:
        def supported(relation: Any) -> Any:
            return board.supported_directions(t, s, relation)

        return [systems.ORDINAL[d] for d in systems.random_candidates(directions, supported)]

    if not is_found(spec):
        with _each(lo, t, site, spec, leaf, None, None, None) as d:
            b.run("list_push", out, d)
        return out
    found = b.list_new()
    push_directions(lo, t, site, spec, found)
    n = board.size(t)
    table = b.table([leaf(s, (d,)) for d in AbsoluteDirection for s in range(n)], "ragged", "spread_out")
    with b.for_range(ir.list_len(found) - 1, 0, "i", down=True) as i:
        with b.for_row(table, ir.list_at(found, i) * n + site) as d:
            b.run("list_push", out, d)
    return out


def _ordinals(_: int, directions: Row) -> list[int]:
    return [systems.ORDINAL[d] for d in directions]


def _expansions(lo: Lowering, t: SiteType) -> list[list[int]]:
    """For each direction and site: the single directions that a collective one stands for there, in numbers."""
    board = lo.board
    rows = []
    for direction in AbsoluteDirection:
        for site in range(board.size(t)):

            def supported(relation: Any, site: int = site) -> Any:
                return board.supported_directions(t, site, relation)

            rows.append([systems.ORDINAL[d] for d in systems.expand((direction,), supported)])
    return rows


def _rows(
    lo: Lowering,
    t: SiteType,
    site: Expr,
    spec: Spec,
    leaf: Leaf,
    component: Expr | None,
    rotation: Expr | None,
    facing: Expr | None,
) -> tuple[str, Expr]:
    """The ragged table of leaves and the row to read."""
    rows: list[Leaves] = []
    row = _add_rows(lo, t, site, spec, leaf, component, rotation, facing, rows)
    return lo.b.table(rows, "ragged", "leaves"), row


def _add_rows(
    lo: Lowering,
    t: SiteType,
    site: Expr,
    spec: Spec,
    leaf: Leaf,
    component: Expr | None,
    rotation: Expr | None,
    facing: Expr | None,
    rows: list[Leaves],
) -> Expr:
    b, n, base = lo.b, lo.board.size(t), len(rows)
    inside = ir.and_(ir.ge(site, 0), ir.lt(site, n))
    if isinstance(spec, Fixed):
        rows += leaves(lo, leaf, [spec.at(s) for s in range(n)])
        return ir.select(inside, site + base, -1)
    if isinstance(spec, Facing):
        turns = _turns(lo, t, rotation)
        looks = facings(lo)
        seen = looks.list if facing is None else looks.all_of(t)
        for look in seen:
            for turn in range(turns):
                rows += leaves(lo, leaf, [spec.at(look, turn, s) for s in range(n)])
        return ir.select(inside, looks.row(t, site, component, rotation, facing, turns) + base, -1)
    assert isinstance(spec, Choice), "what is found during play has no rows"
    cond = b.let(lo.bool(spec.cond))
    first = b.let(_add_rows(lo, t, site, spec.first, leaf, component, rotation, facing, rows))
    second = b.let(_add_rows(lo, t, site, spec.second, leaf, component, rotation, facing, rows))
    return ir.select(cond, first, second)


@contextmanager
def each_step(
    lo: Lowering,
    t: SiteType,
    site: Expr,
    node: Any,
    *,
    default: AbsoluteDirection = AbsoluteDirection.Adjacent,
    to: SiteType | None = None,
    distinct: bool = True,
    component: Expr | None = None,
    rotation: Expr | None = None,
    ready: Callable[[], None] | None = None,
) -> Iterator[Expr]:
    """Loops over the sites one step away in the directions of `node`, in Ludii's order (break and continue work only
    for directions that are not found during play).

    site: pinned. to: type of the sites reached (the same unless given). distinct: each site once.
    component, rotation: instead of what stands on the site. ready: writes what happens between finding the directions
    and the loop.
    """
    spec = spec_of(lo, t, node, default)
    leaf = steps_leaf(lo, t, to or t, distinct)
    with _each(lo, t, site, spec, leaf, ready, component, rotation, once=distinct) as x:
        yield x


@contextmanager
def each_radial(
    lo: Lowering,
    t: SiteType,
    site: Expr,
    node: Any,
    *,
    default: AbsoluteDirection = AbsoluteDirection.Adjacent,
    distinct: bool = False,
    component: Expr | None = None,
    rotation: Expr | None = None,
    facing: Expr | None = None,
    ready: Callable[[], None] | None = None,
    first: bool = False,
) -> Iterator[tuple[Expr, str, str]]:
    """Loops over the radials from a site in the directions of `node`: (radial, sites, opposites).

    `sites` (ragged): the sites of a radial, its own first: `b.row_at(sites, radial, i)`, `b.row_len(sites, radial)`.
    `opposites` (ragged): the radials opposite to it. distinct: of two opposite radials only the first, for each
    direction. facing: number of the facing to take instead of the piece's, -1 for the piece's. first: the first
    direction alone.
    """
    store = radial_store(lo, t)
    spec = spec_of(lo, t, node, default)
    with _each(lo, t, site, spec, store.leaf(distinct, first), ready, component, rotation, facing, first) as radial:
        yield radial, store.sites, store.opposites


@contextmanager
def each_radial_towards(lo: Lowering, t: SiteType, site: Expr, a: Expr, z: Expr) -> Iterator[tuple[Expr, str]]:
    """Loops over the radials of a site in the direction in which site a sees site z: (radial, sites).

    Of several directions it is the last.
    """
    b, board = lo.b, lo.board
    n = board.size(t)
    store = radial_store(lo, t)
    seen = [-1] * (n * n)
    for start in range(n):
        for facing in board.supported_directions(t):
            direction = systems.to_absolute(facing)
            for line in board.radials(t, start, direction):
                for x in line.sites[1:]:
                    seen[start * n + x] = systems.ORDINAL[direction]
    inside = ir.and_(ir.ge(a, 0), ir.lt(a, n), ir.ge(z, 0), ir.lt(z, n))
    found = b.let(ir.select(inside, b.at(b.table(seen, stem="sees"), a * n + z), -1))
    table = by_direction(lo, store.leaf(False, False), n)
    with b.for_row(table, ir.select(ir.ge(found, 0), found * n + site, -1)) as radial:
        yield radial, store.sites
