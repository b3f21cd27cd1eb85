"""The loops of surakarta boards, which lead around the corners outside the board."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from ludparse.ludemes import SurakartaBoard
from ludparse.ludemes.enums import SiteType

from .any_board import AnyBoard
from .canvas import Point, number

__all__ = ["Bends", "arc_around", "bends_of", "reach_of"]

Bends = Mapping[tuple[int, int], int]
"""For two vertices that a track joins outside of the board, the corner that it goes around."""


def bends_of(board: AnyBoard) -> Bends:
    """The bends of all tracks of a surakarta board; other boards have none."""
    if not isinstance(board.equipment.containers[0].node, SurakartaBoard):
        return {}
    points = board.topology.skeleton.points[0]
    corners = board.topology.sets(SiteType.Vertex).corners

    def from_corner(corner: int, pair: tuple[int, int]) -> tuple[float, float]:
        a, b = (hypot(points[v][0] - points[corner][0], points[v][1] - points[corner][1]) for v in pair)
        return round(abs(a - b), 3), a

    found: dict[tuple[int, int], int] = {}
    for track in board.equipment.tracks:
        for element in track.elements:
            pair = element.site, element.next
            if element.bump and corners and element.site != element.next:
                found[pair] = min(corners, key=lambda corner: from_corner(corner, pair))
    return found


def reach_of(board: AnyBoard, bends: Bends) -> list[tuple[float, float, float]]:
    """Points that the picture has to contain so that the bends fit on it."""
    points = board.topology.skeleton.points[0]
    found = []
    for (start, _), corner in bends.items():
        x, y, z = points[corner]
        radius = hypot(points[start][0] - x, points[start][1] - y)
        found += [(x - radius, y - radius, z), (x + radius, y + radius, z)]
    return found


def arc_around(centre: Point, start: Point, end: Point) -> str:
    """The command that goes the long way around a centre, from one point to another equally far away."""
    ax, ay, bx, by = start[0] - centre[0], start[1] - centre[1], end[0] - centre[0], end[1] - centre[1]
    radius = number(hypot(ax, ay))
    return f"A{radius} {radius} 0 1 {int(ax * by - ay * bx < 0)} {number(end[0])} {number(end[1])}"
