"""Surakarta boards: a board with loops outside it, along which pieces capture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludparse.ludemes.enums import SiteType
from ludparse.ludemes.equipment import SurakartaBoard
from ludparse.problems.errors import LudRuleError

from ..basis import Basis
from ..build import build_graph, builds
from ..graph import Graph

__all__ = ["SurakartaLoop", "surakarta_loops"]


class SurakartaLoop(NamedTuple):
    """A looped, directed track without an owner.

    A site at a bend occurs twice, because the track leaves the board there and comes back.
    """

    name: str
    sites: tuple[int, ...]


def surakarta_loops(
    basis: Basis | None, rows: int, columns: int, loops: int | None = None, start: int = 1
) -> list[SurakartaLoop]:
    """The loops of a board with this many rows and columns of vertices, each in both directions.

    `start` is the row of the first loop, counted from the perimeter. `loops` is their number, by default as many as
    fit. Boards of neither squares nor triangles have none. Raises LudRuleError if a loop would lie outside the board.
    """
    most = min(rows, columns)  # each loop uses a row of its own
    if loops is not None and start + loops > most + 1:
        raise LudRuleError(f"loop {max(start, most + 1)} of the surakarta board lies outside of it")
    if basis is Basis.SQUARE:
        count = (min(rows, columns) - 2) // 2 if loops is None else loops
        lines = [_square_loop(rows, columns, loop) for loop in range(start, start + count)]
        size = rows * columns
    elif basis is Basis.TRIANGULAR:
        count = (rows - 1) // 2 if loops is None else loops
        lines = [_triangle_loop(rows, loop) for loop in range(start, start + count)]
        size = rows * (rows + 1) // 2
    else:
        return []
    result: list[SurakartaLoop] = []
    for loop, line in enumerate(lines, start):
        if any(not 0 <= site < size for site, _ in line):
            raise LudRuleError(f"loop {loop} of the surakarta board lies outside of it")
        result.append(SurakartaLoop(f"Track{loop}F", _with_bends(line)))
        result.append(SurakartaLoop(f"Track{loop}B", _with_bends(line[::-1])))
    return result


_Line = list[tuple[int, bool]]  # each site, and whether it is at the end of its row


def _square_loop(rows: int, columns: int, loop: int) -> _Line:
    sides = (
        [loop * columns + column for column in range(columns)],
        [columns - 1 - loop + row * columns for row in range(rows)],
        [rows * columns - 1 - loop * columns - column for column in range(columns)],
        [rows * columns - columns + loop - row * columns for row in range(rows)],
    )
    return [(site, i in (0, len(side) - 1)) for side in sides for i, site in enumerate(side)]


def _triangle_loop(rows: int, loop: int) -> _Line:
    length = rows - loop
    line: list[int] = []
    site = sum(rows - step for step in range(loop))
    line += range(site, site + length)
    site, step = rows - 1 - loop, rows - 1
    for _ in range(length):
        line.append(site)
        site += step
        step -= 1
    step += 3
    for _ in range(length):
        line.append(site)
        site -= step
        step += 1
    return [(at, i % length in (0, length - 1)) for i, at in enumerate(line)]


def _with_bends(line: Sequence[tuple[int, bool]]) -> tuple[int, ...]:
    """The sites, where the last site of a row is repeated before the track turns into the next row.

    Site 0 never counts as the end of a row.
    """
    sites: list[int] = []
    for n, (site, at_end) in enumerate(line):
        following, next_at_end = line[(n + 1) % len(line)]
        sites.append(site)
        if at_end and next_at_end and site and following:
            sites.append(site)
    return tuple(sites)


@builds(SurakartaBoard)
def _build_surakarta(node: SurakartaBoard, site: SiteType) -> Graph:
    return build_graph(node.graph_fn, SiteType.Vertex)
