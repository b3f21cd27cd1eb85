"""Concentric boards: nested polygons (morris boards) and targets. Rings of cells are in `circle`."""

from __future__ import annotations

from math import cos, pi, sin

from ludparse.ludemes.enums import ConcentricShapeType, SiteType
from ludparse.ludemes.graph_generators import Concentric
from ludparse.ludemes.kinds import Bool
from ludparse.problems.errors import LudRuleError, LudUnsupportedError

from ..basis import Basis, Shape
from ..build import builds
from ..dims import eval_dim
from ..geometry import normalised
from ..graph import Graph, check_size
from .circle import circle

__all__ = ["rings", "target"]

_SIDES = {ConcentricShapeType.Triangle: 3, ConcentricShapeType.Square: 4, ConcentricShapeType.Hexagon: 6}

_SHAPES = {3: Shape.TRIANGLE, 4: Shape.SQUARE, 6: Shape.HEXAGON}

_TARGET_STEPS = 8


def rings(
    sides: int,
    count: int,
    *,
    midpoints: bool = True,
    join_midpoints: bool = True,
    join_corners: bool = False,
    cells: bool = True,
) -> Graph:
    """`count` nested polygons, with vertices at the corners and (with `midpoints`) in the middle of the sides.

    Vertices of neighbouring rings are joined on request. The faces are found only with `cells`.
    """
    if sides < 3:
        raise LudRuleError(f"a ring needs at least three sides, not {sides}")
    check_size(2 * sides * max(count, 0))
    graph = Graph()
    if count < 1:
        return graph
    arc = 2 * pi / sides
    start = pi / 2 + (arc / 2 if sides % 2 == 0 else 0.0)
    for ring in range(count):
        radius = float(1 + ring * (2 if sides == 3 else 1))
        first = len(graph.vertices)
        for side in range(sides):
            ax, ay = radius * cos(start + arc * side), radius * sin(start + arc * side)
            bx, by = radius * cos(start + arc * (side + 1)), radius * sin(start + arc * (side + 1))
            graph.find_or_add_vertex(ax, ay)
            if midpoints:
                graph.find_or_add_vertex((ax + bx) / 2.0, (ay + by) / 2.0)
        last = len(graph.vertices) - 1
        for v in range(first, last + 1):
            graph.add_edge(v, v + 1 if v < last else first)
    per_side = 2 if midpoints else 1
    per_ring = sides * per_side
    offsets = ([0] if join_corners else []) + ([1] if join_midpoints and (midpoints or join_corners) else [])
    for corner in range(0, (count - 1) * per_ring, per_side):
        for offset in offsets:
            # without midpoints the offset leads to the next corner, whose partner may be missing in the last ring
            if corner + offset + per_ring < len(graph.vertices):
                graph.add_edge(corner + offset, corner + offset + per_ring)
    graph.set_basis_and_shape(Basis.CONCENTRIC, _SHAPES.get(sides, Shape.REGULAR))
    graph.reorder()
    if cells:
        graph.make_faces(check_crossings=True)
    return graph


def target(count: int) -> Graph:
    """`count` nested discs. Their cells are numbered as if they lay below each other, the innermost first."""
    check_size(_TARGET_STEPS * max(count, 0))
    graph = Graph()
    arc = 2 * pi / _TARGET_STEPS
    for ring in range(count):
        radius = float(ring + 1)
        first = len(graph.vertices)
        for step in range(_TARGET_STEPS):
            angle = pi / 2 + arc * step
            graph.find_or_add_vertex(radius * cos(angle), radius * sin(angle))
        circle_ = graph.vertices[first:]
        for a, b in zip(circle_, circle_[1:] + circle_[:1], strict=True):
            ax, ay = normalised(a.x, a.y)
            bx, by = normalised(b.x, b.y)
            graph.add_edge(a, b, (-ay, ax), (by, -bx))
    graph.make_faces(check_crossings=True)
    for number, face in enumerate(graph.faces):
        face.x, face.y, face.z = 0.0, (-number - 0.5 if number else 0.0), 0.0
    return graph


@builds(Concentric)
def _build_concentric(node: Concentric, site: SiteType) -> Graph:
    if node.rings is not None:
        count = eval_dim(node.rings)
        if count < 1:
            raise LudRuleError(f"a concentric board needs at least one ring, not {count}", node.span)
        if node.shape is ConcentricShapeType.Target:
            if node.steps is not None:
                check_size(max(count, 0))
                return circle([eval_dim(node.steps)] * count, cells=site is SiteType.Cell)
            if site is not SiteType.Cell:
                raise LudRuleError("a target can only be played on its cells", node.span)
            return target(count)
        sides = _SIDES[node.shape] if node.shape is not None else eval_dim(node.sides) if node.sides is not None else 0
        if sides:
            return rings(
                sides,
                count,
                midpoints=_constant(node.midpoints, True),
                join_midpoints=_constant(node.join_midpoints, True),
                join_corners=_constant(node.join_corners, False),
                cells=site is SiteType.Cell,
            )
    if node.cells is not None:
        sizes = [eval_dim(size) for size in node.cells]
        return circle(sizes, stagger=_constant(node.stagger, False), cells=site is SiteType.Cell)
    raise LudRuleError("a concentric board needs rings: with a shape or sides:, or a list of cells", node.span)


def _constant(value: Bool | None, default: bool) -> bool:
    if value is None:
        return default
    if not isinstance(value, bool):
        raise LudUnsupportedError("a board cannot depend on the state of the game", value.span)
    return value
