"""Boards of rings, spirals, wedges, listed vertices and repeated polygons; mancala, surakarta, no board at all."""

from itertools import pairwise
from math import atan2, hypot, pi, remainder

import pytest

from ludparse import LudLimitError, LudRuleError, LudUnsupportedError, Source, ludemes
from ludparse.interpreter.board.basis import Basis
from ludparse.interpreter.board.generators.circle import circle
from ludparse.interpreter.board.generators.concentric import rings, target
from ludparse.interpreter.board.generators.mancala import mancala
from ludparse.interpreter.board.generators.mesh import MAX_MESH, mesh, strewn
from ludparse.interpreter.board.generators.regular import regular
from ludparse.interpreter.board.generators.repeat import repeat
from ludparse.interpreter.board.generators.spiral import MAX_SPIRAL, spiral
from ludparse.interpreter.board.generators.surakarta import surakarta_loops
from ludparse.interpreter.board.generators.wedge import wedge
from ludparse.interpreter.board.geometry import Polygon
from ludparse.interpreter.board.graph import Graph
from ludparse.interpreter.equipment.boards import build_graph
from ludparse.ludemes.enums import ConcentricShapeType, SiteType, StoreType, TilingBoardlessType
from ludparse.problems.spans import Span


def sizes(graph: Graph) -> tuple[int, int, int]:
    return len(graph.vertices), len(graph.edges), len(graph.faces)


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        (rings(4, 3), (24, 32, 0)),  # nine men's morris, played on its vertices
        (rings(4, 3, join_corners=True), (24, 40, 0)),
        (rings(4, 2, midpoints=False, join_midpoints=False, join_corners=True), (8, 12, 0)),
        (rings(3, 2), (12, 15, 0)),
        (rings(6, 0), (0, 0, 0)),
    ],
)
def test_rings_without_faces(graph: Graph, expected: tuple[int, int, int]) -> None:
    graph.clear_faces()
    assert sizes(graph) == expected


def test_rings_have_faces_when_played_on_cells() -> None:
    assert len(rings(4, 2).faces) == 5
    assert rings(4, 2, cells=False).faces == []


def test_corners_joined_without_midpoints_reach_past_the_last_ring() -> None:
    graph = rings(4, 2, midpoints=False, join_corners=True)
    assert len(graph.edges) == 8 + 7


def test_target_cells_lie_below_each_other() -> None:
    board = target(3)
    assert [face.pt for face in board.faces] == [(0.0, 0.0, 0.0), (0.0, -1.5, 0.0), (0.0, -2.5, 0.0)]
    assert target(0).vertices == []


def test_circle_of_cells() -> None:
    board = circle([1, 4, 8])
    assert len(board.faces) == 13
    assert {vertex.pivot for vertex in board.vertices} == {board.vertices[0]}
    assert circle([]).vertices == []


def test_circle_of_cells_staggered() -> None:
    plain, staggered = circle([4, 4]), circle([4, 4], stagger=True)
    assert len(plain.vertices) < len(staggered.vertices)
    assert len(plain.faces) == len(staggered.faces) == 8


def test_circle_of_vertices() -> None:
    assert sizes(circle([1, 6], cells=False)) == (7, 12, 0)
    hollow = circle([6, 6], cells=False)
    assert sizes(hollow) == (12, 18, 0)
    assert hollow.vertices[6].pivot is not None
    assert sizes(circle([1, -6], cells=False)) == (7, 6, 0)
    assert sizes(circle([5], cells=False)) == (5, 5, 0)


def test_spiral_is_a_path() -> None:
    path = spiral(3, 40)
    assert sizes(path) == (40, 39, 0)
    assert [edge.key for edge in path.edges] == [(n, n + 1) for n in range(39)]
    mirrored = spiral(3, 40, clockwise=False)
    assert [vertex.x for vertex in mirrored.vertices] == [-vertex.x for vertex in path.vertices]


@pytest.mark.parametrize(("turns", "first"), [(3, 5), (3, 13), (4, 4), (4, 9), (5, 6)])
def test_a_spiral_winds_around_its_first_site(turns: int, first: int) -> None:
    """The first ring has `first` sites, the second twice as many and each later one four times as many: with one in
    the middle these are all. So the path goes around once less than it has turns, and always away from the middle."""
    sites = 1 + first * (1, 3, 7, 11)[turns - 2]
    x, y = zip(*((vertex.x, vertex.y) for vertex in spiral(turns, sites).vertices), strict=True)
    assert (x[0], y[0]) == (0, 0)
    far = [hypot(*place) for place in zip(x, y, strict=True)]
    assert far == sorted(far)
    angles = [atan2(*place) for place in zip(y[1:], x[1:], strict=True)]
    around = sum(remainder(after - before, 2 * pi) for before, after in pairwise(angles))
    assert abs(around) / (2 * pi) == pytest.approx(turns - 1, abs=0.2)


