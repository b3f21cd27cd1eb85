"""The canvas of a picture: maps places of the board to pixels, and shapes to SVG.

Pictures of positions draw on the same sheet: `Picture.place` says where a site is, `Picture.unit` how far apart
neighbouring sites are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import acos, hypot, sin, tan

from .symbols import PREFIX, markup
from .xml_text import escape, quoteattr

__all__ = ["Picture", "Point", "Projection", "curve", "flattened", "number", "written"]

Point = tuple[float, float]
Projection = Callable[[Sequence[float]], Point]

_LARGEST_UNIT = 64.0
_SIDE = 640.0
_SMALLEST_UNIT = 9.0
_ASIDE, _UPWARDS = 0.2, 0.34


def number(value: float) -> str:
    """A number as short as two digits after the point allow."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Picture:
    """An SVG document under construction. `unit`: pixels from site to site."""

    def __init__(
        self,
        points: Iterable[Sequence[float]],
        spacing: float,
        margin: float,
        title: str,
        project: Projection | None = None,
    ) -> None:
        """`points`: all that has to be on it, on the board; `spacing`: from site to site there; `margin`: around them,
        in spacings. `project`: where a place of the board lies on a plane; by default as `flattened` says."""
        self.project = project or flattened
        found = [self.project(point) for point in points] or [(0.0, 0.0)]
        xs, ys = [x for x, _ in found], [y for _, y in found]
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        room = 2 * margin * spacing
        scale = min(_LARGEST_UNIT / spacing, _SIDE / max(width + room, height + room, spacing))
        self.scale = max(scale, _SMALLEST_UNIT / spacing)
        self.unit = self.scale * spacing
        self._left = min(xs) - margin * spacing
        self._top = max(ys) + margin * spacing
        self.width = (width + room) * self.scale
        self.height = (height + room) * self.scale
        self.title = title
        self._body: list[str] = []
        self._defs: list[str] = []
        self.symbols: set[str] = set()
        """The drawings that are used; whoever writes the document defines them."""
        self.ids: set[str] = set()
        """The ids of elements."""
        self._depth = 1

    def place(self, point: Sequence[float]) -> Point:
        """Where a place (x, y) or (x, y, z) of the board is on the sheet, in pixels from the upper left corner."""
        x, y = self.project(point)
        return self.on_plane((x, y))

    def on_plane(self, point: Point) -> Point:
        """Where a place of the plane onto which the board is projected lies on the sheet."""
        x, y = point
        return (x - self._left) * self.scale, (self._top - y) * self.scale

    def path(self, commands: str, **attributes: object) -> None:
        self.element("path", d=commands, **attributes)

    def circle(self, at: Point, radius: float, **attributes: object) -> None:
        """A circle; place and radius in pixels."""
        self.element("circle", cx=at[0], cy=at[1], r=radius, **attributes)

    def text(self, at: Point, content: str, size: float, **attributes: object) -> None:
        """Text centred on a place."""
        attributes = {"x": at[0], "y": at[1] + 0.35 * size, "font_size": size, **attributes}
        self._line(f"<text{written(attributes)}>{escape(content)}</text>")

    def use(self, symbol: str, at: Point, size: float, fill: str, ink: str, *, turn: float = 0.0) -> None:
        """A drawing of `ludparse.exporters.pictures.symbols`, centred on a place; its definition is added."""
        self.symbols.add(symbol)
        place = {"x": at[0] - size / 2, "y": at[1] - size / 2, "width": size, "height": size, "fill": fill}
        if turn:
            place["transform"] = f"rotate({number(turn)} {number(at[0])} {number(at[1])})"
        self.element("use", href=f"#{PREFIX}{symbol}", **place, color=ink)

    def element(self, name: str, **attributes: object) -> None:
        """Any element. Underscores in names stand for hyphens, one at the end of a name is dropped."""
        if "id" in attributes:
            self.ids.add(str(attributes["id"]))
        self._line(f"<{name}{written(attributes)}/>")

    def open(self, **attributes: object) -> None:
        """Begin a group whose attributes hold for all in it."""
        self._line(f"<g{written(attributes)}>")
        self._depth += 1

    def close(self) -> None:
        self._depth -= 1
        self._line("</g>")

    def define(self, text: str) -> None:
        """Add a definition (a gradient, a marker)."""
        self._defs.append(text)

    def svg(self) -> str:
        """The whole document."""
        size = f'width="{number(self.width)}" height="{number(self.height)}"'
        box = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img">'
        defs = "".join(markup(self.symbols).values())
        body = [f"  <defs>{defs}</defs>"] if defs else []
        body += [self.markup()] if self._defs or self._body else []
        return "\n".join([head, f"  <title>{escape(self.title)}</title>", *body, "</svg>", ""])

    def markup(self) -> str:
        """What has been drawn so far, without the `<svg>` around it."""
        defs = [f"  <defs>{''.join(self._defs)}</defs>"] if self._defs else []
        return "\n".join([*defs, *self._body])

    def taken(self, draw: Callable[[], None]) -> str:
        """What a function draws, as markup that is not part of the document."""
        before = len(self._body)
        draw()
        text = "\n".join(self._body[before:])
        del self._body[before:]
        return text

    def _line(self, text: str) -> None:
        self._body.append("  " * self._depth + text)


def flattened(point: Sequence[float]) -> Point:
    """A place projected from above and a little from the front left: higher places move up and to the right."""
    x, y, z = (*point, 0.0)[:3]
    return x + _ASIDE * z, y + _UPWARDS * z


def written(attributes: Mapping[str, object]) -> str:
    """Attributes as markup; underscores in names stand for hyphens, one at the end is dropped."""
    words = []
    for name, value in attributes.items():
        text = number(value) if isinstance(value, float | int) else str(value)
        words.append(f" {name.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    return "".join(words)


def curve(a: Point, b: Point, tangent_a: Point | None, tangent_b: Point | None) -> str:
    """The command that goes from a to b: a line, or a curve that leaves both ends in the given directions.

    Tangents of length 1 with the same angle to the line from a to b make the arc of a circle.
    """
    if tangent_a is None or tangent_b is None:
        return f"L{number(b[0])} {number(b[1])}"
    chord = hypot(b[0] - a[0], b[1] - a[1])
    ax, ay = _unit(tangent_a)
    bx, by = _unit(tangent_b)
    turn = acos(max(-1.0, min(1.0, -(ax * bx + ay * by))))
    reach = chord / 3 if turn < 1e-3 else chord * (4 / 3) * tan(turn / 4) / (2 * sin(min(turn, 3.1) / 2))
    from_a = a[0] + reach * tangent_a[0], a[1] + reach * tangent_a[1]
    from_b = b[0] + reach * tangent_b[0], b[1] + reach * tangent_b[1]
    return "C" + " ".join(map(number, (*from_a, *from_b, *b)))


def _unit(vector: Point) -> Point:
    length = hypot(*vector) or 1.0
    return vector[0] / length, vector[1] / length
