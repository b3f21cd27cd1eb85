"""Pictures of boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from exporters.pictures.any_board import AnyBoard
from exporters.pictures.bends import Bends, arc_around, bends_of, reach_of
from exporters.pictures.canvas import Picture, Point, flattened, number
from exporters.pictures.graphics import Graphics
from exporters.pictures.layout import Tray
from exporters.pictures.overlays import draw_axes, draw_labels, draw_marks, draw_tracks
from exporters.pictures.shapes import cell_path, edge_path, outline_paths, rim_path, spacing
from exporters.pictures.theme import WOOD, Theme
from interpreter.board.elements import Face
from ludparse import ludemes as L
from ludparse.ludemes.enums import SiteType

__all__ = ["SHOWABLE", "BoardStyle", "Ground", "draw_board", "draw_ground", "style_of"]

SHOWABLE = ("cells", "vertices", "edges", "indices", "coordinates", "axes", "tracks")
"""What can be shown on request: elements that are not played on, numbers, labels, rows and columns, tracks."""

_KINDS = {"cells": SiteType.Cell, "vertices": SiteType.Vertex, "edges": SiteType.Edge}
_CHECKERED = 3  # with at most so many phases, cells are tinted by phase


class BoardStyle(Enum):
    """The style of a board's picture."""

    CELLS = "cells"
    POINTS = "points"
    EDGES = "edges"
    PITS = "pits"
    TABLE = "table"


def style_of(board: AnyBoard) -> BoardStyle:
    """The style that fits the way a board is played on."""
    node = board.equipment.containers[0].node
    if isinstance(node, L.MancalaBoard):
        return BoardStyle.PITS
    if board.equipment.boardless:
        return BoardStyle.TABLE
    topology = board.topology
    if topology.default_site is SiteType.Cell and topology.size(SiteType.Cell):
        return BoardStyle.CELLS
    return BoardStyle.EDGES if topology.default_site is SiteType.Edge else BoardStyle.POINTS


def draw_board(board: AnyBoard, *, show: Iterable[str] = (), theme: Theme = WOOD) -> Picture:
    """A board without pieces. `show`: some of SHOWABLE; ValueError for anything else.

    Indices and coordinates are those of the elements that are shown, or else of those played on. Elements have the
    classes cell, edge and vertex and the ids C0, E0, V0, ..., so that programs can find them.
    """
    wanted = list(dict.fromkeys(show))
    for word in wanted:
        if word not in SHOWABLE:
            raise ValueError(f"a board can show {', '.join(SHOWABLE)}, not {word!r}")
    ground = draw_ground(board, Graphics(), theme, axes="axes" in wanted)
    picture, topology, style = ground.picture, board.topology, ground.look
    kinds = [_KINDS[word] for word in wanted if word in _KINDS]
    for kind in kinds:
        draw_marks(picture, topology, kind, theme)
    if "tracks" in wanted:
        draw_tracks(picture, topology, board.equipment.tracks, theme, ground.bends)
    for what in ("indices", "coordinates"):
        if what in wanted:
            for kind in kinds or [topology.default_site]:
                beside = kind is not SiteType.Cell and style is not BoardStyle.PITS
                below = "indices" in wanted and what == "coordinates"
                draw_labels(picture, topology, kind, theme, labels=what == "coordinates", beside=beside, below=below)
    if "axes" in wanted:
        draw_axes(picture, topology, theme)
    return picture


@dataclass(frozen=True)
class Ground:
    """A drawn board: what pictures of positions are drawn on."""

    board: AnyBoard
    picture: Picture
    look: BoardStyle
    style: str | None
    """The style that the metadata names."""
    trays: list[Tray]
    bends: Bends

    def places(self, kind: SiteType) -> list[Point]:
        """Where the elements of a kind are, in pixels."""
        return [self.picture.place((e.x, e.y, e.z)) for e in self.board.topology.elements(kind)]

    def piece_size(self, kind: SiteType) -> float:
        """The width of a piece of size 1 on an element of a kind, in distances between neighbouring sites."""
        return 0.9 if kind is SiteType.Edge and self.look is not BoardStyle.EDGES else 1.0


