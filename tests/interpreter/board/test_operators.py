"""Graph operators: what each does to counts, places, numbers and faces."""

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse import LudLimitError, LudRuleError
from ludparse.interpreter.board.basis import Basis, Shape
from ludparse.interpreter.board.generators.circle import circle
from ludparse.interpreter.board.generators.square import rectangle
from ludparse.interpreter.board.geometry import Polygon
from ludparse.interpreter.board.graph import Graph
from ludparse.interpreter.board.operators import combine, cut, extend, transform
from ludparse.interpreter.board.operators.crossings import split_crossings
from ludparse.ludemes.enums import SiteType
from tests.interpreter.board.test_regular_generators import graph_of

UNIT = Polygon([(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)])


def sizes(graph: Graph) -> tuple[int, int, int]:
    return len(graph.vertices), len(graph.edges), len(graph.faces)


def places(graph: Graph) -> list[tuple[float, float, float]]:
    return [vertex.pt for vertex in graph.vertices]


class TestCombining:
    def test_merge_joins_what_lies_at_the_same_place(self) -> None:
        right = transform.shift(rectangle(2, 2), 2.0, 0.0)
        merged = combine.merge([rectangle(2, 2), right])
        assert sizes(merged) == (15, 22, 8)
        assert merged.basis is Basis.NO_BASIS

    def test_the_first_of_several_vertices_stays(self) -> None:
        merged = combine.merge([rectangle(1, 1), transform.shift(rectangle(1, 1), 0.004, 0.0)])
        assert places(merged) == places(rectangle(1, 1))

    def test_merge_connects_what_is_near(self) -> None:
        above = transform.shift(rectangle(1, 3, cells=False), 0.0, 1.0)
        assert sizes(combine.merge([rectangle(1, 3, cells=False), above], connect=True)) == (6, 7, 2)

    def test_merge_keeps_pivots_by_place(self) -> None:
        merged = combine.merge([transform.shift(circle([4, 4], cells=False), 9.0, 0.0), rectangle(1, 1)])
        assert {vertex.pivot for vertex in merged.vertices[:8]} <= {None, *merged.vertices}

    def test_union_joins_nothing(self) -> None:
        graphs = [rectangle(1, 1), rectangle(1, 2)]
        union = combine.union(graphs)
        assert sizes(union) == (10, 11, 3)
        assert [vertex.id for vertex in union.vertices] == list(range(10))

    def test_union_connects_rows(self) -> None:
        rows = [transform.shift(rectangle(1, 4, cells=False), 0.0, float(y)) for y in range(3)]
        assert sizes(combine.union(rows, connect=True)) == (12, 17, 6)

    def test_intersect_keeps_what_all_have(self) -> None:
        assert sizes(combine.intersect([rectangle(3, 3), transform.shift(rectangle(3, 3), 1.0, 1.0)])) == (9, 12, 4)

    def test_intersect_of_one_graph_is_that_graph(self) -> None:
        graph = rectangle(2, 2)
        assert combine.intersect([graph]) is graph

    def test_layers_are_joined_upwards(self) -> None:
        tower = combine.layers([rectangle(1, 1) for _ in range(3)])
        assert sizes(tower) == (12, 20, 3)
        assert sorted({vertex.z for vertex in tower.vertices}) == [0.0, 1.0, 2.0]

    @pytest.mark.parametrize("operator", [combine.union, combine.intersect, combine.layers])
    def test_nothing_cannot_be_combined(self, operator: object) -> None:
        with pytest.raises(LudRuleError):
            operator([])  # type: ignore[operator]


