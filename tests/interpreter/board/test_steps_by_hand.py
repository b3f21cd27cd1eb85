"""Steps, lines and marks of boards whose geometry is simple, compared in full with what a few lines of it say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from math import atan2, degrees, dist, hypot
from typing import Any

import pytest

from ludparse.interpreter.board.basis import Basis, Shape
from ludparse.interpreter.board.coordinates import column_letters
from ludparse.interpreter.board.directions import COMPASS, ORDINAL
from ludparse.interpreter.board.generators import tilings, triangular
from ludparse.interpreter.board.generators.circle import circle
from ludparse.interpreter.board.generators.hexagonal import hexagon
from ludparse.interpreter.board.generators.square import rectangle
from ludparse.interpreter.board.graph import Graph
from ludparse.interpreter.board.operators import combine, cut
from ludparse.interpreter.board.topology import Topology
from ludparse.ludemes.enums import AbsoluteDirection as A
from ludparse.ludemes.enums import CompassDirection, RelationType, SiteType

VERTEX, EDGE, CELL = SiteType.Vertex, SiteType.Edge, SiteType.Cell
Step = tuple[SiteType, int]

BOARDS = {
    "squares": lambda: rectangle(3, 4),
    "hexagons": lambda: hexagon(3),
    "triangles": lambda: triangular.hexagon(3),
    "one square": lambda: rectangle(1, 1),
}


@cache
def topology(name: str) -> Topology:
    return Topology(BOARDS[name]())


def around(t: Topology, kind: SiteType, index: int) -> Iterator[tuple[Step, set[A]]]:
    """The steps from an element, and by which relations they are found. Edges are one unit long."""
    graph = t.source
    ends = [{e.a.id, e.b.id} for e in graph.edges]
    corners = [{v.id for v in f.vertices} for f in graph.faces]
    own = {VERTEX: {index}, EDGE: ends[index] if kind is EDGE else set(),
           CELL: corners[index] if kind is CELL else set()}[kind]  # fmt: skip
    near, beside = {A.Orthogonal, A.Adjacent, A.All}, {A.Diagonal, A.Adjacent, A.All}
    here = place(t, kind, index)
    if kind is VERTEX:
        yield from (((VERTEX, v), near) for pair in ends if index in pair for v in pair - {index})
        for cell in corners:  # across a cell of at least four sides lies the corner that is farthest
            if index in cell and len(cell) > 3:
                yield (VERTEX, max(cell, key=lambda v: dist(place(t, VERTEX, v), here))), {A.Diagonal, A.All}
    if kind is EDGE:
        yield from (((EDGE, e), near) for e, pair in enumerate(ends) if e != index and pair & own)
    if kind is CELL:
        for other, cell in enumerate(corners):
            if other == index:
                continue
            shared, there = own & cell, place(t, CELL, other)
            if len(shared) == 2:
                yield (CELL, other), near
            elif shared:
                corner = place(t, VERTEX, shared.pop())
                straight = dist(here, corner) + dist(corner, there) - dist(here, there) < 0.001
                yield (CELL, other), beside if straight else {A.OffDiagonal, A.Adjacent, A.All}
            elif len(cell) == 6 and abs(dist(here, there) - 3) < 0.001:  # at the far end of the edge from a corner
                yield (CELL, other), {A.Diagonal, A.All}
    if kind is not VERTEX:
        yield from (((VERTEX, v), near) for v in own)
    if kind is not EDGE:
        yield from (((EDGE, e), near) for e, pair in enumerate(ends) if (pair & own if kind is VERTEX else pair <= own))
    if kind is not CELL:
        yield from (((CELL, f), near) for f, cell in enumerate(corners) if cell & own)


def place(t: Topology, kind: SiteType, index: int) -> tuple[float, float, float]:
    graph = t.source
    elements: list[Any] = {VERTEX: graph.vertices, EDGE: graph.edges, CELL: graph.faces}[kind]  # type: ignore[assignment]
    x, y, z = elements[index].pt
    return x, y, z


def angle(here: tuple[float, ...], there: tuple[float, ...]) -> float:
    """Clockwise from north, in degrees."""
    return degrees(atan2(there[0] - here[0], there[1] - here[1])) % 360


def compass(here: tuple[float, ...], there: tuple[float, ...]) -> A:
    """The nearest of sixteen directions."""
    return A[COMPASS[round(angle(here, there) / 22.5) % 16].name]


def directions(here: tuple[float, ...], places: list[tuple[float, ...]]) -> list[A]:
    """The nearest of eight directions to each place if these are all different, otherwise of sixteen."""
    eighths = [round(angle(here, there) / 45) % 8 for there in places]
    if len(set(eighths)) == len(eighths):
        return [A[COMPASS[2 * eighth].name] for eighth in eighths]
    return [compass(here, there) for there in places]


def names(mask: int) -> set[A]:
    return {a for a in A if mask >> ORDINAL[a] & 1}


@pytest.mark.parametrize("kind", SiteType)
@pytest.mark.parametrize("board", ["squares", "hexagons", "triangles"])
def test_steps(board: str, kind: SiteType) -> None:
    t = topology(board)
    sites = {0: VERTEX, 1: EDGE, 2: CELL}
    for index in range(t.size(kind)):
        here = place(t, kind, index)
        if board == "triangles" and kind is CELL and any(len(v.faces) < 6 for v in t.source.faces[index].vertices):
            continue  # at the rim another cell is across where the one straight ahead is missing
        found = list(around(t, kind, index))
        named = directions(here, [place(t, *to) for to, _ in found])
        expected = {to: {*relations, A.SameLayer, way} for (to, relations), way in zip(found, named, strict=True)}
        steps = t.all_steps(kind)[index]
        assert {(sites[step.kind], step.to): names(step.listed) for step in steps} == expected
        turned = [angle(here, place(t, sites[step.kind], step.to)) for step in steps]
        assert all(a < b + 0.001 or a > 359.999 for a, b in pairwise(turned))


@pytest.mark.parametrize(("board", "kind"), [("squares", CELL), ("squares", VERTEX), ("hexagons", CELL),
                                             ("triangles", VERTEX)])  # fmt: skip
def test_lines(board: str, kind: SiteType) -> None:
    """From here over there, and on as long as there is a site just as far ahead. Behind lies the line that begins with
    the site on the other side."""
    t = topology(board)
    known = {tuple(round(c, 3) + 0.0 for c in place(t, kind, i)[:2]): i for i in range(t.size(kind))}
    for index in range(t.size(kind)):
        here = place(t, kind, index)
        lines: dict[A, list[tuple[int, ...]]] = {}
        for (_, to), relations in (step for step in around(t, kind, index) if step[0][0] is kind):
            there = place(t, kind, to)
            dx, dy = there[0] - here[0], there[1] - here[1]
            path, n = [index], 1
            while (at := (round(here[0] + n * dx, 3) + 0.0, round(here[1] + n * dy, 3) + 0.0)) in known:
                path.append(known[at])
                n += 1
            for direction in {compass(here, there), *relations}:
                lines.setdefault(direction, []).append(tuple(path))
        for direction in (*(A[d.name] for d in COMPASS), A.Orthogonal, A.Diagonal, A.Adjacent, A.All):
            found = t.radials(kind, index, direction)
            assert sorted(r.sites for r in found) == sorted(lines.get(direction, []))
            for radial in found:
                other = [2 * a - b for a, b in zip(here, place(t, kind, radial.sites[1]), strict=True)]
                behind = known.get((round(other[0], 3) + 0.0, round(other[1], 3) + 0.0))
                steps = {to for (of, to), _ in around(t, kind, index) if of is kind}
                assert [o.sites[1] for o in radial.opposites] == ([behind] if behind in steps else [])


def test_directions_of_one_square() -> None:
    """Of its corners each has two neighbours, one across, and the cell: eight directions tell no two apart."""
    t = topology("one square")
    assert t.supported_directions(VERTEX, 0) == (A.N, A.NE, A.E)
    assert t.supported_directions(VERTEX, 3) == (A.S, A.SW, A.W)
    assert t.supported_directions(CELL) == ()
    assert t.neighbours(CELL, RelationType.All) == [()]
    assert [t.directions_to(VERTEX, 0, to, (A.N, A.E, A.NE)) for to in range(4)] == [[], [A.E], [A.N], [A.NE]]


def test_steps_between_layers() -> None:
    """Of a pyramid of balls: four on the ground, one on top, joined by the ground's rows and with the top."""
    t = Topology(rectangle(2, 2, cells=False, pyramidal=True), VERTEX)
    top = next(v.id for v in t.source.vertices if v.z > 0)
    for name in ("NE", "NW", "SE", "SW"):
        (found,) = t.steps_to(VERTEX, top, VERTEX, A["D" + name])
        x, y, _ = place(t, VERTEX, found)
        assert (x > 0.5, y > 0.5) == ("E" in name, "N" in name)
        opposite = name.translate(str.maketrans("NESW", "SWNE"))
        assert t.steps_to(VERTEX, found, VERTEX, A["U" + opposite]) == (top,)
        assert t.steps_to(VERTEX, found, VERTEX, A.Upward) == (top,)
        assert len(t.steps_to(VERTEX, found, VERTEX, A.SameLayer)) >= 2
    assert len(t.steps_to(VERTEX, top, VERTEX, A.Downward)) == 4
    assert t.steps_to(VERTEX, top, VERTEX, A.SameLayer) == t.steps_to(VERTEX, top, VERTEX, A.Upward) == ()


