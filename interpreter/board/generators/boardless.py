"""Games without a board are played on a part of the infinite tiling that is large enough."""

from __future__ import annotations

from ludparse.ludemes.enums import HexShapeType, SiteType, SquareShapeType, TilingBoardlessType, TriShapeType
from ludparse.ludemes.equipment import Boardless
from ludparse.ludemes.graph_generators import Hex, Square, Tri

from ..build import build_graph, builds
from ..dims import eval_dim
from ..graph import Graph

__all__ = ["BOARDLESS_SIZE"]

BOARDLESS_SIZE = {
    TilingBoardlessType.Square: 41,
    TilingBoardlessType.Triangular: 41,
    TilingBoardlessType.Hexagonal: 21,
}
"""The size of the part where none is given; the first piece is played into its middle."""


@builds(Boardless)
def _build_boardless(node: Boardless, site: SiteType) -> Graph:
    size = BOARDLESS_SIZE[node.tiling] if node.dimension is None else eval_dim(node.dimension)
    board: Square | Hex | Tri
    match node.tiling:
        case TilingBoardlessType.Square:
            board = Square(shape=SquareShapeType.Square, dim=size, span=node.span)
        case TilingBoardlessType.Hexagonal:
            board = Hex(shape=HexShapeType.Hexagon, dim_a=size, span=node.span)
        case TilingBoardlessType.Triangular:
            board = Tri(shape=TriShapeType.Triangle, dim_a=size, span=node.span)
    return build_graph(board, SiteType.Cell)