def draw_ground(
    board: AnyBoard,
    graphics: Graphics,
    theme: Theme = WOOD,
    *,
    axes: bool = False,
    trays: Callable[[tuple[float, float, float, float], float], list[Tray]] | None = None,
) -> Ground:
    """A board without pieces, with room for containers around it. axes: leave room for names of rows and columns."""
    topology = board.topology
    style = style_of(board)
    step = spacing(topology, topology.default_site if style is not BoardStyle.CELLS else SiteType.Cell)
    margin = theme.margin + (0.7 if axes else 0.0) + (0.5 if style is not BoardStyle.CELLS else 0.0)
    bends = bends_of(board)
    points = [*(v.pt for v in topology.source.vertices), *reach_of(board, bends)]
    around: list[Tray] = []
    if trays is not None:
        flat = [flattened(point) for point in points] or [(0.0, 0.0)]
        room = (margin - 0.25) * step
        box = (min(x for x, _ in flat) - room, min(y for _, y in flat) - room)
        around = trays((*box, max(x for x, _ in flat) + room, max(y for _, y in flat) + room), step)
        inset = (margin - 0.25) * step  # the margin of the picture goes around the trays, too
        for tray in around:
            x0, y0, x1, y1 = tray.box
            points += [(x0 + inset, y0 + inset, 0.0), (x1 - inset, y1 - inset, 0.0)]
    picture = Picture(points, step, margin, board.name)
    painter = _Painter(board, picture, theme, bends)
    picture.open(class_=f"board {style.value}", stroke_linejoin="round", stroke_linecap="round")
    {
        BoardStyle.CELLS: painter.cells,
        BoardStyle.POINTS: painter.points,
        BoardStyle.EDGES: painter.edges,
        BoardStyle.PITS: painter.pits,
        BoardStyle.TABLE: painter.table,
    }[style]()
    picture.close()
    for tray in around:
        _draw_tray(picture, tray, theme)
    return Ground(board, picture, style, graphics.style, around, bends)


def _draw_tray(picture: Picture, tray: Tray, theme: Theme) -> None:
    """The outline of a hand, a deck or a place for dice, and its sites."""
    x0, y0, x1, y1 = tray.box
    left, top = picture.place((x0, y1))
    right, bottom = picture.place((x1, y0))
    kind = tray.container.kind.value
    picture.open(class_=kind)
    if kind != "dice":
        radius = 0.14 * picture.unit
        box = {"x": left, "y": top, "width": right - left, "height": bottom - top, "rx": radius}
        picture.element("rect", **box, fill=theme.tray, stroke=theme.rim, stroke_width=0.03 * picture.unit)
    for slot in tray.slots:
        side = slot.size * picture.scale
        x, y = picture.place((slot.x, slot.y))
        box = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
        picture.element("rect", id=f"C{slot.site}", class_="slot", **box, fill="#000", fill_opacity=0)
    picture.close()


