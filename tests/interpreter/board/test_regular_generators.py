"""Squares, hexagons, triangles, bricks, knotwork and tilings: exact numbering, sizes, errors."""

import json
from math import sqrt
from pathlib import Path
from zlib import crc32

import pytest

from ludparse import LudError, LudLimitError, LudRuleError, Source, parse
from ludparse.binding.diagnosis import bind
from ludparse.interpreter.board.basis import Basis, Shape
from ludparse.interpreter.board.generators import brick, celtic, hexagonal, quadhex, square, tilings, triangular
from ludparse.interpreter.board.geometry import Polygon
from ludparse.interpreter.board.graph import Graph
from ludparse.interpreter.equipment.boards import build_graph
from ludparse.ludemes.enums import DiagonalsType, SiteType
from ludparse.ludemes.kinds import GraphFunction

KNOWN: dict[str, list[int]] = json.loads((Path(__file__).parent / "regular_boards.json").read_text())
"""Text and site type: numbers of vertices, edges, faces and the checksum of `structure`.

Most of these boards occur in no recorded game. When the table was made, each agreed with what Ludii 1.3.13 makes of
the text in every vertex, edge, face, tangent and order; it is extended in the same way and changed only with a reason.
"""


def graph_of(text: str, site: SiteType = SiteType.Cell) -> Graph:
    node = bind(parse(Source("<text>", text))[0], GraphFunction)
    return build_graph(node, site)


def sizes(graph: Graph) -> tuple[int, int, int]:
    return len(graph.vertices), len(graph.edges), len(graph.faces)


def structure(graph: Graph) -> str:
    around = [",".join(str(edge.id) for edge in vertex.edges) for vertex in graph.vertices]
    edges = [f"{edge.a.id}-{edge.b.id}" for edge in graph.edges]
    faces = [",".join(str(vertex.id) for vertex in face.vertices) for face in graph.faces]
    return ";".join(around + edges + faces)


@pytest.mark.parametrize("case", KNOWN)
def test_known_boards(case: str) -> None:
    text, site = case.rsplit(" ", 1)
    graph = graph_of(text, SiteType(site))
    assert [*sizes(graph), crc32(structure(graph).encode())] == KNOWN[case]


