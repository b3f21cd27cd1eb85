"""The outlines of a graph and the elements on them: perimeter, outer, corners, sides.

The outline of a connected component is the walk around it from its leftmost vertex. It consists of vertices, because a
graph that is used only for its vertices may have no cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, pi, sqrt

from ludparse.problems.errors import LudRuleError

from .geometry import EPSILON, Point, point_in_polygon
from .skeleton import CELL, VERTEX, Skeleton

__all__ = ["Outline", "corner_scores", "corners_of", "distance_to_line", "outlines", "sector", "sides_of"]

_SMALL_OUTLINE = 6
"""An outline of fewer vertices is all corners."""
_CONVEX_LEAST = 0.320
_CONCAVE_MOST = -0.25
_SCORE_TOLERANCE = 0.001
_SIMILAR = 0.95


@dataclass(frozen=True, slots=True)
class Outline:
    """The vertices around one connected component of the graph, clockwise. A vertex may occur twice."""

    vertices: tuple[int, ...]
    points: tuple[Point, ...]


def outlines(s: Skeleton) -> list[Outline]:
    """The outlines of all connected components that do not lie inside another one."""
    points = [(x, y) for x, y, _ in s.points[VERTEX]]
    by_x = sorted(range(len(points)), key=lambda v: points[v][0])
    covered = bytearray(len(points))
    found: list[Outline] = []
    for start in by_x:
        if covered[start]:
            continue
        walk = _around(s, start)
        outline = Outline(tuple(walk), tuple([points[v] for v in walk]))
        for v in walk:
            covered[v] = 1
        if len(walk) > 2:
            _cover_inside(outline, points, covered)
        found.append(outline)
    for i in range(len(found) - 1, -1, -1):
        x, y = found[i].points[0]
        if any(j != i and point_in_polygon(x, y, other.points) for j, other in enumerate(found)):
            del found[i]
    return found


def _cover_inside(outline: Outline, points: list[Point], covered: bytearray) -> None:
    xs = [x for x, _ in outline.points]
    ys = [y for _, y in outline.points]
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
    for v, (x, y) in enumerate(points):
        if not covered[v] and low_x <= x <= high_x and low_y <= y <= high_y:
            covered[v] = point_in_polygon(x, y, outline.points)


def _around(s: Skeleton, start: int) -> list[int]:
    """Walk around the connected component whose leftmost vertex is `start`."""
    if not s.vertex_edges[start]:
        return [start]
    points = s.points[VERTEX]
    x, y, _ = points[start]

    def from_above(edge: int) -> float:
        to = points[s.other_end(edge, start)]
        return atan2(to[0] - x, -(to[1] - y))

    edge = min(s.vertex_edges[start], key=from_above)
    walk: list[int] = []
    vertex = start
    limit = 4 * len(s.edge_ends) + 4
    while True:
        walk.append(vertex)
        previous, vertex = vertex, s.other_end(edge, vertex)
        around = s.vertex_edges[vertex]
        ends = {previous, vertex}
        at = next(i for i, e in enumerate(around) if set(s.edge_ends[e]) == ends)
        for turn in range(1, len(around)):
            edge = around[(at + turn) % len(around)]
            if s.other_end(edge, vertex) != previous:  # a duplicate edge would lead straight back
                break
        if vertex == start:
            return walk
        if len(walk) > limit:
            raise LudRuleError("the outline of the board's graph does not close")


def distance_to_line(p: Point, a: Point, b: Point) -> float:
    """The distance from p to the line through a and b (to a itself if both are the same)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) + abs(dy) < EPSILON:
        ex, ey = a[0] - p[0], a[1] - p[1]
        return sqrt(ex * ex + ey * ey)
    twice = (p[1] - a[1]) * dx - (p[0] - a[0]) * dy
    return sqrt(twice * twice / (dx * dx + dy * dy))


