"""Pictures of boards, also of pyramids, on which pieces lie on four others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from ludparse import ludemes as L
from ludparse.ludemes.enums import SiteType

from .adornments import adorn
from .any_board import AnyBoard
from .bends import Bends, bends_of, reach_of
from .canvas import Picture, Point, Projection, flattened, number
from .drops import DROP_ROWS, draw_drops
from .graphics import Graphics, graphics_of
from .layout import Box, Tray
from .looks import player_colours
from .overlays import (
    draw_axes,
    draw_connections,
    draw_labels,
    draw_marks,
    draw_regions,
    draw_tracks,
    letter_size,
    place_names,
)
from .painter import Painter
from .regions import Regions
from .shapes import spacing
from .styles import BoardStyle, named_style, style_of
from .theme import BY_VIEWER, WOOD, Theme, viewer_style

if TYPE_CHECKING:
    from .painter import Painter

__all__ = [
    "SHOWABLE",
    "Ground",
    "check_showable",
    "draw_board",
    "draw_ground",
    "draw_overlays",
    "draw_pyramid",
    "draw_trays",
    "graphics_and_regions",
    "pyramid_projection",
]

SHOWABLE = ("cells", "vertices", "edges", "indices", "coordinates", "axes", "tracks", "connections", "regions")
"""What can be shown on request: elements that are not played on, numbers, labels, rows and columns, tracks, lines
between neighbours, regions of the equipment."""

_SPARSE, _SMALL, _LARGE = 4, 16, 1.6
"""Where a board has less than one point in so many squares of its size, pieces are at least as large as such a part of
its shorter side, up to so many times their usual size."""

_KINDS = {"cells": SiteType.Cell, "vertices": SiteType.Vertex, "edges": SiteType.Edge}


def draw_board(board: AnyBoard, *, show: Iterable[str] = (), theme: Theme = WOOD) -> Picture:
    """A board without pieces. `show`: some of SHOWABLE; ValueError for anything else.

    Indices and coordinates are those of the elements that are shown, or else of those played on. Elements have the
    classes cell, edge and vertex and the ids C0, E0, V0, ..., so that programs can find them.
    """
    wanted = list(dict.fromkeys(show))
    check_showable(wanted)
    ground = draw_ground(board, *graphics_and_regions(board), theme, letters="axes" in wanted)
    draw_overlays(ground, wanted, theme)
    if theme is BY_VIEWER:
        ground.picture.define(f"<style>{viewer_style()}</style>")
    return ground.picture


def check_showable(words: Iterable[str]) -> None:
    """Raise ValueError for a word that is not in SHOWABLE."""
    for word in words:
        if word not in SHOWABLE:
            raise ValueError(f"a board can show {', '.join(SHOWABLE)}, not {word!r}")


def draw_overlays(ground: Ground, wanted: Sequence[str], theme: Theme) -> None:
    """Draw what is shown on request, words of SHOWABLE, on top of a board."""
    picture, topology, look = ground.picture, ground.board.topology, ground.look
    kinds = [_KINDS[word] for word in wanted if word in _KINDS]
    for kind in kinds:
        draw_marks(picture, topology, kind, theme)
    if "tracks" in wanted:
        draw_tracks(picture, topology, ground.board.equipment.tracks, theme, ground.bends)
    if "connections" in wanted:
        draw_connections(picture, topology, theme)
    if "regions" in wanted and ground.regions is not None:
        parts = map(ground.regions.parts, ground.board.equipment.regions)
        draw_regions(picture, topology, [{*chain.from_iterable(part)} for part in parts], theme)
    for what in ("indices", "coordinates"):
        if what in wanted:
            for kind in kinds or [topology.default_site]:
                beside = kind is not SiteType.Cell and look is not BoardStyle.PITS
                below = "indices" in wanted and what == "coordinates"
                draw_labels(picture, topology, kind, theme, labels=what == "coordinates", beside=beside, below=below)
    if "axes" in wanted:
        names = place_names(topology, ground.board.equipment.tracks, ground.style)
        draw_axes(picture, topology, theme, *ground.letters, names)


def _thickness(graphics: Graphics) -> float:
    """How thick the frame of a board is, 1 by default."""
    return max(1.0, min(graphics.thickness("OuterEdges"), 2.0))


@dataclass(frozen=True)
class Ground:
    """A drawn board: what pictures of positions are drawn on."""

    board: AnyBoard
    picture: Picture
    look: BoardStyle
    graphics: Graphics
    style: str | None
    """The style that the metadata names."""
    trays: list[Tray]
    regions: Regions | None
    bends: Bends
    step: float
    """From site to site, on the board."""
    outline: Box
    """The board on the plane, with its margin but for a quarter of a step."""
    letters: tuple[float, float]
    """How far letters at the edge are from the middles of the outer sites, and how large they are, in units."""

    def box_with(self, trays: Iterable[Tray]) -> list[float]:
        """What a picture with some trays covers, in pixels: left, top, width, height."""
        more = self.step / 4
        x0, y0, x1, y1 = (list(ends) for ends in zip(self.outline, *(tray.box for tray in trays), strict=True))
        left, top = self.picture.on_plane((min(x0) - more, max(y1) + more))
        right, bottom = self.picture.on_plane((max(x1) + more, min(y0) - more))
        return [round(value, 2) for value in (left, top, right - left, bottom - top)]

    def places(self, kind: SiteType) -> list[Point]:
        """Where the elements of a kind are, in pixels."""
        return [self.picture.place((e.x, e.y, e.z)) for e in self.board.topology.elements(kind)]

    def piece_size(self, kind: SiteType) -> float:
        """The width of a piece of size 1 on an element of a kind, in distances between neighbouring sites."""
        if self.look is BoardStyle.POINTS:
            x0, y0, x1, y1 = (side / self.step for side in self.outline)
            wide, high = x1 - x0, y1 - y0
            if _SPARSE * self.board.topology.size(kind) < wide * high:  # pieces may reach beyond their points
                return max(1.0, min(min(wide, high) / _SMALL, _LARGE))
        return {BoardStyle.PYRAMID: 1.2, BoardStyle.COLUMNS: 1.08}.get(self.look, 1.0)


def graphics_and_regions(board: AnyBoard) -> tuple[Graphics, Regions | None]:
    """What the description of a board says about pictures; nothing if the board has none."""
    description = board.description
    if description is None or not isinstance(description.game, L.Game):
        return Graphics(), None
    return graphics_of(description.metadata), Regions(board, description.game)


def draw_ground(
    board: AnyBoard,
    graphics: Graphics,
    regions: Regions | None,
    theme: Theme = WOOD,
    *,
    trays: Callable[[Box, float], list[Tray]] | None = None,
    types: Iterable[SiteType] = (),
    window: Box | None = None,
    letters: bool = False,
) -> Ground:
    """A board without pieces, with room for containers around it, and perhaps for letters at its edge.

    trays: the containers around an outline of the board. types: the site types that pieces may stand on; elements of
    these that the style does not show are there, too, but invisible. window: the part of an open table that is drawn
    (left, bottom, right, top); other boards are drawn whole.
    """
    topology = board.topology
    named = named_style(board, graphics)
    look = style_of(board, named)
    step = spacing(topology, topology.default_site if look is not BoardStyle.CELLS else SiteType.Cell)
    bends = bends_of(board)
    project = _projection(board, look, step)
    plane = [project(point) for point in (*(v.pt for v in topology.source.vertices), *reach_of(board, bends))]
    plane = plane or [(0.0, 0.0)]
    if window is not None and look is BoardStyle.TABLE:
        plane = [window[:2], window[2:]]
    if look is BoardStyle.DROPS:
        plane.append((plane[0][0], max(y for _, y in plane) + (DROP_ROWS - 1) * step))
    (left, bottom), (right, top) = (tuple(end(at[k] for at in plane) for k in (0, 1)) for end in (min, max))
    margin = theme.margin + (0.0 if look is BoardStyle.CELLS else 0.5)
    size = letter_size(min(right - left, top - bottom) / step)
    beyond = _letters_beyond(look, theme, _thickness(graphics)) + 0.5 * size
    if letters:  # they stand outside of the frame
        margin = max(margin, beyond + 0.7 * size - (0.5 if look is BoardStyle.CELLS else 0.0))
    room = (margin - 0.25) * step
    outline = (left - room, bottom - room, right + room, top + room)
    around = trays(outline, step) if trays is not None else []
    picture = Picture([*plane, *_corners_of(around, room)], step, margin, board.name, project)
    painter = Painter(board, picture, theme, bends, graphics, named, regions)
    painter.window = window if look is BoardStyle.TABLE else None
    picture.open(class_=f"board {look.value}", stroke_linejoin="round", stroke_linecap="round")
    if graphics.says("no", "Board"):
        painter.table()
    else:
        painters: dict[BoardStyle, Callable[[], None]] = {
            BoardStyle.CELLS: painter.cells,
            BoardStyle.POINTS: painter.points,
            BoardStyle.EDGES: painter.edges,
            BoardStyle.PITS: painter.pits,
            BoardStyle.TABLE: painter.table,
            BoardStyle.COLUMNS: lambda: draw_columns(painter),
            BoardStyle.PYRAMID: lambda: draw_pyramid(painter),
            BoardStyle.DROPS: lambda: draw_drops(painter),
        }
        painters[look]()
    adorn(painter, player_colours(graphics, board.equipment.players.count))
    for kind in types:
        painter.invisible(kind)
    picture.close()
    return Ground(board, picture, look, graphics, named, around, regions, bends, step, outline, (beyond, size))


def _letters_beyond(look: BoardStyle, theme: Theme, thick: float) -> float:
    """How far from the middles of the outer sites letters begin, in units."""
    match look:
        case BoardStyle.CELLS:
            return 0.56 + theme.rim_width * thick
        case BoardStyle.COLUMNS:
            return 1.0
        case BoardStyle.PITS:
            return 0.82
        case _:
            return 0.76


def _corners_of(trays: Iterable[Tray], room: float) -> Iterator[Point]:
    """What the margin of the picture goes around, so that it goes around trays."""
    for tray in trays:
        x0, y0, x1, y1 = tray.box
        yield from ((x0 + room, y0 + room), (x1 - room, y1 - room))


def _projection(board: AnyBoard, look: BoardStyle, step: float) -> Projection:
    """Where places of the board lie in the picture."""
    if look is BoardStyle.COLUMNS:
        return columns_projection([vertex.y for vertex in board.topology.source.vertices], step)
    if look is BoardStyle.PYRAMID:
        return pyramid_projection
    return flattened


def draw_trays(picture: Picture, trays: Iterable[Tray], theme: Theme) -> None:
    """Hands, decks and places for dice around a board."""
    for tray in trays:
        _draw_tray(picture, tray, theme)


def _draw_tray(picture: Picture, tray: Tray, theme: Theme) -> None:
    """The outline of a hand, a deck or a place for dice, and its sites."""
    x0, y0, x1, y1 = tray.box
    left, top = picture.on_plane((x0, y1))
    right, bottom = picture.on_plane((x1, y0))
    kind = tray.container.kind.value
    picture.open(class_=kind)
    if kind != "dice":
        radius = 0.14 * picture.unit
        box = {"x": left, "y": top, "width": right - left, "height": bottom - top, "rx": radius}
        picture.element("rect", **box, fill=theme.tray, stroke=theme.rim, stroke_width=0.03 * picture.unit)
    for slot in tray.slots:
        side = slot.size * picture.scale
        x, y = picture.on_plane((slot.x, slot.y))
        box = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
        picture.element("rect", id=f"C{slot.site}", class_="slot", **box, fill="#000", fill_opacity=0)
    picture.close()


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
