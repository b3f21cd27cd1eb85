"""Colours and measures of pictures. Lengths are in units of the distance between neighbouring sites."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["WOOD", "Theme"]


@dataclass(frozen=True, slots=True)
class Theme:
    """How a picture looks; a picture is drawn with one theme throughout."""

    rim: str
    """The frame around the board."""
    ground: str
    """Boards that are played on points: what lies under the lines."""
    cells: tuple[str, ...]
    """Cells by phase."""
    dark: str
    """The dark squares of chequered boards; the lower left corner is one."""
    light: str
    middle: str
    """The third colour of chequered boards of hexagons."""
    cell_line: str
    line: str
    """Lines between points."""
    point: str
    pit: tuple[str, str]
    """Hollows of a sowing board: their middle and their edge."""
    label: str
    halo: str
    """Around labels that lie on lines."""
    faint: str
    """Lines of an open table."""
    tracks: tuple[str, ...]
    tray: str
    """Hands beside the board."""
    last: str
    """The last move."""
    legal: str
    """Legal moves."""
    font: str
    rim_width: float = 0.16
    margin: float = 0.5
    line_width: float = 0.045
    cell_line_width: float = 0.022
    point_radius: float = 0.09
    pit_radius: float = 0.41


WOOD = Theme(
    rim="#6f4e37",
    ground="#ecd3a5",
    cells=("#f3e4c6", "#dbbd8e", "#e8d2a8", "#cfae7c", "#efdcb9", "#d5b684"),
    dark="#b98a5c",
    light="#f2e1c0",
    middle="#d8b583",
    cell_line="#9a7a52",
    line="#5a4330",
    point="#4a3626",
    pit=("#b48a59", "#8a6440"),
    label="#3f2e20",
    halo="#f6e8cd",
    faint="#a09078",
    tracks=("#2f6f9f", "#b5443c", "#3f7f4f", "#8a5aa8", "#c07f1f", "#4f8f8f"),
    tray="#f4ead6",
    last="#e0a21b",
    legal="#2f7d4f",
    font="'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
)
"""Light wood, dark lines: the default."""
