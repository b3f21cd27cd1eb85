"""Which board each form of a description is: one of a generator, whose boards other tests look at; and its size."""

from collections.abc import Callable, Sequence

import pytest

from ludparse.interpreter.board.basis import Basis, Shape
from ludparse.interpreter.board.generators import brick, celtic, hexagonal, quadhex, square, tilings, triangular
from ludparse.interpreter.board.generators.circle import circle
from ludparse.interpreter.board.generators.concentric import rings
from ludparse.interpreter.board.generators.regular import regular
from ludparse.interpreter.board.generators.repeat import repeat
from ludparse.interpreter.board.generators.spiral import spiral
from ludparse.interpreter.board.generators.wedge import wedge
from ludparse.interpreter.board.geometry import Polygon
from ludparse.interpreter.board.graph import Graph
from ludparse.interpreter.board.operators import combine, cut, extend, transform
from ludparse.interpreter.board.operators.crossings import split_crossings
from ludparse.ludemes.enums import DiagonalsType, SiteType
from tests.interpreter.board.test_regular_generators import graph_of, structure

CELL, VERTEX = SiteType.Cell, SiteType.Vertex
SIDES = Polygon([(0, 0), (2, 0), (2, 3), (0, 3), (0, 0)])
TRIANGLE = Polygon([(0, 0), (0, 3), (3, 3)])
UNIT = Polygon([(0, 0), (0, 1), (1, 1), (1, 0)])
T = tilings

