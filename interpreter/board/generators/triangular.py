"""Boards of triangular cells. Sizes count cells, or vertices when not played on the cells."""

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

_HEIGHT = sqrt(3) / 2.0


def place(row: int, col: int) -> Point:
    return col - 0.5 * row, _HEIGHT * row


def upright_place(row: int, col: int) -> Point:
    """The place of a vertex on the rotated lattice, where rows rise to the left and columns rise to the right."""
    return _HEIGHT * (col - row), (row + col) * 0.5


def hexagon(size: int, *, cells: bool = True) -> Graph:
    """A hexagon with this many triangles (or vertices) on each side. Its graph has no basis and no shape."""
    lattice.check_sizes(size)
    lattice.check_sizes(2 * size, 2 * size)
    size += cells
    graph = Graph()
    for row, col in lattice.hexagon_cells(size):
        graph.add_vertex(*place(row, col))
    points = [vertex.pt for vertex in graph.vertices]
    middle = place(size - 1, 0)[1] + 0.1
    for a, b in pairs_at_distance(points, 1.0, 0.01):
        # edges between two rows start in the row that is farther from the middle
        if points[b][1] > max(middle, points[a][1] + 0.1):
            a, b = b, a
        graph.add_edge(a, b)
    graph.make_faces()
    graph.reorder()
    return graph


def rectangle(rows: int, cols: int, *, cells: bool = True) -> Graph:
    shape = Shape.SQUARE if rows == cols else Shape.RECTANGLE
    lattice.check_sizes(rows, cols)
    return _graph(lattice.rectangle_cells(rows + cells, cols + cells), shape)


def triangle(size: int, *, cells: bool = True) -> Graph:
    lattice.check_sizes(size)
    return _graph(lattice.triangle_cells(size + cells), Shape.TRIANGLE)


def star(size: int) -> Graph:
    """A star with six points. The size has the same meaning for cells and for vertices."""
    return _graph(lattice.star_cells(size), Shape.STAR)


def diamond(size: int, *, cells: bool = True) -> Graph:
    lattice.check_sizes(size)
    return _graph_upright(lattice.parallelogram_cells(size + cells, size + cells), Shape.DIAMOND)


def prism(rows: int, cols: int, *, cells: bool = True) -> Graph:
    lattice.check_sizes(rows, cols)
    return _graph_upright(lattice.prism_cells(rows + cells, cols + cells), Shape.PRISM)


def limping(size: int) -> Graph:
    """A hexagon whose sides have alternately `size` and `size` + 1 vertices."""
    return sided((size, size + 1))


def sided(sides: tuple[int, ...]) -> Graph:
    """A board given by the numbers of vertices on its sides."""
    polygon = lattice.hexagon_outline(sides, place)
    shape = lattice.shape_of_sides(sides)
    return outline(polygon, shape, margin=sides[0] if shape is Shape.LIMPING else 2)


def outline(polygon: Polygon, shape: Shape = Shape.CUSTOM, margin: int = 2) -> Graph:
    """All vertices within a polygon. The polygon is inflated in place."""
    return _graph(lattice.cells_in_polygon(polygon, place, margin), shape)


def _graph(cells: Iterable[Cell], shape: Shape) -> Graph:
    graph = Graph.from_points([place(*cell) for cell in cells], 1.0, Basis.TRIANGULAR, shape)
    graph.reorder()
    return graph


def _graph_upright(cells: Iterable[Cell], shape: Shape) -> Graph:
    graph = Graph.from_points([upright_place(*cell) for cell in cells], 1.0, Basis.TRIANGULAR, shape)
    graph.reorder()
    return graph
