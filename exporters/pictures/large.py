"""Drawings made for a game: pieces that cover several cells, dominoes, and tiles with paths; which looks they give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

from ludparse.interpreter.board.elements import Face
from ludparse.interpreter.equipment import Component
from ludparse.interpreter.equipment.items import ComponentKind
from ludparse.interpreter.equipment.walks import large_piece_sites, large_piece_states
from ludparse.ludemes.enums import SiteType

from .any_board import AnyBoard
from .canvas import Point, number
from .colours import contrast
from .looks import Layer, Look
from .symbols import PREFIX

__all__ = ["Made", "draw_large", "draw_tile", "make_drawings"]

_MOST_STATES = 32
_PIP = 9.0
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: ((-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
"""Where the pips of a half of a domino are, in thirds of it."""


@dataclass(frozen=True)
class Made:
    """The drawings of a component: `symbols`, markup by id; `states`, the id for each state; `hand`, the id of the one
    that fits into a slot of a hand."""

    symbols: dict[str, str]
    states: dict[int, str]
    hand: str


def draw_large(board: AnyBoard, component: Component, step: float) -> Made | None:
    """The drawings of a piece that covers several cells; None if it fits nowhere. step: from cell to cell."""
    topology = board.topology
    faces = topology.source.faces
    cells = topology.elements(SiteType.Cell)
    if not cells:
        return None
    middle = sum(c.x for c in cells) / len(cells), sum(c.y for c in cells) / len(cells)
    near = sorted(range(len(cells)), key=lambda k: hypot(cells[k].x - middle[0], cells[k].y - middle[1]))[:400]
    symbols: dict[str, str] = {}
    states: dict[int, str] = {}
    hand = ""
    for state in range(min(large_piece_states(component, topology), _MOST_STATES)):
        for root in near:
            covered = large_piece_sites(component, root, state, topology)
            if covered:
                break
        else:
            continue
        origin = cells[root].x, cells[root].y
        shapes = [_outline(faces[site], origin, step) for site in covered if site < len(faces)]
        centres = [_at((cells[site].x, cells[site].y), origin, step) for site in covered]
        name = f"large{component.index}-{state}"
        body = _domino(component, centres) if component.kind is ComponentKind.DOMINO else _body(shapes)
        symbols[name] = _symbol(name, "-50 -50 100 100", body)
        states[state] = name
        if not hand:
            hand = f"large{component.index}-hand"
            xs, ys = [x for shape in shapes for x, _ in shape], [y for shape in shapes for _, y in shape]
            side = max(max(xs) - min(xs), max(ys) - min(ys)) + 8
            left, top = (min(xs) + max(xs) - side) / 2, (min(ys) + max(ys) - side) / 2
            symbols[hand] = _symbol(hand, " ".join(map(number, (left, top, side, side))), body)
    return Made(symbols, states, hand) if states else None


def _symbol(name: str, box: str, body: str) -> str:
    return f'<symbol id="{PREFIX}{name}" viewBox="{box}" overflow="visible">{body}</symbol>'


def _at(point: Point, origin: Point, step: float) -> Point:
    return (point[0] - origin[0]) / step * 100, (origin[1] - point[1]) / step * 100


def _outline(face: Face, origin: Point, step: float) -> list[Point]:
    return [_at((v.x, v.y), origin, step) for v in face.vertices]


def _path(shape: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in shape) + "Z"


def _body(shapes: Sequence[Sequence[Point]]) -> str:
    """The union of cells: all outlines, and above them all areas, which cover the lines between the cells."""
    path = "".join(map(_path, shapes))
    return (
        f'<path d="{path}" stroke="currentColor" stroke-width="9" stroke-linejoin="round"/><path d="{path}"/>'
        f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="1.5" opacity=".25"/>'
    )


def _domino(component: Component, centres: Sequence[Point]) -> str:
    """A domino of two rows of four cells: its halves are two by two, the first one around the origin.

    centres: of the eight cells, in any order.
    """
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    along = 0 if max(xs) - min(xs) > max(ys) - min(ys) else 1
    ordered = sorted(centres, key=lambda at: abs(at[along]))
    first, second = ordered[:4], ordered[4:]
    left, top = min(xs) - 46, min(ys) - 46
    wide, high = max(xs) + 46 - left, max(ys) + 46 - top
    halves = [(sum(x for x, _ in half) / 4, sum(y for _, y in half) / 4) for half in (first, second)]
    (ax, ay), (bx, by) = halves
    mx, my, dx, dy = (ax + bx) / 2, (ay + by) / 2, (by - ay) / 200 * 80, (bx - ax) / 200 * 80
    parts = [
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(wide)}" height="{number(high)}" rx="22" '
        'stroke="currentColor" stroke-width="6"/>',
        f'<path d="M{number(mx - dx)} {number(my - dy)}L{number(mx + dx)} {number(my + dy)}" '
        'stroke="currentColor" stroke-width="6"/>',
    ]
    for (x, y), value in zip(halves, (component.value, component.value2), strict=True):
        if value in _PIPS:
            parts += [
                f'<circle cx="{number(x + 50 * px)}" cy="{number(y + 50 * py)}" r="{number(1.8 * _PIP)}" '
                'fill="currentColor"/>'
                for px, py in _PIPS[value]
            ]
        elif value > 0:
            parts.append(
                f'<text x="{number(x)}" y="{number(y + 30)}" font-size="90" text-anchor="middle" '
                f'fill="currentColor" stroke="none">{value}</text>'
            )
    return "".join(parts)


def draw_tile(component: Component, colours: Sequence[str]) -> tuple[str, str] | None:
    """The id and the markup of a tile with paths from side to side; None for a tile without paths or known sides.

    colours: of the players, from index 1.
    """
    sides = component.num_sides if component.num_sides > 2 else 4
    if not component.paths:
        return None
    radius = 50 / cos(pi / sides)
    turn = pi / sides if sides % 2 == 0 and sides != 6 else 0.0
    angles = [2 * pi * k / sides + turn for k in range(sides)]
    corners = [(radius * sin(angle), -radius * cos(angle)) for angle in angles]
    slots = component.slots_per_side or 1

    def ends(side: int, slot: int | None) -> tuple[Point, Point]:
        """Where a path leaves the tile, and a point further in: side 0 is at the top, then clockwise."""
        angle = 2 * pi * side / sides
        apart = ((slot or 0) - (slots - 1) / 2) * 2 * 50 * sin(pi / sides) / cos(pi / sides) / (slots + 1)
        out = (50 * sin(angle) + apart * cos(angle), -50 * cos(angle) + apart * sin(angle))
        return out, (0.3 * out[0], 0.3 * out[1])

    parts = [f'<path d="{_path(corners)}" stroke="currentColor" stroke-width="2"/>']
    for path in component.paths:
        (ax, ay), (cx, cy) = ends(path.from_, path.slots_from)
        (bx, by), (ex, ey) = ends(path.to, path.slots_to)
        colour = colours[path.colour] if 0 < path.colour < len(colours) else "#241d17"
        line = f"M{number(ax)} {number(ay)}C" + " ".join(map(number, (cx, cy, ex, ey, bx, by)))
        parts.append(f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{number(17 / slots)}"/>')
    name = f"tile{component.index}"
    return name, _symbol(name, "-50 -50 100 100", "".join(parts))


_IVORY = "#fbf6ea"
_SHARED = ("#d9775f", "#6fa8dc", "#93c47d", "#e6b84c", "#a78bc7", "#5fb3a8", "#c98fb0", "#b0a36a")
"""The colours of large pieces that belong to nobody, by turns."""


def make_drawings(board: AnyBoard, looks: Sequence[Look | None], step: float, colours: Sequence[str]) -> dict[str, str]:
    """Change the looks of pieces whose drawings depend on the board. Returns the markup of these drawings by id.

    step: from site to site of the board; colours: of the players, from index 1.
    """
    made: dict[str, str] = {}
    players = board.equipment.players.count
    for component, look in zip(board.equipment.components, looks, strict=False):
        if look is None:
            continue
        fill = next((layer["fill"] for layer in look["layers"] if "fill" in layer), _IVORY)
        if component.is_large and component.walks:
            drawings = draw_large(board, component, step)
            if drawings is None:
                continue
            if component.kind is ComponentKind.DOMINO:
                fill = _IVORY
            elif not 0 < component.owner <= players:
                fill = _SHARED[component.index % len(_SHARED)]

            def layer(name: str, fill: str = fill) -> list[Layer]:
                return [{"symbol": name, "fill": fill, "ink": contrast(fill), "size": 1.0}]

            made.update(drawings.symbols)
            states = drawings.states
            look["layers"] = layer(states.get(0, next(iter(states.values()))))
            look["cases"] = {f"{state},": layer(name) for state, name in states.items()}
            look["hand"] = layer(drawings.hand)
            look["large"] = True
        elif component.kind is ComponentKind.TILE:
            tile = draw_tile(component, colours)
            if tile is not None:
                name, text = tile
                made[name] = text
                sides = component.num_sides if component.num_sides > 2 else 4
                own = "#efe4cf" if fill == colours[-1] else fill
                look["layers"] = [{"symbol": name, "fill": own, "ink": contrast(own), "size": 1.0}]
                look["turn"] = 360 / sides
                look.pop("cases", None)
    return made