FORMS: list[tuple[str, SiteType, Graph, tuple[int, ...] | None]] = [
    ("(rectangle 2 3)", CELL, square.rectangle(2, 3), (2, 3)),
    ("(rectangle 2)", VERTEX, square.rectangle(2, 2, cells=False), (2, 2)),
    ("(square 3)", VERTEX, square.rectangle(3, 3, cells=False), (3, 3)),
    ("(square 2 diagonals:Solid)", CELL, square.rectangle(2, 2, diagonals=DiagonalsType.Solid), (2, 2)),
    ("(square 3 pyramidal:True)", VERTEX, square.rectangle(3, 3, cells=False, pyramidal=True), (3, 3)),
    ("(square Limping 3)", CELL, square.rectangle(3, 4), (3, 4)),
    ("(square Diamond 2)", CELL, square.diamond(2), (2,)),
    ("(square {2 3 2 3})", CELL, square.rectangle(2, 3), None),
    ("(square (poly {{0 0} {0 3} {3 3}}))", CELL, square.outline(TRIANGLE), None),
    ("(hex 3)", CELL, hexagonal.hexagon(3), (3,)),
    ("(hex 2 3)", CELL, hexagonal.sided((2, 3)), None),
    ("(hex Triangle 3)", CELL, hexagonal.triangle(3), (3,)),
    ("(hex Diamond 3)", CELL, hexagonal.diamond(3), (3,)),
    ("(hex Prism 2 3)", CELL, hexagonal.prism(2, 3), (2, 3)),
    ("(hex Prism 2)", CELL, hexagonal.prism(2, 2), (2, 2)),
    ("(hex Star 2)", CELL, hexagonal.star(2), (2,)),
    ("(hex Limping 2)", CELL, hexagonal.limping(2), None),
    ("(hex Square 3)", CELL, hexagonal.rectangle(3, 3), (3, 3)),
    ("(hex Rectangle 2 4)", CELL, hexagonal.rectangle(2, 4), (2, 4)),
    ("(hex Rectangle 2)", CELL, hexagonal.rectangle(2, 2), (2, 2)),
    ("(hex {2 3 2 3 2 3})", CELL, hexagonal.sided((2, 3, 2, 3, 2, 3)), None),
    ("(tri 3)", CELL, triangular.triangle(3), (3,)),
    ("(tri Triangle 3)", VERTEX, triangular.triangle(3, cells=False), (3,)),
    ("(tri Hexagon 2)", CELL, triangular.hexagon(2), (2,)),
    ("(tri Hexagon 2)", VERTEX, triangular.hexagon(2, cells=False), (2,)),
    ("(tri Diamond 2)", CELL, triangular.diamond(2), (2,)),
    ("(tri Diamond 3)", VERTEX, triangular.diamond(3, cells=False), (3,)),
    ("(tri Prism 2 3)", CELL, triangular.prism(2, 3), (2, 3)),
    ("(tri Prism 2)", VERTEX, triangular.prism(2, 2, cells=False), (2, 2)),
    ("(tri Star 2)", VERTEX, triangular.star(2), (2,)),
    ("(tri Limping 2)", CELL, triangular.limping(2), None),
    ("(tri Square 3)", CELL, triangular.rectangle(3, 3), (3, 3)),
    ("(tri Rectangle 2 4)", VERTEX, triangular.rectangle(2, 4, cells=False), (2, 4)),
    ("(tri Rectangle 2)", CELL, triangular.rectangle(2, 2), (2, 2)),
    ("(brick 2)", CELL, brick.rectangle(2, 2, shape=Shape.SQUARE), (2, 2)),
    ("(brick Rectangle 2 3 trim:True)", CELL, brick.rectangle(2, 3, trim=True), (2, 3)),
    ("(brick Limping 2)", CELL, brick.rectangle(2, 3), (2, 3)),
    ("(brick Diamond 3)", CELL, brick.diamond(3), (3, 3)),
    ("(brick Diamond 3 trim:True)", CELL, brick.diamond(3, trim=True), (3, 3)),
    ("(brick Prism 2 3)", CELL, brick.diamond(2, shape=Shape.PRISM), (2, 3)),
    ("(brick Spiral 3)", CELL, brick.spiral(3), (3,)),
    ("(celtic 2 3)", CELL, celtic.celtic(2, 3, shape=Shape.RECTANGLE), (2, 3)),
    ("(celtic 2)", CELL, celtic.celtic(2, 2, shape=Shape.SQUARE), (2, 2)),
    ("(quadhex 2)", CELL, quadhex.quadhex(2), (2,)),
    ("(quadhex 2 thirds:True)", CELL, quadhex.quadhex(2, thirds=True), (2,)),
    ("(tiling T33344 2 3)", CELL, T.parallelogram(Basis.T33344, 2, 3, Shape.RHOMBUS), (2, 3)),
    ("(tiling T488 2)", CELL, T.parallelogram(Basis.T488, 2, 2, Shape.SQUARE), (2,)),
    ("(tiling T488 2 3)", CELL, T.parallelogram(Basis.T488, 2, 3, Shape.RECTANGLE), (2, 3)),
    ("(tiling T3636 2)", CELL, T.hexagon(Basis.T3636, 2), (2,)),
    ("(tiling T3636 2 3)", CELL, T.parallelogram(Basis.T3636, 2, 3, Shape.RHOMBUS), (2, 3)),
    ("(tiling T3464 2 3)", CELL, T.parallelogram(Basis.T3464, 2, 3, Shape.QUADRILATERAL), (2, 3)),
    ("(tiling T33434 2)", CELL, T.parallelogram(Basis.T33434, 2, 2, Shape.DIAMOND), (2,)),
    ("(tiling T4612 2)", CELL, T.hexagon(Basis.T4612, 2), (2,)),
    ("(spiral turns:3 sites:40)", VERTEX, spiral(3, 40), None),
    ("(wedge 3 4)", VERTEX, wedge(3, 4), None),
    ("(wedge 3)", VERTEX, wedge(3), None),
    ("(regular 5)", CELL, regular(5), None),
    ("(regular Star 5)", VERTEX, regular(5, star=True, cells=False), None),
    ("(concentric {1 4 8})", VERTEX, circle([1, 4, 8], cells=False), None),
    ("(concentric {4 8} stagger:True)", CELL, circle([4, 8], stagger=True), None),
    ("(concentric Square rings:3)", VERTEX, rings(4, 3, cells=False), None),
    ("(concentric sides:5 rings:2 midpoints:False joinCorners:True)", CELL,
     rings(5, 2, midpoints=False, join_corners=True), None),
    ("(repeat 2 3 step:{{1 0} {0.5 1}} (poly {{0 0} {0 1} {1 1} {1 0}}))", CELL,
     repeat(2, 3, (1, 0), (0.5, 1), [UNIT]), None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "site", "graph", "dim"), FORMS, ids=[f"{row[0]} {row[1].value}" for row in FORMS])
def test_forms(text: str, site: SiteType, graph: Graph, dim: tuple[int, ...] | None) -> None:
    found = graph_of(text, site)
    assert structure(found) == structure(graph)
    if "{2 3 2 3}" not in text:  # a walk around a rectangle has no name for what it makes
        assert found.shape is graph.shape
        assert found.dim == dim


def two(**size: int) -> Graph:
    return square.rectangle(2, size.get("cols", 2))


POINTS = "{{0.5 0.5} {0.5 1.5} {2.5 1.5} {2.5 0.5}}"
REGION = [(0.5, 0.5), (0.5, 1.5), (2.5, 1.5), (2.5, 0.5)]
SMALL = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]
CORNERS = "{{0 0} {0 1} {1 1} {1 0}}"