def test_sites_of_neighbouring_rings_of_a_spiral_are_not_aligned() -> None:
    """With one in the middle rings of 8, 16 and 32 sites fit. Each ring begins half a step before the whole turn, so
    that its middle site lies that much before the half turn; the turn of a site is its distance too. What smooths the
    ends of the rings does not reach so far."""
    places = [(vertex.x, vertex.y) for vertex in spiral(4, 1 + 8 + 16 + 32).vertices]
    for first, count, ring in ((9, 16, 2), (25, 32, 3)):
        turned = 2 * pi * ring + pi - pi / count
        assert hypot(*places[first + count // 2]) == pytest.approx(turned, abs=0.01)


@pytest.mark.parametrize("turns", [1, 2])
def test_a_spiral_of_too_few_turns_lies_at_its_pivot(turns: int) -> None:
    assert {(vertex.x, vertex.y) for vertex in spiral(turns, 5).vertices} == {(0.0, 0.0)}


def test_a_spiral_of_too_many_turns_lies_at_its_pivot() -> None:
    board = spiral(9, 4)
    assert sizes(board) == (4, 3, 0)
    assert {vertex.pt[:2] for vertex in board.vertices} == {(0.0, 0.0)}


def test_spiral_limits() -> None:
    with pytest.raises(LudLimitError, match=str(MAX_SPIRAL)):
        spiral(5, MAX_SPIRAL + 1)
    with pytest.raises(LudRuleError):
        spiral(1, 0)


def test_wedge() -> None:
    board = wedge(3)
    assert sizes(board) == (7, 10, 0)
    assert [vertex.pt[:2] for vertex in board.vertices[:4]] == [(2.0, 2.0), (1.0, 1.0), (2.0, 1.0), (3.0, 1.0)]
    assert sizes(wedge(1)) == (1, 0, 0)
    with pytest.raises(LudRuleError, match="columns"):
        wedge(3, 1)


def test_regular() -> None:
    assert sizes(regular(5)) == (5, 5, 1)
    assert sizes(regular(5, cells=False)) == (5, 5, 0)
    assert sizes(regular(5, star=True)) == (5, 5, 0)  # its lines cross
    with pytest.raises(LudRuleError, match="three sides"):
        regular(2)


def test_repeat() -> None:
    square = Polygon([(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)])
    assert sizes(repeat(2, 3, (1.0, 0.0), (0.0, 1.0), [square])) == (12, 17, 6)


@pytest.mark.parametrize("rows", range(2, 7))
def test_mancala(rows: int) -> None:
    holes = rows * 6
    assert len(mancala(rows, 6, stores=False).vertices) == holes
    board = mancala(rows, 6)
    assert len(board.vertices) == holes + 2
    assert board.vertices[0].x < 0.0 < 5.0 < board.vertices[-1].x


def test_mancala_rows() -> None:
    with pytest.raises(LudRuleError, match="two to six rows"):
        mancala(7, 6)


def test_mancala_with_other_stores_is_a_square() -> None:
    node = ludemes.MancalaBoard(rows=2, columns=6, store=StoreType.Inner)
    assert sizes(build_graph(node, SiteType.Vertex)) == (4, 4, 1)


@pytest.mark.parametrize("tiling", TilingBoardlessType)
def test_boardless(tiling: TilingBoardlessType) -> None:
    node = ludemes.Boardless(tiling=tiling, dimension=5)
    assert len(build_graph(node, SiteType.Cell).faces) in (25, 61)


def test_an_outline_without_room_is_refused() -> None:
    """A sliver some tenth of a unit wide: of points drawn within 100 by 100 units hardly one lies in it."""
    sliver = Polygon([(0, 0), (39.0, 91.3), (100, 100), (38.99, 91.31)])
    with pytest.raises(LudRuleError, match="almost no inside"):
        strewn(MAX_MESH, sliver)


def test_listed_vertices() -> None:
    node = ludemes.Graph(vertices=((0.0, 0.0), (1.5, 0.0, 0.5), (0.5, 1.0)), edges=((0, 1), (0, 2), (1, 2), (2, 1)))
    graph = build_graph(node, SiteType.Vertex)
    assert sizes(graph) == (3, 3, 0)  # not all on one level
    assert graph.vertices[1].pt == (1.5, 0.0, 0.5)


def test_surakarta_loops_on_squares() -> None:
    loops = surakarta_loops(Basis.SQUARE, 6, 6)
    assert [loop.name for loop in loops] == ["Track1F", "Track1B", "Track2F", "Track2B"]
    assert loops[0].sites[:8] == (6, 7, 8, 9, 10, 11, 11, 4)
    assert len(loops[0].sites) == 4 * 6 + 4
    assert len(surakarta_loops(Basis.SQUARE, 6, 6, loops=1, start=2)) == 2


def test_surakarta_loops_on_triangles() -> None:
    loops = surakarta_loops(Basis.TRIANGULAR, 5, 5)
    assert [loop.name for loop in loops] == ["Track1F", "Track1B", "Track2F", "Track2B"]
    assert {len(set(loop.sites)) for loop in loops} <= set(range(3, 15))


def test_surakarta_loops_need_room() -> None:
    assert surakarta_loops(Basis.HEXAGONAL, 5, 5) == []  # Ludii says that it knows no loops there, and goes on
    with pytest.raises(LudRuleError, match="outside"):
        surakarta_loops(Basis.SQUARE, 3, 3, loops=5)


SPAN = Span(Source("game.lud", "(…)"), 0, 3)

POINT = ((0.0, 0.0),)
LINE = ludemes.Poly(pts=((0.0, 0.0), (1.0, 1.0)), span=SPAN)
BOARD = ludemes.Square(dim=3)

WRONG = [
    (ludemes.Graph(vertices=POINT, edges=((0, -1),)), "there is no vertex -1", LudRuleError),
    (ludemes.Graph(vertices=((0.0,),)), "two or three numbers", LudRuleError),
    (ludemes.Graph(vertices=POINT, edges=((0,),)), "two vertices", LudRuleError),
    (ludemes.Concentric(sides=4), "needs rings", LudRuleError),
    (ludemes.Concentric(sides=2, rings=4), "three sides", LudRuleError),
    (ludemes.Concentric(shape=ConcentricShapeType.Square, rings=100_000), "at most", LudLimitError),
    (
        ludemes.Concentric(sides=4, rings=2, midpoints=ludemes.Not(a=True)),
        "depend on the state",
        LudUnsupportedError,
    ),
    (ludemes.Wedge(rows=300, columns=300), "at most", LudLimitError),
    (ludemes.Repeat(rows=2, columns=2, step=((1.0, 0.0),), poly=LINE), "two pairs", LudRuleError),
    (ludemes.Keep(graph_fn=BOARD, poly=LINE), "three corners", LudRuleError),
    (ludemes.GraphRemove(graph=BOARD, cells=(-1,)), "there is no cell -1", LudRuleError),
    (ludemes.GraphAdd(graph=BOARD, edges=((0, -1),)), "there is no vertex -1", LudRuleError),
    (ludemes.GraphAdd(graph=BOARD, edges=((0,),)), "two vertices", LudRuleError),
    (ludemes.GraphAdd(graph=BOARD, vertices=((0.0,),)), "two or three numbers", LudRuleError),
    (ludemes.GraphAdd(graph=BOARD, edges_curved=((POINT[0], POINT[0]),)), "two tangents", LudRuleError),
    (ludemes.Layers(layers=0, graph=BOARD), "at least one layer", LudRuleError),
    (ludemes.Layers(layers=5000, graph=BOARD), "at most", LudLimitError),
    (ludemes.Complete(graph=ludemes.Square(dim=30)), "at most", LudLimitError),
]


@pytest.mark.parametrize(("node", "message", "kind"), WRONG, ids=[type(row[0]).__name__ + row[1] for row in WRONG])
def test_errors_name_the_place(node: ludemes.Ludeme, message: str, kind: type) -> None:
    wrong = type(node)(**{field.name: getattr(node, field.name) for field in ludemes.fields_of(node)}, span=SPAN)
    with pytest.raises(kind, match=message) as caught:
        build_graph(wrong, SiteType.Cell)
    assert caught.value.span == SPAN


def test_a_target_is_played_on_cells() -> None:
    node = ludemes.Concentric(shape=ConcentricShapeType.Target, rings=3)
    with pytest.raises(LudRuleError, match="on its cells"):
        build_graph(node, SiteType.Vertex)
    assert len(build_graph(ludemes.replace(node, steps=8), SiteType.Cell).faces) == 24


def test_mesh_of_points() -> None:
    corners = [(0.0, 0.0), (2.0, 0.0), (1.0, 2.0)]
    graph = mesh([*corners, (1.0, 1.0)])
    assert sorted(edge.key for edge in graph.edges) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert len(graph.faces) == 3
    listed = ludemes.Mesh(points=((0.0, 0.0), (2.0, 0.0), (1.0, 2.0)))
    assert sizes(build_graph(listed, SiteType.Cell)) == (3, 3, 1)
    with pytest.raises(LudRuleError, match="needs x and y, not 1 numbers"):
        build_graph(ludemes.Mesh(points=((0.0,),)), SiteType.Cell)
    # clockwise, the corners are no triangle: the point inside is joined with the two that are nearest
    graph = mesh([*corners[::-1], (1.0, 0.5)])
    assert sorted(edge.key for edge in graph.edges)[-2:] == [(1, 3), (2, 3)]


def test_mesh_of_strewn_points() -> None:
    outline = Polygon([(0.0, 0.0), (0.0, 3.0), (2.0, 2.0), (2.0, 0.0)])
    points = strewn(30, outline)
    assert points == strewn(30, outline)
    assert all(-0.2 < x < 2.2 and -0.2 < y < 3.2 for x, y in points)
    assert len(mesh(strewn(50)).vertices) == 50
    assert len(strewn(1)) == 1
    for count in (0, MAX_MESH + 1):
        with pytest.raises(LudLimitError, match=f"a mesh of {count} points; between 1 and {MAX_MESH}"):
            strewn(count)
