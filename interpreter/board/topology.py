"""The topology of a board: its elements and all relations between them, computed on demand.

    topology = Topology(graph, SiteType.Cell)
    topology.neighbours(SiteType.Cell, RelationType.Orthogonal)[0]      # (1, 8)
    topology.radials(SiteType.Cell, 0, AbsoluteDirection.N)[0].sites    # (0, 8, 16, ...)

Elements have numbers from 0 for each kind (`SiteType`: vertex, edge, cell). All orders are Ludii's, since the order of
moves depends on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import sqrt

from ludparse.ludemes.enums import AbsoluteDirection, CompassDirection, RelationType, SiteType
from ludparse.problems.errors import LudRuleError

from .coordinates import Coordinates, measure_coordinates
from .directions import ORDINAL, facing_index, is_specific, to_absolute
from .distances import all_distances, at_distance, distances_from, distances_to_marks
from .geometry import segments_intersect
from .graph import Graph
from .marks import PHASES, Marks, Orientation
from .radials import Radial, RadialTable
from .skeleton import CELL, EDGE, VERTEX, Skeleton
from .steps import Step, bit, steps_from

__all__ = ["Element", "SiteSets", "Topology"]

_KIND = {SiteType.Vertex: VERTEX, SiteType.Edge: EDGE, SiteType.Cell: CELL}
_SITE = (SiteType.Vertex, SiteType.Edge, SiteType.Cell)
_DIRECTION = {relation: AbsoluteDirection[relation.name] for relation in RelationType}
_BY_ORDINAL = tuple(AbsoluteDirection)
_APART = 0.001

Sites = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """A vertex, edge or cell. `phase` is its colour (0 to 5); `x`, `y`, `z` in units of the board's graph."""

    index: int
    label: str
    x: float
    y: float
    z: float
    row: int
    col: int
    layer: int
    phase: int


@dataclass(frozen=True, slots=True)
class SiteSets:
    """The named sets of elements of one kind, each in the order of their numbers."""

    corners: Sites
    convex_corners: Sites
    concave_corners: Sites
    sides: Mapping[CompassDirection, Sites]
    perimeter: Sites
    outer: Sites
    inner: Sites
    centre: Sites
    top: Sites
    bottom: Sites
    left: Sites
    right: Sites
    major: Sites
    minor: Sites
    phases: tuple[Sites, ...]
    rows: tuple[Sites, ...]
    columns: tuple[Sites, ...]
    layers: tuple[Sites, ...]
    diagonals: tuple[Sites, ...]
    """Always empty: the language names diagonals, but no board has them."""
    orientation: Orientation
    """Of edges; empty sets for vertices and cells."""


