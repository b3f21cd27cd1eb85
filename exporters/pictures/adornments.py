"""What makes a board look like its game: star points, palaces, rivers, coloured sides, boxes of puzzles, regions,
symbols, lines, snakes and ladders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import hypot, isqrt
from typing import TYPE_CHECKING

from ludparse.interpreter.board.elements import Edge, Face
from ludparse.ludemes.enums import SiteType
from ludparse.reader.syntax import Array, Atom

from .canvas import Point, number
from .colours import mixed
from .graphics import Entry, numbers_in
from .hints import draw_hints
from .shapes import along, cell_path
from .snakes import draw_snakes

if TYPE_CHECKING:
    from .painter import Painter
from typing import TYPE_CHECKING

from .symbols import drawing_of

if TYPE_CHECKING:
    from .painter import Painter

__all__ = ["adorn", "draw_symbols"]

_TINT = "#d8c9a8"


def adorn(painter: Painter, owners: Sequence[str]) -> None:
    """Everything on a board that is not its cells, lines and points. owners: the players' colours, from index 1."""
    _region_colours(painter, owners)
    match painter.style:
        case "Go":
            _star_points(painter)
        case "Xiangqi" | "Janggi":
            _palaces(painter, river=painter.style == "Xiangqi")
        case "Shogi":
            _thirds(painter)
        case "Sudoku" | "UltimateTicTacToe":
            _boxes(painter)
        case "Tafl":
            _refuges(painter)
        case _:
            pass
    _sides(painter, owners)
    draw_hints(painter)
    draw_snakes(painter)
    _lines(painter)
    draw_symbols(painter, owners)


def _grid(painter: Painter) -> tuple[list[float], list[float]]:
    """The places of columns and rows of the board's vertices, on the board."""
    xs = sorted({round(v.x, 4) for v in painter.graph.vertices})
    ys = sorted({round(v.y, 4) for v in painter.graph.vertices})
    return xs, ys


def _dots(painter: Painter, places: Iterable[tuple[float, float]], radius: float) -> None:
    picture = painter.picture
    picture.open(class_="stars", fill=painter.theme.point)
    for x, y in places:
        picture.circle(picture.place((x, y, 0.0)), radius * painter.unit)
    picture.close()


