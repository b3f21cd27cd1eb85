"""Pictures of boards as SVG."""

from __future__ import annotations

from collections.abc import Iterable

from exporters.pictures.any_board import AnyBoard
from exporters.pictures.board import SHOWABLE, draw_board
from exporters.pictures.canvas import Picture
from exporters.pictures.position import kit_of, position_svg
from exporters.pictures.theme import WOOD, Theme

__all__ = ["SHOWABLE", "WOOD", "Picture", "Theme", "board_svg", "draw_board", "kit_of", "position_svg"]


def board_svg(board: AnyBoard, *, show: Iterable[str] = (), theme: Theme = WOOD) -> str:
    """A board (`game.board`) as an SVG document. `show`: some of SHOWABLE (ValueError for anything else)."""
    return draw_board(board, show=show, theme=theme).svg()
