"""The operator `splitCrossings`: it splits edges at crossings and at vertices that lie on them."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from math import sqrt

from ludparse.problems.errors import LudLimitError

from ..basis import Basis
from ..edge_net import EdgeNet
from ..elements import Edge, Vertex
from ..geometry import EPSILON, Point, crossing_point
from ..graph import Graph, check_size

__all__ = ["MAX_CROSSINGS", "split_crossings"]

MAX_CROSSINGS = 200_000
"""So many pairs of edges may cross each other before they are split."""

MAX_TESTS = 500_000
"""So many pairs of edges that lie near each other may be looked at while edges are split."""

_TOUCH = 0.001  # a vertex this close to an edge lies on it


def split_crossings(graph: Graph) -> Graph:
    """Split edges at crossings and at vertices that lie on them, then find the faces anew.

    A split edge is replaced by its parts, which come after all other edges.
    """
    _split_at_crossings(graph)
    _split_at_vertices(graph)
    graph.make_faces(check_crossings=True)
    graph.basis = Basis.NO_BASIS
    return graph


def _split_at_crossings(graph: Graph) -> None:
    """Split the first pair of crossing edges, by number, until there is no crossing left.

    New edges are appended, so edges are in the order of their age. All crossings are found at the start; after a split,
    those of the new parts are added. A heap gives the first pair whose edges both still exist.
    """
    graph.clear_faces()
    has_pivots = any(vertex.pivot is not None for vertex in graph.vertices)
    net = EdgeNet(graph.edges)
    alive: dict[int, Edge] = {}
    age_between: dict[tuple[int, int], list[int]] = {}
    waiting: list[tuple[int, int, Point]] = []

    tests = 0

    def enter(edge: Edge, age: int) -> None:
        nonlocal tests
        near = set(net.near(edge.a, edge.b))
        tests += len(near)
        if tests > MAX_TESTS:
            raise LudLimitError(f"more than {MAX_TESTS:,} pairs of edges lie so near that they may cross each other")
        for other in near:
            crossing = crossing_point(*_ends(alive[other]), *_ends(edge))
            if crossing is not None:
                heappush(waiting, (other, age, crossing))
        if len(waiting) > MAX_CROSSINGS:
            raise LudLimitError(f"more than {MAX_CROSSINGS:,} pairs of edges cross each other")
        net.add(age, edge.a, edge.b)
        alive[age] = edge
        age_between.setdefault(edge.key, []).append(age)

    def leave(age: int) -> None:
        edge = alive.pop(age)
        net.discard(age, edge.a, edge.b)
        age_between[edge.key].remove(age)
        edge.a.detach(edge)
        edge.b.detach(edge)

    for age, edge in enumerate(graph.edges):
        enter(edge, age)
    youngest = len(graph.edges)
    while waiting:
        first_age, second_age, place = heappop(waiting)
        if first_age not in alive or second_age not in alive:
            continue
        first, second = alive[first_age], alive[second_age]
        vertex = graph.add_vertex(*place)
        if has_pivots:
            vertex.pivot = _pivot(first, (edge for age, edge in alive.items() if first_age < age <= second_age))
        leave(second_age)
        leave(first_age)
        for a, b in ((first.a, vertex), (vertex, first.b), (second.a, vertex), (vertex, second.b)):
            part = _part(youngest, a, b)
            if age_between.get(part.key):
                continue
            check_size(len(alive) + 1, "edges")
            a.attach(part)
            b.attach(part)
            enter(part, youngest)
            youngest += 1
    graph.edges = list(alive.values())
    graph.renumber()


def _pivot(first: Edge, later: Iterable[Edge]) -> Vertex | None:
    """The pivot of a crossing: the first edge's, or else the first one found among the edges up to the second."""
    pivot = first.b.pivot or first.a.pivot
    if pivot is None:
        for edge in later:
            pivot = edge.a.pivot or edge.b.pivot
            if pivot is not None:
                break
    return pivot


def _split_at_vertices(graph: Graph) -> None:
    """Split each edge at the vertices on it.

    If several vertices lie on one edge, Ludii removes the edge once for each of them, by number. From the second
    removal on, that removes the edge which has moved up to this number. The numbering of boards depends on this.
    """
    net = EdgeNet(graph.edges, _TOUCH)
    for vertex in graph.vertices:
        net.add(vertex.id, vertex, vertex)
    edges = graph.edges
    between: dict[tuple[int, int], list[Edge]] = {}
    for edge in edges:
        between.setdefault(edge.key, []).append(edge)
    at = 0
    while at < len(edges):
        edge = edges[at]
        start, end = edge.a, edge.b
        pivot = end.pivot or start.pivot
        near = [graph.vertices[number] for number in sorted(set(net.near(start, end)))]
        touching = [vertex for vertex in near if not edge.has(vertex) and _touches(vertex, start, end)]
        for vertex in touching:
            if pivot is not None:
                vertex.pivot = pivot
            if at < len(edges):
                gone = edges.pop(at)
                between[gone.key].remove(gone)
                gone.a.detach(gone)
                gone.b.detach(gone)
            for a, b in ((start, vertex), (vertex, end)):
                part = _part(len(edges), a, b)
                if not between.get(part.key):
                    a.attach(part)
                    b.attach(part)
                    edges.append(part)
                    between[part.key] = [part]
        if not touching:
            at += 1
    graph.renumber()


def _part(number: int, a: Vertex, b: Vertex) -> Edge:
    """A part of a split edge. It gets the tags that its two ends share."""
    part = Edge(number, a, b)
    if a.basis == b.basis:
        part.basis = a.basis
    if a.shape == b.shape:
        part.shape = a.shape
    return part


def _ends(edge: Edge) -> tuple[tuple[float, float], tuple[float, float]]:
    return (edge.a.x, edge.a.y), (edge.b.x, edge.b.y)


def _touches(vertex: Vertex, start: Vertex, end: Vertex) -> bool:
    """Whether a vertex lies on the segment between two others."""
    x, y = vertex.x, vertex.y
    if not min(start.x, end.x) - _TOUCH <= x <= max(start.x, end.x) + _TOUCH:
        return False
    if not min(start.y, end.y) - _TOUCH <= y <= max(start.y, end.y) + _TOUCH:
        return False
    to_start, to_end = _distance(vertex, start), _distance(vertex, end)
    return not (to_start < _TOUCH or to_end < _TOUCH or _distance_to_segment(vertex, start, end) > _TOUCH)


def _distance(a: Vertex, b: Vertex) -> float:
    dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
    return sqrt(dx * dx + dy * dy + dz * dz)


def _distance_to_segment(p: Vertex, a: Vertex, b: Vertex) -> float:
    kx, ky, kz = a.x - p.x, a.y - p.y, a.z - p.z
    lx, ly, lz = b.x - a.x, b.y - a.y, b.z - a.z
    length = lx * lx + ly * ly + lz * lz
    if length < EPSILON:
        return _distance(p, a)
    t = -(kx * lx + ky * ly + kz * lz) / length
    if t <= 0.0:
        return _distance(p, a)
    if t >= 1.0:
        return _distance(p, b)
    x, y, z = kx + t * lx, ky + t * ly, kz + t * lz
    return sqrt(x * x + y * y + z * z)
