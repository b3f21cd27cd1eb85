"""From a graph ludeme to its graph.

Each class of graph ludeme has one builder:

    @builds(Square)
    def build_square(node: Square, site: SiteType) -> Graph: ...

`site` is the kind of site the game is played on: most boards count their size in such sites.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeVar

from interpreter.board.graph import Graph, check_places
from ludparse.errors import LudError, LudUnsupportedError
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import SiteType

__all__ = ["Builder", "build_graph", "builds", "load_builders", "supported_graphs"]

Builder = Callable[[Any, SiteType], Graph]

_BUILDERS: dict[type, Builder] = {}

_F = TypeVar("_F", bound=Builder)


def builds(*types: type) -> Callable[[_F], _F]:
    """Register a function as the builder of these ludeme classes."""

    def register(function: _F) -> _F:
        for kind in types:
            if kind in _BUILDERS:
                raise ValueError(f"{kind.__name__} has a builder already")
            _BUILDERS[kind] = function
        return function

    return register


@cache
def load_builders() -> None:
    """Import every module in which builders are registered."""
    for package_name in ("interpreter.board.generators", "interpreter.board.operators"):
        package = import_module(package_name)
        for module in iter_modules(package.__path__):
            import_module(f"{package_name}.{module.name}")


def supported_graphs() -> frozenset[type]:
    """The ludeme classes that have a builder."""
    load_builders()
    return frozenset(_BUILDERS)


def build_graph(node: Ludeme, site: SiteType) -> Graph:
    """Build the graph of a node for a game on this kind of site.

    Errors carry the place of the innermost ludeme that failed. Raises LudUnsupportedError for a ludeme without a
    builder, LudLimitError for a graph with too many elements, LudRuleError for one that cannot be made.
    """
    load_builders()
    builder = _BUILDERS.get(type(node))
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
