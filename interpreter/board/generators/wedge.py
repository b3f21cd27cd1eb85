"""The wedge: one point at the top, and rows that grow wider below it."""

from __future__ import annotations

from ludparse.ludemes.enums import SiteType
from ludparse.ludemes.graph_generators import Wedge
from ludparse.problems.errors import LudRuleError

from ..basis import Basis, Shape
from ..build import builds
from ..dims import eval_dim
from ..graph import Graph, check_size

__all__ = ["wedge"]


def wedge(rows: int, columns: int = 3) -> Graph:
    """One vertex at the top and `rows` - 1 rows of `columns` vertices below it. There are no faces.

    Without rows nothing is made. Raises LudRuleError for more than one row of fewer than two columns.
    """
    if rows > 1 and columns < 2:
        raise LudRuleError(f"a wedge needs at least two columns below its top, not {rows} rows of {columns}")
    check_size(rows * columns)
    graph = Graph()
    top = rows - 1
    if rows > 0:
        graph.add_vertex(float(top), float(top))
    for row in range(1, rows):
        left, right = top - row, top + row
        for column in range(columns):
            t = column / (columns - 1)
            graph.add_vertex(left + t * (right - left), float(top - row))
    for row in range(rows):
        first = row * columns - columns + 1
        below = first + columns
        if row > 0:
            for column in range(columns - 1):
                graph.add_edge(first + column, first + column + 1)
        if row < rows - 1:
            for column in range(columns):
                graph.add_edge(0 if row == 0 else first + column, below + column)
    graph.set_basis_and_shape(Basis.NO_BASIS, Shape.WEDGE)
    return graph


@builds(Wedge)
def _build_wedge(node: Wedge, site: SiteType) -> Graph:
    return wedge(eval_dim(node.rows), 3 if node.columns is None else eval_dim(node.columns))
