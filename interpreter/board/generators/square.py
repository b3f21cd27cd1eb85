"""Boards on the square tiling: squares, rectangles, diamonds, outlines, with diagonals or as pyramids."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from ludparse.ludemes.enums import DiagonalsType

from ..basis import Basis, Shape
from ..elements import Vertex
from ..geometry import Polygon
from ..graph import Graph, check_size
from .lattice import cells_in_polygon, check_sizes

__all__ = ["STEPS", "diamond", "outline", "rectangle"]

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""North, east, south, west as (dx, dy): the order in which the sides of an outline turn."""


def rectangle(
    rows: int, cols: int, *, cells: bool = True, diagonals: DiagonalsType | None = None, pyramidal: bool = False
) -> Graph:
    """Rows and columns of cells, or of vertices when not played on the cells. A part of a board may have none."""
    check_sizes(rows, cols, least=0)
    rows, cols = rows + cells, cols + cells
    check_size(rows * cols)
    graph = Graph()
    for row in range(rows):
        for col in range(cols):
            graph.add_vertex(float(col), float(row))
    for row in range(rows):
        for col in range(cols):
            at = row * cols + col
            if row + 1 < rows:
                graph.add_edge(at, at + cols)
            if col + 1 < cols:
                graph.add_edge(at, at + 1)
    if pyramidal:
        _pile_up(graph, rows, cols)
    add_diagonals(graph, diagonals, (0, 0, cols, rows))
    graph.make_faces()
    graph.set_basis_and_shape(Basis.SQUARE, Shape.RECTANGLE)
    graph.reorder()
    return graph


def diamond(size: int, diagonals: DiagonalsType | None = None) -> Graph:
    """A square that stands on one corner."""
    check_sizes(size)
    check_sizes(2 * size, 2 * size)
    points = [
        (float(col), float(row))
        for row in range(2 * size)
        for col in range(2 * size)
        if size - 1 <= row + col < 3 * size and abs(row - col) <= size
    ]
    graph = Graph.from_points(points, 1.0, Basis.SQUARE, Shape.DIAMOND)
    add_diagonals(graph, diagonals, (0, 0, 2 * size, 2 * size))
    graph.make_faces()
    graph.reorder()
    return graph


def outline(polygon: Polygon, diagonals: DiagonalsType | None = None) -> Graph:
    """All vertices within a polygon. The polygon is inflated in place."""
    points = [(float(col), float(row)) for row, col in cells_in_polygon(polygon, lambda row, col: (col, row), 2)]
    graph = Graph.from_points(points, 1.0, Basis.SQUARE, Shape.CUSTOM)
    x0, y0, x1, y1 = polygon.bounds()
    add_diagonals(graph, diagonals, (int(x0) - 2, int(y0) - 2, int(x1) + 2, int(y1) + 2))
    graph.make_faces()
    graph.set_basis_and_shape(Basis.SQUARE, Shape.CUSTOM)
    graph.reorder()
    return graph


def _pile_up(graph: Graph, rows: int, cols: int) -> None:
    """Add layers of a pyramid: each has a vertex above the centre of every four vertices below, until none fits."""
    height = 1.0 / sqrt(2)
    for layer in range(1, rows):
        for row in range(rows - layer):
            for col in range(cols - layer):
                graph.find_or_add_vertex(layer * 0.5 + col, layer * 0.5 + row, layer * height)
    graph.make_edges()


def add_diagonals(graph: Graph, diagonals: DiagonalsType | None, bounds: tuple[int, int, int, int]) -> None:
    """Add diagonal edges to the unit squares between columns and rows (x0, y0, x1, y1)."""
    x0, y0, x1, y1 = bounds
    # truncating, like all integer division in the language
    mid_row, mid_col = int((y1 + y0) / 2), int((x1 + x0) / 2)
    if diagonals is DiagonalsType.Radiating:
        _add_radii(graph, mid_row, mid_col, max(int((y1 - y0) / 2), int((x1 - x0) / 2)) + 1)
        return
    if diagonals is None or diagonals is DiagonalsType.Implied:
        return
    for row, col, (a, b, c, d) in _squares(graph, bounds):
        if diagonals is DiagonalsType.Solid:
            middle = graph.find_or_add_vertex(col + 0.5, row + 0.5)
            for corner in (a, b, c, d):
                graph.find_or_add_edge(corner, middle)
        elif diagonals is DiagonalsType.SolidNoSplit:
            graph.find_or_add_edge(a, c)
            graph.find_or_add_edge(b, d)
        else:
            if diagonals is DiagonalsType.Alternating:
                falling = (row + col) % 2 != 0
            else:
                falling = (row < mid_row) == (col < mid_col)
            if falling:
                graph.find_or_add_edge(b, d)
            else:
                graph.find_or_add_edge(a, c)


def _squares(
    graph: Graph, bounds: tuple[int, int, int, int]
) -> Iterator[tuple[int, int, tuple[Vertex, Vertex, Vertex, Vertex]]]:
    """The row, column and corners (clockwise from the lower left) of each square whose four corners all exist."""
    x0, y0, x1, y1 = bounds
    for row in range(y0, y1 + 1):
        for col in range(x0, x1 + 1):
            a = graph.find_vertex(col, row)
            b = graph.find_vertex(col, row + 1)
            c = graph.find_vertex(col + 1, row + 1)
            d = graph.find_vertex(col + 1, row)
            if a and b and c and d:
                yield row, col, (a, b, c, d)


def _add_radii(graph: Graph, mid_row: int, mid_col: int, steps: int) -> None:
    """Add diagonals that lead outwards from the middle.

    On an oblong board the middle's row and column are swapped, as in Ludii.
    """
    for n in range(steps):
        for dx, dy in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
            a = graph.find_vertex(mid_row + n * dx, mid_col + n * dy)
            b = graph.find_vertex(mid_row + (n + 1) * dx, mid_col + (n + 1) * dy)
            if a and b:
                graph.find_or_add_edge(a, b)
