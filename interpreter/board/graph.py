"""The graph of a board, with the operations that build, search and cut it (`placed.py` moves it).

The order of vertices, edges and faces numbers the sites of a game, so nothing here sorts, merges or drops elements
unless the language says so. Two points are the same vertex if |dx| + |dy| + |dz| < 0.001. A search returns the vertex
that was added first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Literal

from ludparse.problems.errors import LudLimitError, LudRuleError

from .basis import Basis, Shape
from .elements import Edge, Face, GraphElement, Vertex
from .faces import face_key, face_loops
from .geometry import single
from .placed import Placed, Tangent
from .proximity import TOLERANCE, VertexIndex, pairs_at_distance

__all__ = [
    "MAX_ELEMENTS",
    "TOLERANCE",
    "Edge",
    "Face",
    "Graph",
    "GraphElement",
    "Vertex",
    "check_meetings",
    "check_places",
    "check_sides",
    "check_size",
]

MAX_ELEMENTS = 12_000
"""So many vertices (edges, faces) may one board have: several times those of the largest board of known games."""

MAX_COORDINATE = 1e6
"""How far from the origin a point of a board may lie: the distance within which two points are one is 0.001."""

MAX_MEETINGS = 4_000_000
"""How many edges or faces may meet at the vertices: the sum of the third powers of their numbers at each vertex, since
the lines through a site are found by comparing each two of its neighbours for each of these."""


def check_size(number: float, what: str = "vertices") -> None:
    """Raise LudLimitError if a graph would have more than MAX_ELEMENTS elements of a kind."""
    if number > MAX_ELEMENTS:
        raise LudLimitError(f"the board would have {number:.0f} {what}; at most {MAX_ELEMENTS} are allowed")


def _check_finite(x: float, y: float, z: float) -> None:
    if not (isfinite(x) and isfinite(y) and isfinite(z)):
        raise LudRuleError("a point of the board has no finite place")


def check_places(graph: Graph) -> None:
    """Raise LudLimitError if a coordinate of a vertex exceeds MAX_COORDINATE."""
    for vertex in graph.vertices:
        if not all(abs(c) <= MAX_COORDINATE for c in (vertex.x, vertex.y, vertex.z)):
            raise LudLimitError(f"a point of the board lies more than {MAX_COORDINATE:,.0f} units from the origin")


def check_sides(graph: Graph) -> None:
    """Raises LudRuleError if a face that could not be made is beside another face: Ludii refuses such a board."""
    for edge in graph.edges:
        if edge.left is not None and edge.right is not None and max(edge.left.id, edge.right.id) >= len(graph.faces):
            unmade = edge.left if edge.left.id >= len(graph.faces) else edge.right
            corners = [vertex.id for vertex in (*unmade.vertices, unmade.vertices[0])]
            a, b = corners[len(unmade.edges) :][:2]
            listed = ", ".join(map(str, corners[:-1]))
            raise LudRuleError(f"a cell with the corners {listed} cannot be made: no edge joins {a} and {b}")


def check_pivots(graph: Graph) -> None:
    """Raises LudRuleError where vertices turn around one that is removed, and no other has its number by now."""
    if any(v.pivot is not None and v.pivot.id >= len(graph.vertices) for v in graph.vertices):
        raise LudRuleError("vertices of the board turn around one that is removed")


def check_meetings(graph: Graph) -> None:
    """Raise LudLimitError if too many edges or faces meet at the same vertices (MAX_MEETINGS)."""
    around = [0] * len(graph.vertices)
    for face in graph.faces:
        for vertex in face.vertices:
            around[vertex.id] += 1
    degrees = [len(vertex.edges) for vertex in graph.vertices]
    for what, numbers in (("cells", around), ("edges", degrees)):
        if sum(n**3 for n in numbers) > MAX_MEETINGS:
            raise LudLimitError(f"too many {what} of the board meet at the same vertices (up to {max(numbers)} at one)")


class Graph(Placed):
    """Vertices, edges and faces in the order of their numbers, with a `basis`, a `shape` and the dimensions `dim`."""

    def __init__(self) -> None:
        super().__init__()
        self.basis: Basis | None = None
        self.shape: Shape | None = None
        self.dim: tuple[int, ...] | None = None
        # search indices, rebuilt on demand; None after a change that invalidates them
        self._edge_index: dict[tuple[int, int], Edge] | None = None
        self._face_index: dict[tuple[int, ...], Face] | None = None

    # ------------------------------------------------------------------ making

    @classmethod
    def from_lists(cls, points: Iterable[Sequence[float]], pairs: Iterable[Sequence[int]]) -> Graph:
        """A graph with faces from points (x, y) or (x, y, z), rounded to single precision, and pairs of point numbers.

        Duplicate pairs count once, and a pair with a number beyond the last point is ignored, as in Ludii. All elements
        are tagged with no basis and no shape. Raises LudRuleError for a negative number.
        """
        graph = cls()
        for point in points:
            x, y, z = (*point, 0.0)[:3]
            graph.add_vertex(single(x), single(y), single(z))
        for a, b in pairs:
            if max(a, b) < len(graph.vertices):
                graph.find_or_add_edge(a, b)
        graph._assemble()
        return graph

    @classmethod
    def from_points(cls, points: Sequence[Sequence[float]], unit: float, basis: Basis, shape: Shape) -> Graph:
        """As `from_lists`, with an edge between any two points at distance `unit` (within 0.01)."""
        check_size(len(points))
        graph = cls.from_lists(points, pairs_at_distance([(*p, 0.0)[:3] for p in points], unit, 0.01))
        graph.set_basis_and_shape(basis, shape)
        return graph

    @classmethod
    def from_elements(cls, vertices: Sequence[Vertex], edges: Iterable[Edge]) -> Graph:
        """A graph with faces from copies of the elements.

        The numbers of the vertices must be their positions in `vertices`.
        """
        graph = cls()
        for vertex in vertices:
            graph.add_vertex(vertex.x, vertex.y, vertex.z)
        for vertex in vertices:
            if vertex.pivot is not None:
                graph.vertices[vertex.id].pivot = graph.find_vertex(vertex.pivot.x, vertex.pivot.y)
        for edge in edges:
            new = graph.find_or_add_edge(edge.a.id, edge.b.id)
            new.tangent_a = edge.tangent_a or new.tangent_a
            new.tangent_b = edge.tangent_b or new.tangent_b
        graph._assemble()
        return graph

    def copy(self) -> Graph:
        """A copy of points, edges and faces, without tags, pivots and tangents."""
        graph = Graph()
        for vertex in self.vertices:
            graph.add_vertex(vertex.x, vertex.y, vertex.z)
        for edge in self.edges:
            graph.find_or_add_edge(edge.a.id, edge.b.id)
        for face in self.faces:
            graph.find_or_add_face([vertex.id for vertex in face.vertices])
        return graph

    def _assemble(self) -> None:
        self.link_edges()
        self.make_faces()
        self.link_faces()
        self.set_basis_and_shape(Basis.NO_BASIS, Shape.NO_SHAPE)

    # ------------------------------------------------------------------ vertices

    def add_vertex(self, x: float, y: float, z: float = 0.0) -> Vertex:
        """Add a vertex, even if one exists at that place."""
        _check_finite(x, y, z)
        check_size(len(self.vertices) + 1)
        vertex = Vertex(len(self.vertices), x, y, z)
        self.vertices.append(vertex)
        if self._vertex_index is not None:
            self._vertex_index.add(vertex)
        return vertex

    def find_vertex(self, x: float, y: float, z: float = 0.0) -> Vertex | None:
        """The first vertex at a place, within the tolerance; None if there is none."""
        _check_finite(x, y, z)
        if self._vertex_index is None:
            self._vertex_index = VertexIndex(self.vertices)
        return self._vertex_index.find(x, y, z)

    def find_or_add_vertex(self, x: float, y: float, z: float = 0.0) -> Vertex:
        return self.find_vertex(x, y, z) or self.add_vertex(x, y, z)

    # ------------------------------------------------------------------ edges

    def find_edge(self, a: int | Vertex, b: int | Vertex) -> Edge | None:
        """The first edge between two vertices (or vertex numbers)."""
        if self._edge_index is None:
            self._edge_index = {}
            for edge in self.edges:
                self._edge_index.setdefault(edge.key, edge)
        a = a if isinstance(a, int) else a.id
        b = b if isinstance(b, int) else b.id
        return self._edge_index.get((a, b) if a < b else (b, a))

    def add_edge(self, a: int | Vertex, b: int | Vertex, tangent_a: Tangent = None, tangent_b: Tangent = None) -> Edge:
        """Add an edge, even if one exists between these vertices.

        Raises LudRuleError for a vertex that does not exist.
        """
        start, end = self._vertex(a), self._vertex(b)
        check_size(len(self.edges) + 1, "edges")
        edge = Edge(len(self.edges), start, end)
        self.edges.append(edge)
        start.attach(edge)
        end.attach(edge)
        if start.basis == end.basis:
            edge.basis = start.basis
        if start.shape == end.shape:
            edge.shape = start.shape
        edge.tangent_a, edge.tangent_b = tangent_a, tangent_b
        if self._edge_index is not None:
            self._edge_index.setdefault(edge.key, edge)
        return edge

    def find_or_add_edge(
        self, a: int | Vertex, b: int | Vertex, tangent_a: Tangent = None, tangent_b: Tangent = None
    ) -> Edge:
        """The edge between two vertices, added if it is missing. The tangents are used only for a new edge."""
        return self.find_edge(a, b) or self.add_edge(a, b, tangent_a, tangent_b)

    def make_edges(self) -> None:
        """Join all vertices that are about one unit apart in space."""
        points = [vertex.pt for vertex in self.vertices]
        for a, b in pairs_at_distance(points, 1.0, 0.05, flat=False):
            self.find_or_add_edge(a, b)

    def _vertex(self, vertex: int | Vertex) -> Vertex:
        if isinstance(vertex, Vertex):
            return vertex
        if not 0 <= vertex < len(self.vertices):
            raise LudRuleError(f"there is no vertex {vertex}: the graph has {len(self.vertices)} (from 0)")
        return self.vertices[vertex]

    # ------------------------------------------------------------------ faces

    def find_face(self, loop: Sequence[int]) -> Face | None:
        """The first face with this loop of vertex numbers, from any start and in any direction."""
        if self._face_index is None:
            self._face_index = {}
            for face in self.faces:
                self._face_index.setdefault(face_key([vertex.id for vertex in face.vertices]), face)
        return self._face_index.get(face_key(loop))

    def find_or_add_face(self, loop: Sequence[int]) -> Face | None:
        """The face with this loop of vertex numbers, added if it is missing; None if two neighbours on the loop are not
        joined.

        In that case the edges of the loop before the missing one belong to the face nevertheless, as in Ludii. A later
        face then has its number; without one, the graph is no board (`check_sides`).
        """
        if len(loop) > len(self.vertices):
            return None
        existing = self.find_face(loop)
        if existing is not None:
            return existing
        vertices = [self._vertex(v) for v in loop]
        edges: list[Edge] = []
        for a, b in zip(vertices, vertices[1:] + vertices[:1], strict=True):
            edge = self.find_edge(a, b)
            if edge is None:
                _set_sides(Face(len(self.faces), vertices, edges), vertices, edges)
                return None
            edges.append(edge)
        face = Face(len(self.faces), vertices, edges)
        _set_sides(face, vertices, edges)
        for vertex in vertices:
            vertex.faces.append(face)
        first = self.vertices[0]
        plain = all(v.basis == first.basis and v.shape == first.shape for v in vertices[1:])
        face.basis = first.basis if plain else Basis.NO_BASIS
        face.shape = first.shape
        self.faces.append(face)
        check_size(len(self.faces), "cells")
        if self._face_index is not None:
            self._face_index.setdefault(face_key(loop), face)
        return face

    def make_faces(self, check_crossings: bool = False) -> None:
        """Replace all faces by the smallest loops of edges, searched from each vertex in the order of numbers.

        A face is flat, has at most 32 sides, and its loop runs clockwise. With `check_crossings`, a loop with an edge
        that crosses another edge does not become a face.
        """
        if self.faces:
            self.clear_faces()
        for loop in face_loops(self.vertices, self.edges, check_crossings):
            self.find_or_add_face(loop)

    def clear_faces(self) -> None:
        for edge in self.edges:
            edge.left = edge.right = None
        for vertex in self.vertices:
            vertex.faces = []
        self.faces = []
        self._face_index = None

    # ------------------------------------------------------------------ removal

    def clear(self, kind: Literal["vertices", "edges", "faces"]) -> None:
        """Remove all elements of a kind, and the elements that contain them."""
        if kind == "vertices":
            self.vertices = []
        if kind != "faces":
            self.edges = []
            for vertex in self.vertices:
                vertex.clear_edges()
        self.clear_faces()
        self._forget()

    def remove_vertex(self, vertex: Vertex) -> None:
        """Remove a vertex with all its edges and faces."""
        gone = {face for face in self.faces if face.has_vertex(vertex)}
        for face in gone:
            self._unlink_face(face)
        self.faces = [face for face in self.faces if face not in gone]
        lost = set(vertex.edges)
        for edge in lost:
            edge.other(vertex).detach(edge)
        vertex.clear_edges()
        self.edges = [edge for edge in self.edges if edge not in lost]
        self.vertices.remove(vertex)
        self.renumber()

    def remove_edge(self, edge: Edge) -> None:
        """Remove an edge with its faces; its ends stay."""
        for face in [face for face in reversed(self.faces) if face.has_edge(edge)]:
            self.remove_face(face)
        edge.a.detach(edge)
        edge.b.detach(edge)
        self.edges.remove(edge)
        self.renumber()

    def remove_face(self, face: Face, orphans: bool = False) -> None:
        """Remove a face; with `orphans`, also its edges that have no other face."""
        self._unlink_face(face)
        self.faces.remove(face)
        self.renumber()
        if orphans:
            faceless = {edge for edge in face.edges if edge.left is None and edge.right is None}
            for edge in sorted(faceless, key=lambda edge: -edge.id):
                self.remove_edge(edge)

    def _unlink_face(self, face: Face) -> None:
        for edge in face.edges:
            if edge.left is face:
                edge.left = None
            if edge.right is face:
                edge.right = None
        for vertex in face.vertices:
            vertex.faces = [other for other in vertex.faces if other is not face]

    def trim(self) -> None:
        """Remove edges with a loose end, then vertices that have no edge and are nobody's pivot."""
        for edge in reversed(self.edges[:]):
            if len(edge.a.edges) == 1 or len(edge.b.edges) == 1:
                self.remove_edge(edge)
        # by number: if the pivot itself was removed, the vertex that now has its number stays
        pivots = {vertex.pivot.id for vertex in self.vertices if vertex.pivot is not None}
        for vertex in reversed(self.vertices[:]):
            if not vertex.edges and vertex.id not in pivots:
                self.remove_vertex(vertex)

    # ------------------------------------------------------------------ order and links

    def renumber(self) -> None:
        """Set the number of each element to its position in its list."""
        elements: Sequence[GraphElement]
        for elements in (self.vertices, self.edges, self.faces):
            for i, element in enumerate(elements):
                element.id = i
        self._forget()

    def reorder(self) -> None:
        """Renumber all elements from bottom to top, and from left to right within a row."""

        def score(element: GraphElement) -> float:
            return element.y * 100 + element.x

        self.vertices.sort(key=score)
        self.edges.sort(key=score)
        self.faces.sort(key=score)
        self.renumber()

    def link_edges(self) -> None:
        """Rebuild the lists of edges of the vertices, in the order of the edges and then sorted by angle."""
        for vertex in self.vertices:
            vertex.clear_edges()
        for edge in self.edges:
            edge.a.attach(edge)
            edge.b.attach(edge)

    def link_faces(self) -> None:
        """Rebuild the lists of faces of the vertices, sorted by angle."""
        for vertex in self.vertices:
            vertex.faces = []
        for face in self.faces:
            for vertex in face.vertices:
                vertex.faces.append(face)
        for vertex in self.vertices:
            vertex.sort_faces()

    def set_basis_and_shape(self, basis: Basis | None, shape: Shape | None) -> None:
        """Tag the graph, and those of its elements that have no tag."""
        elements: Sequence[GraphElement]
        for elements in (self.vertices, self.edges, self.faces):
            for element in elements:
                element.tag(basis, shape)
        self.basis, self.shape = basis, shape

    def _forget(self) -> None:
        self._vertex_index = self._edge_index = self._face_index = None

    def __repr__(self) -> str:
        return f"Graph({len(self.vertices)} vertices, {len(self.edges)} edges, {len(self.faces)} faces)"


def _set_sides(face: Face, vertices: Sequence[Vertex], edges: Sequence[Edge]) -> None:
    """Note a face beside each of its edges; an edge begins at the vertex with the same index."""
    for vertex, edge in zip(vertices, edges, strict=False):
        if edge.a is vertex:
            edge.right = face
        else:
            edge.left = face
