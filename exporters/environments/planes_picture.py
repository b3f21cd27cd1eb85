"""A picture of what a network sees of a position: each plane on the board's own grid, and the numbers below, in SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..pictures.xml_text import escape

if TYPE_CHECKING:
    from ludparse.interpreter.play.board_planes import BoardPlanes
    from ludparse.interpreter.play.tensors import Seen

__all__ = ["planes_svg"]

_CELL, _GAP, _LINE = 14, 12, 18
_LETTER = 7.5
"""About how wide a letter is."""
_STYLE = """
text { font: 13px sans-serif; fill: #222; dominant-baseline: middle }
.site { fill: #fff; stroke: #bbb }
.more { fill: #1a5fb4 }
.less { fill: #c01c28 }
.bar { fill: #fff; stroke: #bbb }
"""


def planes_svg(form: BoardPlanes, seen: Seen) -> str:
    """A picture of planes and numbers of "board". The deeper a cell's blue, the nearer its value is to 1, red to -1; a
    cell of the grid that is no site is not drawn."""
    count, rows, columns = seen.planes.shape
    titles = [f"{form.planes[k % len(form.planes)]}{_back(k // len(form.planes))}" for k in range(count)]
    left, tall = columns * _CELL + 2 * _GAP, rows * _CELL
    parts: list[str] = []
    y = _GAP
    for title, plane in zip(titles, seen.planes.reshape(count, -1).tolist(), strict=True):
        parts.append("<g>")
        for at, (site, value) in enumerate(zip(form.sites, plane, strict=True)):
            if site is not None or form.levels:
                parts += _square(_GAP + at % columns * _CELL, y + at // columns * _CELL, _CELL, value, "site")
        parts.append(f'<text x="{left}" y="{y + tall / 2:g}">{escape(title)}</text></g>')
        y += max(tall, _LINE) + _GAP
    for title, value in zip(form.numbers, seen.numbers.tolist(), strict=True):
        parts.append("<g>")
        parts += _square(left - _GAP - _CELL, y, _CELL, value, "bar")
        parts.append(f'<text x="{left}" y="{y + _CELL / 2:g}">{escape(title)}</text></g>')
        y += _LINE
    width = left + _GAP + _LETTER * max(map(len, (*titles, *form.numbers)), default=0)
    size = f'width="{width:g}" height="{y + _GAP}" viewBox="0 0 {width:g} {y + _GAP}"'
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<style>{_STYLE}</style>\n{body}\n</svg>\n'


def _back(positions: int) -> str:
    return f", {positions} before" if positions else ""


def _square(x: float, y: float, side: float, value: float, kind: str) -> list[str]:
    """A square, coloured by its value, which is told where the mouse rests."""
    place = f'x="{x}" y="{y}" width="{side}" height="{side}"'
    parts = [f'<rect class="{kind}" {place}/>']
    if value:
        sign = "more" if value > 0 else "less"
        parts.append(f'<rect class="{sign}" {place} fill-opacity="{abs(value):.3g}"><title>{value:.3g}</title></rect>')
    return parts
