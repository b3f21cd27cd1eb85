"""Mancala boards: rows of holes, with a store at either end."""

from __future__ import annotations

from ludparse.ludemes.enums import SiteType, StoreType
from ludparse.ludemes.equipment import MancalaBoard
from ludparse.problems.errors import LudRuleError

from ..build import builds
from ..geometry import single
from ..graph import Graph, check_size
from ..operators.combine import union
from .square import rectangle

__all__ = ["MANCALA_ROWS", "mancala"]

MANCALA_ROWS = range(2, 7)

# By number of rows: the place of the left store, the offset of the right store from the last column, its shift.
_STORES: dict[int, tuple[float, float, float, float]] = {
    2: (-0.85, 0.5, 0.0, -0.15),
    3: (-1.0, 1.0, 0.0, 0.0),
    4: (-0.9, 1.5, 0.0, -0.1),
    5: (-1.0, 2.0, 0.1, -0.1),
    6: (-0.9, 2.5, 0.0, -0.1),
}


def mancala(rows: int, columns: int, *, stores: bool = True) -> Graph:
    """Two to six rows of vertices between two stores.

    The left store comes first, then the rows from the bottom, then the right store. Neighbours are joined.

    Raises LudRuleError for another number of rows.
    """
    if rows not in MANCALA_ROWS:
        raise LudRuleError(f"a mancala board has two to six rows, not {rows}")
    check_size(rows * columns)
    parts: list[Graph] = []
    for row in range(rows):
        part = rectangle(1, columns, cells=False)
        part.translate(0.0, float(row))
        parts.append(part)
    if stores:
        left, height, beyond, shift = _STORES[rows]
        right = Graph.from_lists([(columns + beyond, height)], ())
        right.translate(single(shift), 0.0)
        parts = [Graph.from_lists([(left, height)], ()), *parts, right]
    return union(parts, connect=True)


@builds(MancalaBoard)
def _build_mancala(node: MancalaBoard, site: SiteType) -> Graph:
    outside = node.store is not StoreType.Inner and node.num_stores in (None, 2)
    if not outside and node.rows in MANCALA_ROWS:
        return rectangle(node.rows, node.rows, cells=False)
    return mancala(node.rows, node.columns, stores=node.store is not StoreType.None_)
