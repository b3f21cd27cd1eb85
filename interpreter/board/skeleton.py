"""A finished graph as plain lists of numbers.

Topologies are computed from this form. Kinds of elements are numbered 0 (vertex), 1 (edge), 2 (cell), as in `SiteType`;
-1 means none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .basis import Basis
from .graph import Face, Graph, GraphElement

__all__ = ["CELL", "EDGE", "KINDS", "VERTEX", "Point3", "Skeleton"]

Point3 = tuple[float, float, float]

VERTEX, EDGE, CELL = 0, 1, 2
KINDS = (VERTEX, EDGE, CELL)


@dataclass(slots=True)
class Skeleton:
    """Coordinates and incidences of a graph.

    Lists are indexed by element number; incident elements are in the graph's order.
    """

    points: tuple[Sequence[Point3], Sequence[Point3], Sequence[Point3]]
    """The position of every vertex, edge and cell."""
    vertex_edges: list[tuple[int, ...]]
    """Around a vertex, by angle."""
    vertex_faces: list[tuple[int, ...]]
    pivots: list[int]
    """The vertex that a vertex turns around on a round board."""
    edge_ends: list[tuple[int, int]]
    edge_left: list[int]
    edge_right: list[int]
    curved: frozenset[tuple[int, int]]
    """The vertices (smaller number first) that a curved edge joins."""
    face_vertices: list[tuple[int, ...]]
    face_edges: list[tuple[int, ...]]
    mean_edge_length: float
    regular: bool
    """Whether the whole graph lies on one tiling."""
    _neighbours: dict[int, list[list[int]]] = field(default_factory=dict)

    @classmethod
    def of(cls, graph: Graph) -> Skeleton:
        vertices, edges, faces = graph.vertices, graph.edges, graph.faces
        return cls(
            points=([v.pt for v in vertices], [e.pt for e in edges], [f.pt for f in faces]),
            vertex_edges=[tuple([e.id for e in v.edges]) for v in vertices],
            vertex_faces=[tuple([f.id for f in v.faces]) for v in vertices],
            pivots=[-1 if v.pivot is None else v.pivot.id for v in vertices],
            edge_ends=[(e.a.id, e.b.id) for e in edges],
            edge_left=[_beside(e.left, faces) for e in edges],
            edge_right=[_beside(e.right, faces) for e in edges],
            curved=frozenset(e.key for e in edges if e.curved),
            face_vertices=[tuple([v.id for v in f.vertices]) for f in faces],
            face_edges=[tuple([e.id for e in f.edges]) for f in faces],
            mean_edge_length=graph.average_edge_length(),
            regular=_regular(graph),
        )

    def size(self, kind: int) -> int:
        return len(self.points[kind])

    def pivot(self, kind: int, element: int) -> int:
        """The pivot of an element: its own, or that of the first of its vertices that has one."""
        if kind == VERTEX:
            return self.pivots[element]
        around = self.edge_ends[element] if kind == EDGE else self.face_vertices[element]
        for vertex in around:
            if self.pivots[vertex] >= 0:
                return self.pivots[vertex]
        return -1

    def other_end(self, edge: int, vertex: int) -> int:
        a, b = self.edge_ends[edge]
        return b if a == vertex else a

    def other_face(self, edge: int, face: int) -> int:
        """The face on the other side of an edge; -1 at the perimeter, or if `face` does not touch the edge."""
        left, right = self.edge_left[edge], self.edge_right[edge]
        return right if left == face else left if right == face else -1

    def neighbours(self, kind: int) -> list[list[int]]:
        """The neighbours of the same kind of each element, in the graph's order.

        A neighbour that is reached in two ways occurs twice.
        """
        if kind not in self._neighbours:
            self._neighbours[kind] = [self._around(kind, i) for i in range(self.size(kind))]
        return self._neighbours[kind]

    def _around(self, kind: int, element: int) -> list[int]:
        if kind == VERTEX:
            return [self.other_end(edge, element) for edge in self.vertex_edges[element]]
        if kind == EDGE:
            return [e for vertex in self.edge_ends[element] for e in self.vertex_edges[vertex] if e != element]
        return [f for f in (self.other_face(e, element) for e in self.face_edges[element]) if f >= 0]

    def bounds(self, kind: int) -> tuple[float, float, float, float]:
        """Minimum x and y, width and height over all elements of a kind (zeros if there are none)."""
        points = self.points[kind]
        if not points:
            return 0.0, 0.0, 0.0, 0.0
        xs = [p[0] for p in points]
        ys = [p[1] for p in points]
        x, y = min(xs), min(ys)
        return x, y, max(xs) - x, max(ys) - y


_REGULAR = (Basis.SQUARE, Basis.TRIANGULAR, Basis.HEXAGONAL)


def _regular(graph: Graph) -> bool:
    """Whether the graph, or else every one of its elements, was built on the same tiling."""
    if graph.basis in _REGULAR:
        return True
    elements: list[GraphElement] = [*graph.faces, *graph.edges, *graph.vertices]
    basis = elements[0].basis if elements else None
    return basis not in (None, Basis.NO_BASIS) and all(element.basis is basis for element in elements)


def _beside(face: Face | None, faces: Sequence[Face]) -> int:
    """The number of a face beside an edge; -1 also for one that could not be made (`Graph.find_or_add_face`)."""
    return -1 if face is None or face.id >= len(faces) else face.id
