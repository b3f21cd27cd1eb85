"""The spiral: a path of sites that winds around its first one."""

from __future__ import annotations

from math import cos, pi, sin

from ludparse.ludemes.enums import SiteType
from ludparse.ludemes.graph_generators import Spiral
from ludparse.problems.errors import LudLimitError, LudRuleError

from ..basis import Basis, Shape
from ..build import builds
from ..dims import eval_dim
from ..geometry import Point, normalised
from ..graph import Graph

__all__ = ["MAX_SPIRAL", "spiral"]

MAX_SPIRAL = 1000
"""So many sites may a spiral have."""


def spiral(turns: int, sites: int, *, clockwise: bool = True) -> Graph:
    """`sites` vertices in about `turns` turns, each joined to the next by a curve.

    The first one is the pivot of all.
    """
    if sites > MAX_SPIRAL:
        raise LudLimitError(f"a spiral of {sites} sites; at most {MAX_SPIRAL} are allowed")
    if sites < 1:
        raise LudRuleError("a spiral needs at least one site")
    graph = Graph()
    pivot = graph.add_vertex(0.0, 0.0)
    for theta in _angles(turns, sites)[1:sites]:
        x = theta * cos(theta)
        graph.add_vertex(-x if clockwise else x, theta * sin(theta))
    places = [(vertex.x, vertex.y) for vertex in graph.vertices]
    for n in range(len(places) - 1):
        graph.add_edge(
            n,
            n + 1,
            _direction(places[max(0, n - 1)], places[n + 1]),
            _direction(places[n], places[n + 1]),
        )
    for vertex in graph.vertices:
        vertex.pivot = pivot
    graph.set_basis_and_shape(Basis.SPIRAL, Shape.SPIRAL)
    return graph


def _angles(turns: int, sites: int) -> list[float]:
    """The angle of each site, in radians. The same number is its distance from the centre.

    All are 0 where no first ring fits, as with one turn or two.
    """
    steps = _first_ring(turns, sites)
    if steps < 1:
        return [0.0] * sites
    angles = [0.0]
    for ring in range(1, turns + 2):
        step = pi * 2 / steps
        theta = pi * 2 * ring
        if ring <= 2 or ring % 2 == 1:
            theta -= step / 2  # so that sites of neighbouring rings are not aligned
        for _ in range(steps):
            angles.append(theta)
            theta += step
        if ring <= 2:
            steps *= 2
    angles += [0.0] * (4 * sites - len(angles))
    # two smoothing passes in place, from the inside outwards
    for _ in range(2):
        for n in range(2, sites):
            angles[n] = (angles[n - 1] + angles[n + 1]) / 2.0
    angles[1] -= 0.5 * (angles[2] - angles[1])
    return angles


def _first_ring(turns: int, sites: int) -> int:
    """The greatest number of sites that fits the first ring, where the second ring has twice as many and each later
    ring four times as many.
    """
    for base in range(1, sites):
        steps, total = base, 1
        for ring in range(1, turns):
            total += steps
            if total > sites:
                return base - 1
            if ring <= 2:
                steps *= 2
    return 0


def _direction(start: Point, end: Point) -> Point:
    return normalised(end[0] - start[0], end[1] - start[1])


@builds(Spiral)
def _build_spiral(node: Spiral, site: SiteType) -> Graph:
    return spiral(eval_dim(node.turns), eval_dim(node.sites), clockwise=node.clockwise is not False)
