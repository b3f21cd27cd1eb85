"""Pictures of boards and positions, and animations of games (docs/pictures.md)."""

from ludparse.exporters.pictures import (
    DARK,
    SHOWABLE,
    THEMES,
    WOOD,
    Kit,
    Picture,
    PictureError,
    Theme,
    animation_gif,
    animation_svg,
    board_svg,
    kit_of,
    png_of,
    position_svg,
    positions_of,
    theme_named,
)

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
    "kit_of",
    "png_of",
    "position_svg",
    "positions_of",
    "theme_named",
]
