"""The outlines of a graph: for each connected component, the walk around it from its leftmost vertex."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2

from ludparse.problems.errors import LudRuleError

from .elements import Edge, Vertex
from .geometry import Point, point_in_polygon
from .graph import Graph

__all__ = ["Perimeter", "find_perimeters"]


@dataclass(slots=True)
class Perimeter:
    """`vertices`: in the order of the walk, clockwise; one may occur twice. `inside`: the vertices that it encloses."""

    vertices: list[Vertex] = field(default_factory=list)
    inside: list[Vertex] = field(default_factory=list)

    @property
    def points(self) -> list[Point]:
        return [(vertex.x, vertex.y) for vertex in self.vertices]


def find_perimeters(graph: Graph) -> list[Perimeter]:
    """The outlines that do not lie within another one, from left to right."""
    covered: set[int] = set()
    found: list[Perimeter] = []
    for start in sorted(graph.vertices, key=lambda vertex: vertex.x):
        if start.id in covered:
            continue
        perimeter = Perimeter(_walk(start, limit=4 * len(graph.edges) + 4))
        on = {vertex.id for vertex in perimeter.vertices}
        covered |= on
        points = perimeter.points
        for vertex in graph.vertices:
            if vertex.id not in covered and point_in_polygon(vertex.x, vertex.y, points):
                perimeter.inside.append(vertex)
                covered.add(vertex.id)
        found.append(perimeter)
    for i in range(len(found) - 1, -1, -1):
        x, y = found[i].points[0]
        if any(j != i and point_in_polygon(x, y, other.points) for j, other in enumerate(found)):
            del found[i]
    return found


def _walk(start: Vertex, limit: int) -> list[Vertex]:
    """The walk around the outside, clockwise. It begins with the edge that is closest to straight up."""
    if not start.edges:
        return [start]
    edge: Edge = min(start.edges, key=lambda e: atan2(e.other(start).x - start.x, -(e.other(start).y - start.y)))
    walk: list[Vertex] = []
    vertex = start
    while True:
        walk.append(vertex)
        if len(walk) > limit:
            raise LudRuleError("the outline of the board does not come back to where it began")
        previous, vertex = vertex, edge.other(vertex)
        edges = vertex.edges
        at = next(i for i, other in enumerate(edges) if other.matches(edge))
        for n in range(1, len(edges)):
            edge = edges[(at + n) % len(edges)]
            if edge.other(vertex) is not previous:  # do not go straight back along a duplicate edge
                break
        if vertex is start:
            return walk
