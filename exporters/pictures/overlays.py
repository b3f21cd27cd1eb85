"""Overlays of a board: further elements, numbers and labels, rows and columns, tracks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from math import copysign, hypot
from typing import Any

from ludparse.interpreter.board.coordinates import column_letters
from ludparse.interpreter.board.topology import Topology
from ludparse.interpreter.equipment import Track
from ludparse.ludemes.enums import RelationType, SiteType

from .bends import Bends, arc_around
from .canvas import Picture, Point, number
from .shapes import edge_path
from .theme import Theme

__all__ = [
    "draw_axes",
    "draw_connections",
    "draw_labels",
    "draw_marks",
    "draw_regions",
    "draw_tracks",
    "has_two_rows",
    "letter_size",
    "place_names",
]

_Written = tuple[str, Point, Point]
"""A name, its site, and the direction in which it stands from there."""
_LABEL_SIZE = 0.3
_STRAIGHT = 0.05
_STORES = 2
_LETTERS, _LEAST, _MOST = 30, 0.2, 0.6
"""So many letters are as high as the shorter side of a board, unless its sites are large or small."""


def _places(picture: Picture, topology: Topology, kind: SiteType) -> list[Point]:
    return [picture.place((e.x, e.y, e.z)) for e in topology.elements(kind)]


def draw_marks(picture: Picture, topology: Topology, kind: SiteType, theme: Theme) -> None:
    """Show where the elements of a kind are: dots, lines, or small squares in the middle of cells."""
    unit = picture.unit
    if kind is SiteType.Edge:
        width = 0.06 * unit
        picture.open(class_="marks", fill="none", stroke=theme.tracks[0], stroke_width=width, stroke_linecap="round")
        for edge in topology.source.edges:
            picture.path(edge_path(picture, edge))
        picture.close()
        return
    picture.open(class_="marks", fill=theme.tracks[0])
    for x, y in _places(picture, topology, kind):
        if kind is SiteType.Vertex:
            picture.circle((x, y), 0.08 * unit)
        else:
            side = 0.13 * unit
            picture.element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side)
    picture.close()


def draw_labels(
    picture: Picture,
    topology: Topology,
    kind: SiteType,
    theme: Theme,
    *,
    labels: bool,
    beside: bool,
    below: bool = False,
) -> None:
    """The number or the label of every element of a kind.

    `beside`: to the lower right of it, with a halo, as lines may run there; `below`: a line further down.
    """
    texts = [e.label if labels else str(e.index) for e in topology.elements(kind)]
    longest = max(map(len, texts), default=1)
    size = picture.unit * min(0.8 * _LABEL_SIZE if beside else _LABEL_SIZE, 1.1 / max(longest, 2))
    down = 0.7 * size if beside else 0.0
    across = 0.12 * picture.unit if beside else 0.0
    if below:
        down += 0.9 * size
    places = [(x + across, y + down) for x, y in _places(picture, topology, kind)]
    anchor = "start" if beside else "middle"
    ink = theme.label if beside else theme.given
    picture.open(class_="labels", font_family=theme.font, text_anchor=anchor, fill=ink)
    if beside:
        picture.open(stroke=theme.halo, stroke_width=0.25 * size, stroke_linejoin="round", fill=theme.halo)
        for at, text in zip(places, texts, strict=True):
            picture.text(at, text, size)
        picture.close()
    for at, text in zip(places, texts, strict=True):
        picture.text(at, text, size)
    picture.close()


def letter_size(side: float) -> float:
    """The size of letters at the edge of a board, in units: they are to be read where the board is small in a window.
    side: the shorter one of the board, from middle to middle of sites, in units."""
    return max(_LEAST, min((side + 2) / _LETTERS, _MOST))


def draw_axes(
    picture: Picture, topology: Topology, theme: Theme, distance: float, size: float, names: Sequence[str]
) -> None:
    """Letters of the columns at their lower ends, numbers of the rows at their left ends; of two rows the whole name at
    the outer side of each site. distance: from the middles of the sites there; size: of the letters; both in units.
    names: of the sites, as of `place_names`."""
    elements = topology.elements(topology.default_site)
    places = _places(picture, topology, topology.default_site)
    found = _names_of_two_rows if has_two_rows(topology) else _letters_and_numbers
    picture.open(class_="axes", font_family=theme.font, text_anchor="middle", fill=theme.label, font_weight="600")
    reach, written = distance * picture.unit, list[Point]()
    for name, (x, y), (dx, dy) in found(topology, elements, places, names):
        at = x + reach * dx, y + reach * dy
        if all(hypot(at[0] - u, at[1] - v) > 0.7 * size * picture.unit for u, v in written):  # on stars two may meet
            written.append(at)
            picture.text(at, name, size * picture.unit)
    picture.close()


def has_two_rows(topology: Topology) -> bool:
    """Whether a board has two rows of points or pits, and perhaps stores between their ends: all are at its edge, with
    room for their whole names."""
    if topology.default_site is not SiteType.Vertex:
        return False
    ys = [round(vertex.y, 2) for vertex in topology.elements(SiteType.Vertex)]
    between = sum(min(ys) < y < max(ys) for y in ys)
    return min(ys) < max(ys) and between <= _STORES and len(ys) > _STORES + between


def place_names(topology: Topology, tracks: Sequence[Track], style: str | None) -> list[str]:
    """What the usual sites of a board are called: by letters and numbers. In the style Backgammon the points that both
    players pass have numbers, by how far each is from the end of player 1's track; those that one of them passes alone
    are bars."""
    ways = {track.owner: [site for site in dict.fromkeys(track.sites) if site >= 0] for track in tracks}
    if style != "Backgammon" or len(tracks) != 2 or set(ways) != {1, 2}:
        return [str(element.label) for element in topology.elements(topology.default_site)]
    both = [site for site in ways[1] if site in ways[2]]
    names = {site: str(len(both) - k) for k, site in enumerate(both)}
    return [names.get(site, "bar") for site in range(topology.size(topology.default_site))]


def _names_of_two_rows(
    topology: Topology, elements: Sequence[Any], places: Sequence[Point], names: Sequence[str]
) -> Iterator[_Written]:
    (left, top), (right, bottom) = (tuple(end(at[k] for at in places) for k in (0, 1)) for end in (min, max))
    for name, (x, y) in zip(names, places, strict=True):
        up, aside = (y - (top + bottom) / 2) / (bottom - top), x - (left + right) / 2
        outwards = (0.0, copysign(1, up)) if abs(up) > 0.25 else (copysign(1, aside), 0.0)
        yield name, (x, y), outwards


def _letters_and_numbers(
    topology: Topology, elements: Sequence[Any], places: Sequence[Point], _: Sequence[str]
) -> Iterator[_Written]:
    sets = topology.sets(topology.default_site)
    for groups, other, names in (
        (sets.columns, [e.row for e in elements], [column_letters(c) for c in range(len(sets.columns))]),
        (sets.rows, [e.col for e in elements], [str(r + 1) for r in range(len(sets.rows))]),
    ):
        lines = [sorted(group, key=lambda index: other[index]) for group in groups]
        back = _backwards([[places[index] for index in line] for line in lines])
        ends = [places[line[0]] for line in lines if line]
        if not all(line[0] in sets.outer for line in lines if line):  # some end within the board
            if abs(back[0]) < _STRAIGHT:  # upright columns: all letters on one line
                ends = [(x, max(y for _, y in ends)) for x, _ in ends]
            elif abs(back[1]) < _STRAIGHT:
                ends = [(min(x for x, _ in ends), y) for _, y in ends]
        for name, at in zip([n for n, line in zip(names, lines, strict=True) if line], ends, strict=True):
            yield name, at, back


def _backwards(lines: Sequence[Sequence[Point]]) -> Point:
    """The direction in which most lines run, reversed, with length 1."""
    x = y = 0.0
    for line in lines:
        if len(line) > 1:
            x += line[0][0] - line[-1][0]
            y += line[0][1] - line[-1][1]
    length = hypot(x, y)
    return (x / length, y / length) if length else (0.0, 1.0)


def draw_connections(picture: Picture, topology: Topology, theme: Theme) -> None:
    """A line between any two sites that are adjacent."""
    site = topology.default_site
    places = [f"{number(x)} {number(y)}" for x, y in _places(picture, topology, site)]
    near = enumerate(topology.neighbours(site, RelationType.Adjacent))
    lines = [f"M{places[a]}L{places[b]}" for a, others in near for b in others if a < b]
    picture.path("".join(lines), class_="connections", stroke=theme.tracks[0], stroke_width=0.04 * picture.unit)


def draw_regions(picture: Picture, topology: Topology, regions: Sequence[Collection[int]], theme: Theme) -> None:
    """The sites of each region of the equipment as rings, one inside the other where regions share a site."""
    places = _places(picture, topology, topology.default_site)
    held = [0] * len(places)
    picture.open(class_="regions", fill="none", stroke_width=0.06 * picture.unit)
    for number_, sites in enumerate(regions):
        for site in sorted(sites):
            if 0 <= site < len(places):
                radius = max(0.1, 0.44 - 0.08 * held[site]) * picture.unit
                picture.circle(places[site], radius, stroke=theme.tracks[number_ % len(theme.tracks)])
                held[site] += 1
    picture.close()


def draw_tracks(
    picture: Picture, topology: Topology, tracks: Sequence[Track], theme: Theme, bends: Bends | None = None
) -> None:
    """Each track as a line through its sites on the board, with arrowheads; several tracks lie side by side.

    A dot shows where it begins. A loop comes back to there; `bends` are ways around a corner.
    """
    bends = bends or {}
    places = _places(picture, topology, topology.default_site)
    unit = picture.unit
    for number_, track in enumerate(tracks):
        colour = theme.tracks[number_ % len(theme.tracks)]
        apart = (number_ - (len(tracks) - 1) / 2) * min(0.14, 0.7 / max(len(tracks), 1)) * unit
        sites = [site for site in track.sites if 0 <= site < len(places)]
        if not sites:
            continue
        at = {site: (places[site][0] + apart, places[site][1] + apart) for site in sites}
        path, heads = f"M{number(at[sites[0]][0])} {number(at[sites[0]][1])}", ""
        for pair in pairwise([*sites, sites[0]] if track.loop else sites):
            a, b = at[pair[0]], at[pair[1]]
            if pair in bends:
                x, y = places[bends[pair]]
                path += arc_around((x + apart, y + apart), a, b)
            else:
                path += f"L{number(b[0])} {number(b[1])}"
                heads += _head(a, b, 0.13 * unit) if a != b else ""
        picture.open(class_="track", fill="none", stroke=colour, stroke_width=0.055 * unit, stroke_linejoin="round")
        picture.path(path, opacity=0.85)
        if heads:
            picture.path(heads, stroke_linecap="round")
        picture.circle(at[sites[0]], 0.11 * unit, fill=colour, stroke="none")
        picture.close()


def _head(a: Point, b: Point, size: float) -> str:
    """An arrowhead in the middle of the way from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    dx, dy = dx / length * size, dy / length * size
    x, y = (a[0] + b[0]) / 2 + dx / 2, (a[1] + b[1]) / 2 + dy / 2
    one, two = (x - dx - 0.6 * dy, y - dy + 0.6 * dx), (x - dx + 0.6 * dy, y - dy - 0.6 * dx)
    return f"M{number(one[0])} {number(one[1])}L{number(x)} {number(y)}L{number(two[0])} {number(two[1])}"
