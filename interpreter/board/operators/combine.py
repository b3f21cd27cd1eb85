"""Operators that combine graphs: merge, union, intersect, layers."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from math import floor, sqrt

from ludparse.problems.errors import LudRuleError

from ..basis import Basis, Shape
from ..elements import Edge, Vertex
from ..graph import Graph

__all__ = ["CLOSE", "connect_near", "intersect", "layers", "merge", "union"]

CLOSE = 0.01
"""Vertices of different graphs are the same when |dx| + |dy| + |dz| is less: ten times the tolerance within a graph."""

_REACH = 1.1  # `connect` joins vertices up to this distance apart, in average edge lengths


def merge(graphs: Sequence[Graph], connect: bool = False) -> Graph:
    """All graphs in one.

    Vertices at the same place become one, and faces are found anew. Of several vertices at a place the first stays, as
    does the first of several edges between the same two. Vertices keep their pivots and edges their tangents; with
    `connect`, vertices less than 1.1 average edge lengths apart are joined.
    """
    vertices: list[Vertex] = []
    edges: list[Edge] = []
    for graph in graphs:
        offset = len(vertices)
        for vertex in graph.vertices:
            copy = Vertex(len(vertices), vertex.x, vertex.y, vertex.z)
            copy.pivot = vertex.pivot
            vertices.append(copy)
        for edge in graph.edges:
            joined = Edge(len(edges), vertices[edge.a.id + offset], vertices[edge.b.id + offset])
            joined.tangent_a, joined.tangent_b = edge.tangent_a, edge.tangent_b
            edges.append(joined)
    survivors = _join_coincident(vertices)
    for edge in edges:
        edge.a = survivors.get(edge.a, edge.a)
        edge.b = survivors.get(edge.b, edge.b)
    first: dict[tuple[int, int], Edge] = {}
    for edge in edges:
        first.setdefault(edge.key, edge)
    merged = Graph.from_elements(vertices, first.values())
    if connect:
        connect_near(merged)
        merged.make_faces(check_crossings=True)
    merged.basis, merged.shape = Basis.NO_BASIS, Shape.NO_SHAPE
    return merged


def union(graphs: Sequence[Graph], connect: bool = False) -> Graph:
    """The graphs side by side, without merging: the elements of each graph follow those of the one before.

    The first graph is changed in place and returned. With `connect`, vertices less than 1.1 average edge lengths apart
    are joined and all faces are found anew.
    """
    if not graphs:
        raise LudRuleError("a union needs at least one graph")
    result = graphs[0]
    for graph in graphs[1:]:
        result.vertices += graph.vertices
        result.edges += graph.edges
        result.faces += graph.faces
    result.renumber()
    if connect:
        connect_near(result)
        result.make_faces(check_crossings=True)
    result.basis, result.shape = Basis.NO_BASIS, Shape.NO_SHAPE
    return result


def intersect(graphs: Sequence[Graph]) -> Graph:
    """The vertices and edges of the first graph that all other graphs have at the same place. Faces are found anew."""
    if not graphs:
        raise LudRuleError("an intersection needs at least one graph")
    source, *others = graphs
    if not others:
        return source
    nets = [_Net(graph.vertices, CLOSE) for graph in others]
    edges = [edge for edge in source.edges if all(_has_edge_at(net, edge) for net in nets)]
    vertices = [vertex for vertex in source.vertices if all(any(net.near(vertex)) for net in nets)]
    result = select(vertices, edges)
    result.basis, result.shape = Basis.NO_BASIS, Shape.NO_SHAPE
    return result


def layers(graphs: Sequence[Graph]) -> Graph:
    """The same graph several times, stacked a unit apart; each vertex is joined to the one above it.

    `graphs` are separate copies, the lowest first. The lowest is changed in place and returned, with all elements
    renumbered.
    """
    if not graphs:
        raise LudRuleError("a board needs at least one layer")
    result = graphs[0]
    for level, graph in enumerate(graphs):
        graph.translate(0.0, 0.0, float(level))
        if level == 0:
            continue
        start = len(result.vertices)
        for vertex in graph.vertices:
            result.add_vertex(vertex.x, vertex.y, vertex.z)
        for vertex in graph.vertices:
            # a pivot that was removed before keeps its old number; if that is past the end, there is no pivot
            if vertex.pivot is not None and start + vertex.pivot.id < len(result.vertices):
                result.vertices[start + vertex.id].pivot = result.vertices[start + vertex.pivot.id]
        for edge in graph.edges:
            result.add_edge(start + edge.a.id, start + edge.b.id, edge.tangent_a, edge.tangent_b)
        for v in range(start, len(result.vertices)):
            result.add_edge(v - len(graph.vertices), v)
        for face in graph.faces:
            result.find_or_add_face([start + vertex.id for vertex in face.vertices])
    result.reorder()
    return result


def select(vertices: Sequence[Vertex], edges: Iterable[Edge]) -> Graph:
    """A new graph from some vertices of another graph, in their order, and the edges between them.

    Faces are found anew.
    """
    graph_vertices = [Vertex(i, vertex.x, vertex.y, vertex.z) for i, vertex in enumerate(vertices)]
    copies = dict(zip(vertices, graph_vertices, strict=True))
    chosen = [
        Edge(i, copies[edge.a], copies[edge.b]) for i, edge in enumerate(edges) if edge.a in copies and edge.b in copies
    ]
    return Graph.from_elements(graph_vertices, chosen)


def connect_near(graph: Graph, starts: Sequence[Vertex] | None = None) -> None:
    """Join `starts` (default: all vertices) to every vertex less than 1.1 average edge lengths away; z is ignored."""
    threshold = _REACH * graph.average_edge_length()
    if threshold <= 0.0:
        return
    squares: dict[tuple[int, int], list[Vertex]] = {}
    for vertex in graph.vertices:
        squares.setdefault((floor(vertex.x / threshold), floor(vertex.y / threshold)), []).append(vertex)
    for a in graph.vertices if starts is None else starts:
        column, row = floor(a.x / threshold), floor(a.y / threshold)
        near: list[Vertex] = []
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                near += squares.get((i, j), ())
        for b in sorted(near, key=lambda vertex: vertex.id):
            dx, dy = b.x - a.x, b.y - a.y
            if b is not a and sqrt(dx * dx + dy * dy) < threshold:
                graph.find_or_add_edge(a, b)


class _Net:
    """Finds the vertices within a small distance (|dx| + |dy| + |dz|) of a place."""

    def __init__(self, vertices: Iterable[Vertex], tolerance: float) -> None:
        self.tolerance = tolerance
        self.squares: dict[tuple[int, int], list[Vertex]] = {}
        for vertex in vertices:
            self.squares.setdefault(self._square(vertex), []).append(vertex)

    def _square(self, vertex: Vertex) -> tuple[int, int]:
        return floor(vertex.x / self.tolerance), floor(vertex.y / self.tolerance)

    def near(self, vertex: Vertex) -> Iterable[Vertex]:
        column, row = self._square(vertex)
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                for other in self.squares.get((i, j), ()):
                    gap = abs(other.x - vertex.x) + abs(other.y - vertex.y) + abs(other.z - vertex.z)
                    if gap < self.tolerance:
                        yield other


def _has_edge_at(net: _Net, edge: Edge) -> bool:
    ends = set(net.near(edge.b))
    return any(other.other(start) in ends for start in net.near(edge.a) for other in start.edges)


def _join_coincident(vertices: list[Vertex]) -> dict[Vertex, Vertex]:
    """Remove every vertex that coincides with an earlier one.

    Returns the survivor of each removed vertex. Ludii identifies a pivot by its number in the graph that it comes from,
    not by the vertex. When a vertex is removed, a pivot moves to the survivor if its number equals the removed vertex's
    number at that moment; later numbers then shift down by one. So every removal scans the vertices that have a pivot.
    """
    net = _Net(vertices, CLOSE)
    pivots = {vertex: vertex.pivot for vertex in vertices if vertex.pivot is not None}
    survivors: dict[Vertex, Vertex] = {}
    dropped: list[int] = []  # the numbers before the first drop, ascending
    bases: set[Vertex] = set()  # survivors that are pivots
    for base in list(vertices):
        if base in survivors:
            continue
        for other in sorted(net.near(base), key=lambda vertex: -vertex.id):
            if other in survivors or other.id <= base.id:
                continue
            number = other.id - bisect_left(dropped, other.id)
            for vertex, pivot in pivots.items():
                at = pivot.id - bisect_left(dropped, pivot.id) if pivot in bases else pivot.id
                if at == number:
                    pivots[vertex] = base
                    bases.add(base)
            survivors[other] = base
            insort(dropped, other.id)
    for vertex, pivot in pivots.items():
        vertex.pivot = pivot
    vertices[:] = [vertex for vertex in vertices if vertex not in survivors]
    for number, vertex in enumerate(vertices):
        vertex.id = number
    return survivors
