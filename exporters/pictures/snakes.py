"""Snakes and ladders: the jumps of a map between the cells of a track."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, pi, sin
from typing import TYPE_CHECKING

from .canvas import Point, number

if TYPE_CHECKING:
    from .painter import Painter

__all__ = ["draw_snakes"]

_SKINS = ("#3f8f4f", "#b5443c", "#2f6f9f", "#8a5aa8", "#c07f1f", "#2f8f8f")
_WOOD = "#8a5a2b"
_FEWEST = 2
"""So many jumps forwards and so many back make snakes and ladders of a map, if the metadata does not name the style."""


def draw_snakes(painter: Painter) -> None:
    """Draw a ladder for each jump forwards on the track, a snake for each one back, and the numbers of the cells."""
    jumps = _jumps(painter)
    if not jumps:
        return
    track = painter.board.equipment.tracks[0]
    order: dict[int, int] = {}
    for site in track.sites:
        order.setdefault(site, len(order) + 1)
    places = painter.places(painter.topology.default_site)
    picture, unit = painter.picture, painter.unit
    forwards = {a: b for a, b in jumps.items() if order[a] < order[b]}
    for start, end in forwards.items():
        _ladder(painter, places[start], places[end])
    for number_, (start, end) in enumerate((a, b) for a, b in jumps.items() if a not in forwards):
        _snake(painter, places[start], places[end], _SKINS[number_ % len(_SKINS)])
    halo = {"stroke": painter.theme.halo, "stroke_width": 0.08 * unit, "paint_order": "stroke"}
    look = {"fill": painter.theme.label, "font_family": painter.theme.font, "text_anchor": "start", **halo}
    picture.open(class_="numbers", **look)  # above all that runs over the cells
    for site, number_ in order.items():
        if 0 <= site < len(places):
            x, y = places[site]
            picture.text((x - 0.46 * unit, y - 0.33 * unit), str(number_), 0.27 * unit)
    picture.close()


def _jumps(painter: Painter) -> Mapping[int, int]:
    """The entries of a map that lead from cells of the track to others; none unless they are few, in a dice game."""
    equipment = painter.board.equipment
    if not equipment.tracks or not equipment.maps or not equipment.dice:
        return {}
    cells = painter.topology.size(painter.topology.default_site)
    on_track = {site for site in equipment.tracks[0].sites if 0 <= site < cells}
    for found in equipment.maps:
        entries = {a: b for a, b in found.entries.items() if a != b}
        fits = entries and all(a in on_track and b in on_track for a, b in entries.items())
        order = {site: k for k, site in reversed(list(enumerate(equipment.tracks[0].sites)))}
        forwards = sum(order[a] < order[b] for a, b in entries.items()) if fits else 0
        both = min(forwards, len(entries) - forwards) >= _FEWEST and 2 * len(entries) <= len(on_track)
        if fits and (painter.style == "SnakesAndLadders" or both):
            return entries
    return {}


def _ladder(painter: Painter, start: Point, end: Point) -> None:
    unit = painter.unit
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    nx, ny = -dy / length * 0.15 * unit, dx / length * 0.15 * unit
    steps = max(2, round(length / (0.3 * unit)))
    parts = [
        f"M{_pair((start[0] + s * nx, start[1] + s * ny))}L{_pair((end[0] + s * nx, end[1] + s * ny))}" for s in (-1, 1)
    ]
    for k in range(1, steps):
        x, y = start[0] + dx * k / steps, start[1] + dy * k / steps
        parts.append(f"M{_pair((x - nx, y - ny))}L{_pair((x + nx, y + ny))}")
    for colour, width in (("#fdf6e3", 0.13), (_WOOD, 0.075)):
        painter.picture.path("".join(parts), class_="ladder", fill="none", stroke=colour, stroke_width=width * unit)


def _snake(painter: Painter, head: Point, tail: Point, colour: str) -> None:
    unit, picture = painter.unit, painter.picture
    dx, dy = tail[0] - head[0], tail[1] - head[1]
    length = hypot(dx, dy) or 1.0
    nx, ny = -dy / length, dx / length
    waves = max(1, round(length / (1.7 * unit)))
    count = 14 * waves
    points = []
    for k in range(count + 1):
        t = k / count
        swing = 0.24 * unit * sin(2 * pi * waves * t) * min(1.0, 4 * (1 - t), 4 * t + 0.2)
        points.append((head[0] + dx * t + nx * swing, head[1] + dy * t + ny * swing))
    path = "M" + "L".join(_pair(point) for point in points)
    picture.open(class_="snake", fill="none", stroke_linecap="round", stroke_linejoin="round")
    picture.path(path, stroke="#fdf6e3", stroke_width=0.26 * unit)
    picture.path(path, stroke=colour, stroke_width=0.2 * unit)
    picture.path(path, stroke="#fdf6e3", stroke_width=0.05 * unit, stroke_opacity=0.45)
    picture.circle(head, 0.17 * unit, fill=colour, stroke="#fdf6e3", stroke_width=0.03 * unit)
    for side in (-1, 1):
        eye = (head[0] + side * 0.07 * unit * nx, head[1] + side * 0.07 * unit * ny)
        picture.circle(eye, 0.045 * unit, fill="#fff", stroke="none")
        picture.circle(eye, 0.022 * unit, fill="#111", stroke="none")
    picture.close()


def _pair(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"