class _Painter:
    """Draws one board in each of the styles."""

    def __init__(self, board: AnyBoard, picture: Picture, theme: Theme, bends: Bends) -> None:
        self.topology = board.topology
        self.graph = board.topology.source
        self.picture = picture
        self.theme = theme
        self.unit = picture.unit
        self.arcs = self._arcs(bends)

    def _arcs(self, bends: Bends) -> list[tuple[Point, Point, str]]:
        """The corner, the start and the command of each way around a corner, once for both directions."""
        at = [self.picture.place(vertex.pt) for vertex in self.graph.vertices]
        once = {(min(pair), max(pair)): corner for pair, corner in bends.items()}
        return [(at[c], at[a], arc_around(at[c], at[a], at[b])) for (a, b), c in once.items()]

    def cells(self) -> None:
        """Tinted cells in a frame; edges that bound no cell as lines."""
        picture, theme = self.picture, self.theme
        rim = rim_path(picture, self.topology)
        picture.path(rim, class_="rim", fill="none", stroke=theme.rim, stroke_width=2 * theme.rim_width * self.unit)
        self._faces(theme.cells, theme.cell_line, theme.cell_line_width)
        loose = [e for e in self.graph.edges if e.left is None and e.right is None]
        self._lines([edge_path(picture, e) for e in loose], theme.line, theme.line_width)

    def _faces(self, colours: Sequence[str], line: str, width: float) -> None:
        phases = [element.phase for element in self.topology.elements(SiteType.Cell)]
        if len(set(phases)) > _CHECKERED:
            # many phases would look like patchwork, so cells are tinted by their number of sides
            sides = sorted({len(face.edges) for face in self.graph.faces}, reverse=True)
            phases = [sides.index(len(face.edges)) for face in self.graph.faces]
        self.picture.open(stroke=line, stroke_width=width * self.unit)
        for face in sorted(self.graph.faces, key=lambda face: -_extent(face)):  # discs can overlap
            colour = colours[phases[face.id] % len(colours)]
            self.picture.path(cell_path(self.picture, face), class_="cell", id=f"C{face.id}", fill=colour)
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
        for edge in self.graph.edges:
            raised = {"stroke_width": 0.6 * width * self.unit} if edge.z else {}
            self.picture.path(edge_path(self.picture, edge), class_="edge", id=f"E{edge.id}", **raised)
        self.picture.close()

    def _dots(self, radius: float) -> None:
        self.picture.open(fill=self.theme.point)
        for vertex in self.graph.vertices:
            at = self.picture.place(vertex.pt)
            size = radius * self.unit * (0.75 if vertex.z else 1.0)
            self.picture.circle(at, size, class_="vertex", id=f"V{vertex.id}")
        self.picture.close()

    def points(self) -> None:
        """Lines and dots on a slab; points without lines as shallow holes."""
        self._ground(0.62)
        self._lines([f"M{_pair(start)}{arc}" for _, start, arc in self.arcs], self.theme.line, self.theme.line_width)
        self._edges(self.theme.line, self.theme.line_width)
        if self.graph.edges:
            self._dots(self.theme.point_radius)
        else:
            self._pits(self.theme.pit_radius * 0.8)

    def edges(self) -> None:
        """Wide grooves between dots."""
        theme = self.theme
        self._ground(0.7)
        self._edges(theme.cells[1], 0.2)
        self._dots(theme.point_radius * 1.1)

    def pits(self) -> None:
        """Hollows in a slab."""
        self._ground(0.68)
        self._pits(self.theme.pit_radius)

    def _pits(self, radius: float) -> None:
        middle, edge = self.theme.pit
        stops = f'<stop offset="0" stop-color="{middle}"/><stop offset="1" stop-color="{edge}"/>'
        self.picture.define(f'<radialGradient id="pit" cx="0.5" cy="0.62" r="0.6">{stops}</radialGradient>')
        self.picture.open(fill="url(#pit)", stroke=self.theme.rim, stroke_width=0.02 * self.unit)
        for vertex in self.graph.vertices:
            at = self.picture.place(vertex.pt)
            self.picture.circle(at, radius * self.unit, class_="vertex", id=f"V{vertex.id}")
        self.picture.close()

    def table(self) -> None:
        """The cells of an open table: faint outlines."""
        self.picture.open(fill="none", stroke=self.theme.faint, stroke_width=0.025 * self.unit)
        dashes = f"{number(0.08 * self.unit)} {number(0.1 * self.unit)}"
        for face in self.graph.faces:
            path = cell_path(self.picture, face)
            self.picture.path(path, class_="cell", id=f"C{face.id}", stroke_dasharray=dashes)
        self.picture.close()


def _pair(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"


def _extent(face: Face) -> float:
    xs, ys = [v.x for v in face.vertices], [v.y for v in face.vertices]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))
