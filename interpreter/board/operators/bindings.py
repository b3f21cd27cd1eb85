"""The builders of operator ludemes: each calls its operator with the ludeme's parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludparse.ludemes import graph_operators as ops
from ludparse.ludemes.enums import SiteType
from ludparse.ludemes.kinds import Dim, Float
from ludparse.problems.errors import LudRuleError

from ..build import build_graph, builds
from ..dims import eval_dim, eval_float, polygon_of
from ..graph import Graph, check_size
from . import combine, cut, extend
from .crossings import split_crossings
from .transform import renumber, rotate, scale, shift, skew

__all__: list[str] = []


def _parts(node: ops.Merge | ops.GraphUnion | ops.Intersect, site: SiteType) -> list[Graph]:
    """The graphs of an operator that takes two graphs or a list of graphs."""
    nodes = node.graphs if node.graphs is not None else (node.graph_a, node.graph_b)
    graphs = [build_graph(part, site) for part in nodes if part is not None]
    check_size(sum(len(graph.vertices) for graph in graphs))
    return graphs


@builds(ops.Merge)
def _build_merge(node: ops.Merge, site: SiteType) -> Graph:
    return combine.merge(_parts(node, site), bool(node.connect))


@builds(ops.GraphUnion)
def _build_union(node: ops.GraphUnion, site: SiteType) -> Graph:
    return combine.union(_parts(node, site), bool(node.connect))


@builds(ops.Intersect)
def _build_intersect(node: ops.Intersect, site: SiteType) -> Graph:
    return combine.intersect(_parts(node, site))


@builds(ops.Layers)
def _build_layers(node: ops.Layers, site: SiteType) -> Graph:
    count = eval_dim(node.layers)
    if count < 1:
        raise LudRuleError("a board needs at least one layer")
    lowest = build_graph(node.graph, site)
    check_size(count * len(lowest.vertices))
    return combine.layers([lowest, *(build_graph(node.graph, site) for _ in range(count - 1))])


@builds(ops.Clip)
def _build_clip(node: ops.Clip, site: SiteType) -> Graph:
    return cut.clip(build_graph(node.graph_fn, site), polygon_of(node.poly))


@builds(ops.Keep)
def _build_keep(node: ops.Keep, site: SiteType) -> Graph:
    return cut.keep(build_graph(node.graph_fn, site), polygon_of(node.poly))


@builds(ops.Hole)
def _build_hole(node: ops.Hole, site: SiteType) -> Graph:
    return cut.hole(build_graph(node.graph_fn, site), polygon_of(node.poly))


@builds(ops.Trim)
def _build_trim(node: ops.Trim, site: SiteType) -> Graph:
    return cut.trim(build_graph(node.graph, site))


@builds(ops.GraphRemove)
def _build_remove(node: ops.GraphRemove, site: SiteType) -> Graph:
    if node.poly is not None and node.graph_fn is not None:
        return cut.remove_inside(build_graph(node.graph_fn, site), polygon_of(node.poly))
    assert node.graph is not None, "the signature asks for a graph"
    graph = build_graph(node.graph, site)
    # each of these is a list of numbers or a list of coordinates
    cells: tuple[Any, ...] = node.cells or ()
    edges: tuple[Any, ...] = node.edges or ()
    vertices: tuple[Any, ...] = node.vertices or ()
    trim_edges = node.trim_edges is not False
    if cells and isinstance(cells[0], tuple):
        cut.remove_cells_at(graph, [[_place(place) for place in outline] for outline in cells], trim_edges)
    else:
        cut.remove_cells(graph, [eval_dim(cell) for cell in cells], trim_edges)
    if _at_places(edges):
        cut.remove_edges_at(graph, [_two_places(pair) for pair in edges])
    else:
        cut.remove_edges(graph, [_two_numbers(pair) for pair in edges])
    if vertices and isinstance(vertices[0], tuple):
        cut.remove_vertices_at(graph, [_place(place) for place in vertices])
    else:
        cut.remove_vertices(graph, [eval_dim(vertex) for vertex in vertices])
    return graph


@builds(ops.GraphAdd)
def _build_add(node: ops.GraphAdd, site: SiteType) -> Graph:
    graph = Graph() if node.graph is None else build_graph(node.graph, site)
    extend.add_curved_edges(graph, [_curve(points) for points in node.edges_curved or ()])
    new = extend.add_vertices(graph, [_place(place) for place in node.vertices or ()])
    # elements given by number come last, because they may refer to vertices that the others add
    edges: tuple[Any, ...] = node.edges or ()
    cells: tuple[Any, ...] = node.cells or ()
    edges_by_place, cells_by_place = _at_places(edges), _at_places(cells)
    if edges_by_place:
        extend.add_edges_at(graph, [_two_places(pair) for pair in edges])
    if cells_by_place:
        extend.add_cells_at(graph, [[_place(place) for place in outline] for outline in cells])
    if not edges_by_place:
        extend.add_edges(graph, [_two_numbers(pair) for pair in edges])
    if not cells_by_place:
        extend.add_cells(graph, [[eval_dim(number) for number in loop] for loop in cells])
    return extend.finish_adding(graph, new, bool(node.connect))


@builds(ops.Complete)
def _build_complete(node: ops.Complete, site: SiteType) -> Graph:
    return extend.complete(build_graph(node.graph, site), bool(node.each_cell))


@builds(ops.Dual)
def _build_dual(node: ops.Dual, site: SiteType) -> Graph:
    return extend.dual(build_graph(node.graph, site))


@builds(ops.Subdivide)
def _build_subdivide(node: ops.Subdivide, site: SiteType) -> Graph:
    return extend.subdivide(
        build_graph(node.graph, site),
        1 if node.min is None else eval_dim(node.min),
        faces_first=site is SiteType.Vertex,
        faces_after=site is SiteType.Cell,
    )


@builds(ops.MakeFaces)
def _build_make_faces(node: ops.MakeFaces, site: SiteType) -> Graph:
    return extend.make_faces(build_graph(node.graph, site))


@builds(ops.SplitCrossings)
def _build_split_crossings(node: ops.SplitCrossings, site: SiteType) -> Graph:
    return split_crossings(build_graph(node.graph, site))


@builds(ops.Renumber)
def _build_renumber(node: ops.Renumber, site: SiteType) -> Graph:
    kinds = [kind for kind in (node.site_type_a, node.site_type_b, node.site_type_c) if kind is not None]
    return renumber(build_graph(node.graph, site), kinds)


@builds(ops.Recoordinate)
def _build_recoordinate(node: ops.Recoordinate, site: SiteType) -> Graph:
    # coordinates are always computed from the finished graph, so there is nothing to do
    return build_graph(node.graph, site)


@builds(ops.Rotate)
def _build_rotate(node: ops.Rotate, site: SiteType) -> Graph:
    return rotate(build_graph(node.graph, site), eval_float(node.degrees_fn))


@builds(ops.Scale)
def _build_scale(node: ops.Scale, site: SiteType) -> Graph:
    x = eval_float(node.scale_x)
    y = x if node.scale_y is None else eval_float(node.scale_y)
    z = 1.0 if node.scale_z is None else eval_float(node.scale_z)
    return scale(build_graph(node.graph, site), x, y, z)


@builds(ops.Shift)
def _build_shift(node: ops.Shift, site: SiteType) -> Graph:
    dz = 0.0 if node.dz is None else eval_float(node.dz)
    return shift(build_graph(node.graph, site), eval_float(node.dx), eval_float(node.dy), dz)


@builds(ops.Skew)
def _build_skew(node: ops.Skew, site: SiteType) -> Graph:
    return skew(build_graph(node.graph, site), eval_float(node.amount))


def _at_places(lists: Sequence[object]) -> bool:
    """Whether these are lists of coordinates and not of numbers."""
    return any(isinstance(item, tuple) for items in lists if isinstance(items, tuple) for item in items)


def _place(numbers: Sequence[Float], what: str = "a place") -> tuple[float, ...]:
    """(x, y) or (x, y, z)"""
    if len(numbers) < 2:
        raise LudRuleError(f"{what} needs two or three numbers, not {len(numbers)}")
    return tuple(eval_float(number) for number in numbers[:3])


def _two_places(pair: Sequence[Sequence[Float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    if len(pair) != 2:
        raise LudRuleError(f"an edge needs two places, not {len(pair)}")
    return _place(pair[0], "an end of an edge"), _place(pair[1], "an end of an edge")


def _two_numbers(pair: Sequence[Dim]) -> tuple[int, int]:
    if len(pair) != 2:
        raise LudRuleError(f"an edge needs the numbers of two vertices, not {len(pair)} numbers")
    return eval_dim(pair[0]), eval_dim(pair[1])


def _curve(points: Sequence[Sequence[Float]]) -> extend.Curve:
    if len(points) != 4:
        raise LudRuleError(f"a curved edge needs two ends and two tangents, not {len(points)} points")
    start, end, tangent_a, tangent_b = (_place(point, "a point of a curved edge") for point in points)
    return start, end, (tangent_a[0], tangent_a[1]), (tangent_b[0], tangent_b[1])
