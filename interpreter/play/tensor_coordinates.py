"""Tensor coordinates of sites: where each site stands in the two spatial dimensions of a tensor.

Columns and rows are the distinct x and y values of the board's default sites, in ascending order. Hands, dice and decks
are appended as further rows or columns, behind one empty row or column.
Source: measured from `LudiiGameWrapper` of Ludii 1.3.13, including its two oddities, which `Coordinates` names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..equipment import Equipment

EPSILON = 1e-5
"""Centroids that differ by at most this much share a column or a row."""


@dataclass(frozen=True, slots=True)
class Coordinates:
    """x[i], y[i]: column and row of site number i. width, height: number of columns and rows.

    Ludii numbers the sites of hands from the number of default sites of the board on. Where a board has more cells than
    default sites, these are not the numbers that the rules use; Ludii then fails or reads another site. And where hands
    are columns, every hand starts again at the first of these numbers, so that sites of earlier hands are overwritten
    and later ones keep (0, 0). Both are kept, because the tensors have to be equal. `known` is the length of Ludii's
    arrays: from there on it fails, and the coordinates are our continuation (see `coordinates_of`).
    """

    x: tuple[int, ...]
    y: tuple[int, ...]
    width: int
    height: int
    known: int

    def place(self, site: int) -> tuple[int, int]:
        """Column and row of a site number. Numbers past the last site have (0, 0)."""
        return (self.x[site], self.y[site]) if 0 <= site < len(self.x) else (0, 0)


def coordinates_of(equipment: Equipment) -> Coordinates:
    """The tensor coordinates of all sites of a game.

    Where Ludii's arrays are too short for the game's site numbers, they are continued: the sites of hands get the row
    or column of their container, and elements of the board of another type than the default one get (0, 0).
    """
    topology = equipment.board
    elements = topology.elements(equipment.default_site)
    columns, rows = _ranks([e.x for e in elements]), _ranks([e.y for e in elements])
    board_sites, containers = len(elements), equipment.containers
    known = board_sites + sum(c.num_sites for c in containers[1:])
    size = max(known, equipment.num_sites)
    xs, ys = [0] * size, [0] * size
    xs[:board_sites], ys[:board_sites] = columns, rows
    last_x, last_y = max(columns), max(rows)
    width, height = last_x + 1, last_y + 1
    if len(containers) > 1:
        longest = max(c.num_sites for c in containers[1:]) - 1
        as_rows = (last_x < last_y and longest <= last_x) or longest > last_x > last_y
        along, last_along = (width, last_x) if as_rows else (height, last_y)
        along += max(0, longest - last_along)
        across = (last_y if as_rows else last_x) + 1 + len(containers)
        width, height = (along, across) if as_rows else (across, along)
        first = board_sites
        for c in containers[1:]:
            line = (last_y if as_rows else last_x) + 1 + c.index
            places = [(first + i, i) for i in range(c.num_sites)]
            places += [(c.first_site + i, i) for i in range(c.num_sites) if c.first_site + i >= known]
            for site, i in places:
                xs[site], ys[site] = (i, line) if as_rows else (line, i)
            if as_rows:
                first += c.num_sites
    return Coordinates(tuple(xs), tuple(ys), width, height, known)


def _ranks(values: Sequence[float]) -> list[int]:
    """The rank of each value among the distinct ones, from 0."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    ranks = [0] * len(values)
    rank, current = 0, values[order[0]]
    for i in order:
        if values[i] - EPSILON > current:
            rank, current = rank + 1, values[i]
        ranks[i] = rank
    return ranks
