"""Celtic knotwork: squares that stand on a corner, with curved caps along the perimeter."""

from __future__ import annotations

from math import atan2, pi, sqrt

from ludparse.problems.errors import LudRuleError

from ..basis import Basis, Shape
from ..elements import Vertex
from ..geometry import Point, Polygon, normalised
from ..graph import Graph
from ..rim import find_perimeters
from .lattice import cells_in_polygon, check_sizes, parallelogram_cells

__all__ = ["STEP", "celtic", "sided"]

_HALF = 1.0 / sqrt(2)
STEP = 2 * _HALF
"""The distance between two squares of a row."""


def celtic(rows: int = 0, cols: int = 0, outline: Polygon | None = None, shape: Shape = Shape.NO_SHAPE) -> Graph:
    """Rows and columns of squares, or the squares whose centre lies within an outline.

    The outline is inflated in place.
    """
    graph = Graph()
    if outline is None:
        check_sizes(rows, cols, least=1)
        cells = parallelogram_cells(rows, cols)
    else:
        cells = cells_in_polygon(outline, lambda row, col: (col * STEP, row * STEP), 1)
    for row, col in cells:
        x, y = col * STEP, row * STEP
        for dx, dy in ((_HALF, 0.0), (0.0, _HALF), (-_HALF, 0.0), (0.0, -_HALF)):
            graph.find_or_add_vertex(x + dx, y + dy)
    if not graph.vertices:
        raise LudRuleError("no square of the knotwork lies within its outline")
    graph.make_edges()
    graph.make_faces(check_crossings=True)
    _add_caps(graph, find_perimeters(graph)[0].vertices)
    graph.set_basis_and_shape(Basis.CELTIC, shape)
    graph.reorder()
    return graph


def sided(sides: tuple[int, ...]) -> Graph:
    """A board given by the lengths of its sides."""
    if not sides:
        raise LudRuleError("a board given by its sides needs at least one")
    return celtic(outline=Polygon.from_sides(sides, ((STEP, 0.0), (0.0, STEP), (-STEP, 0.0), (0.0, -STEP))))


def _turn(a: Vertex, b: Vertex, c: Vertex) -> float:
    """The angle, in radians, by which the path a, b, c turns left at b."""
    vx, vy, ux, uy = b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y
    return atan2(ux * -vy + uy * vx, ux * vx + uy * vy)


def _add_caps(graph: Graph, rim: list[Vertex]) -> None:
    """Add caps at left turns and at every second vertex of straight runs."""
    n = len(rim)
    starts: list[int] = []
    straight = 0
    for i in range(n):
        turn = _turn(rim[i - 1], rim[i], rim[(i + 1) % n])
        if turn > 0.25 * pi:
            starts.append(i)
            straight = 0
        elif abs(turn) < 0.1 * pi:
            straight += 1
            if straight % 2 == 0:
                starts.append(i)
    for i in starts:
        b, c, d, e = rim[i - 1], rim[i], rim[(i + 1) % n], rim[(i + 2) % n]
        if _turn(c, d, e) < -0.25 * pi:
            graph.add_edge(c, e, _scaled(e.x - d.x, e.y - d.y, 1.25), _scaled(c.x - d.x, c.y - d.y, 1.25))
            graph.find_or_add_face([d.id, c.id, e.id])
        else:
            _add_point(graph, b, c, d)


def _add_point(graph: Graph, b: Vertex, c: Vertex, d: Vertex) -> None:
    """Replace the perimeter's edge from c to d by curves to a new vertex further out."""
    if abs(_turn(b, c, d)) < 0.1 * pi:
        out_x, out_y = d.y - c.y, c.x - d.x
    else:
        out_x, out_y = c.x - b.x, c.y - b.y
    mid_x, mid_y = (c.x + d.x) / 2, (c.y + d.y) / 2
    base_x, base_y = mid_x + 0.5 * out_x, mid_y + 0.5 * out_y
    tip = graph.add_vertex(mid_x + 0.9 * out_x, mid_y + 0.9 * out_y)
    along = _scaled(out_x, out_y, 1.333)
    graph.add_edge(c, tip, along, normalised(c.x - base_x, c.y - base_y))
    graph.add_edge(tip, d, normalised(d.x - base_x, d.y - base_y), along)
    graph.find_or_add_face([c.id, tip.id, d.id])


def _scaled(x: float, y: float, length: float) -> Point:
    x, y = normalised(x, y)
    return x * length, y * length
