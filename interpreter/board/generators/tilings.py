"""Boards on the semi-regular tilings, named by the polygons around a vertex.

A tiling is a lattice of places, and the points that lie around each of them. All edges have length 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, radians, sin, sqrt

from ludparse.problems.errors import LudRuleError

from ..basis import Basis, Shape
from ..geometry import Point, Polygon
from ..graph import Graph
from . import hexagonal, lattice
from .lattice import Cell, Place

__all__ = ["TILINGS", "Pattern", "hexagon", "outline", "parallelogram", "sided"]

_U2 = 1.0 / 2
_U3 = sqrt(3) / 2
_OCTAGON = 1 + 2 / sqrt(2)  # the distance between the centres of two octagons that share a side


@dataclass(frozen=True)
class Pattern:
    """A lattice and the points around each of its places."""

    basis: Basis
    place: Place
    around: tuple[Point, ...]


def _swapped(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple((y, x) for x, y in points)


def _sheared(dx: float, dy: float) -> Place:
    return lambda row, col: (dx * (col - 0.5 * row), dy * row)


_HEXAGON: tuple[Point, ...] = ((-0.5, _U3), (0.5, _U3), (1.0, 0.0), (0.5, -_U3), (-0.5, -_U3), (-1.0, 0.0))


def _wide_dodecagon() -> tuple[Point, ...]:
    """The outer corners of the squares and triangles that surround a hexagon."""
    radius = (1.0 + sqrt(3) / 2.0) / cos(radians(15))
    return tuple((radius * cos(radians(15 + 30 * n)), radius * sin(radians(15 + 30 * n))) for n in range(12))


def _dodecagon() -> tuple[Point, ...]:
    radius = 1 / sqrt(2 - sqrt(3))
    angles = [pi / 12 + n / 12.0 * 2 * pi for n in range(12)]
    return tuple((radius * cos(angle), radius * sin(angle)) for angle in angles)


_OCTAGON_CORNERS: tuple[Point, ...] = (
    (_U2, _OCTAGON / 2),
    (_OCTAGON / 2, _U2),
    (_OCTAGON / 2, -_U2),
    (_U2, -_OCTAGON / 2),
    (-_U2, -_OCTAGON / 2),
    (-_OCTAGON / 2, -_U2),
    (-_OCTAGON / 2, _U2),
    (-_U2, _OCTAGON / 2),
)

# in units of half an edge (p) and of a triangle's height (q): two squares and two triangles on each side of a vertex
# pair
_SNUB_SQUARE: tuple[Point, ...] = tuple(
    (px * _U2 + qx * _U3, py * _U2 + qy * _U3)
    for px, qx, py, qy in (
        (-1, 0, -1, -1),
        (1, 0, -1, -1),
        (-1, -1, 0, -1),
        (1, 1, 0, -1),
        (0, 0, -1, 0),
        (-2, -1, 0, 0),
        (0, -1, 0, 0),
        (0, 1, 0, 0),
        (2, 1, 0, 0),
        (0, 0, 1, 0),
        (-1, -1, 0, 1),
        (1, 1, 0, 1),
        (-1, 0, 1, 1),
        (1, 0, 1, 1),
    )
)

# a hexagon, then the twelve vertices around it, in units of half an edge and of a triangle's height
_SNUB_HEXAGON: tuple[Point, ...] = tuple(
    (x * _U2, y * _U3)
    for x, y in (
        *((-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-2, 2), (0, 2), (2, 2)),
        *((3, 1), (4, 0), (3, -1), (2, -2), (0, -2), (-2, -2), (-3, -1), (-4, 0), (-3, 1)),
    )
)

_3464_X, _3464_Y = 1 + sqrt(3), (3 + sqrt(3)) / 2
_AROUND_3464 = _HEXAGON + _wide_dodecagon()

TILINGS: dict[Basis, Pattern] = {
    pattern.basis: pattern
    for pattern in (
        Pattern(
            Basis.T333333_33434,
            lambda row, col: ((1.5 + sqrt(3)) * (col - row), (2 + sqrt(3)) * (row + col) * 0.5),
            _AROUND_3464,
        ),
        Pattern(Basis.T3636, _sheared(2, sqrt(3)), hexagonal.FLAT_CORNERS),
        Pattern(
            Basis.T33344,
            lambda row, col: (col + 0.5 * row, row * (1 + sqrt(3) / 2)),
            ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
        ),
        Pattern(Basis.T488, lambda row, col: (col * _OCTAGON, row * _OCTAGON), _OCTAGON_CORNERS),
        Pattern(Basis.T3464, lambda row, col: (_3464_Y * (col - row), _3464_X * (row + col) * 0.5), _AROUND_3464),
        Pattern(
            Basis.T4612,
            lambda row, col: ((col - 0.5 * row) * 4.7320508, row * (4.7320508 * sqrt(3) / 2)),
            _dodecagon(),
        ),
        Pattern(
            Basis.T31212,
            lambda row, col: ((col - 0.5 * row) * 3.7320508, row * (3.7320508 * sqrt(3) / 2)),
            _dodecagon(),
        ),
        Pattern(
            Basis.T33336,
            lambda row, col: (col * 5 * _U2 - row * 4 * _U2, row * 2 * _U3 + col * _U3),
            _SNUB_HEXAGON,
        ),
        Pattern(
            Basis.T33434,
            lambda row, col: ((1 + sqrt(3)) / 2 * (col - row), (1 + sqrt(3)) / 2 * (row + col)),
            _SNUB_SQUARE,
        ),
    )
}

_OUTLINED_3464 = Pattern(Basis.T3464, _sheared(_3464_X, _3464_Y), _swapped(_AROUND_3464))
"""3.4.6.4 lying, as it is used for boards given by an outline."""


def hexagon(basis: Basis, size: int) -> Graph:
    """A hexagon with `size` places of the tiling on each side."""
    return _board(TILINGS[basis], lattice.hexagon_cells(size), Shape.HEXAGON)


def parallelogram(basis: Basis, rows: int, cols: int, shape: Shape) -> Graph:
    """Rows and columns of places of the tiling's lattice, whatever shape results.

    On 3.6.3.6 the numbers count every second place. On 4.8.8 the vertices stay in the order in which the places are
    stamped.
    """
    if basis is Basis.T3636:
        rows, cols = 2 * rows - 1, 2 * cols - 1
    return _board(TILINGS[basis], lattice.parallelogram_cells(rows, cols), shape, reorder=basis is not Basis.T488)


def outline(basis: Basis, polygon: Polygon, shape: Shape = Shape.CUSTOM) -> Graph:
    """All places within a polygon. The polygon is inflated in place. A 3.6.3.6 board gets the hexagonal basis."""
    pattern = _outlined(basis)
    cells = lattice.cells_in_polygon(polygon, pattern.place, 2)
    return _board(pattern, cells, shape)


def sided(basis: Basis, sides: tuple[int, ...]) -> Graph:
    """A board given by the numbers of places on its sides (on 4.8.8: their lengths)."""
    if not sides:
        raise LudRuleError("a board given by its sides needs at least one")
    pattern = _outlined(basis)
    if basis is Basis.T488:
        return outline(basis, Polygon.from_sides(sides, ((1, 0), (0, 1), (-1, 0), (0, -1))))
    return outline(basis, lattice.hexagon_outline(sides, pattern.place), lattice.shape_of_sides(sides))


def _outlined(basis: Basis) -> Pattern:
    if basis is Basis.T3464:
        return _OUTLINED_3464
    pattern = TILINGS[basis]
    return Pattern(Basis.HEXAGONAL, pattern.place, pattern.around) if basis is Basis.T3636 else pattern


def _board(pattern: Pattern, cells: Iterator[Cell], shape: Shape, reorder: bool = True) -> Graph:
    graph = lattice.stamp(cells, pattern.place, pattern.around, pattern.basis, shape)
    if reorder:
        graph.reorder()
    return graph
