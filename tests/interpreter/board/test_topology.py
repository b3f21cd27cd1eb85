"""What a topology says about small boards."""

import networkx
import pytest

from ludparse.interpreter.board import perimeter
from ludparse.interpreter.board.distances import at_distance, distances_to_marks
from ludparse.interpreter.board.generators import triangular
from ludparse.interpreter.board.generators.circle import circle
from ludparse.interpreter.board.generators.hexagonal import hexagon
from ludparse.interpreter.board.generators.square import rectangle
from ludparse.interpreter.board.graph import Graph
from ludparse.interpreter.board.network import network
from ludparse.interpreter.board.topology import Topology
from ludparse.ludemes.enums import AbsoluteDirection, CompassDirection, RelationType, SiteType

A = AbsoluteDirection
CELL, EDGE, VERTEX = SiteType.Cell, SiteType.Edge, SiteType.Vertex


@pytest.fixture
def square() -> Topology:
    return Topology(rectangle(3, 4))


def lines(topology: Topology, site: SiteType, index: int, direction: A) -> list[tuple[int, ...]]:
    return [radial.sites for radial in topology.radials(site, index, direction)]


def test_sizes(square: Topology) -> None:
    assert [square.size(site) for site in (VERTEX, EDGE, CELL)] == [20, 31, 12]
    assert square.num_edges == 4
    assert repr(square) == "Topology(20 vertices, 31 edges, 12 cells; Cell)"


def test_elements(square: Topology) -> None:
    cell = square.elements(CELL)[6]
    assert (cell.label, cell.x, cell.y, cell.row, cell.col, cell.layer, cell.phase) == ("C2", 2.5, 1.5, 1, 2, 0, 1)
    assert square.find(CELL, "C2") == 6
    assert square.find(CELL, "Z9") is None
    assert square.find(EDGE, "3") is None
    assert square.elements(EDGE)[3].label == "3"


def test_neighbours_clockwise_from_north(square: Topology) -> None:
    assert square.neighbours(CELL, RelationType.Orthogonal)[5] == (9, 6, 1, 4)
    assert square.neighbours(CELL, RelationType.Diagonal)[5] == (10, 2, 0, 8)
    assert square.neighbours(CELL, RelationType.All)[5] == (9, 10, 6, 2, 1, 0, 4, 8)
    assert square.neighbours(CELL, RelationType.OffDiagonal)[5] == ()
    assert square.neighbours(EDGE, RelationType.Diagonal)[5] == ()


def test_supported_directions(square: Topology) -> None:
    assert square.supported_directions(CELL) == (A.N, A.NE, A.E, A.SE, A.S, A.SW, A.W, A.NW)
    assert square.supported_directions(CELL, None, RelationType.Orthogonal) == (A.N, A.E, A.S, A.W)
    assert square.supported_directions(CELL, 0) == (A.N, A.NE, A.E)


def test_steps(square: Topology) -> None:
    assert square.steps(CELL, 0, A.N) == [(CELL, 4), (EDGE, 9)]
    assert square.steps_to(CELL, 0, CELL, A.Orthogonal) == (4, 1)
    assert square.steps_to(CELL, 0, VERTEX) == (6, 1, 0, 5)
    assert square.steps(CELL, 0, A.Support) == []


def test_radials(square: Topology) -> None:
    assert lines(square, CELL, 0, A.N) == [(0, 4, 8)]
    assert lines(square, CELL, 5, A.Orthogonal) == [(5, 9), (5, 6, 7), (5, 1), (5, 4)]
    assert lines(square, CELL, 5, A.SameLayer)[1] == (5, 10)
    assert lines(square, CELL, 5, A.Upward) == []


def test_opposites(square: Topology) -> None:
    (north,) = square.radials(CELL, 5, A.N)
    assert [(o.sites, o.direction) for o in north.opposites] == [((5, 1), A.S)]
    assert north.opposites[0].opposites == [north]
    (corner,) = square.radials(CELL, 0, A.N)
    assert corner.opposites == []
    assert [r.sites for r in square.distinct_radials(CELL, 5, A.Orthogonal)] == [(5, 9), (5, 6, 7)]


def test_named_sets(square: Topology) -> None:
    cells = square.sets(CELL)
    assert cells.corners == (0, 3, 8, 11)
    assert cells.inner == (5, 6)
    assert cells.centre == (5, 6)
    assert cells.top == (8, 9, 10, 11)
    assert cells.sides[CompassDirection.E] == (3, 7, 11)
    assert cells.sides[CompassDirection.NE] == ()
    assert cells.phases[0] == (0, 2, 5, 7, 8, 10)
    assert cells.rows[1] == (4, 5, 6, 7)
    assert cells.columns[1] == (1, 5, 9)
    assert len(square.sets(EDGE).orientation.vertical) == 15


def test_edges_at_corners_lie_on_the_rim() -> None:
    """A hexagon of triangles, two on a side: each of six corners has two edges on the rim, and a third inside."""
    topology = Topology(triangular.hexagon(2))
    assert len(topology.sets(VERTEX).corners) == 6
    assert len(topology.sets(EDGE).corners) == 12


