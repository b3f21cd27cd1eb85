"""Operators that move a graph or renumber it: shift, scale, rotate, skew, renumber."""

from __future__ import annotations

from collections.abc import Collection

from interpreter.board.elements import GraphElement
from interpreter.board.graph import Graph
from ludparse.ludemes.enums import SiteType

__all__ = ["renumber", "rotate", "scale", "shift", "skew"]


def shift(graph: Graph, dx: float, dy: float, dz: float = 0.0) -> Graph:
    """Moves all vertices."""
    if graph.vertices:
        graph.translate(dx, dy, dz)
    return graph


def scale(graph: Graph, sx: float, sy: float, sz: float = 1.0) -> Graph:
    """Scales around the origin."""
    if graph.vertices:
        graph.scale(sx, sy, sz)
    return graph


def rotate(graph: Graph, degrees: float) -> Graph:
    """Rotates counter-clockwise around the middle of the bounding box."""
    if graph.vertices:
        graph.rotate(degrees)
    return graph


def skew(graph: Graph, amount: float) -> Graph:
    """Push each point to the right by `amount` for each unit above the lowest."""
    if graph.vertices:
        graph.skew(amount)
    return graph


def renumber(graph: Graph, kinds: Collection[SiteType] = ()) -> Graph:
    """Renumbers elements from bottom to top and left to right; only those of some kinds, if any are given."""
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
