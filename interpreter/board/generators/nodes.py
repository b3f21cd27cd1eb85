"""How the ludemes of regular boards call their generators."""

from __future__ import annotations

from ludparse.ludemes.enums import BrickShapeType, HexShapeType, SiteType, SquareShapeType, TriShapeType
from ludparse.ludemes.graph_generators import Brick, Celtic, Hex, Quadhex, Rectangle, Square, Tiling, Tri
from ludparse.ludemes.kinds import Dim
from ludparse.problems.errors import LudRuleError

from ..basis import Basis, Shape
from ..build import builds
from ..dims import eval_dim, eval_dims, polygon_of
from ..geometry import Polygon
from ..graph import Graph
from ..operators.cut import keep
from . import brick, celtic, hexagonal, quadhex, square, tilings, triangular
from .lattice import check_sizes

__all__: list[str] = []


def _size(node: Dim | None) -> int:
    if node is None:
        raise LudRuleError("a board needs a size")
    return eval_dim(node)


def _second(first: int, node: Dim | None) -> int:
    """The second size, by default the same as the first."""
    return first if node is None else eval_dim(node)


@builds(Rectangle)
def build_rectangle(node: Rectangle, site: SiteType) -> Graph:
    rows = eval_dim(node.dim_a)
    graph = square.rectangle(rows, _second(rows, node.dim_b), cells=site is SiteType.Cell, diagonals=node.diagonals)
    graph.dim = (rows, _second(rows, node.dim_b))
    return graph


@builds(Square)
def build_square(node: Square, site: SiteType) -> Graph:
    if node.poly is not None:
        return square.outline(polygon_of(node.poly), node.diagonals)
    if node.sides is not None:
        if not node.sides:
            raise LudRuleError("a board given by its sides needs at least one")
        return square.outline(Polygon.from_sides(eval_dims(node.sides), square.STEPS), node.diagonals)
    size = _size(node.dim)
    graph: Graph
    match node.shape:
        case None | SquareShapeType.Square | SquareShapeType.Limping:
            check_sizes(size)
            cols = size + (node.shape is SquareShapeType.Limping)
            graph = square.rectangle(
                size,
                cols,
                cells=site is SiteType.Cell,
                diagonals=node.diagonals,
                pyramidal=bool(node.pyramidal),
            )
            graph.dim = (size, cols)
        case SquareShapeType.Diamond:
            graph = square.diamond(size, node.diagonals)
            graph.dim = (size,)
        case _:
            raise _no_such_shape("square", node.shape)
    return graph


@builds(Hex)
def build_hex(node: Hex, site: SiteType) -> Graph:
    if node.poly is not None:
        return hexagonal.outline(polygon_of(node.poly))
    if node.sides is not None:
        return hexagonal.sided(eval_dims(node.sides))
    size = _size(node.dim_a)
    graph: Graph
    match node.shape:
        case None | HexShapeType.Hexagon:
            if node.dim_b is not None:
                return hexagonal.sided((size, eval_dim(node.dim_b)))
            graph = hexagonal.hexagon(size)
            graph.dim = (size,)
        case HexShapeType.Triangle:
            graph = hexagonal.triangle(size)
            graph.dim = (size,)
        case HexShapeType.Diamond:
            graph = hexagonal.diamond(size)
            graph.dim = (size,)
        case HexShapeType.Prism:
            graph = hexagonal.prism(size, _second(size, node.dim_b))
            graph.dim = (size, _second(size, node.dim_b))
        case HexShapeType.Star:
            graph = hexagonal.star(size)
            graph.dim = (size,)
        case HexShapeType.Limping:
            graph = hexagonal.limping(size)
        case HexShapeType.Square:
            graph = hexagonal.rectangle(size, size)
            graph.dim = (size, size)
        case HexShapeType.Rectangle:
            graph = hexagonal.rectangle(size, _second(size, node.dim_b))
            graph.dim = (size, _second(size, node.dim_b))
        case _:
            raise _no_such_shape("hex", node.shape)
    return graph


@builds(Tri)
def build_tri(node: Tri, site: SiteType) -> Graph:
    if node.poly is not None:
        return triangular.outline(polygon_of(node.poly))
    if node.sides is not None:
        return triangular.sided(eval_dims(node.sides))
    size = _size(node.dim_a)
    cells = site is SiteType.Cell
    graph: Graph
    match node.shape:
        case TriShapeType.Hexagon:
            graph = triangular.hexagon(size, cells=cells)
            graph.dim = (size,)
        case None | TriShapeType.Triangle:
            graph = triangular.triangle(size, cells=cells)
            graph.dim = (size,)
        case TriShapeType.Diamond:
            graph = triangular.diamond(size, cells=cells)
            graph.dim = (size,)
        case TriShapeType.Prism:
            graph = triangular.prism(size, _second(size, node.dim_b), cells=cells)
            graph.dim = (size, _second(size, node.dim_b))
        case TriShapeType.Star:
            graph = triangular.star(size)
            graph.dim = (size,)
        case TriShapeType.Limping:
            graph = triangular.limping(size)
        case TriShapeType.Square:
            graph = triangular.rectangle(size, size, cells=cells)
            graph.dim = (size, size)
        case TriShapeType.Rectangle:
            graph = triangular.rectangle(size, _second(size, node.dim_b), cells=cells)
            graph.dim = (size, _second(size, node.dim_b))
        case _:
            raise _no_such_shape("tri", node.shape)
    return graph


