"""Graphs made from numbers and shapes."""

from __future__ import annotations

from ludparse.ludemes.base import Ludeme, either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *


@ludeme("graph")
class Graph(GraphFunction):
    """A graph from its vertices' positions and its edges."""

    vertices: tuple[tuple[float, ...], ...] = named()
    edges: tuple[tuple[int, ...], ...] | None = named(default=None)


@ludeme("poly", forms=("pts=tuple[tuple[float, ...], ...] [rotns:]", "pts=tuple[tuple[Dim, ...], ...] [rotns:]"))
class Poly(Ludeme):
    """A polygon, from points or from sides that turn."""

    pts: tuple[tuple[float, ...], ...] | tuple[tuple[Dim, ...], ...]
    rotns: int | None = None


@ludeme("spiral")
class Spiral(GraphFunction):
    """A single line of sites that winds outwards."""

    turns: Dim = named()
    sites: Dim = named()
    clockwise: bool | None = named(default=None)


@ludeme("repeat")
class Repeat(GraphFunction):
    """Polygons repeated in rows and columns."""

    rows: Dim
    columns: Dim
    step: tuple[tuple[float, ...], ...] = named()
    poly: Poly | None = either(1)
    polys: tuple[Poly, ...] | None = either(1)


@ludeme("rectangle")
class Rectangle(GraphFunction):
    """A rectangle of squares."""

    dim_a: Dim
    dim_b: Dim | None = None
    diagonals: DiagonalsType | None = named(default=None)


@ludeme("wedge")
class Wedge(GraphFunction):
    """A triangle of rows that grow wider."""

    rows: Dim
    columns: Dim | None = None


@ludeme("concentric")
class Concentric(GraphFunction):
    """Rings around a centre."""

    shape: ConcentricShapeType | None = either(1)
    sides: Dim | None = named(group=1)
    cells: tuple[Dim, ...] | None = either(1)
    rings: Dim | None = named(default=None)
    steps: Dim | None = named(default=None)
    midpoints: Bool | None = named(default=None)
    join_midpoints: Bool | None = named(default=None)
    join_corners: Bool | None = named(default=None)
    stagger: Bool | None = named(default=None)


@ludeme("regular")
class Regular(GraphFunction):
    """A regular polygon or star."""

    star: ShapeStarType | None = None
    num_sides: Dim


@ludeme("mesh", forms=("num_vertices [poly]", "points"))
class Mesh(GraphFunction):
    """Triangles between points that are given, or strewn over an outline."""

    num_vertices: Dim | None = None
    poly: Poly | None = None
    points: tuple[tuple[float, ...], ...] | None = None


@ludeme("brick")
class Brick(GraphFunction):
    """A wall of bricks."""

    shape: BrickShapeType | None = None
    dim_a: Dim
    dim_b: Dim | None = None
    trim: bool | None = named(default=None)


@ludeme("tiling", forms=("tiling (poly|sides)", "tiling dim_a [dim_b]"))
class Tiling(GraphFunction):
    """A semiregular tiling, named by the polygons that meet at a vertex."""

    tiling: TilingType
    poly: Poly | None = None
    sides: tuple[Dim, ...] | None = None
    dim_a: Dim | None = None
    dim_b: Dim | None = None


@ludeme("hex", forms=("[shape] dim_a [dim_b]", "(poly|sides)"))
class Hex(GraphFunction):
    """A board of hexagons."""

    shape: HexShapeType | None = None
    dim_a: Dim | None = None
    dim_b: Dim | None = None
    poly: Poly | None = None
    sides: tuple[Dim, ...] | None = None


@ludeme("celtic", forms=("rows [columns]", "(poly|sides)"))
class Celtic(GraphFunction):
    """A board of interwoven strands."""

    rows: Dim | None = None
    columns: Dim | None = None
    poly: Poly | None = None
    sides: tuple[Dim, ...] | None = None


@ludeme("quadhex")
class Quadhex(GraphFunction):
    """A hexagon of quadrilaterals."""

    layers: Dim
    thirds: bool | None = named(default=None)


@ludeme("square", forms=("[shape] dim [diagonals:|pyramidal:]", "(poly|sides) [diagonals:]"))
class Square(GraphFunction):
    """A board of squares."""

    shape: SquareShapeType | None = None
    dim: Dim | None = None
    diagonals: DiagonalsType | None = None
    pyramidal: bool | None = None
    poly: Poly | None = None
    sides: tuple[Dim, ...] | None = None


@ludeme("tri", forms=("[shape] dim_a [dim_b]", "(poly|sides)"))
class Tri(GraphFunction):
    """A board of triangles."""

    shape: TriShapeType | None = None
    dim_a: Dim | None = None
    dim_b: Dim | None = None
    poly: Poly | None = None
    sides: tuple[Dim, ...] | None = None
