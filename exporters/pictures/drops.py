"""Upright boards: a row of columns into which pieces are dropped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .canvas import Point

if TYPE_CHECKING:
    from .painter import Painter

__all__ = ["DROP_ROWS", "draw_drops", "is_upright"]

DROP_ROWS = 6
"""How high the columns are drawn."""


def is_upright(ys: Sequence[float]) -> bool:
    """Whether the cells of a board, whose centres are this high, lie in one row."""
    return len({round(y, 3) for y in ys}) == 1


def draw_drops(painter: Painter) -> None:
    """A frame with round holes; the site of a column is its lowest hole."""
    picture, unit = painter.picture, painter.unit
    faces = painter.graph.faces
    places: list[Point] = painter.places(painter.topology.default_site)
    room = 0.58 * unit
    left, bottom = min(x for x, _ in places) - room, max(y for _, y in places) + room
    width, height = max(x for x, _ in places) + room - left, DROP_ROWS * unit + 0.16 * unit
    frame = {"x": left, "y": bottom - height, "width": width, "height": height}
    picture.element("rect", **frame, rx=0.2 * unit, fill="#2f62a8", stroke="#1d3f70", stroke_width=0.08 * unit)
    for face in faces:
        x, y = places[face.id]
        for row in range(DROP_ROWS):
            picture.circle((x, y - row * unit), 0.43 * unit, fill="#f4ead6", stroke="#1d3f70", stroke_width=0.02 * unit)
        box = {"x": x - unit / 2, "y": bottom - height, "width": unit, "height": height}
        picture.element("rect", id=f"C{face.id}", class_="cell", **box, fill="#000", fill_opacity=0)