def test_steps_straight_up() -> None:
    t = Topology(combine.layers([rectangle(1, 1), rectangle(1, 1)]), VERTEX)
    for vertex in t.source.vertices:
        (above,) = t.steps_to(VERTEX, vertex.id, VERTEX, A.U if vertex.z < 0.5 else A.D)
        assert t.source.vertices[above].pt == (vertex.x, vertex.y, 1 - vertex.z)
        assert t.steps_to(VERTEX, vertex.id, VERTEX, A.D if vertex.z < 0.5 else A.U) == ()


# ---------------------------------------------------------------------- round boards


def test_directions_around_the_middle() -> None:
    """Two rings of eight around a vertex: each site has one step inwards, one clockwise and one back; all steps from
    the middle lead outwards, and lines along a ring go once around."""
    t = Topology(circle([1, 8, 8], cells=False), VERTEX)
    polar = {(round(hypot(v.x, v.y)), round(angle((0, 0), v.pt) / 45) % 8 if hypot(v.x, v.y) > 0.5 else 0): v.id
             for v in t.source.vertices}  # fmt: skip

    def to(index: int, direction: A) -> set[int]:
        return set(t.steps_to(VERTEX, index, VERTEX, direction))

    middle = polar[0, 0]
    assert to(middle, A.Out) == {polar[1, n] for n in range(8)}
    assert to(middle, A.In) == to(middle, A.CW) == to(middle, A.CCW) == set()
    for ring, n in product((1, 2), range(8)):
        here = polar[ring, n]
        assert to(here, A.In) == {polar[ring - 1, n if ring > 1 else 0]}
        assert to(here, A.Out) == ({polar[2, n]} if ring == 1 else set())
        assert to(here, A.CW) == {polar[ring, (n + 1) % 8]}
        assert to(here, A.CCW) == {polar[ring, (n - 1) % 8]}
        (line,) = t.radials(VERTEX, here, A.CW)
        assert line.sites == tuple(polar[ring, (n + k) % 8] for k in range(8))
        assert [o.direction for o in line.opposites] == [A.CCW]
        (line,) = t.radials(VERTEX, here, A.In)
        assert line.sites == (*(polar[r, n] for r in range(ring, 0, -1)), middle)
        assert {r.direction for r in t.radials(VERTEX, here, A.Rotational)} <= {A.In, A.Out, A.CW, A.CCW, A.Rotational}
        assert [o.sites for o in line.opposites] == ([(here, polar[2, n])] if ring == 1 else [])
    spokes = [r.sites for r in t.radials(VERTEX, middle, A.Out)]
    assert spokes == [(middle, polar[1, n], polar[2, n]) for n in range(8)]