class TestCutting:
    def test_clip_and_keep_divide_the_vertices(self) -> None:
        assert sizes(cut.clip(rectangle(3, 3), UNIT)) == (12, 16, 5)
        kept = cut.keep(rectangle(3, 3), UNIT)
        assert sizes(kept) == (4, 4, 1)
        assert (kept.basis, kept.shape) == (Basis.SQUARE, Shape.NO_SHAPE)

    def test_a_polygon_is_not_changed_by_its_use(self) -> None:
        region = Polygon(UNIT.points)
        cut.keep(rectangle(3, 3), region)
        assert region.points == UNIT.points

    def test_hole_removes_cells_and_edges_without_cells(self) -> None:
        block = Polygon([(1.0, 1.0), (1.0, 3.0), (3.0, 3.0), (3.0, 1.0)])
        assert sizes(cut.hole(rectangle(4, 4), block)) == (25, 36, 12)

    def test_removed_cells_leave_their_vertices(self) -> None:
        assert sizes(cut.remove_cells(rectangle(2, 2), [0, 3])) == (9, 8, 2)
        assert sizes(cut.remove_cells(rectangle(2, 2), [0, 3], trim_edges=False)) == (9, 12, 2)

    def test_cells_by_the_places_of_their_corners(self) -> None:
        corner = [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)]
        assert sizes(cut.remove_cells_at(rectangle(2, 2), [corner])) == (9, 10, 3)
        elsewhere = [(x + 7.0, y) for x, y in corner]
        assert sizes(cut.remove_cells_at(rectangle(2, 2), [elsewhere])) == (9, 12, 4)

    def test_removed_vertices_take_edges_and_cells_along(self) -> None:
        graph = cut.remove_vertices(rectangle(2, 2), [4])
        assert sizes(graph) == (8, 8, 0)
        assert [edge.id for edge in graph.edges] == list(range(8))
        assert places(cut.remove_vertices_at(rectangle(2, 2), [(1.0, 1.0), (5.0, 5.0)])) == places(graph)

    def test_a_number_that_comes_twice_takes_the_next_vertex_too(self) -> None:
        assert places(cut.remove_vertices(rectangle(1, 1), [0, 0])) == [(0.0, 1.0, 0.0), (1.0, 1.0, 0.0)]

    def test_removed_edges(self) -> None:
        assert sizes(cut.remove_edges(rectangle(2, 2), [(0, 1), (0, 8)])) == (9, 11, 3)
        assert sizes(cut.remove_edges_at(rectangle(2, 2), [((0.0, 0.0), (1.0, 0.0))])) == (9, 11, 3)

    def test_remove_inside_does_not_count_the_margin(self) -> None:
        wide = Polygon([(-0.5, -0.5), (-0.5, 1.5), (1.5, 1.5), (1.5, -0.5)])
        assert len(cut.remove_inside(rectangle(3, 3), wide).vertices) == 12

    def test_trim_drops_loose_ends(self) -> None:
        graph = rectangle(1, 1)
        extend.add_edges_at(graph, [((1.0, 1.0), (2.0, 2.0))])
        graph.add_vertex(9.0, 9.0)
        assert sizes(cut.trim(graph)) == (4, 4, 1)

    def test_trim_leaves_a_pivot(self) -> None:
        graph = circle([4, 8])
        lone = [vertex for vertex in graph.vertices if not vertex.edges]
        assert lone == [vertex for vertex in cut.trim(graph).vertices if not vertex.edges]

    def test_what_does_not_exist_is_not_removed(self) -> None:
        assert sizes(cut.remove_cells(rectangle(2, 2), [4])) == (9, 12, 4)
        assert sizes(cut.remove_edges(rectangle(2, 2), [(0, 9), (0, 0)])) == (9, 12, 4)
        assert sizes(cut.remove_vertices(rectangle(2, 2), [9])) == (9, 12, 4)
        with pytest.raises(LudRuleError, match="there is no vertex -1"):
            cut.remove_vertices(rectangle(2, 2), [-1])

    @pytest.mark.parametrize("operator", [cut.clip, cut.keep, cut.hole, cut.remove_inside])
    def test_a_line_is_no_polygon(self, operator: object) -> None:
        with pytest.raises(LudRuleError, match="at least three points"):
            operator(rectangle(2, 2), Polygon([(0.0, 0.0), (1.0, 1.0)]))  # type: ignore[operator]


