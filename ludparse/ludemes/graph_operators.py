"""Graphs made from graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.graph_generators import Poly


@ludeme("complete")
class Complete(GraphFunction):
    """A graph with an edge between any two vertices, or within each cell."""

    graph: GraphFunction
    each_cell: bool | None = named(default=None)


@ludeme("renumber")
class Renumber(GraphFunction):
    """The same graph, its elements numbered by position again."""

    site_type_a: SiteType | None = None
    site_type_b: SiteType | None = None
    site_type_c: SiteType | None = None
    graph: GraphFunction


@ludeme("scale")
class Scale(GraphFunction):
    """A graph made larger or smaller."""

    scale_x: Float
    scale_y: Float | None = None
    scale_z: Float | None = None
    graph: GraphFunction


@ludeme("keep")
class Keep(GraphFunction):
    """The part of a graph within a polygon."""

    graph_fn: GraphFunction
    poly: Poly


@ludeme("skew")
class Skew(GraphFunction):
    """A graph leant to one side."""

    amount: float
    graph: GraphFunction


@ludeme("dual")
class Dual(GraphFunction):
    """The graph whose vertices are the cells of another."""

    graph: GraphFunction


@ludeme("merge", forms=("graph_a graph_b [connect:]", "graphs [connect:]"))
class Merge(GraphFunction):
    """Graphs laid over each other, coinciding vertices becoming one."""

    graph_a: GraphFunction | None = None
    graph_b: GraphFunction | None = None
    connect: bool | None = None
    graphs: tuple[GraphFunction, ...] | None = None


@ludeme("subdivide")
class Subdivide(GraphFunction):
    """A graph whose cells are cut up around a new vertex in the middle."""

    graph: GraphFunction
    min: Dim | None = named(default=None)


@ludeme("makeFaces")
class MakeFaces(GraphFunction):
    """A graph with its cells worked out anew."""

    graph: GraphFunction


@ludeme("intersect", forms=("graph_a graph_b", "graphs"))
class Intersect(GraphFunction):
    """What several graphs have in common."""

    graph_a: GraphFunction | None = None
    graph_b: GraphFunction | None = None
    graphs: tuple[GraphFunction, ...] | None = None


@ludeme("hole")
class Hole(GraphFunction):
    """A graph without what lies in a polygon."""

    graph_fn: GraphFunction
    poly: Poly


@ludeme("trim")
class Trim(GraphFunction):
    """A graph without loose ends."""

    graph: GraphFunction


@ludeme("clip")
class Clip(GraphFunction):
    """What is left of a graph after a polygon is cut out of it."""

    graph_fn: GraphFunction
    poly: Poly


@ludeme("rotate")
class Rotate(GraphFunction):
    """A graph turned by degrees."""

    degrees_fn: Float
    graph: GraphFunction


@ludeme("splitCrossings")
class SplitCrossings(GraphFunction):
    """A graph with a new vertex wherever two edges cross."""

    graph: GraphFunction


@ludeme("add")
class GraphAdd(GraphFunction):
    """A graph with more vertices, edges or cells."""

    graph: GraphFunction | None = None
    vertices: tuple[tuple[Float, ...], ...] | None = named(default=None)
    edges: tuple[tuple[tuple[Float, ...], ...], ...] | tuple[tuple[Dim, ...], ...] | None = named(default=None)
    edges_curved: tuple[tuple[tuple[Float, ...], ...], ...] | None = named(default=None)
    cells: tuple[tuple[tuple[Float, ...], ...], ...] | tuple[tuple[Dim, ...], ...] | None = named(default=None)
    connect: bool | None = named(default=None)


@ludeme("remove", forms=("graph [cells:] [edges:] [vertices:] [trim_edges:]", "graph_fn poly [trim_edges:]"))
class GraphRemove(GraphFunction):
    """A graph with vertices, edges or cells taken away."""

    graph: GraphFunction | None = None
    cells: tuple[tuple[tuple[float, ...], ...], ...] | tuple[Dim, ...] | None = None
    edges: tuple[tuple[tuple[float, ...], ...], ...] | tuple[tuple[Dim, ...], ...] | None = None
    vertices: tuple[tuple[float, ...], ...] | tuple[Dim, ...] | None = None
    trim_edges: bool | None = None
    graph_fn: GraphFunction | None = None
    poly: Poly | None = None


@ludeme("shift")
class Shift(GraphFunction):
    """A graph moved."""

    dx: Float
    dy: Float
    dz: Float | None = None
    graph: GraphFunction


@ludeme("layers")
class Layers(GraphFunction):
    """Copies of a graph above each other."""

    layers: Dim
    graph: GraphFunction


@ludeme("recoordinate")
class Recoordinate(GraphFunction):
    """The same graph with new labels."""

    site_type_a: SiteType | None = None
    site_type_b: SiteType | None = None
    site_type_c: SiteType | None = None
    graph: GraphFunction


@ludeme("union", forms=("graph_a graph_b [connect:]", "graphs [connect:]"))
class GraphUnion(GraphFunction):
    """Graphs beside each other, coinciding vertices staying apart."""

    graph_a: GraphFunction | None = None
    graph_b: GraphFunction | None = None
    connect: bool | None = None
    graphs: tuple[GraphFunction, ...] | None = None
