"""Graphs whose vertices and edges are listed one by one."""

from __future__ import annotations

from ludparse.ludemes import graph_generators as ludemes
from ludparse.ludemes.enums import SiteType
from ludparse.problems.errors import LudRuleError

from ..build import builds
from ..graph import Graph, check_size

__all__: list[str] = []


@builds(ludemes.Graph)
def _build_custom(node: ludemes.Graph, site: SiteType) -> Graph:
    pairs = node.edges or ()
    check_size(len(node.vertices))
    for number, place in enumerate(node.vertices):
        if len(place) not in (2, 3):
            raise LudRuleError(f"vertex {number} needs two or three numbers, not {len(place)}")
    for number, pair in enumerate(pairs):
        if len(pair) != 2:
            raise LudRuleError(f"edge {number} needs the numbers of two vertices, not {len(pair)} numbers")
    return Graph.from_lists(node.vertices, pairs)
