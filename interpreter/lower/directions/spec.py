"""What a direction argument means at a site: absolute directions by site, by facing, or found during play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ludparse.ludemes import (
    AbsoluteDirection,
    Directions,
    DirectionsDifference,
    DirectionsIf,
    DirectionsUnion,
    RelationType,
    RelativeDirection,
    SiteType,
)

from ...board import directions as systems
from ...program import expressions as ir
from ...program.ops import Expr

if TYPE_CHECKING:
    from ..lowering import Lowering

Row = tuple[AbsoluteDirection, ...]
_MOVE_BOUND = (RelativeDirection.SameDirection, RelativeDirection.OppositeDirection)


@dataclass(frozen=True)
class Fixed:
    """Directions of each site, whatever stands there."""

    at: Callable[[int], Row]


@dataclass(frozen=True)
class Facing:
    """Directions of each site by the facing and rotation of the piece."""

    at: Callable[[AbsoluteDirection, int, int], Row]  # facing, rotation, site


@dataclass(frozen=True)
class Choice:
    """One of two, decided during play."""

    cond: Any
    first: Spec
    second: Spec


@dataclass(frozen=True)
class Found:
    """A list of direction numbers (`ORDINAL`) made during play from the site."""

    make: Callable[[SiteType, Expr], Expr]


@dataclass(frozen=True)
class Mixed:
    """The union or the difference of two, of which one is only found during play."""

    first: Spec
    second: Spec
    union: bool


Spec = Fixed | Facing | Choice | Found | Mixed


def is_found(spec: Spec) -> bool:
    """Whether the directions are a list that is made during play."""
    if isinstance(spec, Choice):
        return is_found(spec.first) or is_found(spec.second)
    return isinstance(spec, Found | Mixed)


def spec_of(lo: Lowering, t: SiteType, node: Any, default: AbsoluteDirection = AbsoluteDirection.Adjacent) -> Spec:
    """The meaning of a direction argument (None: `default`) for sites of a type."""
    if node is None:
        node = default
    if isinstance(node, tuple):
        if all(isinstance(d, RelativeDirection) for d in node):
            return _relative(lo, t, node, RelationType.Adjacent, False)
        rows = tuple(_absolute(d) for d in node)
        return Fixed(lambda _: rows)
    if isinstance(node, RelativeDirection):
        return _relative(lo, t, (node,), RelationType.Adjacent, False)
    if isinstance(node, Directions):
        return _directions(lo, t, node)
    if isinstance(node, DirectionsIf):
        return Choice(node.condition, spec_of(lo, t, node.directions_ok), spec_of(lo, t, node.directions_not_ok))
    if isinstance(node, DirectionsUnion | DirectionsDifference):
        combine = systems.union if isinstance(node, DirectionsUnion) else systems.difference
        return _combined(lo, t, spec_of(lo, t, node.directions), spec_of(lo, t, node.directions_to_remove), combine)
    row = (_absolute(node),)
    return Fixed(lambda _: row)


def _absolute(direction: Any) -> AbsoluteDirection:
    return direction if isinstance(direction, AbsoluteDirection) else AbsoluteDirection[direction.name]


def _directions(lo: Lowering, t: SiteType, node: Directions) -> Spec:
    if node.num is not None:
        return Found(lambda kind, site: _random(lo, kind, node, site))
    if node.from_ is not None:
        declared = node.type if isinstance(node.type, SiteType) else t
        return Found(lambda _kind, _site: _towards(lo, declared, node))
    if node.absolute_directions is not None or node.absolute_direction is not None:
        given = node.absolute_directions or (node.absolute_direction,)
        row = tuple(_absolute(d) for d in given)
        return Fixed(lambda _: row)
    wanted = node.relative_directions
    if wanted is None:
        wanted = (node.relative_direction or RelativeDirection.Forward,)
    return _relative(lo, t, wanted, node.of or RelationType.Adjacent, bool(node.by_site))


def _relative(
    lo: Lowering, t: SiteType, wanted: tuple[RelativeDirection, ...], relation: RelationType, by_site: bool
) -> Spec:
    if any(d in _MOVE_BOUND for d in wanted):
        if len(wanted) > 1:
            parts = [_relative(lo, t, (d,), relation, by_site) for d in wanted]
            return Found(lambda kind, site: _one_after_another(lo, kind, site, parts))
        opposite = wanted[0] is RelativeDirection.OppositeDirection
        return Found(lambda kind, _site: _last_direction(lo, kind, relation, opposite))
    board = lo.board

    @cache
    def turned(facing: AbsoluteDirection, rotation: int, site: int | None) -> Row:
        supported = board.supported_directions(t, site, relation)
        return systems.absolute_directions(facing, wanted, supported, rotation=rotation)

    return Facing(lambda facing, rotation, site: turned(facing, rotation, site if by_site else None))


def _combined(lo: Lowering, t: SiteType, a: Spec, b: Spec, combine: Any) -> Spec:
    if isinstance(a, Choice | Found | Mixed) or isinstance(b, Choice | Found | Mixed):
        return Mixed(a, b, combine is systems.union)
    board = lo.board

    def row(x: Fixed | Facing, facing: AbsoluteDirection, rotation: int, site: int) -> Row:
        return x.at(site) if isinstance(x, Fixed) else x.at(facing, rotation, site)

    def at(facing: AbsoluteDirection, rotation: int, site: int) -> Row:
        def supported(relation: RelationType) -> Any:
            return board.supported_directions(t, site, relation)

        result: Row = combine(row(a, facing, rotation, site), row(b, facing, rotation, site), supported)
        return result

    if isinstance(a, Fixed) and isinstance(b, Fixed):
        return Fixed(lambda site: at(AbsoluteDirection.N, 0, site))
    return Facing(at)


# ---------------------------------------------------------------------- directions that are found during play


def _random(lo: Lowering, t: SiteType, node: Directions, site: Expr) -> Expr:
    """A number of different directions, drawn one after the other."""
    from .iterate import candidates

    b = lo.b
    among = candidates(lo, t, site, spec_of(lo, t, node.directions))
    size = b.let(ir.list_len(among))
    number = b.let(ir.min_(lo.int(node.num), size))
    chosen = b.list_new()
    with b.while_(lambda: ir.lt(ir.list_len(chosen), number)):
        d = b.let(ir.list_at(among, b.run("random_int", size)))
        with b.if_(ir.not_(ir.list_has(chosen, d))):
            b.run("list_push", chosen, d)
    return chosen


def _towards(lo: Lowering, t: SiteType, node: Directions) -> Expr:
    """The directions in which one site sees another."""
    b = lo.b
    start, end = b.let(lo.int(node.from_)), b.let(lo.int(node.to))
    return _sees(lo, t, RelationType.All, start, end, False)


def _one_after_another(lo: Lowering, t: SiteType, site: Expr, parts: list[Spec]) -> Expr:
    """The directions of each part in order."""
    from .iterate import push_directions

    out = lo.b.list_new()
    for part in parts:
        push_directions(lo, t, site, part, out)
    return out


def _last_direction(lo: Lowering, t: SiteType, relation: RelationType, opposite: bool) -> Expr:
    """The direction of the last move, or the one back."""
    b = lo.b
    a, z = b.let(b.get("last_from")), b.let(b.get("last_to"))
    return _sees(lo, t, relation, z if opposite else a, a if opposite else z, True)


def _sees(lo: Lowering, t: SiteType, relation: RelationType, start: Expr, end: Expr, first: bool) -> Expr:
    b = lo.b
    found = b.list_new()
    done = b.var(False, "done")
    for facing in lo.board.supported_directions(t, None, relation):
        direction = systems.to_absolute(facing)
        rows, sites, _ = lo.tables.radials(t, direction)
        with b.if_(ir.not_(done)), b.for_row(rows, start) as radial, b.for_range(1, b.row_len(sites, radial)) as i:
            with b.if_(ir.eq(b.row_at(sites, radial, i), end)):
                b.run("list_push", found, systems.ORDINAL[direction])
                if first:
                    b.assign(done, True)
                b.break_()
    return found
