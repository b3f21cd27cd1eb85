"""Operators that move a graph or renumber it: shift, scale, rotate, skew, renumber."""

from __future__ import annotations

from collections.abc import Collection

from ludparse.ludemes.enums import SiteType

from ..elements import GraphElement
from ..graph import Graph

__all__ = ["renumber", "rotate", "scale", "shift", "skew"]


def shift(graph: Graph, dx: float, dy: float, dz: float = 0.0) -> Graph:
    """Move all vertices."""
    if graph.vertices:
        graph.translate(dx, dy, dz)
    return graph


def scale(graph: Graph, sx: float, sy: float, sz: float = 1.0) -> Graph:
    """Scale around the origin."""
    if graph.vertices:
        graph.scale(sx, sy, sz)
    return graph


def rotate(graph: Graph, degrees: float) -> Graph:
    """Rotate counter-clockwise around the centre of the bounding box."""
    if graph.vertices:
        graph.rotate(degrees)
    return graph


def skew(graph: Graph, amount: float) -> Graph:
    """Move each point to the right by `amount` for each unit above the lowest point."""
    if graph.vertices:
        graph.skew(amount)
    return graph


def renumber(graph: Graph, kinds: Collection[SiteType] = ()) -> Graph:
    """Renumber elements from bottom to top and from left to right; if kinds are given, only elements of these kinds."""
    chosen = kinds or tuple(SiteType)
    for kind, elements in (
        (SiteType.Vertex, graph.vertices),
        (SiteType.Edge, graph.edges),
        (SiteType.Cell, graph.faces),
    ):
        if kind in chosen:
            elements.sort(key=_score)
    graph.renumber()
    return graph


def _score(element: GraphElement) -> float:
    return element.y * 100 + element.x
