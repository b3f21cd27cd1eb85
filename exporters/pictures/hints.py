"""The hints of puzzles: sums, signs between neighbours, numbers on sites."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING

from ludparse.ludemes.enums import SiteType

from .canvas import Point, number
from .shapes import cell_path

if TYPE_CHECKING:
    from .painter import Painter

__all__ = ["draw_hints"]


def draw_hints(painter: Painter) -> None:
    """Draw the hints of the equipment.

    In the style Kakuro sums stand in the cell before their line, and cells without a hint are black. In the style
    Futoshiki hints are signs between two sites. Else they are numbers.
    """
    picture = painter.picture
    hints = painter.board.equipment.hints.values()
    if not any(hint.regions for hint in hints):
        return
    picture.open(class_="hints", font_family=painter.theme.font, text_anchor="middle", fill=painter.theme.label)
    for hint in hints:
        places = painter.places(hint.type)
        pairs = [
            (region, value)
            for region, value in zip(hint.regions, hint.values, strict=True)
            if region and all(0 <= site < len(places) for site in region)
        ]
        if painter.style == "Kakuro" and hint.type is SiteType.Cell:
            _sums(painter, pairs, places)
            continue
        for region, value in pairs:
            if painter.style == "Futoshiki" and len(region) == 2:
                _sign(painter, places[region[0]], places[region[1]])
            elif len(region) == 1:
                at = places[region[0]]
                if hint.type is SiteType.Vertex:
                    picture.circle(at, 0.3 * painter.unit, fill=painter.theme.cells[0], stroke=painter.theme.line,
                                   stroke_width=0.03 * painter.unit)  # fmt: skip
                picture.text(at, str(value), 0.42 * painter.unit)
            else:
                _cage(painter, region, value, places)
    picture.close()


def _cage(painter: Painter, region: Sequence[int], value: int, places: Sequence[Point]) -> None:
    """A dashed outline around the cells of a region, and its number in the corner of the first."""
    picture, unit = painter.picture, painter.unit
    cells = set(region)
    parts = []
    for site in region:
        x, y = places[site]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            beside = any(hypot(places[o][0] - x - dx * unit, places[o][1] - y - dy * unit) < 0.1 * unit for o in cells)
            if not beside:
                a = (x + 0.42 * unit * (dx - dy), y + 0.42 * unit * (dy - dx))
                b = (x + 0.42 * unit * (dx + dy), y + 0.42 * unit * (dy + dx))
                parts.append(f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}")
    dashes = number(0.07 * unit)
    line = {"fill": "none", "stroke": painter.theme.label, "stroke_width": 0.025 * unit, "stroke_dasharray": dashes}
    picture.path("".join(parts), **line)
    first = min((places[site] for site in region), key=lambda at: (round(at[1]), at[0]))
    picture.text((first[0] - 0.27 * unit, first[1] - 0.28 * unit), str(value), 0.24 * unit)


def _sign(painter: Painter, small: Point, large: Point) -> None:
    """An angle between two sites whose point shows the smaller number."""
    unit = painter.unit
    dx, dy = large[0] - small[0], large[1] - small[1]
    length = hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    mx, my = (small[0] + large[0]) / 2, (small[1] + large[1]) / 2
    tip = (mx - 0.09 * unit * dx, my - 0.09 * unit * dy)
    ends = [(mx + 0.1 * unit * (dx + s * dy), my + 0.1 * unit * (dy - s * dx)) for s in (-1.2, 1.2)]
    path = "L".join(f"{number(x)} {number(y)}" for x, y in (ends[0], tip, ends[1]))
    for colour, width in ((painter.theme.ground, 0.16), (painter.theme.label, 0.06)):
        painter.picture.path(f"M{path}", fill="none", stroke=colour, stroke_width=width * unit)


def _sums(painter: Painter, pairs: Sequence[tuple[Sequence[int], int]], places: Sequence[Point]) -> None:
    """Black cells, and in them the sums of the lines that begin beside them: below the diagonal for columns."""
    picture, unit = painter.picture, painter.unit
    white = {site for region, _ in pairs for site in region}
    for face in painter.graph.faces:
        if face.id not in white:
            picture.path(cell_path(picture, face), fill="#3a332c", stroke="#6f665a", stroke_width=0.02 * unit)
    for region, value in pairs:
        cells = sorted((places[site] for site in region), key=lambda at: (round(at[1]), at[0]))
        (x, y), last = cells[0], cells[-1]
        across = abs(last[0] - x) > abs(last[1] - y)
        cx, cy = (x - unit, y) if across else (x, y - unit)
        half = 0.48 * unit
        picture.path(
            f"M{number(cx - half)} {number(cy - half)}L{number(cx + half)} {number(cy + half)}",
            stroke="#8d8478", stroke_width=0.02 * unit,
        )  # fmt: skip
        at = (cx + 0.2 * unit, cy - 0.2 * unit) if across else (cx - 0.2 * unit, cy + 0.22 * unit)
        picture.text(at, str(value), 0.28 * unit, fill="#f6efe2")
