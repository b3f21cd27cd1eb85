"""What the lattice generators share: which cells of the lattice belong to a board, and the board's points.

A lattice has cells (row, column) with centres `place(row, col)`. A board stamps the same pattern of points around each
of its cells. It keeps each point once, in order of first appearance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import floor, hypot

from ludparse.problems.errors import LudRuleError

from ..basis import Basis, Shape
from ..geometry import Point, Polygon
from ..graph import Graph, check_size

__all__ = [
    "Cell",
    "Place",
    "PointSet",
    "cells_in_polygon",
    "check_sizes",
    "hexagon_cells",
    "hexagon_outline",
    "parallelogram_cells",
    "prism_cells",
    "rectangle_cells",
    "shape_of_sides",
    "stamp",
    "star_cells",
    "triangle_cells",
]

Cell = tuple[int, int]
Place = Callable[[int, int], Point]

_BUCKET = 0.25
_SAME = 0.1

_TURNS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""The six directions of a sheared hexagonal lattice, clockwise, as steps in row and column."""


class PointSet:
    """Points in order of first appearance. A point within 0.1 of an earlier one counts as the same point."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._buckets: dict[tuple[int, int], list[int]] = {}

    def add(self, x: float, y: float) -> int:
        """The number of the point at this place; the point is added if it is new."""
        best = len(self.points)
        for bx in range(floor((x - _SAME) / _BUCKET), floor((x + _SAME) / _BUCKET) + 1):
            for by in range(floor((y - _SAME) / _BUCKET), floor((y + _SAME) / _BUCKET) + 1):
                for i in self._buckets.get((bx, by), ()):
                    if i < best and hypot(self.points[i][0] - x, self.points[i][1] - y) < _SAME:
                        best = i
        if best == len(self.points):
            check_size(best + 1)
            self.points.append((x, y))
            self._buckets.setdefault((floor(x / _BUCKET), floor(y / _BUCKET)), []).append(best)
        return best


def stamp(cells: Iterable[Cell], place: Place, around: Sequence[Point], basis: Basis, shape: Shape) -> Graph:
    """The graph of the points `around` each cell's centre.

    Points a unit apart are joined. The result is not yet ordered.
    """
    points = PointSet()
    for row, col in cells:
        x, y = place(row, col)
        for dx, dy in around:
            points.add(x + dx, y + dy)
    return Graph.from_points(points.points, 1.0, basis, shape)


def check_sizes(*sizes: int, least: int = 0) -> None:
    """Raise LudRuleError for a size below `least`, LudLimitError when the sizes make too many cells.

    A part of a board may have the size 0; a board may not, and that is what the message says.
    """
    product = 1
    for size in sizes:
        if size < least:
            raise LudRuleError(f"a board needs a size of at least {max(least, 1)}, not {size}")
        product *= size
    check_size(product, "cells")


def rectangle_cells(rows: int, cols: int) -> Iterator[Cell]:
    """Rows of, in turn, `cols` and `cols` - 1 cells on a sheared lattice, each half a cell beside the row below."""
    check_sizes(rows, cols)
    for row in range(rows):
        for col in range((row + 1) // 2, cols + row // 2):
            yield row, col


def parallelogram_cells(rows: int, cols: int) -> Iterator[Cell]:
    check_sizes(rows, cols)
    for row in range(rows):
        for col in range(cols):
            yield row, col


def prism_cells(rows: int, cols: int) -> Iterator[Cell]:
    """A band along the diagonal: a diamond drawn out to a hexagon with two sides of their own length."""
    check_sizes(rows, cols)
    span = rows + cols - 1
    for row in range(span):
        for col in range(span):
            if abs(row - col) < rows:
                yield row, col


def triangle_cells(size: int) -> Iterator[Cell]:
    check_sizes(size, size)
    for row in range(size):
        for col in range(row, size):
            yield row, col


def hexagon_cells(size: int) -> Iterator[Cell]:
    check_sizes(size, size)
    span = 2 * size - 1
    for row in range(span):
        for col in range(span):
            if abs(row - col) < size:
                yield row, col


def star_cells(size: int) -> Iterator[Cell]:
    """A star with six points of this size."""
    check_sizes(size, size)
    span = 4 * size + 1
    for row in range(span):
        for col in range(span):
            upper = col >= size and col - row <= size
            lower = row - col <= size
            if row < size or 2 * size < row <= 3 * size:
                inside = upper
            elif row <= 2 * size:
                inside = lower and col < span - size
            else:
                inside = lower and col <= 3 * size
            if inside:
                yield row, col


def cells_in_polygon(polygon: Polygon, place: Place, margin: int) -> Iterator[Cell]:
    """The cells whose centres lie within a polygon (made a little larger).

    The rows and columns tried range over the bounds of the polygon, widened by `margin`. These bounds are coordinates
    and not row numbers, so cells of the polygon outside that range do not belong to the board, as in Ludii.
    """
    if not polygon.points:
        raise LudRuleError("the outline of the board has no points")
    polygon.inflate(0.1)
    x0, y0, x1, y1 = polygon.bounds()
    check_size((x1 - x0 + 2 * margin) * (y1 - y0 + 2 * margin) / 16, "cells")
    # computed from width and height, since their rounding decides whether the last column is included
    from_col, to_col = int(x0) - margin, int(x0 + (x1 - x0)) + margin
    from_row, to_row = int(y0) - margin, int(y0 + (y1 - y0)) + margin
    for row in range(from_row, to_row + 1):
        for col in range(from_col, to_col + 1):
            if polygon.contains(*place(row, col)):
                yield row, col


def hexagon_outline(sides: Sequence[int], place: Place) -> Polygon:
    """The polygon through the corner cells of a walk whose sides have these numbers of cells.

    The walk turns right after each side (left if its number is negative); consecutive sides share one cell. Fewer than
    five sides are repeated.
    """
    if not sides:
        raise LudRuleError("a board given by its sides needs at least one")
    polygon = Polygon()
    row = col = 0
    at = 1
    polygon.points.append(place(row, col))
    for n in range(max(5, len(sides))):
        side = sides[n % len(sides)]
        length = side + 1 if side < 0 else side - 1
        at = (at + (-1 if length < 0 else 1)) % 6
        if length > 0:
            row += length * _TURNS[at][0]
            col += length * _TURNS[at][1]
            polygon.points.append(place(row, col))
    return polygon


def shape_of_sides(sides: Sequence[int]) -> Shape:
    """The shape of a board with these sides: two alternating lengths that differ by one make a limping board."""
    return Shape.LIMPING if len(sides) == 2 and sides[0] == sides[1] - 1 else Shape.CUSTOM
