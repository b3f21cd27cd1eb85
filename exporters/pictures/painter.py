"""Draws one board: cells in a frame, lines and dots on a slab, hollows, or an open table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludparse import ludemes as L
from ludparse.interpreter.board.elements import Edge, Face
from ludparse.ludemes.enums import SiteType, StoreType

from .any_board import AnyBoard
from .bends import Bends, arc_around
from .canvas import Picture, Point, number
from .graphics import Entry, Graphics
from .layout import Box, inside
from .regions import Regions
from .shapes import cell_path, edge_path, outline_paths, rim_path
from .theme import Theme

__all__ = ["Painter"]


class Painter:
    """Draws one board in each of the styles. `style`: the one that the metadata names, or that follows from the
    equipment."""

    def __init__(
        self,
        board: AnyBoard,
        picture: Picture,
        theme: Theme,
        bends: Bends,
        graphics: Graphics,
        style: str | None,
        regions: Regions | None,
    ) -> None:
        self.board = board
        self.topology = board.topology
        self.graph = board.topology.source
        self.picture = picture
        self.theme = theme
        self.graphics = graphics
        self.style = style
        self.regions = regions
        self.unit = picture.unit
        self.arcs = self._arcs(bends)
        self.window: Box | None = None
        """The part of the board that is drawn; None: all of it."""

    def within(self, x: float, y: float) -> bool:
        """Whether a place on the board is drawn."""
        return inside(self.window, x, y)

    def _arcs(self, bends: Bends) -> list[tuple[Point, Point, str]]:
        """The corner, the start and the command of each way around a corner, once for both directions."""
        at = [self.picture.place(vertex.pt) for vertex in self.graph.vertices]
        once = {(min(pair), max(pair)): corner for pair, corner in bends.items()}
        return [(at[c], at[a], arc_around(at[c], at[a], at[b])) for (a, b), c in once.items()]

    def places(self, kind: SiteType) -> list[Point]:
        """Where the elements of a kind are, in pixels."""
        return [self.picture.place((e.x, e.y, e.z)) for e in self.topology.elements(kind)]

    def site_type(self, entry: Entry, *, vertices: bool = False, default_type: bool = False) -> SiteType:
        """The site type that an entry of the metadata names, or else the one that is played on; vertices: or else
        vertices."""
        named = entry.text("regionSiteType")
        words = [w for w in (*([named] if named else []), *entry.words) if w in SiteType.__members__]
        if words:
            return SiteType[words[-1] if default_type else words[0]]
        return SiteType.Vertex if vertices else self.topology.default_site

    def sites_of(self, entry: Entry, *, after: int = 0) -> list[int]:
        """The sites that an entry names: by number, by a region function, or by the name of a region. after: so many
        strings come before the region's name."""
        return [] if self.regions is None else self.regions.of_entry(entry, after=after)

    def given(self, part: str) -> str | None:
        """The colour that the description gives a part of the board, as the theme shows it."""
        colour = self.graphics.board_colour(part)
        return colour if colour in (None, "none") else self.theme.toned(colour)

    def invisible(self, kind: SiteType) -> None:
        """Invisible elements for the sites of a kind that are not drawn, so that programs can find all of them."""
        picture, letter = self.picture, kind.name[0]
        if self.window is not None:
            return
        missing = [k for k in range(self.topology.size(kind)) if f"{letter}{k}" not in picture.ids]
        if not missing:
            return
        picture.open(class_="invisible", fill="#000", fill_opacity=0, stroke="#000", stroke_opacity=0)
        for k in missing:
            name = {"class_": kind.name.lower(), "id": f"{letter}{k}"}
            if kind is SiteType.Edge:
                path = edge_path(picture, self.graph.edges[k])
                picture.path(path, stroke_width=0.25 * self.unit, pointer_events="stroke", **name)
            elif kind is SiteType.Vertex:
                picture.circle(picture.place(self.graph.vertices[k].pt), 0.25 * self.unit, **name)
            elif k < len(self.graph.faces):
                picture.path(cell_path(picture, self.graph.faces[k]), **name)
        picture.close()

    def cells(self) -> None:
        """Tinted cells in a frame; edges that bound no cell as lines."""
        picture, theme = self.picture, self.theme
        rim = rim_path(picture, self.topology)
        outer = self.given("OuterEdges") or theme.rim
        width = 2 * theme.rim_width * self.unit * min(self.graphics.thickness("OuterEdges"), 2.0)
        if outer != "none" and width:
            picture.path(rim, class_="rim", fill="none", stroke=outer, stroke_width=width)
        inner = self.given("InnerEdges") or theme.cell_line
        self._faces(self.tints(), inner, theme.cell_line_width * min(self.graphics.thickness("InnerEdges"), 3.0))
        loose = [e for e in self.graph.edges if e.left is None and e.right is None]
        self._lines([edge_path(picture, e) for e in loose], theme.line, theme.line_width)

    def tints(self) -> list[str]:
        """The colour of each cell."""
        theme = self.theme
        elements = self.topology.elements(SiteType.Cell)
        phases = [element.phase for element in elements]
        given = {phase: self.given(f"Phase{phase}") for phase in range(6)}
        chequered = self.style in ("Chess", "Lasca") or self.graphics.says("board", "Checkered")
        if any(given.values()) and not (chequered and not (given[0] and given[1])):
            plain = given[0] or theme.cells[0]  # on boards that are not chequered, the first colour is for all
            found = [given.get(phase) or plain for phase in phases]
            return [theme.cells[0] if colour == "none" else colour for colour in found]
        if chequered and elements:
            first = min(elements, key=lambda e: (e.row, e.col)).phase  # the lower left corner is dark
            tones = [given[0] or theme.dark, given[1] or theme.light, given[2] or theme.middle]
            return [tones[(phase - first) % 3 if max(phases) > 1 else int(phase != first)] for phase in phases]
        if self.style == "SnakesAndLadders":
            return [theme.cells[0] if phase % 2 else theme.cells[2] for phase in phases]
        # boards of several kinds of cells are tinted by their number of sides
        sides = sorted({len(face.edges) for face in self.graph.faces}, reverse=True)
        several = len(sides) <= 3
        return [theme.cells[sides.index(len(face.edges)) if several else 0] for face in self.graph.faces]

    def _faces(self, tints: Sequence[str], line: str, width: float) -> None:
        self.picture.open(stroke=line, stroke_width=width * self.unit)
        for face in sorted(self.graph.faces, key=lambda face: -_extent(face)):  # discs can overlap
            path = cell_path(self.picture, face)
            self.picture.path(path, class_="cell", id=f"C{face.id}", fill=tints[face.id])
        self.picture.close()

    def _ground(self, reach: float) -> None:
        """A slab under all points and lines, with a rim."""
        picture, theme = self.picture, self.theme
        paths, lonely = outline_paths(picture, self.topology)
        for colour, more in ((theme.rim, theme.rim_width * 0.6), (theme.ground, 0.0)):
            width = (reach + more) * self.unit
            picture.open(class_="ground", fill=colour, stroke=colour, stroke_width=2 * width)
            for path in paths:
                picture.path(path)
            for corner, start, arc in self.arcs:
                picture.path(f"M{_pair(start)}{arc}L{_pair(corner)}Z")
            picture.close()
            for at in lonely:
                picture.circle(at, width, fill=colour)

    def _lines(self, paths: Iterable[str], colour: str, width: float) -> None:
        self.picture.open(fill="none", stroke=colour, stroke_width=width * self.unit)
        for path in paths:
            self.picture.path(path)
        self.picture.close()

    def _edges(self, colour: str, width: float) -> None:
        self.picture.open(fill="none", stroke=colour, stroke_width=width * self.unit)
        for edge in self.visible_edges():
            raised = {"stroke_width": 0.6 * width * self.unit} if edge.z else {}
            self.picture.path(edge_path(self.picture, edge), class_="edge", id=f"E{edge.id}", **raised)
        self.picture.close()

    def visible_edges(self) -> list[Edge]:
        """The edges without those that the metadata hides: all of them, or those that run askew."""
        askew = every = False
        for entry in self.graphics.of("show", "Edges"):
            if "Hidden" in entry.words or entry.colour == "none":
                askew = askew or "Diagonal" in entry.words
                every = every or not {"Diagonal", "Orthogonal", "Inner", "Outer"} & set(entry.words)
        if every:
            return []
        return [e for e in self.graph.edges if not (askew and min(abs(e.a.x - e.b.x), abs(e.a.y - e.b.y)) > 1e-3)]

    def _dots(self, radius: float) -> None:
        self.picture.open(fill=self.theme.point)
        for vertex in self.graph.vertices:
            at = self.picture.place(vertex.pt)
            size = radius * self.unit * (0.75 if vertex.z else 1.0)
            self.picture.circle(at, size, class_="vertex", id=f"V{vertex.id}")
        self.picture.close()

    def points(self) -> None:
        """Lines and dots on a slab; points without lines as shallow holes."""
        theme, graphics = self.theme, self.graphics
        self._ground(0.62)
        line = self.given("InnerEdges") or theme.line
        line = theme.line if line == "none" else line
        width = theme.line_width * min(graphics.thickness("InnerEdges"), 3.0)
        self._lines([f"M{_pair(start)}{arc}" for _, start, arc in self.arcs], line, width)
        self._edges(line, 0.7 * width if self.style in ("Go", "Xiangqi", "Janggi") else width)
        if not self.graph.edges or not self.visible_edges():
            self.hollows(theme.pit_radius * 0.8)
        elif self.style in ("Go", "Xiangqi", "Janggi"):
            self._spots()
        elif self.style in ("Graph", "PenAndPaper", "HoundsAndJackals", "Futoshiki"):
            self._holes()
        else:
            self._dots(theme.point_radius)

    def _spots(self) -> None:
        """Where lines cross, without a dot."""
        self.picture.open(fill="#000", fill_opacity=0)
        for vertex in self.graph.vertices:
            self.picture.circle(self.picture.place(vertex.pt), 0.3 * self.unit, class_="vertex", id=f"V{vertex.id}")
        self.picture.close()

    def _holes(self) -> None:
        """Round places with an outline, as on drawn graphs."""
        theme = self.theme
        self.picture.open(fill=theme.cells[0], stroke=theme.line, stroke_width=0.035 * self.unit)
        for vertex in self.graph.vertices:
            self.picture.circle(self.picture.place(vertex.pt), 0.24 * self.unit, class_="vertex", id=f"V{vertex.id}")
        self.picture.close()

    def edges(self) -> None:
        """Wide grooves between dots."""
        theme = self.theme
        self._ground(0.7)
        self._edges(theme.cells[1], 0.2)
        self._dots(theme.point_radius * 1.1)

    def pits(self) -> None:
        """Hollows in a slab; stores as long ones."""
        self._ground(0.68)
        node = self.board.equipment.containers[0].node
        stores = set()
        if isinstance(node, L.MancalaBoard) and node.store is not StoreType.None_ and node.rows > 1:
            xs = [vertex.x for vertex in self.graph.vertices]
            stores = {v.id for v in self.graph.vertices if v.x in (min(xs), max(xs))}
        self.hollows(self.theme.pit_radius, stores if len(stores) == 2 else set())

    def hollows(self, radius: float, long: set[int] | None = None, only: set[int] | None = None) -> None:
        """Round hollows. radius: in units; long: the vertices of long ones; only: the vertices that have one."""
        middle, edge = self.theme.pit
        stops = f'<stop offset="0" stop-color="{middle}"/><stop offset="1" stop-color="{edge}"/>'
        self.picture.define(f'<radialGradient id="pit" cx="0.5" cy="0.62" r="0.6">{stops}</radialGradient>')
        self.picture.open(fill="url(#pit)", stroke=self.theme.rim, stroke_width=0.02 * self.unit)
        for vertex in self.graph.vertices:
            if only is not None and vertex.id not in only:
                continue
            at = self.picture.place(vertex.pt)
            name = {"class_": "vertex", "id": f"V{vertex.id}"}
            if long and vertex.id in long:
                wide, high = 0.76 * self.unit, 1.5 * self.unit
                box = {"x": at[0] - wide / 2, "y": at[1] - high / 2, "width": wide, "height": high, "rx": wide / 2}
                self.picture.element("rect", **box, **name)
            else:
                self.picture.circle(at, radius * self.unit, **name)
        self.picture.close()

    def table(self) -> None:
        """An open table, and its cells as very faint outlines, so that what lies there stands out."""
        width = 0.02 * self.unit
        shown = [c for c in self.topology.elements(SiteType.Cell) if self.within(c.x, c.y)]
        xs, ys = zip(*(self.picture.place((c.x, c.y, c.z)) for c in shown), strict=True)
        (left, right), (top, bottom) = ((min(ends) - self.unit / 2, max(ends) + self.unit / 2) for ends in (xs, ys))
        box = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        self.picture.element("rect", **box, fill=self.theme.ground)
        self.picture.open(fill="none", stroke=self.theme.faint, stroke_width=width, stroke_opacity=0.15)
        for face, cell in zip(self.graph.faces, self.topology.elements(SiteType.Cell), strict=True):
            if self.within(cell.x, cell.y):
                path = cell_path(self.picture, face)
                self.picture.path(path, class_="cell", id=f"C{face.id}")
        self.picture.close()


def _pair(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"


def _extent(face: Face) -> float:
    xs, ys = [v.x for v in face.vertices], [v.y for v in face.vertices]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))
