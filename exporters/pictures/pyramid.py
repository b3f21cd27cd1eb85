"""Pyramids: boards on which pieces lie on four others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .canvas import Point, number

if TYPE_CHECKING:
    from .painter import Painter

__all__ = ["draw_pyramid", "pyramid_projection"]

_RISE = 0.16
"""How far up a place moves for its height."""


def pyramid_projection(point: Sequence[float]) -> Point:
    """Where a place (x, y, z) of a pyramid lies in the picture: seen from above, and a little from the front."""
    x, y, z = (*point, 0.0)[:3]
    return x, y + _RISE * z


def draw_pyramid(painter: Painter) -> None:
    """Hollows in a slab, and above them the places that the pieces below hold up."""
    picture, theme, unit = painter.picture, painter.theme, painter.unit
    base = [vertex for vertex in painter.graph.vertices if not vertex.z]
    places = [picture.place(vertex.pt) for vertex in base]
    room, rim = 0.72 * unit, 0.14 * unit
    left, top = min(x for x, _ in places) - room, min(y for _, y in places) - room
    width, height = max(x for x, _ in places) + room - left, max(y for _, y in places) + room - top
    outer = {"x": left - rim, "y": top - rim, "width": width + 2 * rim, "height": height + 2.6 * rim}
    picture.element("rect", **outer, rx=0.3 * unit, fill=theme.rim)
    picture.element("rect", x=left, y=top, width=width, height=height, rx=0.2 * unit, fill=theme.ground)
    painter.hollows(0.36, only={vertex.id for vertex in base})
    picture.open(fill="none", stroke=theme.line, stroke_width=0.025 * unit, stroke_opacity=0.35)
    dashes = f"{number(0.05 * unit)} {number(0.05 * unit)}"
    for vertex in painter.graph.vertices:
        if vertex.z:
            name = {"class_": "vertex", "id": f"V{vertex.id}"}
            at = picture.place(vertex.pt)
            picture.circle(at, 0.13 * unit, stroke_dasharray=dashes, pointer_events="all", **name)
    picture.close()