class TestExtending:
    def test_added_vertices_edges_and_cells(self) -> None:
        graph = rectangle(1, 1)
        assert [vertex.id for vertex in extend.add_vertices(graph, [(0.0, 0.0), (3.0, 0.0, 1.0)])] == [4]
        extend.add_edges_at(graph, [((3.0, 0.0, 1.0), (4.0, 0.0))])
        extend.add_cells_at(graph, [[(1.0, 0.0), (2.0, 0.0), (1.0, 1.0)]])
        assert sizes(graph) == (7, 7, 2)

    def test_cells_by_numbers_need_their_edges(self) -> None:
        graph = rectangle(1, 1)
        extend.add_cells(graph, [(0, 1, 3)])
        assert len(graph.faces) == 1
        extend.add_edges(graph, [(0, 3)])
        extend.add_cells(graph, [(0, 1, 3)])
        assert len(graph.faces) == 2

    def test_curves_are_added_beside_edges(self) -> None:
        graph = rectangle(1, 1)
        extend.add_curved_edges(graph, [((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 1.0))])
        assert len(graph.edges) == 5
        assert graph.edges[-1].curved

    def test_new_vertices_are_connected_when_asked_for(self) -> None:
        graph = rectangle(1, 2)
        new = extend.add_vertices(graph, [(3.0, 0.0)])
        assert len(extend.finish_adding(graph, new, connect=True).edges) == 8

    def test_a_vertex_that_does_not_exist_is_ignored(self) -> None:
        graph = rectangle(1, 1)
        extend.add_edges(graph, [(0, 4), (7, 1)])
        extend.add_cells(graph, [(0, 1, 9), (0, 1)])
        assert sizes(graph) == (4, 4, 1)
        with pytest.raises(LudRuleError, match="there is no vertex -1"):
            extend.add_edges(graph, [(0, -1)])

    def test_an_edge_may_join_a_vertex_with_itself(self) -> None:
        graph = rectangle(1, 1)
        extend.add_edges(graph, [(2, 2)])
        assert sizes(graph) == (4, 5, 1)

    def test_complete(self) -> None:
        assert len(extend.complete(rectangle(1, 2)).edges) == 15
        assert sizes(extend.complete(rectangle(2, 1), each_cell=True)) == (6, 11, 2)

    def test_complete_has_a_limit(self) -> None:
        with pytest.raises(LudLimitError, match="edges"):
            extend.complete(rectangle(20, 20))

    def test_dual_of_squares(self) -> None:
        dual = extend.dual(rectangle(3, 4))
        assert sizes(dual) == (12, 17, 6)
        assert dual.basis is Basis.DUAL
        assert places(dual)[:2] == [(0.5, 0.5, 0.0), (1.5, 0.5, 0.0)]

    def test_without_cells_the_dual_is_the_graph(self) -> None:
        graph = Graph()
        assert extend.dual(graph) is graph

    @pytest.mark.parametrize(
        ("first", "after", "expected"), [(True, False, (5, 8, 0)), (False, True, (5, 8, 4)), (False, False, (5, 8, 0))]
    )
    def test_subdivide(self, first: bool, after: bool, expected: tuple[int, int, int]) -> None:
        assert sizes(extend.subdivide(rectangle(1, 1), faces_first=first, faces_after=after)) == expected

    def test_subdivide_leaves_small_faces(self) -> None:
        graph = extend.subdivide(rectangle(2, 2), 5, faces_first=False, faces_after=True)
        assert sizes(graph) == (9, 12, 4)

    def test_make_faces(self) -> None:
        graph = rectangle(2, 2)
        graph.clear_faces()
        assert sizes(extend.make_faces(graph)) == (9, 12, 4)


class TestCrossings:
    def test_crossing_edges_get_a_vertex(self) -> None:
        graph = rectangle(1, 1)
        graph.add_edge(0, 3)
        graph.add_edge(1, 2)
        split = split_crossings(graph)
        assert sizes(split) == (5, 8, 4)
        assert split.vertices[4].pt == (0.5, 0.5, 0.0)

    def test_an_edge_through_a_vertex_is_split(self) -> None:
        graph = Graph.from_lists([(0, 0), (2, 0), (1, 0), (1, 1)], [(0, 1), (2, 3)])
        split = split_crossings(graph)
        assert [edge.key for edge in split.edges] == [(2, 3), (0, 2), (1, 2)]

    def test_a_crossing_takes_the_pivot_of_its_edges(self) -> None:
        graph = Graph.from_lists([(0, 0), (2, 2), (0, 2), (2, 0), (5, 5)], [(0, 1), (2, 3)])
        graph.vertices[3].pivot = graph.vertices[4]
        assert split_crossings(graph).vertices[5].pivot is graph.vertices[4]


