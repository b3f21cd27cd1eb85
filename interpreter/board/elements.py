"""What a graph consists of: vertices, edges between two of them, faces that a loop of edges bounds.

`id` is the position in the list of the graph; the graph keeps it right. Elements are compared by identity.
"""

from __future__ import annotations

from math import sqrt

from interpreter.board.angles import sorted_by_angle
from interpreter.board.basis import Basis, Shape

__all__ = ["Edge", "Face", "GraphElement", "Vertex"]


class GraphElement:
    """An element with a number, a place (`x`, `y`, `z`, in units of the graph's edge length), and its tags."""

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
        """Set the tags where none is set yet."""
        if self.basis is None:
            self.basis = basis
        if self.shape is None:
            self.shape = shape

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id}, {self.x:g}, {self.y:g}, {self.z:g})"


class Vertex(GraphElement):
    """A point; `edges` and `faces` around it, `pivot` the vertex it turns around on a round board."""

    __slots__ = ("_edges", "_sorted", "faces", "pivot")

    def __init__(self, id_: int, x: float, y: float, z: float = 0.0) -> None:
        super().__init__(id_, x, y, z)
        self._edges: list[Edge] = []
        self._sorted = True
        self.faces: list[Face] = []
        self.pivot: Vertex | None = None

    @property
    def edges(self) -> list[Edge]:
        """The edges by the angle (from -pi to pi) in which they leave; equal angles in order of addition."""
        if not self._sorted:
            self.sort_edges()
        return self._edges

    def sort_edges(self) -> None:
        """Sort by the angles as they are now (edges that were sorted before the graph moved stay as they were)."""
        if len(self._edges) > 1:
            self._edges = sorted_by_angle(self._edges, self._edge_vector)
        self._sorted = True

    def attach(self, edge: Edge) -> None:
        """Note an edge; the order is made when it is asked for."""
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
        """The numbers of both ends, the smaller first."""
        a, b = self.a.id, self.b.id
        return (a, b) if a < b else (b, a)

    @property
    def curved(self) -> bool:
        return self.tangent_a is not None and self.tangent_b is not None

    @property
    def exterior(self) -> bool:
        """Whether a side of it has no face."""
        return self.left is None or self.right is None

    @property
    def length(self) -> float:
        a, b = self.a, self.b
        dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
        return sqrt(dx * dx + dy * dy + dz * dz)

    def other(self, vertex: Vertex) -> Vertex:
        """The end that is not `vertex`."""
        return self.b if self.a is vertex else self.a

    def other_face(self, face: Face) -> Face | None:
        """The face on the other side; None at the perimeter or if `face` is not at this edge."""
        if self.left is face:
            return self.right
        if self.right is face:
            return self.left
        return None

    def has(self, vertex: Vertex) -> bool:
        return self.a is vertex or self.b is vertex

    def shares_vertex(self, other: Edge) -> bool:
        return other.has(self.a) or other.has(self.b)

    def matches(self, other: Edge) -> bool:
        """Whether both join the same two vertices."""
        return self.key == other.key

    def set_midpoint(self) -> None:
        a, b = self.a, self.b
        self.x, self.y, self.z = (a.x + b.x) * 0.5, (a.y + b.y) * 0.5, (a.z + b.z) * 0.5


class Face(GraphElement):
    """A loop of vertices; edge i joins vertex i with the next. Its place is the mean of its vertices."""

    __slots__ = ("edges", "vertices")

    def __init__(self, id_: int, vertices: list[Vertex], edges: list[Edge]) -> None:
        super().__init__(id_, 0.0, 0.0, 0.0)
        self.vertices = vertices
        self.edges = edges
        self.set_midpoint()

    def set_midpoint(self) -> None:
        # added up by hand: from Python 3.12 on sum() rounds differently, and ties between elements are decided by this
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
