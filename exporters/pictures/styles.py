"""Which style a board is drawn in: what the metadata says, or else what follows from the equipment."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from ludparse import ludemes as L
from ludparse.interpreter.equipment.items import ComponentKind
from ludparse.ludemes.enums import SiteType

from .any_board import AnyBoard
from .drops import is_upright
from .graphics import Graphics
from .symbols import drawing_of

__all__ = ["BoardStyle", "named_style", "style_of"]

_CHESS = frozenset({"rook", "knight", "bishop", "queen", "king", "counter", "doublecounter"})
"""Pieces that make a board chequered. Pawns do not: many races use them."""
_GO_SIZE = 9


class BoardStyle(Enum):
    """The style of a board's picture."""

    CELLS = "cells"
    POINTS = "points"
    EDGES = "edges"
    PITS = "pits"
    TABLE = "table"
    COLUMNS = "columns"
    """Two rows of points, on which pieces are lined up, as in backgammon."""
    PYRAMID = "pyramid"
    DROPS = "drops"
    """One row of cells, on which pieces pile up as in an upright frame."""


def style_of(board: AnyBoard, named: str | None = None) -> BoardStyle:
    """The style that fits the way a board is played on. named: the style that the metadata names."""
    node = board.equipment.containers[0].node
    topology = board.topology
    if isinstance(node, L.MancalaBoard):
        return BoardStyle.PITS
    if board.equipment.boardless:
        return BoardStyle.TABLE
    if topology.default_site is SiteType.Cell and topology.size(SiteType.Cell):
        upright = named == "Connect4" and is_upright([cell.y for cell in topology.elements(SiteType.Cell)])
        return BoardStyle.DROPS if upright else BoardStyle.CELLS
    if topology.default_site is SiteType.Edge:
        return BoardStyle.EDGES
    vertices = topology.source.vertices
    if any(vertex.z for vertex in vertices) and not isinstance(node, L.SurakartaBoard):
        return BoardStyle.PYRAMID
    if named == "Backgammon" and len({round(vertex.y, 3) for vertex in vertices}) == 2:
        return BoardStyle.COLUMNS
    if named == "Mancala":
        return BoardStyle.PITS
    return BoardStyle.POINTS


def named_style(board: AnyBoard, graphics: Graphics) -> str | None:
    """The style that the metadata names. Without one: chequered squares for chessmen and draughtsmen, and the boards
    of shogi, xiangqi and go for the pieces of these."""
    if graphics.style is not None:
        return graphics.style
    drawings = set(_drawings(board))
    bases = {drawing.rpartition(":")[0] for drawing in drawings}
    topology = board.topology
    square = all(len(face.edges) == 4 for face in topology.source.faces)
    if topology.default_site is SiteType.Cell and square:
        return "Shogi" if "shogi" in bases else "Chess" if drawings & _CHESS else None
    if topology.default_site is SiteType.Vertex and square:
        if "xiangqi" in bases:
            return "Xiangqi"
        sets = topology.sets(SiteType.Vertex)
        if drawings == {"ball"} and min(len(sets.rows), len(sets.columns)) >= _GO_SIZE:
            return "Go"
    return None


def _drawings(board: AnyBoard) -> Iterator[str]:
    for component in board.equipment.components[1:]:
        if component.kind is ComponentKind.PIECE:
            yield drawing_of(component.base_name) or ""
