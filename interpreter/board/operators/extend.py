"""Operators that add elements: add, complete, dual, subdivide, make faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludparse.problems.errors import LudRuleError

from ..basis import Basis, Shape
from ..elements import Vertex
from ..geometry import Point
from ..graph import Graph, check_size
from .combine import connect_near

__all__ = [
    "Curve",
    "Place",
    "add_cells",
    "add_cells_at",
    "add_curved_edges",
    "add_edges",
    "add_edges_at",
    "add_vertices",
    "complete",
    "dual",
    "finish_adding",
    "make_faces",
    "subdivide",
]

Place = Sequence[float]
"""(x, y) or (x, y, z)"""

Curve = tuple[Place, Place, Point, Point]
"""start, end, tangent at the start, tangent at the end"""


def add_vertices(graph: Graph, places: Iterable[Place]) -> list[Vertex]:
    """Add a vertex at every place that has none. Returns the new vertices."""
    return [graph.add_vertex(*place) for place in places if graph.find_vertex(*place) is None]


def add_edges_at(graph: Graph, pairs: Iterable[Sequence[Place]]) -> None:
    """Join pairs of places by edges. Missing vertices are added."""
    for start, end in pairs:
        a = graph.find_or_add_vertex(*start)
        b = graph.find_or_add_vertex(*end)
        graph.find_or_add_edge(a, b)


def add_curved_edges(graph: Graph, curves: Iterable[Curve]) -> None:
    """Add curved edges, even where the ends are already joined."""
    for start, end, tangent_a, tangent_b in curves:
        a = graph.find_or_add_vertex(*start)
        b = graph.find_or_add_vertex(*end)
        graph.add_edge(a, b, tangent_a, tangent_b)


def add_cells_at(graph: Graph, outlines: Iterable[Sequence[Place]]) -> None:
    """Add cells with corners at these places. Missing vertices and edges are added."""
    for outline in outlines:
        corners = [graph.find_or_add_vertex(*place).id for place in outline]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            graph.find_or_add_edge(a, b)
        graph.find_or_add_face(corners)


def add_edges(graph: Graph, pairs: Iterable[Sequence[int]]) -> None:
    """Join vertices given by number. A pair with a number beyond the last vertex is ignored, as in Ludii."""
    for pair in pairs:
        if len(pair) < 2:
            raise LudRuleError("an edge needs the numbers of two vertices")
        if max(pair[:2]) < len(graph.vertices):
            graph.find_or_add_edge(pair[0], pair[1])


def add_cells(graph: Graph, loops: Iterable[Sequence[int]]) -> None:
    """Add cells given by the numbers of their corners in order.

    As in Ludii a cell is left out if it has a corner beyond the last vertex, consecutive corners without an edge
    between them, or fewer than three corners. Raises LudRuleError for a negative number.
    """
    for loop in loops:
        if len(loop) >= 3 and max(loop) < len(graph.vertices):
            graph.find_or_add_face(loop)


def finish_adding(graph: Graph, new: Sequence[Vertex], connect: bool) -> Graph:
    """With `connect`, join the new vertices to all vertices less than 1.1 average edge lengths away."""
    if connect:
        connect_near(graph, new)
    graph.basis, graph.shape = Basis.NO_BASIS, Shape.NO_SHAPE
    return graph


def complete(graph: Graph, each_cell: bool = False) -> Graph:
    """Join all vertices to each other and find the faces anew; or join those of each cell and keep the faces."""
    if each_cell:
        for face in graph.faces:
            for i, a in enumerate(face.vertices):
                for b in face.vertices[i + 1 :]:
                    graph.find_or_add_edge(a, b)
    else:
        count = len(graph.vertices)
        check_size(count * (count - 1) / 2, "edges")
        graph.clear("edges")
        for i, a in enumerate(graph.vertices):
            for b in graph.vertices[i + 1 :]:
                graph.add_edge(a, b)
        graph.make_faces(check_crossings=True)
    graph.basis = Basis.NO_BASIS
    return graph


def dual(source: Graph) -> Graph:
    """The dual graph: a vertex for each face, joined if the faces share an edge.

    Elements are renumbered from bottom to top. A graph without faces stays as it is.
    """
    if not source.faces:
        return source
    graph = Graph()
    for face in source.faces:
        graph.add_vertex(face.x, face.y, face.z)
    for edge in source.edges:
        if edge.left is not None and edge.right is not None:
            graph.add_edge(edge.left.id, edge.right.id)
    graph.make_faces()
    graph.set_basis_and_shape(Basis.DUAL, Shape.NO_SHAPE)
    graph.reorder()
    return graph


def subdivide(graph: Graph, least_sides: int = 1, *, faces_first: bool, faces_after: bool) -> Graph:
    """Add a vertex in the middle of each face with at least `least_sides` sides and join it to the corners.

    `faces_first`: find the faces first. `faces_after`: find them afterwards; without it the result has no faces.
    """
    if faces_first:
        graph.make_faces(check_crossings=True)
    for face in reversed(graph.faces):
        if len(face.vertices) < least_sides:
            continue
        middle = graph.add_vertex(face.x, face.y, face.z)
        for vertex in face.vertices:
            graph.find_or_add_edge(middle, vertex)
    if faces_after:
        graph.make_faces(check_crossings=True)
    else:
        graph.clear_faces()
    graph.basis = Basis.NO_BASIS
    return graph


def make_faces(graph: Graph) -> Graph:
    """Find the faces anew, without those that have a crossing edge."""
    graph.make_faces(check_crossings=True)
    return graph
