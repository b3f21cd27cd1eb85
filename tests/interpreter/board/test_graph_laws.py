"""Laws that hold for every graph, over boards composed at random."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludparse.interpreter.board.faces import MAX_SIDES
from ludparse.interpreter.board.generators.circle import circle
from ludparse.interpreter.board.generators.concentric import rings
from ludparse.interpreter.board.generators.regular import regular
from ludparse.interpreter.board.generators.square import rectangle
from ludparse.interpreter.board.generators.wedge import wedge
from ludparse.interpreter.board.geometry import Polygon, crossing_point
from ludparse.interpreter.board.graph import Graph
from ludparse.interpreter.board.operators import combine, cut, extend, transform
from ludparse.interpreter.board.operators.crossings import split_crossings
from ludparse.ludemes.enums import DiagonalsType

SMALL = st.integers(1, 4)

Maker = Callable[[], Graph]
"""Operators change their graphs, so that boards are drawn as functions that make a fresh one."""


def _makers() -> st.SearchStrategy[Maker]:
    diagonals = st.sampled_from([None, DiagonalsType.Solid, DiagonalsType.Alternating])
    return st.one_of(
        st.builds(
            lambda r, c, cells, d: lambda: rectangle(r, c, cells=cells, diagonals=d),
            SMALL,
            SMALL,
            st.booleans(),
            diagonals,
        ),
        st.builds(
            lambda sizes, cells: lambda: circle(sizes, cells=cells),
            st.lists(st.sampled_from([1, 3, 4, 6]), min_size=2, max_size=3),
            st.booleans(),
        ),
        st.builds(
            lambda sides, n, mid, corners: lambda: rings(sides, n, midpoints=mid, join_corners=corners),
            st.sampled_from([3, 4, 6]),
            st.integers(1, 3),
            st.booleans(),
            st.booleans(),
        ),
        st.builds(lambda r, c: lambda: wedge(r, c), st.integers(2, 3), st.integers(2, 4)),
        st.builds(lambda n, star: lambda: regular(n, star=star), st.integers(3, 7), st.booleans()),
    )


STEP = st.sampled_from([-1.0, 0.0, 0.5, 1.0, 2.0])


def _corner(x: float, y: float, size: float) -> Polygon:
    return Polygon([(x, y), (x, y + size), (x + size, y + size), (x + size, y)])


def _composed(inner: st.SearchStrategy[Maker]) -> st.SearchStrategy[Maker]:
    regions = st.builds(_corner, STEP, STEP, st.sampled_from([0.75, 1.5, 2.5]))
    return st.one_of(
        st.builds(
            lambda a, b, x, y: lambda: combine.merge([a(), transform.shift(b(), x, y)]), inner, inner, STEP, STEP
        ),
        st.builds(
            lambda a, b, x, near: lambda: combine.union([a(), transform.shift(b(), x, 0.0)], near),
            inner,
            inner,
            STEP,
            st.booleans(),
        ),
        st.builds(lambda a, region: lambda: cut.clip(a(), region), inner, regions),
        st.builds(lambda a, region: lambda: cut.keep(a(), region), inner, regions),
        st.builds(lambda a, region: lambda: cut.hole(a(), region), inner, regions),
        st.builds(lambda a, region: lambda: cut.remove_inside(a(), region), inner, regions),
        st.builds(lambda a: lambda: cut.trim(a()), inner),
        st.builds(lambda a: lambda: split_crossings(a()), inner),
        st.builds(lambda a, angle: lambda: transform.rotate(a(), angle), inner, st.sampled_from([30.0, 45.0, 90.0])),
        st.builds(lambda a: lambda: extend.make_faces(a()), inner),
        st.builds(lambda a: lambda: transform.renumber(a()), inner),
        st.builds(lambda a: lambda: combine.layers([a(), a()]), inner),
        st.builds(
            lambda a, after: lambda: extend.subdivide(a(), faces_first=not after, faces_after=after),
            inner,
            st.booleans(),
        ),
    )


BOARDS = st.recursive(_makers(), _composed, max_leaves=3)

check = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def _places(graph: Graph) -> list[tuple[float, float]]:
    return sorted((round(v.x, 5) + 0.0, round(v.y, 5) + 0.0) for v in graph.vertices)


@check
@given(BOARDS)
def test_numbers_and_links_agree(make: Maker) -> None:
    graph = make()
    for elements in (graph.vertices, graph.edges, graph.faces):
        assert [element.id for element in elements] == list(range(len(elements)))
    for edge in graph.edges:
        assert graph.vertices[edge.a.id] is edge.a
        assert edge in edge.a.edges
        assert edge in edge.b.edges
        for face in (edge.left, edge.right):
            assert face is None or graph.faces[face.id] is face
    assert sum(len(vertex.edges) for vertex in graph.vertices) == 2 * len(graph.edges)
    assert sum(len(vertex.faces) for vertex in graph.vertices) == sum(len(face.vertices) for face in graph.faces)


@check
@given(BOARDS)
def test_every_face_is_closed(make: Maker) -> None:
    for face in make().faces:
        assert 3 <= len(face.vertices) == len(face.edges) <= MAX_SIDES
        for i, edge in enumerate(face.edges):
            ends = {face.vertices[i], face.vertices[(i + 1) % len(face.vertices)]}
            assert {edge.a, edge.b} == ends
        assert all(face in vertex.faces for vertex in face.vertices)


@check
@given(BOARDS)
def test_a_graph_merged_with_itself_has_no_more_places(make: Maker) -> None:
    once = combine.merge([make()])
    twice = combine.merge([make(), make()])
    assert [v.pt for v in once.vertices] == [v.pt for v in twice.vertices]
    assert [edge.key for edge in once.edges] == [edge.key for edge in twice.edges]


@check
@given(BOARDS)
def test_intersection_with_itself_keeps_the_vertices(make: Maker) -> None:
    common = combine.intersect([make(), make()])
    assert [v.pt for v in common.vertices] == [v.pt for v in make().vertices]
    assert {edge.key for edge in common.edges} == {edge.key for edge in make().edges}


@check
@given(BOARDS, BOARDS)
def test_union_adds_up(first: Maker, second: Maker) -> None:
    a, b = first(), second()
    expected = len(a.vertices) + len(b.vertices), len(a.edges) + len(b.edges), len(a.faces) + len(b.faces)
    union = combine.union([a, b])
    assert (len(union.vertices), len(union.edges), len(union.faces)) == expected


def test_layers_of_a_ring_whose_middle_was_cut_out() -> None:
    def ring() -> Graph:
        return cut.remove_inside(circle([3, 1], cells=False), _corner(-1.0, -1.0, 2.5))

    assert len(combine.layers([ring(), ring()]).vertices) == 2 * len(ring().vertices)


@check
@given(BOARDS, st.builds(_corner, STEP, STEP, st.sampled_from([0.75, 1.5])))
def test_clip_and_keep_share_out_the_vertices(make: Maker, region: Polygon) -> None:
    inside, outside = cut.keep(make(), region), cut.clip(make(), region)
    assert sorted(_places(inside) + _places(outside)) == _places(make())
    assert region.points == _corner(*region.points[0], region.points[1][1] - region.points[0][1]).points


@check
@given(_makers(), _makers(), STEP, st.sampled_from([0.0, 30.0, 45.0]))
def test_after_splitting_nothing_crosses(first: Maker, second: Maker, x: float, angle: float) -> None:
    graph = split_crossings(combine.merge([first(), transform.rotate(transform.shift(second(), x, 0.0), angle)]))
    for i, edge in enumerate(graph.edges):
        for other in graph.edges[i + 1 :]:
            crossing = crossing_point(*((v.x, v.y) for e in (edge, other) for v in (e.a, e.b)))
            # where a vertex lies very near to an edge, the edge is bent to it, and can then meet another one there
            assert crossing is None or _is_near_vertex(graph, crossing)


def _is_near_vertex(graph: Graph, place: tuple[float, float]) -> bool:
    return any(abs(v.x - place[0]) + abs(v.y - place[1]) < 0.05 for v in graph.vertices)


@check
@given(BOARDS)
def test_four_quarter_turns_are_none(make: Maker) -> None:
    graph = make()
    before = [v.pt for v in graph.vertices]
    for _ in range(4):
        transform.rotate(graph, 90.0)
    for (x, y, z), vertex in zip(before, graph.vertices, strict=True):
        assert abs(vertex.x - x) + abs(vertex.y - y) < 1e-9
        assert vertex.z == z


@check
@given(BOARDS)
def test_finding_faces_again_changes_nothing(make: Maker) -> None:
    graph = extend.make_faces(make())
    loops = [[v.id for v in face.vertices] for face in graph.faces]
    assert [[v.id for v in face.vertices] for face in extend.make_faces(graph).faces] == loops


@check
@given(st.integers(3, 6), st.integers(3, 6))
def test_the_dual_of_a_dual_lacks_the_rim(rows: int, columns: int) -> None:
    twice = extend.dual(extend.dual(rectangle(rows, columns)))
    inner = transform.shift(rectangle(rows - 2, columns - 2), 1.0, 1.0)
    assert [v.pt for v in twice.vertices] == [v.pt for v in inner.vertices]
    assert {edge.key for edge in twice.edges} == {edge.key for edge in inner.edges}
    assert [face.pt for face in twice.faces] == [face.pt for face in inner.faces]


@check
@given(_makers(), st.integers(1, 3))
def test_layers_repeat_a_board(make: Maker, count: int) -> None:
    flat = make()
    tower = combine.layers([make() for _ in range(count)])
    assert len(tower.vertices) == count * len(flat.vertices)
    assert len(tower.edges) == count * len(flat.edges) + (count - 1) * len(flat.vertices)
