"""The graph itself: search with tolerance, order, faces, removal, moves."""

import random
from math import atan2, inf, nan

import pytest

from ludparse import LudLimitError, LudRuleError
from ludparse.interpreter.board.basis import Basis, Shape
from ludparse.interpreter.board.graph import MAX_ELEMENTS, Graph, check_size
from ludparse.interpreter.board.proximity import TOLERANCE, pairs_at_distance


def grid(n: int) -> Graph:
    points = [(float(x), float(y)) for y in range(n) for x in range(n)]
    return Graph.from_points(points, 1.0, Basis.SQUARE, Shape.SQUARE)


def slow_find(graph: Graph, x: float, y: float, z: float) -> int | None:
    for vertex in graph.vertices:
        if abs(x - vertex.x) + abs(y - vertex.y) + abs(z - vertex.z) < TOLERANCE:
            return vertex.id
    return None


def test_search_finds_what_a_scan_from_the_first_finds() -> None:
    rng = random.Random(7)
    graph = Graph()
    for _ in range(300):
        # many points that share a place within the tolerance, also across the borders of the search's buckets
        graph.add_vertex(
            rng.choice([0.0, 0.01, -0.01, 1.0]) + rng.uniform(-0.0012, 0.0012),
            rng.choice([0.0, 0.5]) + rng.uniform(-0.0012, 0.0012),
            rng.choice([0.0, 0.0004]),
        )
    for _ in range(500):
        x, y, z = rng.choice([0.0, 0.01, -0.01, 1.0, 3.0]), rng.choice([0.0, 0.5]), 0.0
        x += rng.uniform(-0.0015, 0.0015)
        y += rng.uniform(-0.0015, 0.0015)
        found = graph.find_vertex(x, y, z)
        assert (None if found is None else found.id) == slow_find(graph, x, y, z)


def test_search_follows_changes() -> None:
    graph = grid(3)
    assert graph.find_vertex(2, 2) is graph.vertices[8]
    graph.translate(10, 0)
    assert graph.find_vertex(2, 2) is None
    assert graph.find_vertex(12, 2) is graph.vertices[8]
    graph.remove_vertex(graph.vertices[0])
    found = graph.find_vertex(12, 2)
    assert found is not None
    assert found.id == 7
    assert graph.find_edge(0, 1) is not None
    assert graph.find_edge(0, 7) is None


def test_pairs_at_distance_are_those_of_all_pairs_in_order() -> None:
    rng = random.Random(3)
    points = [(rng.uniform(-3, 3), rng.uniform(-3, 3), rng.choice([0.0, 0.5])) for _ in range(120)]
    expected = [
        (a, b)
        for a in range(120)
        for b in range(a + 1, 120)
        if abs(((points[a][0] - points[b][0]) ** 2 + (points[a][1] - points[b][1]) ** 2) ** 0.5 - 1) < 0.05
    ]
    assert pairs_at_distance(points, 1.0, 0.05) == expected


def test_edges_are_found_in_both_directions_and_only_once() -> None:
    graph = grid(2)
    edge = graph.find_edge(0, 1)
    assert edge is not None
    assert edge is graph.find_edge(1, 0)
    assert graph.find_or_add_edge(1, 0) is edge
    assert graph.add_edge(1, 0) is not edge  # on request, twice
    assert graph.find_edge(0, 1) is edge


def test_edges_around_a_vertex_go_by_angle() -> None:
    graph = Graph.from_lists([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1)], [(0, n) for n in range(1, 6)])
    around = [edge.other(graph.vertices[0]) for edge in graph.vertices[0].edges]
    angles = [atan2(vertex.y, vertex.x) for vertex in around]
    assert angles == sorted(angles)
    assert [vertex.id for vertex in around] == [4, 1, 5, 2, 3]


def test_faces_run_clockwise_and_know_their_edges() -> None:
    graph = grid(3)
    assert len(graph.faces) == 4
    assert [vertex.id for vertex in graph.faces[0].vertices] == [0, 3, 4, 1]
    for face in graph.faces:
        for i, edge in enumerate(face.edges):
            a, b = face.vertices[i], face.vertices[(i + 1) % len(face.vertices)]
            assert edge.has(a)
            assert edge.has(b)
            assert (edge.right if edge.a is a else edge.left) is face


def test_a_face_has_at_most_32_sides() -> None:
    for n, faces in ((32, 1), (33, 0)):
        rim = [(float(x), 0.0) for x in range(n - 1)] + [(0.0, 5.0)]
        graph = Graph.from_lists(rim, [(i, (i + 1) % n) for i in range(n)])
        assert len(graph.faces) == faces


def test_faces_lie_on_one_level() -> None:
    graph = Graph.from_lists([(0, 0), (1, 0), (0, 1, 1)], [(0, 1), (1, 2), (2, 0)])
    assert not graph.faces