class Topology:
    """The topology of a board. Functions about elements take their `SiteType` first."""

    def __init__(
        self,
        graph: Graph,
        default_site: SiteType = SiteType.Cell,
        *,
        three_dimensions: bool = False,
        boardless: bool = False,
        lines_in_space: bool = False,
    ) -> None:
        """`three_dimensions`: the game uses layers of sites. `boardless`: the board is part of an open table.
        `lines_in_space`: radials are made as in Ludii 1.3.14 (see `radials.py`)."""
        self.source = graph
        self.default_site = default_site
        self.three_dimensions = three_dimensions
        self.boardless = boardless
        self.lines_in_space = lines_in_space
        self._coordinates: dict[int, Coordinates] = {}
        self._steps: dict[int, list[list[Step]]] = {}
        self._steps_in: dict[tuple[int, AbsoluteDirection], list[list[tuple[SiteType, int]]]] = {}
        self._steps_to: dict[tuple[int, int, AbsoluteDirection | None], list[Sites]] = {}
        self._radials: dict[int, RadialTable] = {}
        self._neighbours: dict[tuple[int, RelationType], list[Sites]] = {}
        self._supported: dict[tuple[int, RelationType], tuple[list[tuple[AbsoluteDirection, ...]], Sites]] = {}
        self._distances: dict[tuple[int, RelationType], list[list[int]]] = {}
        self._elements: dict[int, list[Element]] = {}
        self._sets: dict[int, SiteSets] = {}
        self._incident: dict[tuple[int, int], list[Sites]] = {}

    @cached_property
    def skeleton(self) -> Skeleton:
        """The graph as plain lists of numbers."""
        return Skeleton.of(self.source)

    @cached_property
    def marks(self) -> Marks:
        """The special elements (perimeter, corners, centre, …), as sets of numbers."""
        return Marks(self.skeleton)

    # ------------------------------------------------------------------ elements

    def size(self, site: SiteType) -> int:
        """The number of elements of a kind."""
        return self.skeleton.size(_KIND[site])

    @cached_property
    def num_edges(self) -> int:
        """The number of edges of a cell if the board has a single tiling, else -1. Hands are drawn with such cells."""
        s = self.skeleton
        return len(s.face_edges[0]) if s.regular and s.face_edges else -1

    def elements(self, site: SiteType) -> list[Element]:
        """All elements of a kind."""
        kind = _KIND[site]
        if kind not in self._elements:
            at, phases = self._coordinate(kind), self.marks.phases(kind)
            self._elements[kind] = [
                Element(i, at.labels[i], *point, at.rows[i], at.columns[i], at.layers[i], phases[i].bit_length() - 1)
                for i, point in enumerate(self.skeleton.points[kind])
            ]
        return self._elements[kind]

    def find(self, site: SiteType, label: str) -> int | None:
        """The first element with a label; edges cannot be found by label."""
        if site is SiteType.Edge:
            return None
        labels = self._coordinate(_KIND[site]).labels
        return labels.index(label) if label in labels else None

    def _coordinate(self, kind: int) -> Coordinates:
        if kind not in self._coordinates:
            self._coordinates[kind] = measure_coordinates(
                self.skeleton, kind, three_dimensions=self.three_dimensions, boardless=self.boardless
            )
        return self._coordinates[kind]

    def sets(self, site: SiteType) -> SiteSets:
        """The named sets of a kind of element."""
        kind = _KIND[site]
        if kind not in self._sets:
            self._sets[kind] = self._make_sets(kind)
        return self._sets[kind]

    def _make_sets(self, kind: int) -> SiteSets:
        marks, at = self.marks, self._coordinate(kind)
        everything = range(self.skeleton.size(kind))
        corners, convex, concave = (tuple(sorted(found[kind])) for found in marks.corners)
        outer = marks.perimeter[kind]
        extremes = marks.extremes(kind)
        phases = marks.phases(kind)
        sides = marks.sides[kind]
        cells = everything if kind == CELL else ()
        none = Orientation((), (), (), (), (), ())
        return SiteSets(
            corners=corners,
            convex_corners=convex,
            concave_corners=concave,
            sides={direction: tuple(sides.get(direction.name, ())) for direction in CompassDirection},
            perimeter=tuple(sorted(outer)),
            outer=tuple(sorted(outer)),
            inner=tuple([i for i in everything if i not in outer]),
            centre=tuple(marks.centre(kind)),
            top=tuple(extremes["top"]),
            bottom=tuple(extremes["bottom"]),
            left=tuple(extremes["left"]),
            right=tuple(extremes["right"]),
            major=tuple([i for i in cells if i in marks.major]),
            minor=tuple([i for i in cells if i not in marks.major]),
            phases=tuple([tuple([i for i in everything if phases[i] >> phase & 1]) for phase in range(PHASES)]),
            rows=tuple(map(tuple, at.by_row)),
            columns=tuple(map(tuple, at.by_column)),
            layers=tuple(map(tuple, at.by_layer)),
            diagonals=(),
            orientation=marks.orientation if kind == EDGE else none,
        )

    def incident(self, of: SiteType, other: SiteType) -> list[Sites]:
        """For each element of a kind, the elements of another kind that touch it; for the same kind, the element
        itself.
        """
        key = _KIND[of], _KIND[other]
        if key not in self._incident:
            self._incident[key] = self._make_incident(*key)
        return self._incident[key]

    def _make_incident(self, of: int, other: int) -> list[Sites]:
        s = self.skeleton
        if of == other:
            return [(i,) for i in range(s.size(of))]
        if of == CELL:
            return list(s.face_vertices if other == VERTEX else s.face_edges)
        if of == EDGE and other == VERTEX:
            return [tuple(ends) for ends in s.edge_ends]
        found: list[list[int]] = [[] for _ in range(s.size(of))]
        source: Sequence[Sites] = s.edge_ends if other == EDGE else s.face_vertices if of == VERTEX else s.face_edges
        for i, around in enumerate(source):
            for element in around:
                found[element].append(i)
        return [tuple(f) for f in found]

    # ------------------------------------------------------------------ steps

    def all_steps(self, site: SiteType) -> list[list[Step]]:
        """The steps of each element to elements of all kinds, clockwise from north."""
        kind = _KIND[site]
        if kind not in self._steps:
            self._steps[kind] = steps_from(self.skeleton, kind)
        return self._steps[kind]

    def steps(self, site: SiteType, index: int, direction: AbsoluteDirection) -> list[tuple[SiteType, int]]:
        """The elements of any kind one step away in a direction. Rotational gives none."""
        key = _KIND[site], direction
        found = self._steps_in.get(key)
        if found is None:
            mask = 0 if direction is AbsoluteDirection.Rotational else bit(direction)
            found = self._steps_in[key] = [
                [(_SITE[step.kind], step.to) for step in around if step.listed & mask]
                for around in self.all_steps(site)
            ]
        return found[index]

    def steps_to(self, site: SiteType, index: int, to: SiteType, direction: AbsoluteDirection | None = None) -> Sites:
        """The elements of one kind that are one step away in a direction, by default in any."""
        key = _KIND[site], _KIND[to], direction
        found = self._steps_to.get(key)
        if found is None:
            kind, mask = _KIND[to], -1 if direction is None else bit(direction)
            found = self._steps_to[key] = [
                tuple([step.to for step in around if step.kind == kind and step.listed & mask])
                for around in self.all_steps(site)
            ]
        return found[index]

    def neighbours(self, site: SiteType, relation: RelationType) -> list[Sites]:
        """For each element, the elements of the same kind that are in this relation to it.

        Edges that meet are neighbours of every relation but Diagonal and OffDiagonal.
        """
        key = _KIND[site], relation
        if key not in self._neighbours:
            direction = _DIRECTION[relation]
            if site is SiteType.Edge:
                if relation in (RelationType.Diagonal, RelationType.OffDiagonal):
                    return [()] * self.size(site)
                direction = AbsoluteDirection.All
            mask, kind = bit(direction), _KIND[site]
            self._neighbours[key] = [
                tuple([step.to for step in around if step.kind == kind and step.listed & mask])
                for around in self.all_steps(site)
            ]
        return self._neighbours[key]

    def supported_directions(
        self, site: SiteType, index: int | None = None, relation: RelationType = RelationType.All
    ) -> tuple[AbsoluteDirection, ...]:
        """The facings in which an element (`index` None: any element) has a step of this relation to its own kind.

        The facings of the board are sorted by their index in their system, those of an element clockwise.
        """
        key = _KIND[site], relation
        if key not in self._supported:
            self._supported[key] = self._make_supported(site, relation)
        by_element, whole = self._supported[key]
        if index is not None:
            return by_element[index]
        return tuple([_BY_ORDINAL[d] for d in whole])

    def _make_supported(
        self, site: SiteType, relation: RelationType
    ) -> tuple[list[tuple[AbsoluteDirection, ...]], Sites]:
        kind, mask = _KIND[site], bit(_DIRECTION[relation])
        whole: dict[AbsoluteDirection, None] = {}
        by_element = []
        for around in self.all_steps(site):
            own: dict[AbsoluteDirection, None] = {}
            for step in around:
                if step.kind == kind and step.listed & mask:
                    own.update(dict.fromkeys(_specific_in(step.directions)))
            by_element.append(tuple(own))
            whole.update(own)
        return by_element, tuple([ORDINAL[d] for d in sorted(whole, key=facing_index)])

    # ------------------------------------------------------------------ radials

    def radial_table(self, site: SiteType) -> RadialTable:
        """The table that computes the radials of a kind of element."""
        kind = _KIND[site]
        if kind not in self._radials:
            steps = self.all_steps(site)
            self._radials[kind] = RadialTable(self.skeleton, kind, steps, in_space=self.lines_in_space)
        return self._radials[kind]

    def radials(self, site: SiteType, index: int, direction: AbsoluteDirection) -> list[Radial]:
        """The lines from an element in a specific or collective direction, clockwise from north."""
        return self.radial_table(site).radials(index, direction)

    def distinct_radials(self, site: SiteType, index: int, direction: AbsoluteDirection) -> list[Radial]:
        """As `radials`, but only the first of two opposite ones: one for each whole line through the element."""
        return self.radial_table(site).distinct(index, direction)

    def directions_to(
        self, site: SiteType, start: int, end: int, supported: Sequence[AbsoluteDirection]
    ) -> list[AbsoluteDirection]:
        """The directions among `supported` whose radials from `start` reach `end`, one for each such radial."""
        return [
            direction
            for direction in map(to_absolute, supported)
            for radial in self.radials(site, start, direction)
            if end in radial.sites[1:]
        ]

    # ------------------------------------------------------------------ distances

    def distances(self, site: SiteType, relation: RelationType) -> list[list[int]]:
        """The number of steps between any two elements; 0 for an element itself and for unreachable ones."""
        key = _KIND[site], relation
        if key not in self._distances:
            self._distances[key] = all_distances(self.neighbours(site, relation))
        return self._distances[key]

    def distances_from(self, site: SiteType, relation: RelationType, index: int) -> list[int]:
        """One row of `distances`, computed alone."""
        key = _KIND[site], relation
        if key in self._distances:
            return self._distances[key][index]
        return distances_from(self.neighbours(site, relation), index)

    def sites_at_distance(self, site: SiteType, relation: RelationType, index: int) -> list[list[int]]:
        """The elements grouped by their distance from one element, as `at_distance` counts it."""
        return at_distance(self.distances_from(site, relation, index), index)

    def distances_to(self, site: SiteType, marks: Sequence[int], *, unreached: int | None = None) -> list[int]:
        """The number of adjacent steps from each element to the nearest of some elements; see `distances_to_marks`."""
        return distances_to_marks(self.neighbours(site, RelationType.Adjacent), marks, unreached=unreached)

    def first(self, mark: str, site: SiteType) -> int:
        """The first of the elements that a set of `sets` marks: `"centre"`, `"left"`. Raises LudRuleError if there is
        none, as on a board without elements of the type."""
        marked: tuple[int, ...] = getattr(self.sets(site), mark)
        if not marked:
            raise LudRuleError(f"the board has no {mark} {site.name.lower()}")
        return marked[0]

    def distances_to_centre(self, site: SiteType) -> list[int]:
        return self.distances_to(site, self.sets(site).centre)

    def distances_to_corners(self, site: SiteType) -> list[int]:
        return self.distances_to(site, self.sets(site).corners)

    def distances_to_sides(self, site: SiteType) -> list[int]:
        return self.distances_to(site, self.sets(site).perimeter)

    # ------------------------------------------------------------------ geometry

    def crossing(self, edge: int) -> Sites:
        """The edges that cross an edge in the plane and share no end with it."""
        points, ends = self.skeleton.points[VERTEX], self.skeleton.edge_ends
        a, b = (points[v][:2] for v in ends[edge])
        found = []
        for other, (c_index, d_index) in enumerate(ends):
            c, d = points[c_index][:2], points[d_index][:2]
            meet = any(_near(p, q) for p in (a, b) for q in (c, d))
            if other != edge and not meet and segments_intersect(a, b, c, d):
                found.append(other)
        return tuple(found)

    def __repr__(self) -> str:
        vertices, edges, cells = (self.size(site) for site in _SITE)
        return f"Topology({vertices} vertices, {edges} edges, {cells} cells; {self.default_site.name})"


@cache
def _specific_in(directions: int) -> tuple[AbsoluteDirection, ...]:
    """The facings among a set of directions, in the language's order."""
    return tuple([d for d in _SPECIFIC if directions >> ORDINAL[d] & 1])


_SPECIFIC = tuple([d for d in _BY_ORDINAL if is_specific(d)])


def _near(p: tuple[float, float], q: tuple[float, float]) -> bool:
    dx, dy = q[0] - p[0], q[1] - p[1]
    return sqrt(dx * dx + dy * dy) < _APART
