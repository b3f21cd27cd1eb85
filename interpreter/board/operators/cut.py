"""Operators that remove elements: clip, keep, hole, remove, trim."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from ludparse.problems.errors import LudRuleError

from ..basis import Basis, Shape
from ..elements import Edge, Face, Vertex
from ..geometry import Polygon
from ..graph import Graph
from .combine import select

__all__ = [
    "Place",
    "clip",
    "hole",
    "keep",
    "remove_cells",
    "remove_cells_at",
    "remove_edges",
    "remove_edges_at",
    "remove_inside",
    "remove_vertices",
    "remove_vertices_at",
    "trim",
]

Place = Sequence[float]
"""(x, y) or (x, y, z)"""

_MARGIN = 0.1  # polygons are enlarged by this much, so that points on their outline count as inside


def _region(polygon: Polygon, margin: float = _MARGIN) -> Polygon:
    if len(polygon.points) < 3:
        raise LudRuleError(f"a polygon needs at least three points, this one has {len(polygon.points)}")
    region = Polygon(polygon.points)
    if margin:
        region.inflate(margin)
    return region


def clip(graph: Graph, polygon: Polygon) -> Graph:
    """The vertices outside a polygon and the edges between them, with new faces."""
    region = _region(polygon)
    result = select([v for v in graph.vertices if not region.contains(v.x, v.y)], graph.edges)
    result.basis, result.shape = Basis.NO_BASIS, Shape.NO_SHAPE
    return result


def keep(graph: Graph, polygon: Polygon) -> Graph:
    """The vertices inside a polygon and the edges between them, with new faces. The basis stays."""
    region = _region(polygon)
    result = select([v for v in graph.vertices if region.contains(v.x, v.y)], graph.edges)
    result.basis, result.shape = graph.basis, Shape.NO_SHAPE
    return result


def hole(graph: Graph, polygon: Polygon) -> Graph:
    """Removes the cells whose midpoint is inside a polygon, and the edges that then have no cell."""
    region = _region(polygon)

    def inside(faces: Sequence[Face]) -> Iterator[int]:
        for number in reversed(range(len(faces))):
            if number < len(faces) and region.contains(faces[number].x, faces[number].y):
                yield number

    _remove_faces(graph, inside, orphans=True)
    return graph


def remove_inside(graph: Graph, polygon: Polygon) -> Graph:
    """Removes the vertices inside a polygon, with their edges and cells."""
    region = _region(polygon, 0.0)
    _remove_vertices(graph, [vertex for vertex in reversed(graph.vertices) if region.contains(vertex.x, vertex.y)])
    graph.shape = Shape.NO_SHAPE
    return graph


def remove_cells(graph: Graph, cells: Sequence[int], trim_edges: bool = True) -> Graph:
    """Removes the cells with these numbers and, with `trim_edges`, the edges that then have no cell.

    A number beyond the last cell is ignored, as in Ludii. Raises LudRuleError for a negative number.
    """
    known = _known(cells, graph.faces, "cell")
    _remove_faces(graph, _just(sorted(known, reverse=True)), trim_edges)
    graph.shape = Shape.NO_SHAPE
    return graph


def remove_cells_at(graph: Graph, outlines: Sequence[Sequence[Place]], trim_edges: bool = True) -> Graph:
    """As `remove_cells`, for cells given by the coordinates of their corners in order.

    Cells that do not exist are ignored.
    """
    for outline in outlines:
        corners = [graph.find_vertex(*place) for place in outline]
        face = graph.find_face([-1 if corner is None else corner.id for corner in corners])
        if face is not None:
            _remove_faces(graph, _just([face.id]), trim_edges)
    graph.shape = Shape.NO_SHAPE
    return graph


def remove_edges(graph: Graph, pairs: Iterable[Sequence[int]]) -> Graph:
    """Removes the edges between pairs of vertex numbers, with their cells. Missing edges are ignored."""
    between: dict[tuple[int, int], list[Edge]] = {}
    for edge in reversed(graph.edges):
        between.setdefault(edge.key, []).append(edge)
    lost: set[Edge] = set()
    for a, b in pairs:
        edges = between.get((a, b) if a < b else (b, a))
        if edges:
            lost.add(edges.pop())
    faces = [face for face in graph.faces if not lost.isdisjoint(face.edges)]
    for face in faces:
        _unlink(face)
    _detach(lost)
    _drop(graph, set(), lost, set(faces))
    graph.shape = Shape.NO_SHAPE
    return graph


def remove_edges_at(graph: Graph, pairs: Iterable[tuple[Place, Place]]) -> Graph:
    """As `remove_edges`, for edges given by the coordinates of their ends."""
    ends = [(graph.find_vertex(*start), graph.find_vertex(*end)) for start, end in pairs]
    return remove_edges(graph, [(a.id, b.id) for a, b in ends if a is not None and b is not None])


def remove_vertices(graph: Graph, numbers: Sequence[int]) -> Graph:
    """Removes the vertices with these numbers, with their edges and cells.

    A number beyond the last vertex is ignored, as in Ludii. Raises LudRuleError for a negative number.
    """
    known = _known(numbers, graph.vertices, "vertex")
    vertices = list(graph.vertices)
    # a repeated number also removes the vertex that moves up
    chosen = [vertices.pop(number) for number in sorted(known, reverse=True) if number < len(vertices)]
    _remove_vertices(graph, chosen)
    graph.shape = Shape.NO_SHAPE
    return graph


def remove_vertices_at(graph: Graph, places: Sequence[Place]) -> Graph:
    """As `remove_vertices`, for vertices given by coordinates. Unknown vertices are ignored."""
    found = [graph.find_vertex(*place) for place in places]
    _remove_vertices(graph, [vertex for vertex in found if vertex is not None])
    graph.shape = Shape.NO_SHAPE
    return graph


def trim(graph: Graph) -> Graph:
    """Removes edges with a loose end, then vertices without edges. Pivots stay."""
    graph.trim()
    return graph


def _known(numbers: Iterable[int], elements: Sequence[Vertex] | Sequence[Face], kind: str) -> list[int]:
    numbers = list(numbers)
    for number in numbers:
        if number < 0:
            raise LudRuleError(f"there is no {kind} {number}: the graph has {len(elements)} (from 0)")
    return [number for number in numbers if number < len(elements)]


def _just(numbers: Iterable[int]) -> Callable[[Sequence[Face]], Iterable[int]]:
    return lambda _: numbers


def _remove_vertices(graph: Graph, vertices: Sequence[Vertex]) -> None:
    """Remove a sequence of vertices, with all edges and faces that contain them, in one pass.

    A removed vertex keeps the number that it had at its turn, because it can be a pivot and pivots are identified by
    number.
    """
    gone: list[int] = []
    for vertex in dict.fromkeys(vertices):
        before = bisect_left(gone, vertex.id)
        gone.insert(before, vertex.id)
        vertex.id -= before
    dropped = set(vertices)
    lost = {edge for vertex in dropped for edge in vertex.edges}
    faces = [face for face in graph.faces if not dropped.isdisjoint(face.vertices)]
    for face in faces:
        _unlink(face)
    _detach(lost)
    _drop(graph, dropped, lost, set(faces))


def _remove_faces(graph: Graph, choose: Callable[[Sequence[Face]], Iterable[int]], orphans: bool) -> None:
    """Remove a sequence of faces in one pass; with `orphans`, also each edge that loses its last face.

    Where cells overlap, an edge may not refer to every cell that contains it; such a cell is removed with the edge. So
    `choose` receives the list of the remaining faces and yields numbers of faces in it one by one.
    """
    faces = list(graph.faces)
    at_edge: dict[Edge, list[Face]] = {}
    for face in faces:
        for edge in face.edges:
            at_edge.setdefault(edge, []).append(face)
    gone: set[Face] = set()
    lost: set[Edge] = set()
    for number in choose(faces):
        if number >= len(faces):
            continue
        face = faces.pop(number)
        faceless = _unlink(face)
        gone.add(face)
        if not orphans:
            continue
        for edge in faceless:
            for other in at_edge[edge]:
                if other not in gone:
                    _unlink(other)
                    gone.add(other)
                    faces.remove(other)
            lost.add(edge)
        _detach(faceless)
    _drop(graph, set(), lost, gone)


def _detach(edges: Iterable[Edge]) -> None:
    for edge in edges:
        edge.a.detach(edge)
        edge.b.detach(edge)


def _drop(graph: Graph, vertices: set[Vertex], edges: set[Edge], faces: set[Face]) -> None:
    """Remove elements from the lists of a graph."""
    graph.vertices = [vertex for vertex in graph.vertices if vertex not in vertices]
    graph.edges = [edge for edge in graph.edges if edge not in edges]
    graph.faces = [face for face in graph.faces if face not in faces]
    graph.renumber()


def _unlink(face: Face) -> list[Edge]:
    """Unlink a face from its edges and vertices. Returns the edges that have no face left."""
    faceless: list[Edge] = []
    for edge in face.edges:
        left, right = edge.left is face, edge.right is face
        if left:
            edge.left = None
        if right:
            edge.right = None
        if (left or right) and edge.left is None and edge.right is None:
            faceless.append(edge)
    for vertex in face.vertices:
        vertex.faces = [other for other in vertex.faces if other is not face]
    return faceless