@pytest.mark.parametrize("n", [1, 2, 3, 8])
def test_sizes_by_formula(n: int) -> None:
    assert sizes(square.rectangle(n, n)) == ((n + 1) ** 2, 2 * n * (n + 1), n * n)
    assert sizes(square.rectangle(n, n, cells=False)) == (n * n, 2 * n * (n - 1), (n - 1) ** 2)
    assert sizes(hexagonal.hexagon(n)) == (6 * n * n, 9 * n * n - 3 * n, 3 * n * (n - 1) + 1)
    assert sizes(triangular.hexagon(n)) == (3 * n * (n + 1) + 1, 9 * n * n + 3 * n, 6 * n * n)
    assert sizes(triangular.triangle(n)) == ((n + 1) * (n + 2) // 2, 3 * n * (n + 1) // 2, n * n)
    assert len(hexagonal.diamond(n).faces) == n * n
    assert len(hexagonal.triangle(n).faces) == n * (n + 1) // 2
    assert len(hexagonal.star(n).faces) == 6 * n * n + 6 * n + 1
    assert len(quadhex.quadhex(n).faces) == 6 * n * n
    assert len(brick.spiral(n).faces) == 1 + 2 * n * (n - 1)


def test_a_limping_hexagon_has_two_lengths_of_side() -> None:
    assert [len(hexagonal.limping(n).faces) for n in (1, 2, 3)] == [3, 12, 27]


@pytest.mark.parametrize("graph", [square.rectangle(3, 5), hexagonal.hexagon(4), tilings.hexagon(Basis.T3464, 3)])
def test_numbers_go_from_the_bottom_to_the_top_and_from_left_to_right(graph: Graph) -> None:
    for elements in (graph.vertices, graph.edges, graph.faces):
        scores = [element.y * 100 + element.x for element in elements]
        assert scores == sorted(scores)


POLYGONS = {
    Basis.T31212: {3, 12},
    Basis.T3464: {3, 4, 6},
    Basis.T488: {4, 8},
    Basis.T33434: {3, 4},
    Basis.T33336: {3, 6},
    Basis.T33344: {3, 4},
    Basis.T3636: {3, 6},
    Basis.T4612: {4, 6, 12},
    Basis.T333333_33434: {3, 4, 6},  # the hexagons of six triangles are not divided
}


@pytest.mark.parametrize("basis", list(tilings.TILINGS))
def test_tilings_have_edges_of_length_one_and_the_polygons_of_their_names(basis: Basis) -> None:
    graph = tilings.parallelogram(basis, 4, 4, Shape.RHOMBUS)
    assert all(abs(edge.length - 1) < 0.01 for edge in graph.edges)
    assert {len(face.vertices) for face in graph.faces} == POLYGONS[basis]


def test_places() -> None:
    graph = hexagonal.hexagon(2)
    assert graph.faces[0].pt == pytest.approx((0.0, 0.0, 0.0))
    assert graph.faces[1].pt == pytest.approx((sqrt(3), 0.0, 0.0))
    assert graph.faces[2].pt == pytest.approx((-sqrt(3) / 2, 1.5, 0.0))
    pyramid = graph_of("(square 2 pyramidal:True)", SiteType.Vertex)
    expected = [(0, 0, 0), (1, 0, 0), (0.5, 0.5, sqrt(0.5)), (0, 1, 0), (1, 1, 0)]
    assert [coordinate for vertex in pyramid.vertices for coordinate in vertex.pt] == pytest.approx(
        [coordinate for point in expected for coordinate in point]
    )


def test_pyramids_are_joined_between_layers() -> None:
    graph = graph_of("(square 3 pyramidal:True)", SiteType.Vertex)
    assert len(graph.vertices) == 9 + 4 + 1
    top = max(graph.vertices, key=lambda vertex: vertex.z)
    assert len(top.edges) == 4


def test_knotwork_has_curved_edges() -> None:
    graph = celtic.celtic(2, 2, shape=Shape.SQUARE)
    assert any(edge.curved for edge in graph.edges)
    assert (graph.basis, graph.shape) == (Basis.CELTIC, Shape.SQUARE)


def test_an_outline_keeps_what_lies_on_it() -> None:
    graph = square.outline(Polygon([(0, 0), (0, 2), (2, 2), (2, 0)]))
    assert sizes(graph) == (9, 12, 4)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("(square -1)", LudRuleError),
        ("(brick -1)", LudRuleError),
        ("(tiling T3636 -1)", LudRuleError),
        ("(rectangle 3 -1)", LudRuleError),
        ("(square Rectangle 3)", LudRuleError),
        ("(hex NoShape 3)", LudRuleError),
        ("(hex 0)", LudRuleError),
        ("(tri -2)", LudRuleError),
        ("(quadhex 0)", LudRuleError),
        ("(quadhex 1 thirds:True)", LudRuleError),
        ("(celtic 0)", LudRuleError),
        ("(hex {})", LudRuleError),
        ("(square (poly {}))", LudRuleError),
        ("(square (poly {{1} {2}}))", LudRuleError),
        ("(square (/ 4 0))", LudRuleError),
        ("(square 2000)", LudLimitError),
        ("(square (^ 10 9))", LudLimitError),
        ("(square (^ 10 99))", LudLimitError),
        ("(hex 5000)", LudLimitError),
        ("(tri Star 5000)", LudLimitError),
        ("(brick Spiral 5000)", LudLimitError),
        ("(quadhex 5000)", LudLimitError),
        ("(tiling T4612 500)", LudLimitError),
        ("(hex {5000 5000})", LudLimitError),
        ("(square (poly {{0 0} {0 9999} {9999 9999}}))", LudLimitError),
        ("(square (poly {{0 0} {0 9} {9 9}} rotns:1000000000))", LudLimitError),
    ],
)
def test_errors_have_their_place(text: str, error: type[LudError]) -> None:
    with pytest.raises(error) as caught:
        graph_of(text)
    assert caught.value.span is not None
    assert caught.value.span.text in text


def test_a_prism_of_bricks_is_a_diamond_however_long_it_should_be() -> None:
    """As Ludii makes it: no brick fills the gap above, and none is looked for."""
    assert structure(graph_of("(brick Prism 2 1000000000)")) == structure(graph_of("(brick Diamond 2)"))


RISING = {((0, 0), (1, 1)), ((1, 0), (2, 1)), ((2, 0), (3, 1))}
FALLING = {((0, 1), (1, 0)), ((1, 1), (2, 0)), ((2, 1), (3, 0))}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (DiagonalsType.SolidNoSplit, RISING | FALLING),
        (DiagonalsType.Alternating, {((0, 0), (1, 1)), ((1, 1), (2, 0)), ((2, 0), (3, 1))}),
        (DiagonalsType.Implied, set()),
    ],
)
def test_diagonals_of_three_squares_in_a_row(kind: DiagonalsType, expected: set[object]) -> None:
    graph = square.rectangle(1, 3, cells=True, diagonals=kind)
    ends = [sorted(((e.a.x, e.a.y), (e.b.x, e.b.y))) for e in graph.edges]
    x0, y0 = min(min(pair) for pair in ends)
    ends = [[(round(x - x0), round(y - y0)) for x, y in pair] for pair in ends]
    assert {(a, b) for a, b in ends if a[0] != b[0] and a[1] != b[1]} == expected
    assert len(ends) == 10 + len(expected)
