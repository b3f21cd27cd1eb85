"""Outlines of cells, edges and whole boards as SVG path commands."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ludparse.interpreter.board.elements import Edge, Face, Vertex
from ludparse.interpreter.board.topology import Topology
from ludparse.ludemes.enums import RelationType, SiteType

from .canvas import Picture, Point, curve, number

__all__ = ["along", "cell_path", "edge_path", "outline_paths", "rim_path", "spacing"]

_NEAR = 1e-6


def along(picture: Picture, start: Vertex, edge: Edge) -> str:
    """The command that goes from one end of an edge to the other."""
    tangents = [edge.tangent_a, _towards(edge)]
    ends = [edge.a, edge.b]
    if edge.a is not start:
        tangents.reverse()
        ends.reverse()
    a, b = (picture.place(v.pt) for v in ends)
    return curve(a, b, *(None if t is None else (t[0], -t[1]) for t in tangents))


def _towards(edge: Edge) -> Point | None:
    """The tangent at the end of an edge. Paths like spirals give it forwards: there the next edge takes over."""
    a, b = edge.tangent_a, edge.tangent_b
    if a is None or b is None:
        return None
    dx, dy = edge.b.x - edge.a.x, edge.b.y - edge.a.y
    if min(a[0] * dx + a[1] * dy, b[0] * dx + b[1] * dy) <= 0.5 * hypot(dx, dy):
        return b
    after = next((e.tangent_a for e in edge.b.edges if e.a is edge.b and e.tangent_a is not None), b)
    return -after[0], -after[1]


def _move(picture: Picture, at: Vertex) -> str:
    x, y = picture.place(at.pt)
    return f"M{number(x)} {number(y)}"


def edge_path(picture: Picture, edge: Edge) -> str:
    return _move(picture, edge.a) + along(picture, edge.a, edge)


def cell_path(picture: Picture, face: Face) -> str:
    parts = [along(picture, vertex, edge) for vertex, edge in zip(face.vertices, face.edges, strict=True)]
    return _move(picture, face.vertices[0]) + "".join(parts) + "Z"


def rim_path(picture: Picture, topology: Topology) -> str:
    """All edges that have a cell on one side alone, as one path; long runs of them are joined."""
    open_edges = [e for e in topology.source.edges if (e.left is None) != (e.right is None)]
    at: dict[Vertex, list[Edge]] = {}
    for edge in open_edges:
        at.setdefault(edge.a, []).append(edge)
        at.setdefault(edge.b, []).append(edge)
    used: set[Edge] = set()
    parts: list[str] = []
    for first in open_edges:
        if first in used:
            continue
        vertex, edge = first.a, first
        parts.append(_move(picture, vertex))
        while True:
            used.add(edge)
            parts.append(along(picture, vertex, edge))
            vertex = edge.other(vertex)
            following = next((e for e in at[vertex] if e not in used), None)
            if following is None:
                break
            edge = following
        if vertex is first.a:
            parts.append("Z")
    return "".join(parts)


def outline_paths(picture: Picture, topology: Topology) -> tuple[list[str], list[Point]]:
    """The outlines of the parts of a graph, and the places of those that are single points."""
    vertices = topology.source.vertices
    paths: list[str] = []
    lonely: list[Point] = []
    for outline in topology.marks.outlines:
        walk = [vertices[v] for v in outline.vertices]
        if len(walk) == 1:
            lonely.append(picture.place(walk[0].pt))
            continue
        parts = [_move(picture, walk[0])]
        for here, there in zip(walk, [*walk[1:], walk[0]], strict=True):
            edge = here.edge_to(there)
            if edge is not None:
                parts.append(along(picture, here, edge))
        paths.append("".join(parts) + "Z")
    return paths, lonely


def spacing(topology: Topology, site: SiteType) -> float:
    """About how far apart neighbouring elements are: three quarters of them have no nearer neighbour."""
    points = topology.skeleton.points[(SiteType.Vertex, SiteType.Edge, SiteType.Cell).index(site)]
    nearest = []
    for index, others in enumerate(topology.neighbours(site, RelationType.Adjacent)):
        lengths = [length for other in others if (length := _distance(points[index], points[other])) > _NEAR]
        if lengths:
            nearest.append(min(lengths))
    if not nearest:
        nearest = [min((d for q in points if (d := _distance(p, q)) > _NEAR), default=1.0) for p in points[:200]]
    nearest.sort()
    return nearest[len(nearest) // 4] if nearest else 1.0


def _distance(p: Sequence[float], q: Sequence[float]) -> float:
    return hypot(q[0] - p[0], q[1] - p[1])