def test_faces_are_known_from_any_start_and_direction() -> None:
    graph = grid(2)
    assert graph.find_face([3, 1, 0, 2]) is graph.faces[0]
    assert graph.find_face([0, 1, 3]) is None
    assert graph.find_or_add_face([0, 3, 1]) is None  # 0 and 3 are not joined


def test_crossed_faces_are_left_out_on_request() -> None:
    # a long edge passes over a square without meeting its vertices; it comes first
    points = [(-1, 0.5), (2, 0.5), (0, 0), (1, 0), (1, 1), (0, 1)]
    graph = Graph.from_lists(points, [(0, 1), (2, 3), (3, 4), (4, 5), (5, 2)])
    assert len(graph.faces) == 1
    graph.make_faces(check_crossings=True)
    assert not graph.faces


def test_reorder() -> None:
    graph = Graph.from_lists([(1, 1), (0, 0), (1, 0), (0, 1)], [(0, 2), (2, 1), (1, 3), (3, 0)])
    graph.reorder()
    assert [vertex.pt[:2] for vertex in graph.vertices] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert [edge.key for edge in graph.edges] == [(0, 1), (0, 2), (1, 3), (2, 3)]
    assert [vertex.id for vertex in graph.vertices] == [0, 1, 2, 3]


def test_removal_keeps_the_order_and_the_links() -> None:
    graph = grid(3)
    graph.remove_vertex(graph.vertices[4])
    assert (len(graph.vertices), len(graph.edges), len(graph.faces)) == (8, 8, 0)
    graph = grid(3)
    graph.remove_face(graph.faces[0], orphans=True)
    assert (len(graph.vertices), len(graph.edges), len(graph.faces)) == (9, 10, 3)
    graph.trim()
    assert (len(graph.vertices), len(graph.edges), len(graph.faces)) == (8, 10, 3)
    for elements in (graph.vertices, graph.edges, graph.faces):
        assert [element.id for element in elements] == list(range(len(elements)))
    graph.clear("edges")
    assert (len(graph.vertices), len(graph.edges), len(graph.faces)) == (8, 0, 0)


def test_moves_take_edges_and_faces_along_and_keep_the_order_around_vertices() -> None:
    graph = grid(3)
    before = [[edge.id for edge in vertex.edges] for vertex in graph.vertices]
    graph.rotate(90)
    assert graph.faces[0].pt == pytest.approx((1.5, 0.5, 0.0))
    graph.scale(2, 3)
    graph.skew(0.5)
    assert [[edge.id for edge in vertex.edges] for vertex in graph.vertices] == before
    for edge in graph.edges:
        assert edge.pt == pytest.approx(((edge.a.x + edge.b.x) / 2, (edge.a.y + edge.b.y) / 2, 0))


def test_copies_are_equal_and_independent() -> None:
    graph = grid(3)
    copy = graph.copy()
    copy.translate(1, 1)
    assert [vertex.pt for vertex in graph.vertices] == [vertex.pt for vertex in grid(3).vertices]
    assert [face.edges[0].key for face in copy.faces] == [face.edges[0].key for face in graph.faces]


def test_numbers_are_kept_in_single_precision() -> None:
    graph = Graph.from_lists([(0.1, 0), (1, 0)], [(0, 1)])
    assert graph.vertices[0].x == 0.10000000149011612


def test_what_cannot_be() -> None:
    assert not Graph.from_lists([(0, 0), (1, 0)], [(0, 5)]).edges  # as in Ludii
    with pytest.raises(LudRuleError, match="no vertex -1"):
        Graph.from_lists([(0, 0), (1, 0)], [(0, -1)])
    for bad in (nan, inf, -inf):
        with pytest.raises(LudRuleError, match="finite"):
            Graph().add_vertex(bad, 0)
    check_size(MAX_ELEMENTS)
    with pytest.raises(LudLimitError, match=str(MAX_ELEMENTS)):
        check_size(MAX_ELEMENTS + 1)


@pytest.mark.parametrize(("basis", "shape"), [(None, Shape.SQUARE), (Basis.SQUARE, None), (Basis.SQUARE, Shape.SQUARE)])
def test_an_edge_has_the_tags_that_both_of_its_ends_have(basis: Basis | None, shape: Shape | None) -> None:
    graph = Graph()
    for place, (own_basis, own_shape) in enumerate([(Basis.SQUARE, Shape.SQUARE), (basis, shape)]):
        vertex = graph.add_vertex(place, 0)
        vertex.basis, vertex.shape = own_basis, own_shape
    edge = graph.add_edge(0, 1)
    assert (edge.basis, edge.shape) == (basis, shape)
