"""Meshes: points that are added one by one, each usually joined to the corners of the triangle around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import pi
from random import Random

from ludparse.ludemes.enums import SiteType
from ludparse.ludemes.graph_generators import Mesh
from ludparse.problems.errors import LudLimitError, LudRuleError

from ..basis import Basis, Shape
from ..build import builds
from ..dims import eval_dim, polygon_of
from ..geometry import EPSILON, Point, Polygon, distance, single
from ..graph import Graph

__all__ = ["MAX_MESH", "mesh", "strewn"]

MAX_MESH = 200
"""So many points may a mesh have."""

_TRIES = 1000


def mesh(points: Iterable[Point]) -> Graph:
    """The points become vertices in their order; faces are found from the edges.

    The first three are joined to each other. A later point is joined to the corners of the first triangle around it
    whose numbers run counter-clockwise, or else to the two nearest earlier points. Edges may cross (see
    `splitCrossings`).
    """
    graph = Graph()
    placed: list[Point] = []
    for at in points:
        if len(placed) == MAX_MESH:
            raise LudLimitError(f"a mesh of more than {MAX_MESH} points")
        partners: Sequence[int] = range(len(placed))
        if len(placed) > 2:
            partners = _triangle_around(at, placed) or sorted(partners, key=lambda i: distance(at, placed[i]))[:2]
        vertex = graph.add_vertex(*at)
        placed.append(at)
        for partner in partners:
            graph.find_or_add_edge(vertex, partner)
    graph.make_faces(check_crossings=True)
    graph.set_basis_and_shape(Basis.MESH, Shape.CUSTOM)
    return graph


def _triangle_around(at: Point, points: Sequence[Point]) -> tuple[int, int, int] | None:
    """The lexicographically first three numbers whose points form a counter-clockwise triangle around a place."""
    numbers = range(len(points))
    x, y = at
    left = [[_is_left(x, y, points[i], points[j]) for j in numbers] for i in numbers]
    for i in numbers:
        for j in numbers[i + 1 :]:
            if left[i][j]:
                for k in numbers[j + 1 :]:
                    if left[j][k] and left[k][i]:
                        return i, j, k
    return None


def _is_left(x: float, y: float, a: Point, b: Point) -> bool:
    """Whether a place lies to the left of the line from a to b, or on it."""
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= -EPSILON


def strewn(count: int, outline: Polygon | None = None) -> list[Point]:
    """`count` points within a slightly enlarged outline, by default a square that stands on a corner.

    They look random but are the same every time, so that a game always has the same board.
    """
    if not 1 <= count <= MAX_MESH:
        raise LudLimitError(f"a mesh of {count} points; between 1 and {MAX_MESH} are possible")
    if outline is None:
        radius = 4 / (2 * pi)
        outline = Polygon([(0.0, radius), (-radius, 0.0), (0.0, -radius), (radius, 0.0)])
    outline = Polygon(outline.points)
    outline.inflate(0.1)
    x0, y0, x1, y1 = outline.bounds()
    random = Random(count)
    points: list[Point] = []
    for _ in range(_TRIES * count):
        if len(points) == count:
            break
        x, y = x0 + random.random() * (x1 - x0), y0 + random.random() * (y1 - y0)
        if outline.contains(x, y):
            points.append((x, y))
    if len(points) < count:
        raise LudRuleError("the outline of the mesh has almost no inside")
    return points


@builds(Mesh)
def _build_mesh(node: Mesh, site: SiteType) -> Graph:
    if node.num_vertices is not None:
        return mesh(strewn(eval_dim(node.num_vertices), None if node.poly is None else polygon_of(node.poly)))
    points: list[Point] = []
    for place in node.points or ():
        if len(place) < 2:
            raise LudRuleError(f"a point of a mesh needs x and y, not {len(place)} numbers")
        points.append((single(place[0]), single(place[1])))
    return mesh(points)
