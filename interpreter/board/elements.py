"""The elements of a graph: vertices, edges between two vertices, and faces bounded by a loop of edges.

`id` is the element's position in the graph's list; the graph maintains it. Elements are compared by identity.
"""

from __future__ import annotations

from math import sqrt

from .angles import sorted_by_angle
from .basis import Basis, Shape

__all__ = ["Edge", "Face", "GraphElement", "Vertex"]


class GraphElement:
    """An element with a number, coordinates (`x`, `y`, `z`, in units of the graph's edge length) and tags."""

    __slots__ = ("basis", "id", "shape", "x", "y", "z")

    def __init__(self, id_: int, x: float, y: float, z: float) -> None:
        self.id = id_
        self.x = x
        self.y = y
        self.z = z
        self.basis: Basis | None = None
        self.shape: Shape | None = None

    @property
    def pt(self) -> tuple[float, float, float]:
        return self.x, self.y, self.z

    def tag(self, basis: Basis | None, shape: Shape | None) -> None:
        """Set each tag that is not set yet."""
        if self.basis is None:
            self.basis = basis
        if self.shape is None:
            self.shape = shape

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id}, {self.x:g}, {self.y:g}, {self.z:g})"


class Vertex(GraphElement):
    """A point, with the `edges` and `faces` around it. On a round board `pivot` is the vertex that it turns around."""

    __slots__ = ("_edges", "_sorted", "faces", "pivot")

    def __init__(self, id_: int, x: float, y: float, z: float = 0.0) -> None:
        super().__init__(id_, x, y, z)
        self._edges: list[Edge] = []
        self._sorted = True
        self.faces: list[Face] = []
        self.pivot: Vertex | None = None

    @property
    def edges(self) -> list[Edge]:
        """The edges, sorted by the angle (from -pi to pi) at which they leave; edges with equal angles in order of
        insertion.
        """
        if not self._sorted:
            self.sort_edges()
        return self._edges

    def sort_edges(self) -> None:
        """Sort the edges by their present angles. Edges that were sorted before the graph moved keep their order."""
        if len(self._edges) > 1:
            self._edges = sorted_by_angle(self._edges, self._edge_vector)
        self._sorted = True

    def attach(self, edge: Edge) -> None:
        """Add an edge. The edges are sorted when they are next read."""
        self._edges.append(edge)
        self._sorted = False

    def detach(self, edge: Edge) -> None:
        self._edges = [other for other in self._edges if other is not edge]

    def clear_edges(self) -> None:
        self._edges = []
        self._sorted = True

    def sort_faces(self) -> None:
        """Sort the faces by the angle of their midpoints."""
        x, y = self.x, self.y
        self.faces = sorted_by_angle(self.faces, lambda face: (face.x - x, face.y - y))

    def edge_to(self, other: Vertex) -> Edge | None:
        """The first edge between this vertex and another one."""
        for edge in self.edges:
            if edge.a is other or edge.b is other:
                return edge
        return None

    def _edge_vector(self, edge: Edge) -> tuple[float, float]:
        other = edge.b if edge.a is self else edge.a
        return other.x - self.x, other.y - self.y


class Edge(GraphElement):
    """A line from `a` to `b`, with the faces to its `left` and `right`, curved where it has both tangents."""

    __slots__ = ("a", "b", "left", "right", "tangent_a", "tangent_b")

    def __init__(self, id_: int, a: Vertex, b: Vertex) -> None:
        super().__init__(id_, (a.x + b.x) * 0.5, (a.y + b.y) * 0.5, (a.z + b.z) * 0.5)
        self.a = a
        self.b = b
        self.left: Face | None = None
        self.right: Face | None = None
        self.tangent_a: tuple[float, float] | None = None
        self.tangent_b: tuple[float, float] | None = None

    @property
    def key(self) -> tuple[int, int]:
        """The numbers of both ends, the smaller one first."""
        a, b = self.a.id, self.b.id
        return (a, b) if a < b else (b, a)

    @property
    def curved(self) -> bool:
        return self.tangent_a is not None and self.tangent_b is not None

    @property
    def length(self) -> float:
        a, b = self.a, self.b
        dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
        return sqrt(dx * dx + dy * dy + dz * dz)

    def other(self, vertex: Vertex) -> Vertex:
        """The other end of the edge."""
        return self.b if self.a is vertex else self.a

    def other_face(self, face: Face) -> Face | None:
        """The face on the other side of the edge; None at the perimeter, or if `face` does not touch this edge."""
        if self.left is face:
            return self.right
        if self.right is face:
            return self.left
        return None

    def has(self, vertex: Vertex) -> bool:
        return self.a is vertex or self.b is vertex

    def matches(self, other: Edge) -> bool:
        """Whether both edges join the same two vertices."""
        return self.key == other.key

    def set_midpoint(self) -> None:
        a, b = self.a, self.b
        self.x, self.y, self.z = (a.x + b.x) * 0.5, (a.y + b.y) * 0.5, (a.z + b.z) * 0.5


class Face(GraphElement):
    """A loop of vertices; edge i joins vertex i to the next one. Its coordinates are the mean of its vertices."""

    __slots__ = ("edges", "vertices")

    def __init__(self, id_: int, vertices: list[Vertex], edges: list[Edge]) -> None:
        super().__init__(id_, 0.0, 0.0, 0.0)
        self.vertices = vertices
        self.edges = edges
        self.set_midpoint()

    def set_midpoint(self) -> None:
        # added up in a loop: sum() rounds differently from Python 3.12 on, and the rounding decides ties between
        # elements
        x = y = z = 0.0
        for vertex in self.vertices:
            x += vertex.x
            y += vertex.y
            z += vertex.z
        n = len(self.vertices) or 1
        self.x, self.y, self.z = x / n, y / n, z / n

    def has_vertex(self, vertex: Vertex) -> bool:
        return vertex in self.vertices

    def has_edge(self, edge: Edge) -> bool:
        return edge in self.edges
