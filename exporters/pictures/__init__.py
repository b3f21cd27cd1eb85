"""Pictures of boards and positions as SVG and PNG, animations of games, and the data with which others draw them.

`state.svg()`, `game.svg()` and `game.board.svg()` are the usual ways in. `kit_of(game)` is all that is needed to draw
any position of a game elsewhere; `exporters.pictures.kit` and docs/pictures.md describe it.
"""

from __future__ import annotations

from collections.abc import Iterable

from exporters.pictures.animation import animation_gif, animation_svg, positions_of
from exporters.pictures.any_board import AnyBoard
from exporters.pictures.board import SHOWABLE, draw_board
from exporters.pictures.canvas import Picture
from exporters.pictures.kit import Kit
from exporters.pictures.position import kit_of, position_svg
from exporters.pictures.raster import PictureError, png_of
from exporters.pictures.theme import DARK, THEMES, WOOD, Theme, theme_named

__all__ = [
    "DARK",
    "SHOWABLE",
    "THEMES",
    "WOOD",
    "Kit",
    "Picture",
    "PictureError",
    "Theme",
    "animation_gif",
    "animation_svg",
    "board_svg",
    "draw_board",
    "kit_of",
    "png_of",
    "position_svg",
    "positions_of",
    "theme_named",
]


def board_svg(board: AnyBoard, *, show: Iterable[str] = (), theme: Theme = WOOD) -> str:
    """A board (`game.board`) as an SVG document. `show`: some of SHOWABLE (ValueError for anything else)."""
    return draw_board(board, show=show, theme=theme).svg()