def _star_points(painter: Painter) -> None:
    """The handicap points: on the fourth line (on small boards the third), and the middles."""
    xs, ys = _grid(painter)

    def lines(count: int) -> list[int]:
        if count < 7:
            return [count // 2] if count % 2 else []
        edge = 3 if count >= 12 else 2
        return [edge, *([count // 2] if count % 2 and count >= 9 else []), count - 1 - edge]

    columns, rows = lines(len(xs)), lines(len(ys))
    middle = (len(xs) // 2, len(ys) // 2)
    small = len(xs) < 19  # then the middles of the sides have no star
    crossings = [(c, r) for c in columns for r in rows]
    found = [(c, r) for c, r in crossings if not small or (c == middle[0]) == (r == middle[1])]
    _dots(painter, [(xs[c], ys[r]) for c, r in found], 0.11)


def _thirds(painter: Painter) -> None:
    """The four dots at the corners of the promotion zones."""
    xs, ys = _grid(painter)
    if len(xs) > 6 and len(ys) > 6:
        x, y = (len(xs) - 1) // 3, (len(ys) - 1) // 3
        _dots(painter, [(a, b) for a in (xs[x], xs[-1 - x]) for b in (ys[y], ys[-1 - y])], 0.06)


def _palaces(painter: Painter, river: bool) -> None:
    """The diagonals of the palaces, and the river between the two halves."""
    xs, ys = _grid(painter)
    if len(xs) < 5 or len(ys) < 6:
        return
    picture, theme = painter.picture, painter.theme
    left, right = len(xs) // 2 - 1, len(xs) // 2 + 1
    parts = []
    for low, high in ((0, 2), (len(ys) - 3, len(ys) - 1)):
        for a, b in ((left, right), (right, left)):
            start, end = picture.place((xs[a], ys[low], 0.0)), picture.place((xs[b], ys[high], 0.0))
            parts.append(f"M{_pair(start)}L{_pair(end)}")
    picture.path(
        "".join(parts), class_="palace", fill="none", stroke=theme.line, stroke_width=0.03 * painter.unit,
    )  # fmt: skip
    if river and len(ys) % 2 == 0:
        below, above = ys[len(ys) // 2 - 1], ys[len(ys) // 2]
        (x0, y0), (x1, y1) = picture.place((xs[0], above, 0.0)), picture.place((xs[-1], below, 0.0))
        inset = 0.03 * painter.unit
        box = {"x": x0 + inset, "y": y0 + inset, "width": x1 - x0 - 2 * inset, "height": y1 - y0 - 2 * inset}
        picture.element("rect", **box, class_="river", fill=theme.river)
        for share, signs in ((0.25, ("u695a", "u6cb3")), (0.75, ("u6f22", "u754c"))):
            for k, sign in enumerate(signs):
                at = (x0 + (x1 - x0) * share + (k - 0.5) * 1.05 * painter.unit, (y0 + y1) / 2)
                painter.picture.use(sign, at, 0.62 * painter.unit, theme.line, theme.line)


def _boxes(painter: Painter) -> None:
    """Thick lines around the boxes of a puzzle whose side is a square number, or around the regions of its hints."""
    xs, ys = _grid(painter)
    side = isqrt(len(xs) - 1)
    if len(xs) != len(ys) or side * side != len(xs) - 1 or side < 2:
        return
    picture = painter.picture
    parts = []
    for k in range(0, len(xs), side):
        for a, b in (((xs[k], ys[0]), (xs[k], ys[-1])), ((xs[0], ys[k]), (xs[-1], ys[k]))):
            parts.append(f"M{_pair(picture.place((*a, 0.0)))}L{_pair(picture.place((*b, 0.0)))}")
    line = {"fill": "none", "stroke": painter.theme.line, "stroke_width": 0.07 * painter.unit}
    picture.path("".join(parts), class_="boxes", stroke_linecap="square", **line)


def _refuges(painter: Painter) -> None:
    """The throne and the corners of tafl boards, where the metadata names no symbols."""
    if any(True for _ in painter.graphics.of("show", "Symbol")):
        return
    sets = painter.topology.sets(painter.topology.default_site)
    places = painter.places(painter.topology.default_site)
    for site in (*sets.centre, *sets.corners):
        painter.picture.use("knot", places[site], 0.8 * painter.unit, "none", painter.theme.cell_line)


def _sides(painter: Painter, owners: Sequence[str]) -> None:
    """The sides that a player has to join, in the player's colour: regions of players that are sides of the board."""
    regions, board = painter.regions, painter.board
    if regions is None or painter.style not in ("ConnectiveGoal", None):
        return
    if painter.topology.default_site is not SiteType.Cell:
        return
    sets = painter.topology.sets(SiteType.Cell)
    sides = [frozenset(side) for side in sets.sides.values()]
    found: dict[Edge, str] = {}
    for region in board.equipment.regions:
        if not 0 < region.owner < len(owners):
            continue
        for part in regions.parts(region):
            if frozenset(part) in sides and len(part) > 1:
                for edge in _outer_edges(painter, set(part)):
                    found.setdefault(edge, owners[region.owner])
    if painter.style is None and len(set(found.values())) < 2:
        return
    width = 0.2 * painter.unit
    for colour in dict.fromkeys(found.values()):
        parts = [_edge(painter, edge) for edge, own in found.items() if own == colour]
        painter.picture.path("".join(parts), class_="side", fill="none", stroke=colour, stroke_width=width)


def _outer_edges(painter: Painter, cells: set[int]) -> list[Edge]:
    """The outer edges of cells of a side that lie on that side: those of a corner are shared among its sides."""
    faces = [painter.graph.faces[cell] for cell in cells]
    mid = _middle(faces)
    centre = _middle(painter.graph.faces)
    dx, dy = mid[0] - centre[0], mid[1] - centre[1]
    length = hypot(dx, dy) or 1.0
    found = []
    for face in faces:
        for edge in face.edges:
            if (edge.left is None) == (edge.right is None):
                continue
            ex, ey = (edge.a.x + edge.b.x) / 2 - _middle([face])[0], (edge.a.y + edge.b.y) / 2 - _middle([face])[1]
            if (ex * dx + ey * dy) / (length * (hypot(ex, ey) or 1.0)) > 0.35:
                found.append(edge)
    return found


def _middle(faces: Sequence[Face]) -> Point:
    places = [(v.x, v.y) for face in faces for v in face.vertices]
    return sum(x for x, _ in places) / max(len(places), 1), sum(y for _, y in places) / max(len(places), 1)


def _edge(painter: Painter, edge: Edge) -> str:
    return f"M{_pair(painter.picture.place(edge.a.pt))}{along(painter.picture, edge.a, edge)}"


def _region_colours(painter: Painter, owners: Sequence[str]) -> None:
    """`(region Colour …)`: cells, vertices or edges of a region in a colour; those of a player in a tint of the
    colour, whatever colour is named, so that pieces and homes belong together."""
    for entry in painter.graphics.of("region", "Colour"):
        colour = entry.colour
        if colour is None or colour == "none":
            continue
        role = next((word for word in entry.words if re.fullmatch(r"P\d+", word)), "P0")
        if 0 < int(role[1:]) < len(owners) - 1:
            colour = mixed(owners[int(role[1:])], _TINT, 0.5)
        colour = painter.theme.toned(colour)
        kind = painter.site_type(entry)
        sites = painter.sites_of(entry)
        picture = painter.picture
        picture.open(class_="region", fill=colour, stroke=painter.theme.cell_line, stroke_width=0.02 * painter.unit)
        for site in sites:
            if kind is SiteType.Cell and site < len(painter.graph.faces):
                picture.path(cell_path(picture, painter.graph.faces[site]))
            elif kind is SiteType.Vertex and site < len(painter.graph.vertices):
                picture.circle(picture.place(painter.graph.vertices[site].pt), 0.3 * painter.unit)
            elif kind is SiteType.Edge and site < len(painter.graph.edges):
                path = _edge(painter, painter.graph.edges[site])
                picture.path(path, fill="none", stroke=colour, stroke_width=0.12 * painter.unit)
        picture.close()


def _lines(painter: Painter) -> None:
    """`(show Line {{a b} …})`: lines between sites."""
    for entry in painter.graphics.of("show", "Line"):
        places = painter.places(painter.site_type(entry, vertices=True))
        colour = entry.colour or painter.theme.line
        width = (0.08 if "Thick" in "".join(entry.words) else 0.045) * painter.unit
        if colour == "none" or "Hidden" in entry.words:
            continue
        parts = [_curve(places, pair, entry) for array in entry.arrays[:1] for pair in _pairs(array)]
        path = "".join(part for part in parts if part)
        if path:
            dashes = {"stroke_dasharray": number(0.12 * painter.unit)} if "Dott" in str(entry.words) else {}
            painter.picture.path(path, class_="line", fill="none", stroke=colour, stroke_width=width, **dashes)


def _pairs(array: Array) -> list[list[int]]:
    return [[int(v) for v in numbers_in(item)] for item in array.items if not isinstance(item, Atom)]


def _curve(places: Sequence[Point], pair: Sequence[int], entry: Entry) -> str:
    if len(pair) != 2 or not all(0 <= site < len(places) for site in pair):
        return ""
    (ax, ay), (bx, by) = places[pair[0]], places[pair[1]]
    bend = numbers_in(entry.named.get("curve"))
    length = hypot(bx - ax, by - ay)
    if len(bend) != 4:
        return f"M{_pair((ax, ay))}L{_pair((bx, by))}"
    one = (ax + bend[0] * length, ay - bend[1] * length)
    two = (bx + bend[2] * length, by - bend[3] * length)
    return f"M{_pair((ax, ay))}C{_pair(one)} {_pair(two)} {_pair((bx, by))}"


def _pair(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"


_SMALL = frozenset({"disc", "marker", "dot", "ball"})


def draw_symbols(painter: Painter, owners: Sequence[str]) -> None:
    """Draw the symbols that the metadata shows on sites. owners: the colours of the players."""
    picture, graphics = painter.picture, painter.graphics
    default = graphics.board_colour("Symbols")
    for entry in graphics.of("show", "Symbol"):
        role = next((w for w in entry.words if w[:1] == "P" and w[1:].isdecimal()), "")
        owner = owners[int(role[1:])] if role and int(role[1:]) < len(owners) else None
        fill = entry.named_colour("fillColour") or owner or default or painter.theme.line
        ink = entry.named_colour("edgeColour") or fill
        text = entry.text("text")
        image = "" if text is not None else entry.strings[0] if entry.strings else ""
        copies = int(image[0]) if image[:1] in ("2", "3", "4") and drawing_of(image[1:]) else 1  # "3flags"
        found = drawing_of(image[1:] if copies > 1 else image) if image else None
        scale = max(0.05, min(entry.number("scale") or entry.number("scaleX") or 1.0, 3.0))
        dx, dy = entry.number("offsetX") or 0.0, entry.number("offsetY") or 0.0
        places = painter.places(painter.site_type(entry, default_type=True))
        picture.open(class_="symbols", text_anchor="middle", font_weight="600", font_family=painter.theme.font)
        for site in painter.sites_of(entry, after=0 if text is not None else 1):
            if not 0 <= site < len(places):
                continue
            at = (places[site][0] + dx * painter.unit, places[site][1] - dy * painter.unit)
            if found is not None:
                glyph = found.rpartition(":")[2]
                lines = ink if ":" not in found and glyph not in ("thincross", "cross", "knot", "waves") else fill
                turn = entry.number("rotation") or 0.0
                for k in range(copies):
                    apart = (k - (copies - 1) / 2) * 0.28 * scale * painter.unit
                    size = 0.9 * scale * painter.unit
                    picture.use(glyph, (at[0] + apart, at[1]), size, fill, lines, turn=turn)
            else:
                word = (text if text is not None else image)[:12]
                picture.text(at, word, 0.5 * scale * painter.unit * min(1.0, 3 / max(len(word), 1)), fill=fill)
        picture.close()