def corner_scores(points: tuple[Point, ...]) -> list[float]:
    """How far each point of an outline protrudes (negative: recedes) from lines through nearby points, smoothed."""
    n = len(points)
    raw = []
    for i, p in enumerate(points):
        score = 0.0
        for k in (1, 2, 3):
            a, b = points[i - k], points[(i + k) % n]
            distance = distance_to_line(p, a, b)
            if (p[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (p[1] - a[1]) < EPSILON:
                distance = -distance
            score += distance / k
        raw.append(score)
    return [(4 * raw[i] + raw[(i + 1) % n] + raw[i - 1]) / 6 for i in range(n)]


def corners_of(outline: Outline) -> tuple[list[int], list[int]]:
    """The convex and the concave corners of an outline."""
    if len(outline.vertices) < _SMALL_OUTLINE:
        return list(outline.vertices), []
    scores = corner_scores(outline.points)
    n = len(scores)
    convex = [
        score >= _CONVEX_LEAST
        and score >= scores[i - 1] - _SCORE_TOLERANCE
        and score >= scores[(i + 1) % n] - _SCORE_TOLERANCE
        for i, score in enumerate(scores)
    ]
    for i in range(n):  # neighbours with about the same score are included; those after i are tried in order
        if convex[i]:
            if scores[i - 1] >= _SIMILAR * scores[i]:
                convex[i - 1] = True
            if scores[(i + 1) % n] >= _SIMILAR * scores[i]:
                convex[(i + 1) % n] = True
    concave = [
        score <= _CONCAVE_MOST
        and score <= scores[i - 1] + _SCORE_TOLERANCE
        and score <= scores[(i + 1) % n] + _SCORE_TOLERANCE
        for i, score in enumerate(scores)
    ]
    vertices = outline.vertices
    return [vertices[i] for i in range(n) if convex[i]], [vertices[i] for i in range(n) if concave[i]]


def sector(dx: float, dy: float, count: int = 16) -> int:
    """Which of `count` equal sectors a vector points to: 0 is east, counter-clockwise."""
    arc = 2 * pi / count
    angle = atan2(dy, dx)
    while angle < 0:
        angle += 2 * pi
    return (int((angle + arc / 2) / arc) + count) % count


_SIDE_OF_SECTOR = ("E", "NE", "NE", "NE", "N", "NW", "NW", "NW", "W", "SW", "SW", "SW", "S", "SE", "SE", "SE")


def sides_of(s: Skeleton, found: list[Outline], corners: set[int]) -> tuple[list[set[str]], ...]:
    """The sides (compass names) of each vertex, edge and cell.

    A side is the part of an outline from one corner to the next, named after the direction of its middle.
    """
    points = s.points[VERTEX]
    total_x = total_y = 0.0
    for x, y, _ in points:
        total_x += x
        total_y += y
    middle = (total_x / len(points), total_y / len(points)) if points else (0.0, 0.0)
    of_vertex: list[set[str]] = [set() for _ in points]
    for outline in found:
        vertices = outline.vertices
        n = len(vertices)
        for start in range(n):
            if vertices[start] not in corners:
                continue
            length = next(k for k in range(1, n + 1) if vertices[(start + k) % n] in corners)
            stretch = [vertices[(start + k) % n] for k in range(length + 1)]
            sum_x = sum_y = 0.0
            for v in stretch:
                sum_x += points[v][0]
                sum_y += points[v][1]
            where = sector(sum_x / (length + 1) - middle[0], sum_y / (length + 1) - middle[1])
            for v in stretch:
                of_vertex[v].add(_SIDE_OF_SECTOR[where])
    of_edge = [of_vertex[a] | of_vertex[b] for a, b in s.edge_ends]
    of_face: list[set[str]] = [set() for _ in range(s.size(CELL))]
    for v, faces in enumerate(s.vertex_faces):
        for face in faces:
            of_face[face] |= of_vertex[v]
    return of_vertex, of_edge, of_face
