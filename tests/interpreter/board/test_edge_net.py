"""The search for edges near an edge misses none that meets it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse.interpreter.board.edge_net import EdgeNet
from ludparse.interpreter.board.faces import CrossingFinder
from ludparse.interpreter.board.geometry import segments_intersect
from ludparse.interpreter.board.graph import Graph

COORDINATE = st.one_of(st.integers(-3, 3).map(float), st.floats(-3, 3, width=32))
POINTS = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=4, max_size=16, unique=True)


def _lines(points: list[tuple[float, float]]) -> Graph:
    return Graph.from_lists(points, [(i, (i * 5 + 2) % len(points)) for i in range(len(points))])


@settings(derandomize=True, deadline=None)
@given(POINTS)
def test_all_lines_that_meet_are_found(points: list[tuple[float, float]]) -> None:
    edges = _lines(points).edges
    net = EdgeNet(edges)
    for edge in edges:
        net.add(edge.id, edge.a, edge.b)
    for edge in edges:
        found = set(net.near(edge.a, edge.b))
        a, b = (edge.a.x, edge.a.y), (edge.b.x, edge.b.y)
        for other in edges:
            if segments_intersect(a, b, (other.a.x, other.a.y), (other.b.x, other.b.y)):
                assert other.id in found


@settings(derandomize=True, deadline=None)
@given(POINTS)
def test_only_earlier_edges_cross(points: list[tuple[float, float]]) -> None:
    graph = _lines(points)
    finder = CrossingFinder(graph.edges)
    assert not finder.crosses(graph.edges[0].a, graph.edges[0].b)
    for edge in graph.edges:
        expected = any(_meet_inside(edge.id, other.id, graph) for other in graph.edges[: edge.id])
        assert finder.crosses(edge.b, edge.a) == expected


def _meet_inside(first: int, second: int, graph: Graph) -> bool:
    """Whether two edges without a common end meet."""
    ends = [(v.x, v.y) for e in (graph.edges[first], graph.edges[second]) for v in (e.a, e.b)]
    a, b, c, d = ends
    apart = all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 >= 0.001**2 for p in (a, b) for q in (c, d))
    return apart and segments_intersect(a, b, c, d)


def test_a_line_that_is_taken_out_is_not_found() -> None:
    graph = _lines([(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)])
    net = EdgeNet(graph.edges)
    for edge in graph.edges:
        net.add(edge.id, edge.a, edge.b)
    edge = graph.edges[0]
    net.discard(edge.id, edge.a, edge.b)
    assert edge.id not in set(net.near(edge.a, edge.b))
