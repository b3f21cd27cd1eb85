"""Hexagons divided into four-sided cells."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin, sqrt

from ludparse.problems.errors import LudRuleError

from ..basis import Basis, Shape
from ..elements import Vertex
from ..geometry import Point
from ..graph import Graph
from .lattice import check_sizes

__all__ = ["quadhex"]


def quadhex(layers: int, *, thirds: bool = False) -> Graph:
    """A hexagon of six equal parts, or with `thirds` of three, each with `layers` rows of cells."""
    check_sizes(layers, least=1)
    check_sizes(3, 2 * layers, layers, least=1)
    if thirds and layers < 2:
        raise LudRuleError("a hexagon in thirds needs at least two layers")
    graph = _three_parts(layers) if thirds else _six_parts(layers)
    graph.make_faces(check_crossings=True)
    graph.set_basis_and_shape(Basis.QUADHEX, Shape.HEXAGON)
    graph.reorder()
    return graph


def _six_parts(layers: int) -> Graph:
    graph = Graph()
    # one part is the kite from the middle (a) over the middle of a side (b), a corner (c), the middle of the next (d)
    a, b = (0.0, 0.0), (0.0, layers * sqrt(3) / 2)
    c, e = (layers / 2.0, layers * sqrt(3) / 2), (float(layers), 0.0)
    d = ((c[0] + e[0]) / 2, (c[1] + e[1]) / 2)
    for turn in range(6):
        theta = turn * pi / 3
        lines = []
        for row in range(layers + 1):
            t = row / layers
            lines.append((_turned(theta, _between(t, a, d)), _turned(theta, _between(t, b, c))))
        for row in range(layers):
            (near_start, near_end), (far_start, far_end) = lines[row], lines[row + 1]
            for col in range(layers):
                c0, c1 = col / layers, (col + 1) / layers
                first = _vertex(graph, _between(c0, near_start, near_end))
                second = _vertex(graph, _between(c1, near_start, near_end))
                third = _vertex(graph, _between(c1, far_start, far_end))
                graph.find_or_add_edge(first, second)
                graph.find_or_add_edge(second, third)
                if row == layers - 1:
                    fourth = _vertex(graph, _between(c0, far_start, far_end))
                    graph.find_or_add_edge(third, fourth)
    return graph


def _three_parts(layers: int) -> Graph:
    part = _third(layers)
    graph = Graph()
    theta = 2 * pi / 3
    size = len(part.vertices)
    points: list[Point] = [(vertex.x, vertex.y) for vertex in part.vertices]
    for turn in range(3):
        for x, y in points:
            graph.add_vertex(x, y)
        for edge in part.edges:
            graph.add_edge(edge.a.id + turn * size, edge.b.id + turn * size)
        points = [_turned(theta, point) for point in points]
    # the parts touch along rows of cells of their own, closed by an edge at each end, and around a triangle
    inner = [turn * size + layers * (2 * layers + 3) for turn in range(3)]
    left = [turn * size + 4 * layers for turn in range(3)]
    right = [turn * size + 4 * layers + 2 for turn in range(3)]
    for a, b in pairwise([*inner, inner[0]]):
        graph.find_or_add_edge(a, b)
    for turn in range(3):
        graph.find_or_add_edge(right[turn], left[(turn + 1) % 3])
    return graph


def _third(layers: int) -> Graph:
    """Two kites side by side, each the other's mirror image."""
    height = layers * sqrt(3) / 2
    a, c, e = (-layers / 2.0, -height), (-float(layers), 0.0), (0.0, -height)
    ratio = layers / (layers + 0.5)
    f, g = _between(ratio, e, (0.0, 0.0)), _between(ratio / 2, a, c)
    part = Graph()
    for row in range(layers):
        near = [_between((row + i) / layers, a, e) for i in (0, 1)]
        far = [_between((row + i) / layers, g, f) for i in (0, 1)]
        for col in range(layers):
            c0, c1 = col / layers, (col + 1) / layers
            corners = [
                _between(c0, near[0], far[0]),
                _between(c1, near[0], far[0]),
                _between(c0, near[1], far[1]),
                _between(c1, near[1], far[1]),
            ]
            for mirror in (1, -1):
                v = [_vertex(part, (mirror * x, y)) for x, y in corners]
                for i, j in ((0, 1), (2, 3), (0, 2), (1, 3)):
                    part.find_or_add_edge(v[i], v[j])
    return part


def _vertex(graph: Graph, point: Point) -> Vertex:
    return graph.find_or_add_vertex(*point)


def _between(t: float, a: Point, b: Point) -> Point:
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def _turned(theta: float, point: Point) -> Point:
    x, y = point
    return x * cos(theta) - y * sin(theta), y * cos(theta) + x * sin(theta)