@builds(Brick)
def build_brick(node: Brick, site: SiteType) -> Graph:
    size = eval_dim(node.dim_a)
    trim = bool(node.trim)
    graph: Graph
    match node.shape:
        case None | BrickShapeType.Square | BrickShapeType.Rectangle:
            cols = _second(size, node.dim_b)
            shape = Shape.SQUARE if node.dim_b is None else Shape.RECTANGLE
            graph = brick.rectangle(size, cols, trim=trim, shape=shape)
            graph.dim = (size, cols)
        case BrickShapeType.Limping:
            graph = brick.rectangle(size, size + 1, trim=trim)
            graph.dim = (size, size + 1)
        case BrickShapeType.Diamond:
            graph = brick.diamond(size, trim=trim)
            graph.dim = (size, size)
        case BrickShapeType.Prism:
            middle = _second(size, node.dim_b)
            graph = brick.diamond(size, trim=trim, shape=Shape.PRISM)
            graph.dim = (size, middle)
        case BrickShapeType.Spiral:
            graph = brick.spiral(size)
            graph.dim = (size,)
    return graph


@builds(Celtic)
def build_celtic(node: Celtic, site: SiteType) -> Graph:
    if node.poly is not None:
        return celtic.celtic(outline=polygon_of(node.poly))
    if node.sides is not None:
        return celtic.sided(eval_dims(node.sides))
    rows = _size(node.rows)
    cols = _second(rows, node.columns)
    graph = celtic.celtic(rows, cols, shape=Shape.SQUARE if node.columns is None else Shape.RECTANGLE)
    graph.dim = (rows, cols)
    return graph


@builds(Quadhex)
def build_quadhex(node: Quadhex, site: SiteType) -> Graph:
    layers = eval_dim(node.layers)
    graph = quadhex.quadhex(layers, thirds=bool(node.thirds))
    graph.dim = (layers,)
    return graph


_FIXED_SIZES = {Basis.T333333_33434: 2, Basis.T4612: 3, Basis.T31212: 3, Basis.T33336: 3, Basis.T33434: 3}
"""The sizes that boards given by an outline have on tilings that cannot be cut to one."""


@builds(Tiling)
def build_tiling(node: Tiling, site: SiteType) -> Graph:
    basis = Basis(node.tiling.value)
    if node.dim_a is None:
        return _tiling_by_outline(node, basis)
    size = eval_dim(node.dim_a)
    cols = _second(size, node.dim_b)
    check_sizes(size, cols)
    graph: Graph
    match basis:
        case Basis.T33344:
            graph = tilings.parallelogram(basis, size, cols, Shape.RHOMBUS)
            graph.dim = (size, cols)
        case Basis.T488:
            shape = Shape.SQUARE if node.dim_b is None else Shape.RECTANGLE
            graph = tilings.parallelogram(basis, size, cols, shape)
            graph.dim = (size,) if node.dim_b is None else (size, cols)
        case Basis.T3636 | Basis.T3464 if node.dim_b is not None:
            shape = Shape.RHOMBUS if basis is Basis.T3636 else Shape.QUADRILATERAL
            graph = tilings.parallelogram(basis, size, cols, shape)
            graph.dim = (size, cols)
        case _:
            graph = _tiling_by_size(basis, size)
    return graph


def _tiling_by_size(basis: Basis, size: int) -> Graph:
    if basis is Basis.T33434:
        graph = tilings.parallelogram(basis, size, size, Shape.DIAMOND)
    else:
        graph = tilings.hexagon(basis, size)
    graph.dim = (size,)
    return graph


def _tiling_by_outline(node: Tiling, basis: Basis) -> Graph:
    if basis is Basis.T33434 and node.poly is not None:
        return keep(_tiling_by_size(basis, 5), polygon_of(node.poly))
    if basis in _FIXED_SIZES:
        return _tiling_by_size(basis, _FIXED_SIZES[basis])
    if node.poly is not None:
        return tilings.outline(basis, polygon_of(node.poly))
    return tilings.sided(basis, eval_dims(node.sides or ()))


def _no_such_shape(keyword: str, shape: object) -> LudRuleError:
    name = getattr(shape, "value", shape)
    return LudRuleError(f"({keyword} …) makes no board of the shape {name}")
