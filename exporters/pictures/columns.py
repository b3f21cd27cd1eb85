"""Boards of two rows of points on which pieces are lined up: backgammon and its kin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .canvas import Point, Projection, number

if TYPE_CHECKING:
    from .painter import Painter

__all__ = ["columns_projection", "draw_columns"]

_APART = 11.4
"""How far apart the first pieces of both rows are, in columns."""
_HIGH = 5.1


def columns_projection(ys: Sequence[float], step: float) -> Projection:
    """The projection that moves two rows apart, so that five pieces fit on each point."""
    low = min(ys)

    def project(point: Sequence[float]) -> Point:
        return point[0], low if point[1] - low < 1e-6 else low + _APART * step

    return project


def draw_columns(painter: Painter) -> None:
    """A frame with triangles, and the bar where a row of an odd number of points has its middle."""
    picture, unit, vertices = painter.picture, painter.unit, painter.graph.vertices
    theme = painter.theme
    at = {vertex.id: picture.place(vertex.pt) for vertex in vertices}
    left, right = min(x for x, _ in at.values()), max(x for x, _ in at.values())
    top, bottom = min(y for _, y in at.values()), max(y for _, y in at.values())
    reach = 0.62 * unit
    for more, colour in ((0.32, theme.rim), (0.0, theme.inlay)):
        room = reach + more * unit
        picture.element(
            "rect", x=left - room, y=top - room, width=right - left + 2 * room, height=bottom - top + 2 * room,
            rx=0.15 * unit, fill=colour,
        )  # fmt: skip
    columns = sorted({round(x, 2) for x, _ in at.values()})
    middle = columns[len(columns) // 2] if len(columns) % 2 else None
    if middle is not None:
        picture.element(
            "rect", x=middle - 0.52 * unit, y=top - reach, width=1.04 * unit, height=bottom - top + 2 * reach,
            fill=theme.rim, class_="bar",
        )  # fmt: skip
    for vertex in vertices:
        x, y = at[vertex.id]
        down = y < (top + bottom) / 2
        base = y - reach if down else y + reach
        tip = base + (_HIGH if down else -_HIGH) * unit
        name = {"class_": "vertex", "id": f"V{vertex.id}"}
        if middle is not None and round(x, 2) == middle:
            top_of = min(base, (top + bottom) / 2)
            box = {"x": x - unit / 2, "y": top_of, "width": unit, "height": abs((top + bottom) / 2 - base)}
            picture.element("rect", **box, fill="#000", fill_opacity=0, **name)
            continue
        tone = theme.triangles[(columns.index(round(x, 2)) + (middle is not None and x > middle) + down) % 2]
        corners = ((x - unit / 2, base), (x + unit / 2, base), (x, tip))
        path = "M" + "L".join(f"{number(a)} {number(b)}" for a, b in corners) + "Z"
        picture.path(path, fill=tone, stroke=theme.cell_line, stroke_width=0.02 * unit, **name)
