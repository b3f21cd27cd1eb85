"""Boards of hexagonal cells."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from ..basis import Basis, Shape
from ..geometry import Point, Polygon
from ..graph import Graph
from ..proximity import pairs_at_distance
from . import lattice
from .lattice import Cell

__all__ = ["diamond", "hexagon", "limping", "outline", "prism", "rectangle", "sided", "star", "triangle"]

_UX = sqrt(3) / 2

CORNERS: tuple[Point, ...] = ((0.0, 1.0), (_UX, 0.5), (_UX, -0.5), (-0.0, -1.0), (-_UX, -0.5), (-_UX, 0.5))
"""Corners of a hexagon that stands on one, clockwise from the top."""

FLAT_CORNERS: tuple[Point, ...] = tuple((y, x) for x, y in CORNERS)
"""Corners of a hexagon that lies on a side."""


def centre(row: int, col: int) -> Point:
    return sqrt(3) * (col - 0.5 * row), 1.5 * row


def flat_centre(row: int, col: int) -> Point:
    """The centre of a cell on the rotated lattice, where rows rise to the left and columns rise to the right."""
    return 1.5 * (col - row), sqrt(3) * (row + col) * 0.5


def hexagon(size: int) -> Graph:
    """A hexagon with `size` cells on each side. Its graph has no basis and no shape."""
    lattice.check_sizes(size, least=1)
    lattice.check_sizes(2 * size, 2 * size)
    # zigzag lines from the bottom to the top: below the cells of each row up to the middle one, then above each
    zigzags: list[list[Point]] = []
    for rows, corners in ((range(size), (4, 3, 2)), (range(size - 1, 2 * size - 1), (5, 0, 1))):
        for row in rows:
            cols = range(max(0, row - size + 1), min(2 * size - 1, row + size))
            line: list[Point] = []
            for col in cols:
                x, y = centre(row, col)
                stamped = [(x + CORNERS[i][0], y + CORNERS[i][1]) for i in corners]
                line += stamped if col == cols[-1] else stamped[:2]
            zigzags.append(line)
    graph = Graph()
    for line in zigzags:
        for x, y in line:
            graph.add_vertex(x, y)
    for a, b in pairs_at_distance([vertex.pt for vertex in graph.vertices], 1.0, 0.01):
        graph.add_edge(a, b)
    graph.make_faces()
    graph.reorder()
    return graph


def rectangle(rows: int, cols: int) -> Graph:
    shape = Shape.SQUARE if rows == cols else Shape.RECTANGLE
    return _stamped(lattice.rectangle_cells(rows, cols), shape)


def triangle(size: int) -> Graph:
    return _stamped(lattice.triangle_cells(size), Shape.TRIANGLE)


def star(size: int) -> Graph:
    return _stamped(lattice.star_cells(size), Shape.STAR)


def diamond(size: int) -> Graph:
    return _stamped_flat(lattice.parallelogram_cells(size, size), Shape.DIAMOND)


def prism(rows: int, cols: int) -> Graph:
    return _stamped_flat(lattice.prism_cells(rows, cols), Shape.PRISM)


def limping(size: int) -> Graph:
    """A hexagon whose sides have alternately `size` and `size` + 1 cells."""
    return sided((size, size + 1))


def sided(sides: tuple[int, ...]) -> Graph:
    """A board given by the numbers of cells on its sides."""
    polygon = lattice.hexagon_outline(sides, centre)
    return outline(polygon, lattice.shape_of_sides(sides))


def outline(polygon: Polygon, shape: Shape = Shape.CUSTOM) -> Graph:
    """All cells whose centre lies within a polygon. The polygon is inflated in place."""
    return _stamped(lattice.cells_in_polygon(polygon, centre, 3), shape)


def _stamped(cells: Iterable[Cell], shape: Shape) -> Graph:
    graph = lattice.stamp(cells, centre, CORNERS, Basis.HEXAGONAL, shape)
    graph.reorder()
    return graph


def _stamped_flat(cells: Iterable[Cell], shape: Shape) -> Graph:
    graph = lattice.stamp(cells, flat_centre, FLAT_CORNERS, Basis.HEXAGONAL, shape)
    graph.reorder()
    return graph
