"""Walls of bricks: cells of 2 × 1, each row shifted by half a brick."""

from __future__ import annotations

from collections.abc import Sequence

from ..basis import Basis, Shape
from ..graph import Graph
from .lattice import check_sizes

__all__ = ["diamond", "rectangle", "spiral"]

_Outline = Sequence[tuple[int, int]]

# corners as (column, row) from the lower left one, clockwise
_BRICK: _Outline = ((0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0))
_UPRIGHT: _Outline = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0))
_HALF: _Outline = ((0, 0), (0, 1), (1, 1), (1, 0))


def rectangle(rows: int, cols: int, *, trim: bool = False, shape: Shape = Shape.RECTANGLE) -> Graph:
    """Rows of bricks. With `trim`, bricks that stick out at the sides are cut in half."""
    check_sizes(rows, cols)
    graph = Graph()
    width = 2 * cols + 1
    for row in range(rows):
        for col in range(row % 2, width, 2):
            _lay_trimmed(graph, row, col, width, trim)
    return _finished(graph, shape)


def diamond(size: int, *, trim: bool = False, shape: Shape = Shape.DIAMOND) -> Graph:
    """A diamond. A prism is one, too."""
    check_sizes(size)
    check_sizes(2 * size, 2 * size)
    graph = Graph()
    width = 2 * size
    for row in range(2 * size):
        for col in range((row + 1) % 2, width, 2):
            if size - 1 <= row + col < 3 * size - 1 and -size <= col - row < size:
                _lay_trimmed(graph, row, col, width, trim)
    return _finished(graph, shape)


def spiral(rings: int) -> Graph:
    """Bricks wound around a half brick in the middle."""
    check_sizes(rings)
    check_sizes(2 * rings, 2 * rings)
    graph = Graph()
    _lay(graph, _HALF, rings - 1, rings - 1)
    for ring in range(1, rings):
        for n in range(0, 2 * ring, 2):
            _lay(graph, _UPRIGHT, rings - ring + n, rings - ring - 1)
            _lay(graph, _BRICK, rings + ring - 1, rings - ring + n)
            _lay(graph, _UPRIGHT, rings - ring - 1 + n, rings + ring - 1)
            _lay(graph, _BRICK, rings - ring - 1, rings - ring - 1 + n)
    return _finished(graph, Shape.SPIRAL)


def _lay_trimmed(graph: Graph, row: int, col: int, width: int, trim: bool) -> None:
    if trim and col == 0:
        _lay(graph, _HALF, row, col + 1)
    elif trim and col >= width - 1:
        _lay(graph, _HALF, row, col)
    else:
        _lay(graph, _BRICK, row, col)


def _lay(graph: Graph, outline: _Outline, row: int, col: int) -> None:
    corners = [graph.find_or_add_vertex(float(col + x), float(row + y)) for x, y in outline]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        graph.find_or_add_edge(a, b)
    graph.find_or_add_face([corner.id for corner in corners])


def _finished(graph: Graph, shape: Shape) -> Graph:
    graph.set_basis_and_shape(Basis.BRICK, shape)
    graph.reorder()
    return graph