def test_cells_of_a_round_board_know_in_and_out() -> None:
    t = Topology(circle([8, 8, 8]))
    polar = {(round(hypot(f.x, f.y)), round((angle((0, 0), f.pt) - 22.5) / 45) % 8): f.id for f in t.source.faces}
    assert len(polar) == 24
    rings = sorted({ring for ring, _ in polar})
    for n in range(8):
        inner, between, outer = (polar[ring, n] for ring in rings)
        assert t.steps_to(CELL, between, CELL, A.In) == (inner,)
        assert t.steps_to(CELL, between, CELL, A.Out) == (outer,)
        assert t.steps_to(CELL, outer, CELL, A.Out) == t.steps_to(CELL, outer, EDGE, A.In)[1:] == ()


# ---------------------------------------------------------------------- marks


def bent(size: int) -> Topology:
    """A square of twice the size without its upper right quarter."""
    cells = [i for i, f in enumerate(rectangle(2 * size, 2 * size).faces) if f.x > size and f.y > size]
    return Topology(cut.trim(cut.remove_cells(rectangle(2 * size, 2 * size), cells)))


def at(t: Topology, kind: SiteType, sites: tuple[int, ...]) -> set[tuple[float, float]]:
    return {place(t, kind, site)[:2] for site in sites}


