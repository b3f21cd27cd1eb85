"""Laws that hold for the topology of every graph, over boards composed at random."""

from hypothesis import HealthCheck, given, reject, settings

from ludparse import LudRuleError
from ludparse.interpreter.board.directions import is_specific, opposite
from ludparse.interpreter.board.generators.hexagonal import hexagon
from ludparse.interpreter.board.generators.square import rectangle
from ludparse.interpreter.board.radials import RadialTable
from ludparse.interpreter.board.topology import Topology
from ludparse.ludemes.enums import AbsoluteDirection, RelationType, SiteType
from tests.interpreter.board.test_graph_laws import BOARDS, Maker

check = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def topology_of(make: Maker) -> Topology:
    """The topology of a board; rejects boards whose layers cannot be told apart, which are refused in games, too."""
    topology = Topology(make())
    try:
        for site in SiteType:
            topology.elements(site)
    except LudRuleError:
        reject()
    return topology


@check
@given(BOARDS)
def test_orthogonal_and_adjacent_neighbours_are_mutual(make: Maker) -> None:
    topology = topology_of(make)
    for site in SiteType:
        for relation in (RelationType.Orthogonal, RelationType.Adjacent):
            neighbours = topology.neighbours(site, relation)
            for index, others in enumerate(neighbours):
                assert all(index in neighbours[other] for other in others)
    for a, b in topology.incident(SiteType.Edge, SiteType.Vertex):
        assert b in topology.neighbours(SiteType.Vertex, RelationType.Adjacent)[a]


@check
@given(BOARDS)
def test_every_relation_is_part_of_all(make: Maker) -> None:
    topology = topology_of(make)
    for site in SiteType:
        everything = topology.neighbours(site, RelationType.All)
        for relation in RelationType:
            for index, others in enumerate(topology.neighbours(site, relation)):
                assert set(others) <= set(everything[index])
                assert index not in others
                assert len(set(others)) == len(others)


@check
@given(BOARDS)
def test_radials_are_runs_of_steps(make: Maker) -> None:
    topology = topology_of(make)
    for site in SiteType:
        for index in range(topology.size(site)):
            for direction in (*topology.supported_directions(site, index), AbsoluteDirection.All):
                radials = topology.radials(site, index, direction)
                assert {radial.sites[1] for radial in radials} == {*topology.steps_to(site, index, site, direction)}
                for radial in radials:
                    assert radial.sites[0] == index
                    assert len(set(radial.sites)) == len(radial.sites) >= 2
                    for here, there in zip(radial.sites, radial.sites[1:], strict=False):
                        assert there in topology.steps_to(site, here, site, direction)


@check
@given(BOARDS)
def test_opposites_start_at_the_same_site(make: Maker) -> None:
    topology = topology_of(make)
    for index in range(topology.size(SiteType.Vertex)):
        for direction in (AbsoluteDirection.Adjacent, *topology.supported_directions(SiteType.Vertex, index)):
            for radial in topology.radials(SiteType.Vertex, index, direction):
                for behind in radial.opposites:
                    assert behind is not radial
                    assert behind.sites[0] == index
                    assert is_specific(behind.direction) == is_specific(direction)


@check
@given(BOARDS)
def test_distinct_radials_leave_out_opposites_alone(make: Maker) -> None:
    topology = topology_of(make)
    for index in range(topology.size(SiteType.Vertex)):
        every = [r.sites for r in topology.radials(SiteType.Vertex, index, AbsoluteDirection.All)]
        distinct = topology.distinct_radials(SiteType.Vertex, index, AbsoluteDirection.All)
        behind = [o.sites for radial in distinct for o in radial.opposites]
        assert {r.sites for r in distinct} <= set(every)
        assert set(every) <= {r.sites for r in distinct} | set(behind)


