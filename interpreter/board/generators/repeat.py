"""Tilings made by repeating polygons along two directions."""

from __future__ import annotations

from collections.abc import Sequence

from ludparse.ludemes.enums import SiteType
from ludparse.ludemes.graph_generators import Repeat
from ludparse.problems.errors import LudRuleError

from ..build import builds
from ..dims import eval_dim, polygon_of
from ..geometry import Point, Polygon, single
from ..graph import Graph, check_size
from .lattice import check_sizes

__all__ = ["repeat"]


def repeat(rows: int, columns: int, column_step: Point, row_step: Point, polygons: Sequence[Polygon]) -> Graph:
    """The outlines of all polygons, repeated `rows` x `columns` times, with the resulting faces. A polygon may be flat:
    its corners and edges are there all the same.
    """
    check_size(rows * columns * sum(len(polygon.points) for polygon in polygons))
    graph = Graph()
    for row in range(rows):
        for column in range(columns):
            x = column * column_step[0] + row * row_step[0]
            y = column * column_step[1] + row * row_step[1]
            for polygon in polygons:
                corners = polygon.points
                for n, (ax, ay) in enumerate(corners):
                    bx, by = corners[(n + 1) % len(corners)]
                    a = graph.find_or_add_vertex(x + ax, y + ay)
                    b = graph.find_or_add_vertex(x + bx, y + by)
                    graph.find_or_add_edge(a, b)
    graph.make_faces()
    graph.reorder()
    return graph


@builds(Repeat)
def _build_repeat(node: Repeat, site: SiteType) -> Graph:
    if len(node.step) < 2 or any(len(step) < 2 for step in node.step[:2]):
        raise LudRuleError("step: needs two pairs of numbers, from column to column and from row to row")
    (column_x, column_y, *_), (row_x, row_y, *_), *_ = [[single(number) for number in step] for step in node.step]
    polys = (node.poly,) if node.poly is not None else node.polys or ()
    polygons = [polygon_of(poly, flat=True) for poly in polys]
    rows, columns = eval_dim(node.rows), eval_dim(node.columns)
    check_sizes(rows, columns, least=0)
    return repeat(rows, columns, (column_x, column_y), (row_x, row_y), polygons)
