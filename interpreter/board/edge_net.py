"""Finds the edges near an edge.

The plane is divided into squares, and each square lists the lines that run through it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import floor, isqrt

from .elements import Edge, Vertex
from .geometry import Bounds

__all__ = ["EdgeNet"]

_SLACK = 1e-6  # fraction of the whole extent; more than the rounding errors of the crossing formulas
_MOST_SQUARES = 48  # squares in a row


class EdgeNet:
    """Numbered lines, indexed by the squares of the plane that they run through."""

    def __init__(self, edges: Sequence[Edge], reach: float = 0.0) -> None:
        """An empty index for lines within the bounds of `edges`. Lines at most `reach` apart count as near."""
        ends = [end for edge in edges for end in (edge.a, edge.b)]
        x0, y0, x1, y1 = _bounds(ends)
        extent = max(x1 - x0, y1 - y0)
        self._x, self._y = x0, y0
        self._width = extent / min(_MOST_SQUARES, isqrt(len(edges)) + 1) or 1.0
        self.slack = reach + _SLACK * extent
        self._squares: dict[tuple[int, int], set[int]] = {}

    def add(self, number: int, a: Vertex, b: Vertex) -> list[tuple[int, int]]:
        """Add a line. Returns the squares that it runs through, for `within`."""
        squares = list(self._through(a, b))
        for square in squares:
            self._squares.setdefault(square, set()).add(number)
        return squares

    def discard(self, number: int, a: Vertex, b: Vertex) -> None:
        for square in self._through(a, b):
            self._squares[square].discard(number)

    def near(self, a: Vertex, b: Vertex) -> Iterator[int]:
        """A superset of the lines that meet the line from a to b, by number. A number may occur more than once."""
        return self.within(self._through(a, b))

    def within(self, squares: Iterable[tuple[int, int]]) -> Iterator[int]:
        """The numbers of all lines that run through these squares."""
        for square in squares:
            yield from self._squares.get(square, ())

    def _through(self, a: Vertex, b: Vertex) -> Iterator[tuple[int, int]]:
        """The squares that a line runs through or almost touches."""
        width, slack = self._width, self.slack
        if a.x > b.x:
            a, b = b, a
        ax, ay, bx, by = a.x - self._x, a.y - self._y, b.x - self._x, b.y - self._y
        dx = bx - ax
        rise = (by - ay) / dx if dx > width * 0.01 else None
        low, high = min(ay, by), max(ay, by)
        for column in range(floor((ax - slack) / width), floor((bx + slack) / width) + 1):
            y0, y1 = low, high
            if rise is not None:
                # the part of the line between the left and the right side of this column
                left, right = max(ax, column * width - slack), min(bx, (column + 1) * width + slack)
                y_left, y_right = ay + (left - ax) * rise, ay + (right - ax) * rise
                y0, y1 = max(low, min(y_left, y_right)), min(high, max(y_left, y_right))
            for row in range(floor((y0 - slack) / width), floor((y1 + slack) / width) + 1):
                yield column, row


def _bounds(vertices: Iterable[Vertex]) -> Bounds:
    points = [(vertex.x, vertex.y) for vertex in vertices]
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
