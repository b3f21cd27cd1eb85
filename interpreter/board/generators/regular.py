"""Regular polygons and stars with a single outline."""

from __future__ import annotations

from math import cos, pi, sin

from ludparse.ludemes.enums import SiteType
from ludparse.ludemes.graph_generators import Regular
from ludparse.problems.errors import LudRuleError

from ..build import builds
from ..dims import eval_dim
from ..graph import Graph, check_size

__all__ = ["regular"]


def regular(sides: int, *, star: bool = False, cells: bool = True) -> Graph:
    """A polygon with sides of about unit length and a corner at the top (a square stands on a side).

    In a star, each corner is joined to the one that is nearly opposite. The faces are found only with `cells`.
    """
    if sides < 3:
        raise LudRuleError(f"a regular polygon needs at least three sides, not {sides}")
    check_size(sides)
    graph = Graph()
    radius = sides / (2 * pi)
    offset = pi / 4 if sides == 4 else pi / 2
    for n in range(sides):
        theta = offset + n / sides * 2 * pi
        graph.add_vertex(radius * cos(theta), radius * sin(theta))
    skip = (sides - 1) // 2 if star else 1
    for n in range(sides):
        graph.add_edge(n, (n + skip) % sides)
    if cells:
        graph.make_faces(check_crossings=True)
    graph.reorder()
    return graph


@builds(Regular)
def _build_regular(node: Regular, site: SiteType) -> Graph:
    return regular(eval_dim(node.num_sides), star=node.star is not None, cells=site is SiteType.Cell)