def test_corners_of_a_bent_board() -> None:
    t = bent(3)
    vertices, edges, cells = (t.sets(kind) for kind in (VERTEX, EDGE, CELL))
    assert at(t, VERTEX, vertices.convex_corners) == {(0, 0), (6, 0), (6, 3), (3, 6), (0, 6)}
    assert at(t, VERTEX, vertices.concave_corners) == {(3, 3)}
    assert at(t, CELL, cells.convex_corners) == {(0.5, 0.5), (5.5, 0.5), (5.5, 2.5), (2.5, 5.5), (0.5, 5.5)}
    assert at(t, CELL, cells.concave_corners) == {(2.5, 2.5)}  # the cell inside the angle
    assert at(t, EDGE, edges.concave_corners) == {(3, 3.5), (3.5, 3)}
    assert len(edges.convex_corners) == 2 * 5
    for sets in (vertices, edges, cells):
        assert set(sets.corners) == {*sets.convex_corners, *sets.concave_corners}


def test_sides_of_a_bent_board() -> None:
    """The middle of its 40 vertices is at 2.55 for x and y. Seen from there the middle of the right side, (6, 1.5),
    lies 17 degrees below east: of sixteen directions that is the one after east, and counts as between the four."""
    t = bent(3)
    sides = t.sets(VERTEX).sides
    expected = {
        "W": {(0, y) for y in range(7)}, "S": {(x, 0) for x in range(7)},
        "SE": {(6, y) for y in range(4)}, "NW": {(x, 6) for x in range(4)},
        "NE": {(3, y) for y in range(3, 7)} | {(x, 3) for x in range(3, 7)},
    }  # fmt: skip
    for direction in CompassDirection:
        found = at(t, VERTEX, sides.get(direction, ()))
        assert found == expected.get(direction.name, set())
        touched = [f.id for f in t.source.faces if any((v.x, v.y) in found for v in f.vertices)]
        assert list(t.sets(CELL).sides[direction]) == touched
        ends = [e.id for e in t.source.edges if {(e.a.x, e.a.y), (e.b.x, e.b.y)} & found]
        assert list(t.sets(EDGE).sides[direction]) == ends


@pytest.mark.parametrize(("size", "kind"), [(2, CELL), (3, CELL), (3, VERTEX), (3, EDGE), (6, CELL), (6, VERTEX)])
def test_the_centre_is_nearest_to_what_is_marked(size: int, kind: SiteType) -> None:
    """By squares of distances: to the corners, and on boards of less than a hundred elements to the perimeter."""
    t = bent(size)
    sets, every = t.sets(kind), range(t.size(kind))
    marked = [*sets.corners, *(sets.perimeter if len(every) < 100 else ())]
    assert (len(every) < 100) == (size < 6)
    sums = [sum(dist(place(t, kind, i), place(t, kind, k)) ** 2 for k in marked) for i in every]
    assert list(sets.centre) == [i for i in every if sums[i] < min(sums) + 0.0001]


