"""The board of a description: its ludeme, its graph and its topology."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from ludparse import ludemes as L
from ludparse.ludemes.enums import SiteType
from ludparse.problems.errors import LudError, LudRuleError

from ..board import generators, operators
from ..board.build import build_graph
from ..board.graph import check_meetings, check_pivots, check_sides
from ..board.topology import Topology

__all__ = [
    "BoardNode", "board_node", "boards_of", "build_graph", "build_topology", "default_site_of",
]  # fmt: skip

BoardNode = L.Board | L.Boardless | L.MancalaBoard | L.SurakartaBoard
_BOARDS = (L.Board, L.Boardless, L.MancalaBoard, L.SurakartaBoard)


# the modules in which builders are registered (`board.build.builds`)
for _package in (generators, operators):
    for _module in iter_modules(_package.__path__):
        import_module(f"{_package.__name__}.{_module.name}")


def board_node(game: L.Game) -> BoardNode:
    """The board among the items of the equipment: the first one. Raises LudRuleError when there is none."""
    return boards_of(game)[0]


def boards_of(game: L.Game) -> list[BoardNode]:
    boards = [item for item in game.equipment.items if isinstance(item, _BOARDS)]
    if not boards:
        raise LudRuleError("the equipment needs one board and has none", game.equipment.span)
    return boards


def default_site_of(board: BoardNode) -> SiteType:
    """The default site type of the board."""
    if isinstance(board, L.MancalaBoard | L.SurakartaBoard):
        return SiteType.Vertex
    return board.use or SiteType.Cell if isinstance(board, L.Board) else SiteType.Cell


def build_topology(
    board: BoardNode, *, three_dimensions: bool = False, lines_in_space: bool = False
) -> Topology:
    """The topology of a board, which may lack sites. `three_dimensions`: the rules use layers. `lines_in_space`: as
    for `Topology`."""
    default_site = default_site_of(board)
    graph = build_graph(board.graph_fn if isinstance(board, L.Board) else board, default_site)
    try:
        check_meetings(graph)
        check_sides(graph)
        check_pivots(graph)
    except LudError as error:
        error.span = board.span
        raise
    boardless = isinstance(board, L.Boardless)
    topology = Topology(
        graph, default_site, three_dimensions=three_dimensions, boardless=boardless, lines_in_space=lines_in_space
    )
    if len({vertex.z for vertex in graph.vertices}) > 1:
        try:
            for site in SiteType:
                topology.elements(site)
        except LudError as error:  # layers that cannot be told apart
            error.span = board.span
            raise
    return topology
