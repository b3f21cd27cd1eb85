"""A grid for the sites of a game that is no larger than it has to be."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ludparse.ludemes.enums import RelationType, SiteType

from ..equipment import ContainerKind, Equipment
from ..equipment.features import LETTER

__all__ = ["Grid", "grid_of"]

_MOST_EMPTY = 2
"""A grid has at most so many cells for each site; where none is that small, all sites stand in one row."""
_EXACT = 1e-2

Site = tuple[SiteType, int]


@dataclass(frozen=True)
class Grid:
    """sites: of each cell, row by row, its type and number; None: no site. hands: the numbers of the sites of hands."""

    rows: int
    columns: int
    sites: tuple[Site | None, ...]
    hands: tuple[int, ...]

    def tall(self, levels: int) -> Grid:
        """The grid of a board of one row with a height: so many rows, the lowest level last."""
        return Grid(levels, self.columns, (*[None] * (levels - 1) * self.columns, *self.sites), self.hands)

    def places(self, letter: str) -> tuple[int, ...]:
        """Of each site of a type, by its letter, its cell; -1 without one. Sites of hands are cells."""
        at = {site[1]: k for k, site in enumerate(self.sites) if site is not None and LETTER[site[0]] == letter}
        if letter != "c":  # hands have the numbers behind those of the board, whatever it is played on
            at |= {site: k for site, k in self._hand_places().items() if site not in at}
        return tuple(at.get(site, -1) for site in range(max(at, default=-1) + 1))

    def _hand_places(self) -> dict[int, int]:
        hands = set(self.hands)
        return {s[1]: k for k, s in enumerate(self.sites) if s is not None and s[0] is SiteType.Cell and s[1] in hands}


def grid_of(equipment: Equipment, types: Sequence[SiteType], *, flat: bool) -> Grid:
    """The grid of a game: its board, one type of sites below the other, then the sites of hands. flat: all sites in one
    row, one after the other."""
    blocks = [_block(equipment, t, flat) for t in types]
    hands = [site for c in equipment.containers[1:] if c.kind is not ContainerKind.DICE for site in c.sites]
    columns = max((len(row) for block in blocks for row in block), default=1)
    if flat or all(len(block) == 1 for block in blocks):
        row = [site for block in blocks for line in block for site in line]
        blocks = [[[*row, *((SiteType.Cell, site) for site in hands)]]]
        columns = len(blocks[0][0])
    elif hands:
        rest: list[Site | None] = [(SiteType.Cell, site) for site in hands]
        blocks.append([rest[k : k + columns] for k in range(0, len(rest), columns)])
    lines = [line for block in blocks for line in block]
    cells = [site for line in lines for site in (*line, *[None] * (columns - len(line)))]
    return Grid(len(lines), columns, tuple(cells), tuple(hands))


def _block(equipment: Equipment, kind: SiteType, flat: bool) -> list[list[Site | None]]:
    """The sites of one type of the board, in rows from the top."""
    board = equipment.board
    n = board.size(kind)
    points = [(e.x, e.y) for e in board.elements(kind)]
    at = None if flat or n < 2 else _lattice(points, board.neighbours(kind, RelationType.Adjacent)) or _ranks(points)
    if at is None:
        return [[(kind, i) for i in range(n)]]
    left, top = min(x for x, _ in at), max(y for _, y in at)
    width, height = max(x for x, _ in at) - left + 1, top - min(y for _, y in at) + 1
    rows: list[list[Site | None]] = [[None] * width for _ in range(height)]
    for i, (x, y) in enumerate(at):
        rows[top - y][x - left] = (kind, i)
    return rows


def _lattice(points: Sequence[tuple[float, float]], around: Sequence[Sequence[int]]) -> list[tuple[int, int]] | None:
    """Whole coordinates in two of the directions in which sites are neighbours, in the smallest grid that fits."""
    steps: list[tuple[float, float]] = []
    for i, others in enumerate(around):
        for j in others:
            dx, dy = points[j][0] - points[i][0], points[j][1] - points[i][1]
            if dx < -_EXACT or (abs(dx) <= _EXACT and dy < 0):
                dx, dy = -dx, -dy
            if all(math.hypot(dx - x, dy - y) > _EXACT for x, y in steps):
                steps.append((dx, dy))
            if len(steps) > 12:
                return None
    found: list[tuple[int, float, list[tuple[int, int]]]] = []
    for u in steps:
        for v in steps:
            # u is nearer to the horizontal, v to the vertical
            if u is not v and abs(u[1]) * math.hypot(*v) <= abs(v[1]) * math.hypot(*u) + _EXACT:
                v = v if v[1] > 0 else (-v[0], -v[1])
                at = _whole(points, u, v)
                if at is not None:
                    found.append((_area(at), math.hypot(*u) + math.hypot(*v), at))
    best = min(found, key=lambda one: one[:2], default=None)
    return best[2] if best is not None and best[0] <= _MOST_EMPTY * len(points) else None


def _whole(
    points: Sequence[tuple[float, float]], u: tuple[float, float], v: tuple[float, float]
) -> list[tuple[int, int]] | None:
    det = u[0] * v[1] - u[1] * v[0]
    if abs(det) < _EXACT * _EXACT:
        return None
    at: list[tuple[int, int]] = []
    for px, py in points:
        x, y = px - points[0][0], py - points[0][1]
        a, b = (x * v[1] - y * v[0]) / det, (u[0] * y - u[1] * x) / det
        if abs(a - round(a)) > 4 * _EXACT or abs(b - round(b)) > 4 * _EXACT:
            return None
        at.append((round(a), round(b)))
    return at if len(set(at)) == len(at) else None


def _area(at: Sequence[tuple[int, int]]) -> int:
    xs, ys = [x for x, _ in at], [y for _, y in at]
    return (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1)


def _ranks(points: Sequence[tuple[float, float]]) -> list[tuple[int, int]] | None:
    """The ranks of the different x and y, if they make a grid that is small enough, with one site at most in a cell."""
    both = []
    for k in range(2):
        order: list[float] = []
        for value in sorted(p[k] for p in points):
            if not order or value - order[-1] > _EXACT:
                order.append(value)
        both.append([bisect_right(order, p[k]) - 1 for p in points])
    at = list(zip(both[0], both[1], strict=True))
    return at if len(set(at)) == len(at) and _area(at) <= _MOST_EMPTY * len(at) else None
