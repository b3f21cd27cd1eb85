"""Pictures of boards as SVG."""

from __future__ import annotations

from collections.abc import Iterable

from exporters.svg.board import SHOWABLE, draw_board
from exporters.svg.picture import Picture
from exporters.svg.theme import WOOD, Theme
from interpreter.board_view import BoardView

__all__ = ["SHOWABLE", "WOOD", "Picture", "Theme", "board_svg", "draw_board"]


def board_svg(board: BoardView, *, show: Iterable[str] = (), theme: Theme = WOOD) -> str:
    """A board (`game.board`) as an SVG document. `show`: some of SHOWABLE (ValueError for anything else)."""
    return draw_board(board, show=show, theme=theme).svg()
