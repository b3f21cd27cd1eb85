"""Pictures of boards and positions as SVG and PNG, animations of games, and the data with which others draw them.

`state.svg()`, `game.svg()` and `game.board.svg()` are the usual ways in. `kit_of(game)` is all that is needed to draw
any position of a game elsewhere; `ludparse.exporters.pictures.kit` and docs/pictures.md describe it.
"""

from __future__ import annotations

from collections.abc import Iterable

from .animation import PictureError, animation_gif, animation_svg, png_of, positions_of
from .any_board import AnyBoard
from .board import SHOWABLE, draw_board
from .canvas import Picture
from .kit import Kit
from .position import kit_of, position_svg
from .theme import DARK, THEMES, WOOD, Theme, theme_named

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
