"""From a graph ludeme to its graph.

Each class of graph ludeme has one builder:

    @builds(Square)
    def build_square(node: Square, site: SiteType) -> Graph: ...

`site` is the kind of site the game is played on: most boards count their size in such sites.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import SiteType
from ludparse.problems.errors import LudError, LudUnsupportedError

from .graph import Graph, check_places

__all__ = ["BUILDERS", "Builder", "build_graph", "builds"]

Builder = Callable[[Any, SiteType], Graph]

BUILDERS: dict[type, Builder] = {}
"""The builder of each ludeme class. `equipment.boards` imports the modules that fill it."""

_F = TypeVar("_F", bound=Builder)


def builds(*types: type) -> Callable[[_F], _F]:
    """Register a function as the builder of these ludeme classes."""

    def register(function: _F) -> _F:
        for kind in types:
            if kind in BUILDERS:
                raise ValueError(f"{kind.__name__} has a builder already")
            BUILDERS[kind] = function
        return function

    return register


def build_graph(node: Ludeme, site: SiteType) -> Graph:
    """Build the graph of a node for a game on this kind of site.

    Errors carry the place of the innermost ludeme that failed. Raises LudUnsupportedError for a ludeme without a
    builder, LudLimitError for a graph with too many elements, LudRuleError for one that cannot be made.
    """
    builder = BUILDERS.get(type(node))
    span = node.span
    if builder is None:
        raise LudUnsupportedError(f"no board can be made from {type(node).__name__}", span)
    try:
        graph = builder(node, site)
        check_places(graph)
        return graph
    except LudError as error:
        if error.span is None:
            error.span = span
        raise