class TestMoving:
    def test_shift_and_scale(self) -> None:
        graph = transform.scale(transform.shift(rectangle(1, 1), 1.0, 2.0, 3.0), 2.0, 0.5, 2.0)
        assert graph.vertices[3].pt == (4.0, 1.5, 6.0)
        assert graph.faces[0].pt == (3.0, 1.25, 6.0)

    def test_rotate_turns_around_the_middle(self) -> None:
        graph = transform.rotate(rectangle(1, 2), 90.0)
        x, y, _ = graph.vertices[0].pt
        assert isclose(x, 1.5)
        assert isclose(y, -0.5)

    def test_rotate_by_an_oblique_angle(self) -> None:
        """The corner lies (0.5, 0.5) from the middle; turned by 30 degrees (0.5 c - 0.5 s, 0.5 c + 0.5 s),
        c = 0.8660 and s = 0.5. A curve that leaves upwards then leaves along (-s, c)."""
        graph = rectangle(1, 1)
        extend.add_curved_edges(graph, [((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (2.0, 0.0))])
        extend.add_curved_edges(graph, [((0.0, 1.0), (1.0, 1.0), (2.0, 0.0), (0.0, 1.0))])
        transform.rotate(graph, 30.0)
        assert graph.vertices[3].pt == pytest.approx((0.5 + 0.1830127, 0.5 + 0.6830127, 0.0))
        assert graph.edges[-2].tangent_a == graph.edges[-1].tangent_b == pytest.approx((-0.5, 0.8660254))
        assert graph.edges[-2].tangent_b == graph.edges[-1].tangent_a == pytest.approx((2 * 0.8660254, 2 * 0.5))

    def test_skew(self) -> None:
        assert transform.skew(rectangle(1, 1), 0.5).vertices[2].pt == (0.5, 1.0, 0.0)

    def test_renumber(self) -> None:
        graph = Graph.from_lists([(1, 1), (0, 0), (1, 0), (0, 1)], [(0, 2), (1, 2), (1, 3), (0, 3)])
        assert [vertex.pt[:2] for vertex in transform.renumber(graph, [SiteType.Vertex]).vertices] == [
            (0.0, 0.0),
            (1.0, 0.0),
            (0.0, 1.0),
            (1.0, 1.0),
        ]
        assert graph.edges[0].key == (1, 3)
        assert transform.renumber(graph).edges[0].key == (0, 1)


class TestHeight:
    """Boards of several layers: what operators of a description do to the heights of their vertices."""

    LAYERS = "(layers 3 (rectangle 2 3))"

    @given(
        st.sampled_from(
            ["(scale {0} {g})", "(scale {0} {1} {g})", "(scale {0} {1} {2} {g})", "(shift {0} {1} {g})",
             "(shift {0} {1} {2} {g})", "(skew {0} {g})", "(rotate {0} {g})"]
        ),
        st.lists(st.sampled_from([0.5, 1.5, 2.0, 3.0]), min_size=3, max_size=3),
    )  # fmt: skip
    def test_only_what_is_given_changes_it(self, text: str, values: list[float]) -> None:
        before = places(graph_of(self.LAYERS, SiteType.Vertex))
        after = places(graph_of(text.format(*values, g=self.LAYERS), SiteType.Vertex))
        assert len({z for _, _, z in before}) == 3
        a, b, c = values
        for (x, y, z), found in zip(before, after, strict=True):
            match text.split()[0], text.count("{"):
                case "(scale", n:
                    wanted = x * a, y * (a if n == 2 else b), z * (c if n == 4 else 1)
                    assert found == pytest.approx(wanted)
                case "(shift", n:
                    assert found == pytest.approx((x + a, y + b, z + (c if n == 4 else 0)))
                case _:
                    assert found[2] == z
