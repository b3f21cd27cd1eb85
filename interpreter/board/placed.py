"""Where the elements of a graph lie: moving, turning, scaling and measuring them."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, isfinite, radians, sin

from ludparse.problems.errors import LudRuleError

from .elements import Edge, Face, Vertex
from .geometry import Bounds, Point
from .proximity import VertexIndex

Tangent = Point | None


class Placed:
    """Vertices, edges and faces in the order of their numbers, at places that can be changed."""

    def __init__(self) -> None:
        self.vertices: list[Vertex] = []
        self.edges: list[Edge] = []
        self.faces: list[Face] = []
        self._vertex_index: VertexIndex | None = None  # for searches, rebuilt on demand; None after vertices moved

    def move(self, place: Callable[[Vertex], tuple[float, float, float]], recalculate: bool = True) -> None:
        """Move every vertex to the place that `place` returns.

        Unless `recalculate` is off, the midpoints of edges and faces follow. The order of the edges around a vertex
        stays.
        """
        for vertex in self.vertices:
            _ = vertex.edges  # sorted by their angles before the move
        for vertex in self.vertices:
            vertex.x, vertex.y, vertex.z = place(vertex)
        self._vertex_index = None
        if recalculate:
            self.set_midpoints()

    def set_midpoints(self) -> None:
        for edge in self.edges:
            edge.set_midpoint()
        for face in self.faces:
            face.set_midpoint()

    def translate(self, dx: float, dy: float, dz: float = 0.0) -> None:
        self.move(lambda v: (v.x + dx, v.y + dy, v.z + dz))

    def scale(self, sx: float, sy: float, sz: float = 1.0) -> None:
        self.move(lambda v: (v.x * sx, v.y * sy, v.z * sz))

    def rotate(self, degrees: float) -> None:
        """Rotate counter-clockwise around the centre of the bounding box.

        Raises LudRuleError for an angle that is not finite.
        """
        if not isfinite(degrees):
            raise LudRuleError("a board is turned by an angle that is not finite")
        theta = radians(degrees)
        c, s = cos(theta), sin(theta)
        x0, y0, x1, y1 = self.bounds()
        px, py = x0 + (x1 - x0) / 2.0, y0 + (y1 - y0) / 2.0

        def turned(v: Vertex) -> tuple[float, float, float]:
            dx, dy = v.x - px, v.y - py
            return px + dx * c - dy * s, py + dy * c + dx * s, v.z

        self.move(turned)
        for edge in self.edges:
            edge.tangent_a = _map_tangent(edge.tangent_a, lambda x, y: (x * c - y * s, y * c + x * s))
            edge.tangent_b = _map_tangent(edge.tangent_b, lambda x, y: (x * c - y * s, y * c + x * s))

    def skew(self, amount: float) -> None:
        """Move every point to the right by `amount` for each unit above the lowest point."""
        y0 = self.bounds()[1]
        self.move(lambda v: (v.x + (v.y - y0) * amount, v.y, v.z))
        for edge in self.edges:
            edge.tangent_a = _map_tangent(edge.tangent_a, lambda x, y: (x + (y - y0) * amount, y))
            edge.tangent_b = _map_tangent(edge.tangent_b, lambda x, y: (x + (y - y0) * amount, y))

    def bounds(self) -> Bounds:
        """Minimum x and y, maximum x and y of all vertices; zeros if there are none."""
        if not self.vertices:
            return 0.0, 0.0, 0.0, 0.0
        xs = [vertex.x for vertex in self.vertices]
        ys = [vertex.y for vertex in self.vertices]
        return min(xs), min(ys), max(xs), max(ys)

    def average_edge_length(self) -> float:
        total = 0.0
        for edge in self.edges:
            total += edge.length
        return total / (len(self.edges) or 1)


def _map_tangent(tangent: Tangent, turn: Callable[[float, float], Point]) -> Tangent:
    return None if tangent is None else turn(*tangent)