OPERATORS: list[tuple[str, Callable[[], Graph]]] = [
    ("(merge (square 2) (shift 2 0 (square 2)))", lambda: combine.merge([two(), transform.shift(two(), 2, 0)])),
    ("(merge {(square 2) (shift 3 0 (square 2)) (square 1)} connect:True)",
     lambda: combine.merge([two(), transform.shift(two(), 3, 0), square.rectangle(1, 1)], connect=True)),
    ("(union (square 2) (rectangle 2 3))", lambda: combine.union([two(), two(cols=3)])),
    ("(union {(square 2) (shift 3 0 (square 2))} connect:True)",
     lambda: combine.union([two(), transform.shift(two(), 3, 0)], connect=True)),
    ("(intersect (square 2) (shift 1 0 (square 2)))", lambda: combine.intersect([two(), transform.shift(two(), 1, 0)])),
    ("(layers 3 (square 2))", lambda: combine.layers([two(), two(), two()])),
    (f"(clip (rectangle 2 3) (poly {POINTS}))", lambda: cut.clip(two(cols=3), Polygon(REGION))),
    (f"(keep (rectangle 2 3) (poly {CORNERS}))", lambda: cut.keep(two(cols=3), Polygon(SMALL))),
    (f"(hole (rectangle 2 3) (poly {CORNERS}))", lambda: cut.hole(two(cols=3), Polygon(SMALL))),
    (f"(remove (rectangle 2 3) (poly {POINTS}))", lambda: cut.remove_inside(two(cols=3), Polygon(REGION))),
    ("(trim (remove (square 2) cells:{0 1} trimEdges:False))",
     lambda: cut.trim(cut.remove_cells(two(), [0, 1], trim_edges=False))),
    ("(remove (square 2) cells:{3})", lambda: cut.remove_cells(two(), [3])),
    (f"(remove (square 2) cells:{{{CORNERS}}})", lambda: cut.remove_cells_at(two(), [SMALL])),
    ("(remove (square 2) edges:{{0 1}})", lambda: cut.remove_edges(two(), [(0, 1)])),
    ("(remove (square 2) edges:{{{0 0} {0 1}}})", lambda: cut.remove_edges_at(two(), [((0.0, 0.0), (0.0, 1.0))])),
    ("(remove (square 2) vertices:{4 0})", lambda: cut.remove_vertices(two(), [4, 0])),
    ("(remove (square 2) vertices:{{1 2}})", lambda: cut.remove_vertices_at(two(), [(1.0, 2.0)])),
    ("(add (square 1) vertices:{{0.5 0.5}} edges:{{4 0}})",
     lambda: added(square.rectangle(1, 1), [(0.5, 0.5)], [(4, 0)])),
    ("(add (square 1) vertices:{{2 0} {2 1}} connect:True)",
     lambda: added(square.rectangle(1, 1), [(2.0, 0.0), (2.0, 1.0)], connect=True)),
    ("(complete (square 1))", lambda: extend.complete(square.rectangle(1, 1))),
    ("(complete (square 2) eachCell:True)", lambda: extend.complete(two(), each_cell=True)),
    ("(dual (square 3))", lambda: extend.dual(square.rectangle(3, 3))),
    ("(subdivide (square 2))", lambda: extend.subdivide(two(), faces_first=False, faces_after=True)),
    ("(subdivide (square 2) min:5)", lambda: extend.subdivide(two(), 5, faces_first=False, faces_after=True)),
    ("(splitCrossings (complete (square 1)))", lambda: split_crossings(extend.complete(square.rectangle(1, 1)))),
    ("(rotate 90 (rectangle 2 3))", lambda: transform.rotate(two(cols=3), 90)),
    ("(scale 2 3 (rectangle 2 3))", lambda: transform.scale(two(cols=3), 2, 3)),
    ("(scale 2 (square 2))", lambda: transform.scale(two(), 2, 2)),
    ("(shift 1 2 (square 2))", lambda: transform.shift(two(), 1, 2)),
    ("(shift 1 2 3 (square 2))", lambda: transform.shift(two(), 1, 2, 3)),
    ("(skew 0.5 (square 2))", lambda: transform.skew(two(), 0.5)),
]  # fmt: skip


def added(
    graph: Graph, places: list[tuple[float, float]], pairs: Sequence[tuple[int, int]] = (), connect: bool = False
) -> Graph:
    new = extend.add_vertices(graph, places)
    extend.add_edges(graph, pairs)
    return extend.finish_adding(graph, new, connect)


@pytest.mark.parametrize(("text", "made"), OPERATORS, ids=[row[0] for row in OPERATORS])
def test_operators(text: str, made: Callable[[], Graph]) -> None:
    """Of the same arguments an operator makes the same, with its points at the same places."""
    found, graph = graph_of(text), made()
    assert structure(found) == structure(graph)
    assert [v.pt for v in found.vertices] == [pytest.approx(v.pt) for v in graph.vertices]