@pytest.mark.parametrize("scores", [(-0.3005, -0.3), (-0.3, -0.3005)])
def test_neighbours_that_recede_about_equally_are_both_corners(
    scores: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Less than a thousandth, as rounding makes it, lies between vertices 2 and 3, so that neither hides the other."""
    outline = perimeter.Outline(tuple(range(8)), tuple((float(x), 0.0) for x in range(8)))
    monkeypatch.setattr(perimeter, "corner_scores", lambda _: [0.0, 0.0, *scores, 0.0, 0.0, 0.0, 0.0])
    assert perimeter.corners_of(outline) == ([], [2, 3])


def test_incident(square: Topology) -> None:
    assert square.incident(CELL, VERTEX)[0] == (0, 5, 6, 1)
    assert square.incident(VERTEX, CELL)[6] == (0, 1, 4, 5)
    assert square.incident(EDGE, VERTEX)[0] == (0, 1)
    assert square.incident(CELL, CELL)[7] == (7,)


def test_distances(square: Topology) -> None:
    assert square.distances(CELL, RelationType.Orthogonal)[0][11] == 5
    assert square.distances(CELL, RelationType.All)[0][11] == 3
    assert square.sites_at_distance(CELL, RelationType.Orthogonal, 0)[:3] == [[0], [1, 4], [2, 5, 8]]
    assert square.distances_to_centre(CELL)[:4] == [1, 1, 1, 1]
    assert square.distances_to_corners(CELL)[5] == 1
    assert square.distances_to_sides(CELL)[5] == 1


def test_directions_between_sites(square: Topology) -> None:
    supported = square.supported_directions(CELL)
    assert square.directions_to(CELL, 0, 10, supported) == [A.NE]
    assert square.directions_to(CELL, 0, 6, supported) == []


def test_crossing_edges() -> None:
    graph = Graph.from_lists([(0, 0), (1, 1), (0, 1), (1, 0)], [(0, 1), (2, 3), (0, 2)])
    topology = Topology(graph, VERTEX)
    assert [topology.crossing(edge) for edge in range(3)] == [(1,), (0,), ()]


def test_hexagonal_board() -> None:
    topology = Topology(hexagon(3))
    assert topology.supported_directions(CELL, None, RelationType.Orthogonal) == (
        *(A.NNE, A.E, A.SSE, A.SSW, A.W, A.NNW),
    )
    assert len(topology.sets(CELL).corners) == 6
    assert {len(phase) for phase in topology.sets(CELL).phases[:3]} == {6, 7}
    assert topology.sets(CELL).centre == (9,)


def test_round_board() -> None:
    topology = Topology(circle([1, 6], cells=False), VERTEX)
    around = [index for index in range(topology.size(VERTEX)) if topology.radials(VERTEX, index, A.CW)]
    assert len(around) == 6
    (ring,) = topology.radials(VERTEX, around[0], A.CW)
    assert len(ring.sites) == 6
    (back,) = ring.opposites
    assert back.direction is A.CCW
    assert back.sites[1:] == ring.sites[:0:-1]
    rotational = topology.radials(VERTEX, around[0], A.Rotational)
    assert {radial.sites for radial in rotational} >= {ring.sites, back.sites}
    assert topology.steps(VERTEX, around[0], A.Rotational) == []


def test_layers_are_named_when_there_are_several() -> None:
    topology = Topology(rectangle(3, 3, cells=False, pyramidal=True), VERTEX)
    labels = [element.label for element in topology.elements(VERTEX)]
    assert "A1/0" in labels
    assert len(set(labels)) == len(labels)
    assert topology.radials(VERTEX, 0, A.Upward)
    assert topology.radials(VERTEX, 0, A.UNE)
    assert [len(layer) for layer in topology.sets(VERTEX).layers] == [9, 4, 1]


def test_rows_of_games_in_three_dimensions_are_those_of_the_ground() -> None:
    """Four balls on a square of side 1, and one on top, in the middle: it lies over none of their rows and columns."""
    sets = Topology(rectangle(2, 2, cells=False, pyramidal=True), VERTEX, three_dimensions=True).sets(VERTEX)
    assert (sets.rows, sets.columns) == (((0, 1), (3, 4)), ((0, 3), (1, 4)))


def test_greatest_distance_is_counted_and_not_measured() -> None:
    assert at_distance([0, 1, 2, 3], 0) == [[0], [1], [2], [3]]
    assert at_distance([3, 2, 1, 0], 3) == [[3], [2], [1]]


def test_unreached_elements_are_one_farther_than_any() -> None:
    assert distances_to_marks([(1,), (0,), ()], [0]) == [0, 1, 2]
    assert distances_to_marks([(1,), (0,), ()], [0], unreached=0) == [0, 1, 0]


def test_network(square: Topology) -> None:
    graph = network(square)
    assert graph.number_of_nodes() == 12
    assert graph.nodes[0]["label"] == "A1"
    assert {"corners", "side W"} <= graph.nodes[0]["sets"]
    assert graph.edges[0, 5]["relations"] == {"Diagonal", "Adjacent", "All"}
    assert networkx.shortest_path_length(network(square, CELL, RelationType.Orthogonal), 0, 11) == 5