@pytest.mark.parametrize(("graph", "colours"), [(rectangle(4, 5), 2), (hexagon(3), 3), (triangular.hexagon(2), 2)])
def test_neighbours_have_other_colours(graph: Graph, colours: int) -> None:
    t = Topology(graph)
    phases = t.sets(CELL).phases
    assert 0 in phases[0]
    assert [bool(phase) for phase in phases] == [n < colours for n in range(6)]
    for phase in phases:
        for cell in phase:
            assert not set(phase) & set(t.neighbours(CELL, RelationType.Orthogonal)[cell])
    assert [e.phase for e in t.elements(CELL)] == [next(n for n in range(6) if i in phases[n]) for i in
                                                   range(t.size(CELL))]  # fmt: skip


@pytest.mark.parametrize("graph", [rectangle(3, 5), hexagon(3), tilings.parallelogram(Basis.T488, 3, 3, Shape.SQUARE)])
def test_what_lies_at_the_rim(graph: Graph) -> None:
    t = Topology(graph)
    for kind, elements in ((VERTEX, graph.vertices), (EDGE, graph.edges), (CELL, graph.faces)):
        sets = t.sets(kind)
        xs, ys = [e.x for e in elements], [e.y for e in elements]
        for found, values, end in ((sets.left, xs, min(xs)), (sets.right, xs, max(xs)),
                                   (sets.bottom, ys, min(ys)), (sets.top, ys, max(ys))):  # fmt: skip
            assert list(found) == [i for i, value in enumerate(values) if abs(value - end) < 0.01]
    free = [e for e in graph.edges if e.left is None or e.right is None]
    rim = {v.id for e in free for v in (e.a, e.b)}
    assert set(t.sets(VERTEX).perimeter) == rim
    assert set(t.sets(EDGE).perimeter) == {e.id for e in free}
    assert set(t.sets(CELL).outer) == {f.id for f in graph.faces if rim & {v.id for v in f.vertices}}
    most = max(len(f.vertices) for f in graph.faces)
    assert set(t.sets(CELL).major) == {f.id for f in graph.faces if len(f.vertices) == most}


def test_how_edges_lie() -> None:
    """Those of upright hexagons: upright, rising or falling by 30 degrees."""
    t = topology("hexagons")
    lie, edges = t.sets(EDGE).orientation, t.source.edges
    rises = [(e.b.y - e.a.y) / (e.b.x - e.a.x) if abs(e.b.x - e.a.x) > 0.01 else None for e in edges]
    assert list(lie.vertical) == list(lie.axial) == [i for i, rise in enumerate(rises) if rise is None]
    assert list(lie.slash) == [i for i, rise in enumerate(rises) if rise is not None and rise > 0]
    assert list(lie.slosh) == [i for i, rise in enumerate(rises) if rise is not None and rise < 0]
    assert lie.horizontal == ()


def test_labels() -> None:
    """Those of a line of hexagons have the same number, and those of a line that falls to the right the same letter:
    the bottom row is A1, B1, C1."""
    t = topology("hexagons")
    lines: dict[str, set[float]] = {}
    for cell in t.elements(CELL):
        for name, where in ((cell.label[0], cell.y / 3**0.5 + cell.x), (cell.label[1:], cell.y)):
            lines.setdefault(name, set()).add(round(where, 3))
        assert cell.label == f"{'ABCDE'[cell.col]}{cell.row + 1}"
    assert sorted(lines) == ["1", "2", "3", "4", "5", "A", "B", "C", "D", "E"]
    upwards = [lines[str(row)] for row in range(1, 6)]
    assert [len(line) for line in upwards] == [1] * 5
    assert sorted(upwards, key=max) == upwards
    assert all(len(lines[letter]) == 1 for letter in "ABCDE")


@pytest.mark.parametrize(("column", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"),
                                                 (675, "YZ")])  # fmt: skip
def test_letters_of_columns(column: int, letters: str) -> None:
    assert column_letters(column) == letters
