"""What a direction argument means at a site, as data.

A `Spec` is known when the game is compiled. `rows.py` turns one whose directions are known then into a table;
`found.py` writes the code for one whose directions are only found during play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from ...board import directions as systems
from ..base.prelude import AbsoluteDirection, L, Lowering, RelationType, SiteType

Row: TypeAlias = tuple[AbsoluteDirection, ...]
DirectionNode: TypeAlias = (
    L.Direction
    | L.DirectionFacing
    | tuple[L.RelativeDirection, ...]
    | tuple[AbsoluteDirection | L.DirectionFacing, ...]
    | None
)
_MOVE_BOUND = (L.RelativeDirection.SameDirection, L.RelativeDirection.OppositeDirection)


@dataclass(frozen=True)
class Fixed:
    """Directions that depend on the site only."""

    at: Callable[[int], Row]


@dataclass(frozen=True)
class Facing:
    """Directions that depend on the site and on the facing and rotation of the piece on it."""

    at: Callable[[AbsoluteDirection, int, int], Row]  # facing, rotation, site


@dataclass(frozen=True)
class Choice:
    """One of two, by a condition that is evaluated during play."""

    cond: L.Bool
    first: Spec
    second: Spec


@dataclass(frozen=True)
class Drawn:
    """Some of the directions, drawn at random without replacement."""

    among: L.Direction | None
    number: L.Int


@dataclass(frozen=True)
class Towards:
    """The directions in which one site sees another. type: that of both sites."""

    type: SiteType
    start: L.Int
    end: L.Int


@dataclass(frozen=True)
class LastMove:
    """The direction of the last move of the game, or the opposite one."""

    relation: RelationType
    opposite: bool


@dataclass(frozen=True)
class InOrder:
    """The directions of each part, one part after the other."""

    parts: tuple[Spec, ...]


@dataclass(frozen=True)
class Mixed:
    """The union or the difference of two, at least one of which is only found during play."""

    first: Spec
    second: Spec
    union: bool


Static: TypeAlias = Fixed | Facing | Choice
Spec: TypeAlias = Static | Drawn | Towards | LastMove | InOrder | Mixed


def is_found(spec: Spec) -> bool:
    """Whether the directions are a list that is made during play."""
    if isinstance(spec, Choice):
        return is_found(spec.first) or is_found(spec.second)
    return not isinstance(spec, Fixed | Facing)


def spec_of(
    lo: Lowering, t: SiteType, node: DirectionNode, default: AbsoluteDirection = AbsoluteDirection.Adjacent
) -> Spec:
    """The meaning of a direction argument (None: `default`) for sites of type t."""
    if node is None:
        node = default
    if isinstance(node, tuple):
        wanted = tuple(d for d in node if isinstance(d, L.RelativeDirection))
        if len(wanted) == len(node):
            return _relative(lo, t, wanted, RelationType.Adjacent, False)
        return _same_everywhere(tuple(_absolute(d) for d in node))
    if isinstance(node, L.RelativeDirection):
        return _relative(lo, t, (node,), RelationType.Adjacent, False)
    if isinstance(node, L.Directions):
        return _directions(lo, t, node)
    if isinstance(node, L.DirectionsIf):
        return Choice(node.condition, spec_of(lo, t, node.directions_ok), spec_of(lo, t, node.directions_not_ok))
    if isinstance(node, L.DirectionsUnion | L.DirectionsDifference):
        first, second = spec_of(lo, t, node.directions), spec_of(lo, t, node.directions_to_remove)
        return _combined(lo, t, first, second, isinstance(node, L.DirectionsUnion))
    return _same_everywhere((_absolute(node),))


def _same_everywhere(row: Row) -> Fixed:
    return Fixed(lambda _: row)


def _absolute(direction: object) -> AbsoluteDirection:
    if isinstance(direction, AbsoluteDirection):
        return direction
    assert isinstance(direction, L.DirectionFacing), f"not a direction: {direction!r}"
    return AbsoluteDirection[direction.name]


def _directions(lo: Lowering, t: SiteType, node: L.Directions) -> Spec:
    if node.num is not None:
        return Drawn(node.directions, node.num)
    if node.from_ is not None:
        assert node.to is not None, "the signature asks for both"
        return Towards(node.type if isinstance(node.type, SiteType) else t, node.from_, node.to)
    if node.absolute_directions is not None or node.absolute_direction is not None:
        return _same_everywhere(tuple(_absolute(d) for d in node.absolute_directions or (node.absolute_direction,)))
    wanted = node.relative_directions
    if wanted is None:
        wanted = (node.relative_direction or L.RelativeDirection.Forward,)
    return _relative(lo, t, wanted, node.of or RelationType.Adjacent, bool(node.by_site))


def _relative(
    lo: Lowering, t: SiteType, wanted: tuple[L.RelativeDirection, ...], relation: RelationType, by_site: bool
) -> Spec:
    if any(d in _MOVE_BOUND for d in wanted):
        if len(wanted) > 1:
            return InOrder(tuple(_relative(lo, t, (d,), relation, by_site) for d in wanted))
        return LastMove(relation, wanted[0] is L.RelativeDirection.OppositeDirection)
    board = lo.board

    @cache
    def turned(facing: AbsoluteDirection, rotation: int, site: int | None) -> Row:
        supported = board.supported_directions(t, site, relation)
        return systems.absolute_directions(facing, wanted, supported, rotation=rotation)

    return Facing(lambda facing, rotation, site: turned(facing, rotation, site if by_site else None))


def _combined(lo: Lowering, t: SiteType, a: Spec, b: Spec, union: bool) -> Spec:
    if not (isinstance(a, Fixed | Facing) and isinstance(b, Fixed | Facing)):
        return Mixed(a, b, union)
    board = lo.board
    combine = systems.union if union else systems.difference

    def row(x: Fixed | Facing, facing: AbsoluteDirection, rotation: int, site: int) -> Row:
        return x.at(site) if isinstance(x, Fixed) else x.at(facing, rotation, site)

    def at(facing: AbsoluteDirection, rotation: int, site: int) -> Row:
        def supported(relation: RelationType) -> Row:
            return board.supported_directions(t, site, relation)

        return combine(row(a, facing, rotation, site), row(b, facing, rotation, site), supported)

    if isinstance(a, Fixed) and isinstance(b, Fixed):
        return Fixed(lambda site: at(AbsoluteDirection.N, 0, site))
    return Facing(at)