@check
@given(BOARDS)
def test_sets_divide_the_elements(make: Maker) -> None:
    topology = topology_of(make)
    for site in SiteType:
        sets, everything = topology.sets(site), list(range(topology.size(site)))
        assert sorted((*sets.inner, *sets.outer)) == everything
        assert sorted({index for phase in sets.phases for index in phase}) == everything
        for groups in (sets.rows, sets.columns, sets.layers):
            assert {index for group in groups for index in group} <= set(everything)
        if site is SiteType.Cell:
            assert sorted((*sets.major, *sets.minor)) == everything
        if site is SiteType.Edge:
            lie = sets.orientation
            assert sorted((*lie.horizontal, *lie.vertical, *lie.slash, *lie.slosh)) == everything
            assert sorted((*lie.axial, *lie.angled)) == everything
        assert set(sets.corners) == set(sets.convex_corners) | set(sets.concave_corners)


@check
@given(BOARDS)
def test_incidence_is_mutual(make: Maker) -> None:
    topology = topology_of(make)
    for one in SiteType:
        for other in SiteType:
            back = topology.incident(other, one)
            for index, around in enumerate(topology.incident(one, other)):
                assert all(index in back[element] for element in around)
    assert all(len(ends) == 2 for ends in topology.incident(SiteType.Edge, SiteType.Vertex))
    assert all(len(corners) >= 3 for corners in topology.incident(SiteType.Cell, SiteType.Vertex))


@check
@given(BOARDS)
def test_distances_are_mutual_and_grow_by_one(make: Maker) -> None:
    topology = topology_of(make)
    for site in SiteType:
        distances = topology.distances(site, RelationType.Adjacent)
        neighbours = topology.neighbours(site, RelationType.Adjacent)
        for index, row in enumerate(distances):
            assert row == topology.distances_from(site, RelationType.Adjacent, index)
            assert [other for other, distance in enumerate(row) if distance == 1] == sorted(neighbours[index])
            assert row[index] == 0
            for other, distance in enumerate(row):
                assert distances[other][index] == distance
                if distance:
                    assert distance == 1 or distance - 1 in {row[near] for near in neighbours[other]}


def test_radials_reversed_on_regular_boards() -> None:
    for graph in (rectangle(4, 6), rectangle(5, 5, cells=False), hexagon(4)):
        topology = Topology(graph)
        for site in (SiteType.Cell, SiteType.Vertex):
            for index in range(topology.size(site)):
                for direction in topology.supported_directions(site, index, RelationType.Orthogonal):
                    radials = topology.radials(site, index, direction)
                    assert radials
                    for radial in radials:
                        assert radial.opposites or not inside(topology, site, index)
                        back = topology.radials(site, radial.sites[-1], opposite(direction))
                        assert any(b.sites[: len(radial.sites)] == radial.sites[::-1] for b in back)


def inside(topology: Topology, site: SiteType, index: int) -> bool:
    """Whether an element has as many neighbours as any, and as many on either side: lines through it go on."""
    neighbours = topology.neighbours(site, RelationType.Orthogonal)
    most = max(map(len, neighbours))
    return len(neighbours[index]) == most and most % 2 == 0


@check
@given(BOARDS)
def test_a_radial_goes_on_from_its_last_two_sites(make: Maker) -> None:
    """However many radials share sites: each is what following it alone gives."""
    topology = topology_of(make)
    for site in SiteType:
        table = topology.radial_table(site)
        for index in range(topology.size(site)):
            for direction in topology.supported_directions(site, index):
                made = {radial.sites for radial in topology.radials(site, index, direction)}
                begun = [(path[0], path[1]) for path in made]
                alone = {path for first in begun for path in followed(table, first, direction)}
                assert direction is AbsoluteDirection.Rotational or made == alone


def followed(table: RadialTable, path: tuple[int, ...], direction: AbsoluteDirection) -> list[tuple[int, ...]]:
    """The radials that begin with some sites, each followed by itself."""
    after = table._following(path[-2], path[-1], direction)
    if not after:
        return [path]
    return [
        whole for to in after for whole in ([path] if to in path else followed(table, (*path, to), direction))
    ]
